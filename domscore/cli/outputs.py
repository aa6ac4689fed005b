"""Where the report of a run goes: standard output in one format, and any number of files in others, all from one judging."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import typer

from domscore.cli.output import complain, write

if TYPE_CHECKING:
    from io import FileIO

    from domscore.report import Format, Totals

AUTO = "auto"


class Output(NamedTuple):
    """What ``--output`` names: a format, as ``domscore.report.format_named`` knows it, and a file."""

    form: str
    file: str


def outputs_named(values: list[str] | None) -> list[Output]:
    """What ``--output FORMAT=FILE`` means (usage error for what it does not)."""
    from domscore.findings.codes import near
    from domscore.report import FINDINGS_FORMATS

    found: list[Output] = []
    for value in values or ():
        name, _, file = value.partition("=")
        if name not in FINDINGS_FORMATS:
            raise _bad(f"there is no format {name}{near(name, list(FINDINGS_FORMATS))}")
        if file in ("", "-"):
            raise _bad(f"{value}: write {name}=FILE; what goes to standard output is for --format to say")
        found.append(Output(FINDINGS_FORMATS[name], file))
    return found


def format_meant(name: str) -> str:
    """The format for standard output, as ``format_named`` knows it; ``auto`` means GitHub's where it runs the command."""
    from domscore.report import FINDINGS_FORMATS

    if name == AUTO:
        name = "github" if os.environ.get("GITHUB_ACTIONS") == "true" else "text"
    return FINDINGS_FORMATS[name]


def in_colours(form: str, when: str) -> str:
    """The format for standard output in colours, if it has them.

    Args:
        form: as ``format_named`` knows it.
        when: ``always``, ``never``, or ``auto``: on a terminal that can show them, unless ``NO_COLOR`` is set.
    """
    wanted = when == "always" or (when == "auto" and _shows_colours())
    return "coloured" if form == "text" and wanted else form


def _shows_colours() -> bool:
    """Whether standard output is a terminal with colours; an old Windows console does not say that it has them."""
    if os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb" or not sys.stdout.isatty():
        return False
    return os.name != "nt" or any(os.environ.get(name) for name in ("WT_SESSION", "TERM", "ANSICON"))


class Outputs:
    """All places that a run writes to, in the order of the job's formats. Files are opened when it is made."""

    def __init__(self, forms: Iterable[Format], files: list[str]) -> None:
        main, *others = forms
        self._sheets = [_Sheet(main, lambda text: write(text, exact=not main.for_people))]
        self._files = [opened(file) for file in files]
        self._sheets += [_Sheet(form, _into(file)) for form, file in zip(others, self._files, strict=True)]

    def open(self) -> None:
        """Write what stands before all records."""
        for sheet in self._sheets:
            sheet.open()

    def take(self, texts: list[str], before: Callable[[], None]) -> None:
        """Write records, one text for each format.

        Args:
            texts: may be empty.
            before: is called when standard output is going to be written to.
        """
        if texts and texts[0]:
            before()
        for sheet, text in zip(self._sheets, texts, strict=True):
            if text:
                sheet.take(text)

    def close(self, totals: Totals) -> None:
        """Write what stands behind all records."""
        for sheet in self._sheets:
            for remark in sheet.close(totals):
                complain(remark)
        for file in self._files:
            file.close()


class _Sheet:
    """One text that grows."""

    def __init__(self, form: Format, put: Callable[[str], None]) -> None:
        self._form, self._put = form, put
        self._gathering = None if form.gathering is None else form.gathering()
        self._separator = ""

    def open(self) -> None:
        if self._gathering is None:
            self._put(self._form.opening())

    def take(self, text: str) -> None:
        if self._gathering is not None:
            self._gathering.take(text)
            return
        self._put(self._separator + text)
        self._separator = self._form.separator

    def close(self, totals: Totals) -> list[str]:
        """What is to be told on standard error."""
        if self._gathering is None:
            self._put(self._form.closing(totals))
            return []
        for part in self._gathering.whole(totals):
            self._put(part)
        return self._gathering.remarks


def opened(file: str) -> FileIO:
    """A file of ``--output``, empty (usage error where it cannot be written)."""
    try:
        return Path(file).open("wb", buffering=0)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise _bad(f"{file} cannot be written: {reason.lower()}") from None


def _into(file: FileIO) -> Callable[[str], None]:
    def put(text: str) -> None:
        file.write(text.encode("utf-8", "surrogatepass"))

    return put


def _bad(text: str) -> typer.BadParameter:
    from domscore.report.visible import visible

    return typer.BadParameter(visible(text), param_hint="--output")
