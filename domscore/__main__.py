"""``python -m domscore``."""

from __future__ import annotations

import gc
import os

_BEYOND_IMPORTS = 100_000
"""Nearly twice as many objects as checking a small file imports."""


def main() -> None:
    """The command line.

    Nothing that is imported is ever garbage: the collector is not sent through it before a command is at work, nor when the
    process ends. Plugins that watch pydantic are not looked for among everything that is installed.
    Together that is a quarter of the CPU time of checking one small file.
    """
    gc.set_threshold(_BEYOND_IMPORTS, 10, 10)
    os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")
    try:
        from domscore.cli import run

        run()
    finally:
        gc.freeze()


if __name__ == "__main__":
    main()
