"""The command line: one module for each command, named like the command. The only place that prints.

A command's module is imported when the command is named, and imports what it needs when it runs: ``--version`` loads neither
pydantic nor tabulate. To add a command, add a module with a function of its name, and its name to ``COMMANDS``.
"""

from __future__ import annotations

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
_INTERNAL_ERROR, _INTERRUPTED, _PIPE_CLOSED = 4, 130, 141


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
            _apologise(error)
            raise typer.Exit(_INTERNAL_ERROR) from None


def _built(name: str) -> Any:  # noqa: ANN401 - typer's own command
    alone = typer.Typer(add_completion=False, rich_markup_mode=None, pretty_exceptions_enable=False)
    alone.command(name, context_settings=_HELP)(getattr(import_module(f"domscore.cli.{name}"), name))
    return typer.main.get_command(alone)


def _stop_writing() -> None:
    """Nobody reads the output any more: keep the interpreter from complaining about it when it ends."""
    try:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except (OSError, ValueError):
        return


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
    app(prog_name="domscore")
