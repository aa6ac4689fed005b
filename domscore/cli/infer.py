"""``domscore infer``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal

import typer

from domscore.cli.configuring import rules_for
from domscore.cli.explain import OnePath
from domscore.cli.one_record import RecordOption, chosen_record, rounds_asked, seat_asked
from domscore.cli.options import ConfigOption, IsolatedOption, RulesOption
from domscore.cli.output import complain, write
from domscore.cli.running import FAILED

if TYPE_CHECKING:
    from domscore.auditing import Watched
    from domscore.batch.entries import Entry
    from domscore.infer.view import View
    from domscore.infer.voids import Void
    from domscore.play.table import Table
    from domscore.report.report import Report
    from domscore.rules.model import Rules


WIDTH = 80
"""Columns that sentences take at most."""
_NOTHING = "nothing can be concluded about hidden tiles"


def infer(
    path: OnePath,
    round_: Annotated[int | None, typer.Option("--round", metavar="N", help="Only this round.")] = None,
    at: Annotated[
        int | None,
        typer.Option("--at", metavar="ACT", min=1, help="Before this act of each round that has it.  [default: at the end]"),
    ] = None,
    seat: Annotated[
        str | None, typer.Option("--seat", metavar="C", help="Only this seat: its letter, its player's name, or boneyard.")
    ] = None,
    chances: Annotated[
        bool,
        typer.Option("--chances", help="How likely each tile is in each hand, all possible deals being equally likely."),
    ] = False,
    record: RecordOption = None,
    rules: RulesOption = None,
    format_: Annotated[
        Literal["table", "markdown", "json"], typer.Option("--format", "-f", help="How it is written.")
    ] = "table",
    config: ConfigOption = None,
    isolated: IsolatedOption = False,
) -> None:
    """Infer hidden hands: which tiles each seat certainly held, possibly held, and cannot have held.

    All that is written counts, what came later too: tiles laid, passes and draws, tiles turned up at the end, who led. Acts
    are taken to be in order; those that no deal explains are left out, which is said. Each number that a hand is void in
    comes with the act that shows it, or with another reason.

    \b
    Exit codes:
      0  the record holds no error
      1  the record holds an error
      2  an option, a round, an act or a seat that does not exist
      3  the input could not be opened
      4  an internal error, or an output that cannot be written

    Chances are counted; where that would take too long they are estimated from deals drawn at random, which is said, and
    every one then comes with its standard error.

    \b
    Examples:
      domscore infer game.domino.json
      domscore infer game.domino.json --round 2 --at 9 --seat B
      domscore infer game.domino.json --round 2 --chances --format json
      domscore infer game.domino.json --round 2 --format markdown
    """
    judged_by = rules_for(path, rules, config, isolated)
    found = chosen_record(path, record)
    raise typer.Exit(_infer(found, judged_by, _Asked(round_, at, seat, chances, format_)))


class _Asked:
    """What the options ask for."""

    def __init__(self, round_: int | None, at: int | None, seat: str | None, chances: bool, form: str) -> None:
        self.round, self.at, self.seat, self.chances, self.form = round_, at, seat, chances, form


def _infer(found: Entry, rules: Rules | None, asked: _Asked) -> int:
    from domscore.auditing import audit
    from domscore.findings.codes import Severity
    from domscore.report.visible import visible

    watched: list[Watched] = []
    report = audit(found.data, rules, watched)
    table = report.table
    if table is None or report.match is None:
        for finding in report.findings:
            complain(f"{finding.code} {finding.slug}: {visible(finding.message)}")
        return FAILED
    if asked.seat not in (None, "boneyard"):
        asked.seat = seat_asked(report, asked.seat)
    rounds = [one for one in rounds_asked(watched, asked.round, asked.at, "--at") if len(one.acts) >= (asked.at or 0)]
    _write(report, [(one.place.number, _view(table, one, asked)) for one in rounds], asked)
    return FAILED if report.count(Severity.ERROR) else 0


def _view(table: Table, one: Watched, asked: _Asked) -> View | None:
    from domscore.infer.view import reading_of, view
    from domscore.play.deal import read_deal

    judged, place = one.judged, one.place
    if judged.replay is None or judged.undetermined:
        return None
    deal = read_deal(table, one.round.deal, f"{place.path}/deal")
    claimed = None if one.round.result is None else one.round.result.how
    shown = judged.shown if judged.complete else None
    reading = reading_of(table, deal, judged.replay, shown, place, claimed != "void")
    if reading is None:
        return None
    found = view(reading, place.number, asked.at, asked.chances, reasons=True)
    found.seats = [one for one in found.seats if asked.seat in (None, one.name)]
    return found


def _write(report: Report, views: list[tuple[int, View | None]], asked: _Asked) -> None:
    if asked.form == "json":
        import json

        rounds = [{"round": number} if found is None else found.as_json() for number, found in views]
        value = {"id": report.id, "verdict": report.verdict.value, "rounds": rounds}
        write(json.dumps(value, ensure_ascii=False, indent=2) + "\n", exact=True)
        return
    for number, found in views:
        if asked.form == "markdown":
            write(_as_markdown(number, found), exact=True)
        else:
            write(f"round {number}: {_NOTHING}\n" if found is None else _as_table(found))


def _as_table(found: View) -> str:
    from tabulate import tabulate

    lines = [_wrapped(f"round {found.round}, {_when(found)}: {_deals(found)}")]
    lines += [_wrapped(f"- {problem}") for problem in found.problems]
    lines += [_wrapped(said) for said in _left_out(found)]
    if found.nothing:
        return "\n".join(lines) + "\n\n"
    lines.append(tabulate(_rows(found), _heads(found), disable_numparse=True, stralign="left"))
    lines += [_wrapped(said) for said in _void(found)]
    return "\n".join(lines) + "\n\n"


def _as_markdown(number: int, found: View | None) -> str:
    from domscore.report.pages import Page

    page = Page()
    page.heading(f"Round {number}" if found is None else f"Round {number}, {_when(found)}")
    said = _NOTHING if found is None else _deals(found)
    page.paragraph(f"{said[:1].upper()}{said[1:]}.")
    if found is not None:
        page.points([*found.problems, *_left_out(found)])
        if not found.nothing:
            page.table(_heads(found), _rows(found))
            page.points(_void(found))
    return page.markdown() + "\n"


def _heads(found: View) -> list[str]:
    return ["tile", *(f"{one.name} ({'?' if one.holds is None else one.holds})" for one in found.seats)]


def _rows(found: View) -> list[list[str]]:
    tiles = found.table.tiles
    shown = reversed(list(tiles.listed(found.unplaced)))
    return [[tiles.names[tile], *(_cell(found, number, tile) for number in range(len(found.seats)))] for tile in shown]


def _void(found: View) -> list[str]:
    return [f"{one.name} is void in {_voids(one.reasons)}" for one in found.seats if one.reasons and one.holds != 0]


def _voids(voids: list[Void]) -> str:
    """``"5 and 2 (act 4), 6 (all such tiles were seen elsewhere)"``."""
    from domscore.findings.finding import acts_listed, joined

    found: dict[str, list[str]] = {}
    for void in voids:
        together = " together" if len(void.acts) > 1 else ""
        reason = f"{acts_listed(void.acts)}{together}" if void.acts else void.reason
        found.setdefault(reason, []).append(str(void.number))
    return ", ".join(f"{joined(numbers)} ({reason})" for reason, numbers in found.items())


def _wrapped(text: str) -> str:
    from textwrap import wrap

    from domscore.report.visible import visible

    lines = wrap(text, WIDTH, subsequent_indent="  ", break_on_hyphens=False, break_long_words=False)
    return "\n".join(map(visible, lines))


def _cell(found: View, number: int, tile: int) -> str:
    one = found.seats[number]
    if one.certain >> tile & 1:
        return "yes"
    if not one.possible >> tile & 1:
        return "-"
    if one.chances is None:
        return "?"
    bar = "" if one.errors is None else f" +-{100 * one.errors[tile]:.1f}"
    return f"{100 * one.chances[tile]:.1f}{bar} %"


def _when(found: View) -> str:
    return "at the end" if found.before is None else f"before act {found.before}"


def _left_out(found: View) -> list[str]:
    """What the table does not rest on."""
    if not found.left_out and not found.lawless:
        return []
    from domscore.findings.finding import acts_listed, joined

    parts = [acts_listed(found.left_out)] if found.left_out else []
    parts += ["what lead and redeal rules ask of the deal"] if found.lawless else []
    return [f"left out: {joined(parts)}"]


def _deals(found: View) -> str:
    least, most = found.deals
    if found.nothing:
        return "no deal explains what was seen, and nothing can be concluded"
    if found.problems:
        return "no deal explains the acts; what the others allow"
    if least == most:
        return f"{most} possible deal{'s' if most > 1 else ''}, counted"
    if found.unwritten:
        return f"at most {most} possible deals; draws are not written, and when a tile was drawn is not known"
    drawn = f"; chances from {found.samples} deals drawn at random, with their standard errors" if found.samples else ""
    return f"{least} to {most} possible deals, too many ways to count{drawn}"
