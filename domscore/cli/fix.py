"""``domscore fix``."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from domscore.cli.configuring import rules_for
from domscore.cli.one_record import RecordOption, chosen_record
from domscore.cli.options import ConfigOption, IsolatedOption, RulesOption, named_file
from domscore.cli.output import complain, write
from domscore.cli.running import FAILED

if TYPE_CHECKING:
    from domscore.batch.entries import Entry
    from domscore.report.report import Report
    from domscore.report.suggestion import Suggestion
    from domscore.rules.model import Rules


def fix(
    path: Annotated[
        str, typer.Argument(metavar="PATH", help="A record, an archive with --record, or - for standard input.")
    ],
    apply: Annotated[int, typer.Option("--apply", min=1, metavar="N", help="The suggestion, as check --suggest counts.")],
    output: Annotated[
        Path,
        typer.Option("--output", "-o", metavar="NEW", callback=named_file, help="The file to write; it must not exist yet."),
    ],
    record: RecordOption = None,
    rules: RulesOption = None,
    config: ConfigOption = None,
    isolated: IsolatedOption = False,
) -> None:
    """Write a copy of a record with one suggestion made, see check --suggest.

    The record itself is never changed and no file is ever overwritten. In the copy only the values that the suggestion is
    about differ. Whether the suggestion is right, the people who were there must say. Of an archive the copy holds the one
    record.

    \b
    Exit codes:
      0  written, and no error is left
      1  written, and errors are left; or the record cannot be read as one
      2  there is no such suggestion, or the new file cannot be written
      3  the input could not be opened
      4  an internal error, or an output that cannot be written

    \b
    Examples:
      domscore check --suggest game.domino.json
      domscore fix game.domino.json --apply 1 --output game-corrected.domino.json
    """
    found = chosen_record(path, record)
    judged_by = rules_for(path, rules, config, isolated)
    suggestion = _suggestion(found, apply, judged_by)
    after = _written(found, suggestion, output, judged_by)
    _tell(found, suggestion, output, after)
    from domscore.findings.codes import Severity

    raise typer.Exit(FAILED if after.count(Severity.ERROR) else 0)


def _suggestion(found: Entry, number: int, rules: Rules | None) -> Suggestion:
    """Suggestion ``number``: exit code 1 for what is no record, usage error when there is no such suggestion."""
    from domscore.record.reading import read_record
    from domscore.report.visible import visible
    from domscore.suggest import suggestions

    offered = suggestions(found.data, rules)
    reading = read_record(found.data)
    if reading.record is None and not offered:
        for finding in reading.findings[:5]:
            complain(f"{visible(found.source)}: {finding.code} {visible(finding.message)}")
        raise typer.Exit(FAILED)
    if number > len(offered):
        known = f"there are {len(offered)}" if offered else "none was found"
        raise typer.BadParameter(f"there is no suggestion {number}: {known}", param_hint="--apply")
    return offered[number - 1]


def _written(found: Entry, suggestion: Suggestion, output: Path, rules: Rules | None) -> Report:
    """Write the new file, and judge what is in it (usage error when it cannot be written)."""
    from domscore.auditing import audit
    from domscore.batch.portions import BOM
    from domscore.record.edits import changed_text
    from domscore.record.reading import without_bom
    from domscore.report.visible import visible

    plain = without_bom(found.data)
    mark = BOM if len(plain) < len(found.data) else b""
    data = mark + changed_text(plain.decode(), suggestion.edits).encode()
    if found.archive and not data.endswith(b"\n"):
        data += b"\n"
    try:
        with output.open("xb") as file:
            file.write(data)
    except FileExistsError:
        problem = f"{visible(str(output))} exists already; nothing is ever overwritten"
        raise typer.BadParameter(problem, param_hint="--output") from None
    except OSError as error:
        problem = f"{visible(str(output))}: {(error.strerror or str(error)).lower()}"
        raise typer.BadParameter(problem, param_hint="--output") from None
    return audit(data, rules)


def _tell(found: Entry, suggestion: Suggestion, output: Path, after: Report) -> None:
    from domscore.findings.codes import Severity
    from domscore.report.json import dumped
    from domscore.report.visible import visible
    from domscore.report.words import counted

    lines = [
        f"{visible(str(output))}: {visible(found.source)} with suggestion {suggestion.number}: {visible(suggestion.words)}"
    ]
    for edit in suggestion.edits:
        before, now = ("nothing" if value is None else dumped(value) for value in (edit.before, edit.after))
        lines.append(f"  {edit.op} {visible(edit.path)}: {visible(before)} -> {visible(now)}")
    lines.append(f"  {after.verdict.value}, {counted(after.count(Severity.ERROR), 'error')} left")
    write("\n".join(lines) + "\n")
