"""``domscore explain``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal

import typer

from domscore.cli.configuring import rules_for
from domscore.cli.one_record import RecordOption, chosen_record
from domscore.cli.options import ConfigOption, IsolatedOption, RulesOption
from domscore.cli.output import write
from domscore.cli.running import FAILED

if TYPE_CHECKING:
    from domscore.batch.entries import Entry
    from domscore.rules.model import Rules

OnePath = Annotated[str, typer.Argument(metavar="PATH", help="A record, an archive with --record, or - for standard input.")]
ExplanationFormat = Annotated[
    Literal["text", "markdown", "json"], typer.Option("--format", "-f", help="How the explanation is written.")
]


def explain(
    path: OnePath,
    round_: Annotated[int | None, typer.Option("--round", metavar="N", help="Only this round.")] = None,
    act: Annotated[int | None, typer.Option("--act", metavar="M", help="Only this act of the round, from 1.")] = None,
    record: RecordOption = None,
    rules: RulesOption = None,
    format_: ExplanationFormat = "text",
    config: ConfigOption = None,
    isolated: IsolatedOption = False,
) -> None:
    """Explain a score: what happened, the arithmetic, and the clause of the rules behind it.

    A round: who had to lead, points in play, the tiles left in each hand and which of them count, ties step by step, pips
    into points, rulings, running totals, and what was written wrong. An act: the table before it, what was legal, whether it
    was in order and why, what every open place counts, and what followed; of hands that are not written, the tiles they
    certainly or possibly held. What may have been written wrong is suggested, numbered as check --suggest does, and what the
    rules' table of penalties takes is worked out, with the score under it. Where the rule page can be read otherwise, the
    explanation says what that would give.

    \b
    Exit codes:
      0  the record holds no error
      1  the record holds an error
      2  an option, a round or an act that does not exist
      3  the input could not be opened
      4  an internal error, or an output that cannot be written

    \b
    Examples:
      domscore explain game.domino.json
      domscore explain game.domino.json --round 3 --format markdown
      domscore explain game.domino.json --round 3 --act 7
      domscore explain season.domino.jsonl --record 12 --round 1
    """
    judged_by = rules_for(path, rules, config, isolated)
    found = chosen_record(path, record)
    raise typer.Exit(_explain(found, judged_by, round_, act, format_))


def _explain(found: Entry, rules: Rules | None, round_: int | None, act: int | None, form: str) -> int:
    from domscore.explain.matches import NotThere, explained
    from domscore.explain.rendering import rendered
    from domscore.findings.codes import Severity

    try:
        report, parts = explained(found.data, rules, round_, act, source=found.source, line=found.line)
    except NotThere as error:
        raise typer.BadParameter(str(error), param_hint="--round or --act") from None
    head = {"source": report.source, "line": report.line, "id": report.id, "verdict": report.verdict.value}
    write(rendered(parts, form, head), exact=form == "json")
    return FAILED if report.count(Severity.ERROR) else 0
