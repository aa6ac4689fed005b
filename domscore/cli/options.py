"""Options that several commands have."""

# annotations are not deferred here: typer would have to evaluate them one by one, each time a command starts

from pathlib import Path
from typing import Annotated, Literal

import typer

Paths = Annotated[list[str], typer.Argument(help="Files, directories, quoted patterns, or - for standard input.")]
Jobs = Annotated[
    int | None,
    typer.Option("--jobs", "-j", min=1, metavar="N", help="Processes to use.  [default: all cores]", show_default=False),
]
Quiet = Annotated[bool, typer.Option("--quiet", "-q", help="Leave out the records on standard output.")]

RulesOption = Annotated[
    str | None,
    typer.Option("--rules", metavar="NAME|FILE", help="Judge by this rule set instead of the one a record names."),
]
SelectOption = Annotated[
    list[str] | None,
    typer.Option("--select", metavar="CODE", help="Report only these findings: DOM411, DOM4, false-pass."),
]
IgnoreOption = Annotated[list[str] | None, typer.Option("--ignore", metavar="CODE", help="Do not report these findings.")]
SeverityOption = Annotated[
    list[str] | None,
    typer.Option("--severity", metavar="CODE=LEVEL", help="How grave these findings are: DOM441=error, DOM9=warning."),
]
FailLevelOption = Annotated[
    Literal["error", "warning", "note"] | None,
    typer.Option(
        "--fail-level", help="What makes the exit code 1: findings this grave.  [default: error]", show_default=False
    ),
]
StrictOption = Annotated[
    bool | None,
    typer.Option(
        "--strict/--no-strict",
        help="Exit code 1 for any record that is not verified, whatever is selected.",
        show_default=False,
    ),
]

BaselineOption = Annotated[
    str | None, typer.Option("--baseline", metavar="FILE", help="Count only findings that are not in this file.")
]


def named_file(value: str | Path | None) -> str | Path | None:
    """A file that is written under a name (usage error for ``-``, which other programs take for standard output)."""
    if str(value) == "-":
        raise typer.BadParameter("give the file a name: what - means elsewhere, standard output, is no file")
    return value


WriteBaselineOption = Annotated[
    str | None,
    typer.Option(
        "--write-baseline", metavar="FILE", callback=named_file, help="Write what makes the run fail to a baseline."
    ),
]
UpdateBaselineOption = Annotated[
    bool, typer.Option("--update-baseline", help="Take out of the baseline what is no longer found; nothing is added.")
]
ExcludeOption = Annotated[
    list[str] | None,
    typer.Option("--exclude", metavar="PATTERN", help="Leave out what this matches, as in a .gitignore, in directories."),
]
ForceExcludeOption = Annotated[
    bool | None,
    typer.Option(
        "--force-exclude/--no-force-exclude", help="Leave it out also where it is named itself.", show_default=False
    ),
]
ColorOption = Annotated[
    Literal["auto", "always", "never"],
    typer.Option("--color", help="Colours in text; auto: on a terminal, unless NO_COLOR is set."),
]
ConfigOption = Annotated[
    str | None,
    typer.Option("--config", metavar="FILE", help="The configuration file.  [default: the nearest]", show_default=False),
]
IsolatedOption = Annotated[bool, typer.Option("--isolated", help="Look at no configuration file.")]
