"""``domscore replay``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal

import typer

from domscore.cli.configuring import rules_for
from domscore.cli.explain import OnePath
from domscore.cli.one_record import RecordOption, chosen_record, rounds_asked
from domscore.cli.options import ConfigOption, IsolatedOption, RulesOption
from domscore.cli.output import complain, write
from domscore.cli.running import FAILED

if TYPE_CHECKING:
    from domscore.batch.entries import Entry
    from domscore.rules.model import Rules


def replay(
    path: OnePath,
    round_: Annotated[int | None, typer.Option("--round", metavar="N", help="Only this round.")] = None,
    to: Annotated[int | None, typer.Option("--to", metavar="ACT", min=1, help="Stop after this act of a round.")] = None,
    record: RecordOption = None,
    rules: RulesOption = None,
    format_: Annotated[Literal["text", "markdown"], typer.Option("--format", "-f", help="How it is written.")] = "text",
    config: ConfigOption = None,
    isolated: IsolatedOption = False,
) -> None:
    """Show a match act by act: the table with its open ends, the hands, points made, and each finding at its act.

    Hands and boneyard are shown as far as the record lets them be known. Of hands that are not written it is said, at the
    deal, at the last act and wherever something new is learnt, which tiles they certainly held or may have held, and
    which numbers they lacked, with the pass or draw that shows it. In games that score in play, the count of the open ends
    stands beside them.

    \b
    Exit codes:
      0  the record holds no error
      1  the record holds an error
      2  an option, a round or an act that does not exist
      3  the input could not be opened
      4  an internal error, or an output that cannot be written

    \b
    Examples:
      domscore replay game.domino.json
      domscore replay game.domino.json --round 3 --to 12
      domscore replay game.domino.json --round 3 --format markdown
      domscore replay season.domino.jsonl --record 12 --round 1
    """
    judged_by = rules_for(path, rules, config, isolated)
    found = chosen_record(path, record)
    raise typer.Exit(_replay(found, judged_by, round_, to, markdown=format_ == "markdown"))


def _replay(found: Entry, rules: Rules | None, round_: int | None, to: int | None, *, markdown: bool) -> int:
    from domscore.auditing import Watched, audit
    from domscore.findings.codes import Severity
    from domscore.report.visible import visible

    watched: list[Watched] = []
    report = audit(found.data, rules, watched)
    if report.match is None:
        for finding in report.findings:
            complain(f"{finding.code} {finding.slug}: {visible(finding.message)}")
        return FAILED
    from domscore.replaying import replayed
    from domscore.report.markdown import fenced

    shown = rounds_asked(watched, round_, to, "--to")
    if not watched:
        write("the record holds no rounds\n")
    for one in shown:
        text = "\n".join(replayed(report, one, to))
        write(f"## Round {one.place.number}\n\n{fenced(text)}\n\n" if markdown else f"{text}\n", exact=markdown)
    return FAILED if report.count(Severity.ERROR) else 0
