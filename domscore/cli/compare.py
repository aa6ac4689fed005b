"""``domscore compare``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal

import typer

from domscore.cli.one_record import RecordOption, one_record
from domscore.cli.output import write
from domscore.cli.running import FAILED, rules_named

if TYPE_CHECKING:
    from domscore.rules.model import Rules


def compare(
    path: Annotated[str, typer.Argument(help="A record, an archive with --record, or - for standard input.")],
    rules: Annotated[
        str | None,
        typer.Option("--rules", metavar="A,B,…|all", help="Names or files of rule sets.  [default: the record's, and all]"),
    ] = None,
    claims: Annotated[
        bool | None,
        typer.Option(
            "--claims/--no-claims",
            help="Which rule sets explain what was claimed.  [default: where something was claimed]",
            show_default=False,
        ),
    ] = None,
    format_: Annotated[
        Literal["table", "json", "markdown"], typer.Option("--format", "-f", help="How the comparison is written.")
    ] = "table",
    record: RecordOption = None,
) -> None:
    """Judge one record under several rule sets: what each makes of it, where they part, and which explain the claims.

    Sets that do not fit the players are named and left out. Where no set explains what was claimed, the changes of one or
    two rule fields are named that would. What several sets or changes explain is not decided: all of them are listed.

    \b
    Exit codes:
      0  compared
      1  the record is ill-formed, or no rule set asked for can judge it
      2  an option or a rule set that does not exist
      3  the input could not be opened
      4  an internal error, or an output that cannot be written

    \b
    Examples:
      domscore compare samples/disputes/partners-pips.domino.json
      domscore compare game.domino.json --rules selminha,classic-draw --no-claims
      domscore compare club.domino.jsonl --record 12 --format markdown
    """
    sets = _named(rules)
    source, found = one_record(path, record)

    from domscore.compare.claims import has_claims, ranking, searches
    from domscore.compare.parting import partings
    from domscore.compare.rule_sets import compare as compared
    from domscore.compare.sets_page import as_json, page_of
    from domscore.report.json import dumped

    comparison = compared(found, sets)
    parted = partings(comparison)
    asked = has_claims(found) if claims is None else claims
    ranked = ranking(comparison) if asked else []
    searched = searches(comparison, ranked)
    if format_ == "json":
        write(dumped(as_json(source, comparison, parted, ranked, searched)) + "\n", exact=True)
    else:
        page = page_of(source, comparison, parted, ranked, searched)
        write(page.markdown() if format_ == "markdown" else page.text(), exact=format_ == "markdown")
    raise typer.Exit(0 if comparison.judged or searched else FAILED)


def _named(rules: str | None) -> list[tuple[str, Rules]] | None:
    """The sets asked for by name; None for all (usage error for a name or a file that is none)."""
    words = [word.strip() for word in (rules or "all").split(",") if word.strip()]
    if words == ["all"]:
        return None
    if not words:
        raise typer.BadParameter("names no rule set", param_hint="--rules")
    found = {}
    for word in words:
        one = rules_named(word)
        assert one is not None
        found[one.name] = one
    return list(found.items())
