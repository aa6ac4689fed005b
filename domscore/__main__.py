"""``python -m domscore``."""

from __future__ import annotations

import gc
import os


def main() -> None:
    """The command line.

    Nothing that is imported is ever garbage: the collector starts to work with the first record, and is not sent through all
    of it again when the process ends. Plugins that watch pydantic are not looked for among everything that is installed.
    Together that is a quarter of the CPU time of checking one small file.
    """
    gc.disable()
    os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")
    try:
        from domscore.cli import run

        run()
    finally:
        gc.freeze()


if __name__ == "__main__":
    main()
