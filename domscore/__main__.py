"""``python -m domscore``."""

from __future__ import annotations


def main() -> None:
    """The command line."""
    from domscore.cli import run

    run()


if __name__ == "__main__":
    main()
