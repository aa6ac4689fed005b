"""The command line: one module for each command, named like the command. The only place that prints.

A command's module is imported when the command is named, and imports what it needs when it runs: ``--version`` loads neither
pydantic nor tabulate. To add a command, add a module with a function of its name, and its name to ``COMMANDS``.
"""

from __future__ import annotations

import errno
import os
import sys
from importlib import import_module
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from domscore import __version__
from domscore.cli.output import complain, write

COMMANDS = (
    "check", "score", "validate", "explain", "count", "sheet", "compare", "diff", "fix", "penalties",
    "replay", "infer", "stats", "rules", "rule", "generate", "schema", "config",
)  # fmt: skip
_LINE = 66
"""So many characters has a line of the list of commands for what a command does."""
_INTERNAL_ERROR, _INTERRUPTED, _PIPE_CLOSED = 4, 130, 141
_DISK = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO, errno.EROFS})
"""What an output runs into that is no defect of this program."""


class _Commands(TyperGroup):
    """The commands; whatever goes wrong in one becomes an exit code, a traceback only where it is asked for."""

    def list_commands(self, ctx: Any) -> list[str]:  # noqa: ANN401 - typer's own context
        """The names, in the order of the help."""
        return list(COMMANDS)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:  # noqa: ANN401 - typer's own command
        """The command of that name; None, with all names known for a suggestion, when there is none."""
        for name in [cmd_name] if cmd_name in COMMANDS else COMMANDS:
            if name not in self.commands:
                self.commands[name] = _built(name)
        return self.commands.get(cmd_name)

    def invoke(self, ctx: Any) -> Any:  # noqa: ANN401 - typer's own context, and what the command returns
        """Run the command."""
        try:
            return super().invoke(ctx)
        except BrokenPipeError:
            _stop_writing()
            raise typer.Exit(_PIPE_CLOSED) from None
        except KeyboardInterrupt:
            complain("interrupted")
            raise typer.Exit(_INTERRUPTED) from None
        except (typer.Exit, typer.Abort):
            raise
        except Exception as error:
            if hasattr(error, "exit_code"):
                raise
            if isinstance(error, OSError) and error.errno in _DISK:
                _refuse(error)
            else:
                _apologise(error)
            raise typer.Exit(_INTERNAL_ERROR) from None


def _built(name: str) -> Any:  # noqa: ANN401 - typer's own command
    alone = typer.Typer(add_completion=False, rich_markup_mode=None, pretty_exceptions_enable=False)
    command = getattr(import_module(f"domscore.cli.{name}"), name)
    alone.command(name, context_settings=_HELP, short_help=_in_short(command.__doc__ or ""))(command)
    return typer.main.get_command(alone)


def _in_short(text: str) -> str:
    """The first sentence, or as many of its parts as fit on a line of the list of commands.

    >>> _in_short("Explain a score: what happened, the arithmetic, and the clause of the rules behind it.")
    'Explain a score: what happened, the arithmetic.'
    """
    words = text.split("\n", 1)[0].rstrip(".")
    while len(words) >= _LINE:
        cut = max(words.rfind(mark) for mark in (",", ":"))
        words = words[:cut] if cut > 0 else words[: words.rfind(" ", 0, _LINE)]
    return f"{words}."


def _stop_writing() -> None:
    """Nobody reads the output any more: keep the interpreter from complaining about it when it ends."""
    try:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except (OSError, ValueError):
        return


def _refuse(error: OSError) -> None:
    """Say that the output is not whole, and why."""
    complain(f"the output cannot be written: {(error.strerror or str(error)).lower()}")
    _stop_writing()


def _apologise(error: Exception) -> None:
    if os.environ.get("DOMSCORE_TRACEBACK") == "1":
        import traceback

        complain("".join(traceback.format_exception(error)).rstrip())
    from domscore.report.visible import visible

    complain(f"domscore {__version__}: internal error: {type(error).__name__}: {visible(str(error))}")
    complain("This is a defect of domscore. Please report it, if you can with the record that brought it about;")
    complain("DOMSCORE_TRACEBACK=1 in the environment shows where it happened.")


_HELP = {"help_option_names": ["-h", "--help"]}

app = typer.Typer(
    name="domscore",
    cls=_Commands,
    no_args_is_help=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings=_HELP,
    epilog="Start with: domscore check samples/legal",
)


def _version(asked: bool) -> None:
    if asked:
        write(f"domscore {__version__}\n")
        raise typer.Exit


@app.callback()
def _all(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Show the version and stop.")
    ] = False,
) -> None:
    """Score, check and replay domino game records."""


def run() -> None:
    """Run the command that the arguments of the process name."""
    _open_streams()
    try:
        app(prog_name="domscore")
    except OSError as error:  # help that cannot be written: no command has begun
        _refuse(error)
        sys.exit(_INTERNAL_ERROR)


def _open_streams() -> None:
    """A stream that was closed before the start takes everything and shows nothing; what a terminal lacks is escaped."""
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None:
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: PTH123, SIM115 - open until the end
        elif hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
