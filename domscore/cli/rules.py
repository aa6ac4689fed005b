"""``domscore rules``."""

from __future__ import annotations

from textwrap import fill
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from domscore.cli.output import write
from domscore.cli.running import rules_named

if TYPE_CHECKING:
    from domscore.rules.describing import Described, Difference
    from domscore.rules.model import Rules

_WIDTH = 80
_PAGES = "P1 to P4 are the rule pages; a clause such as P3.16 is numbered within its page."
_INDENT = " " * 16


def rules(
    name: Annotated[
        str | None, typer.Argument(help="A rule set, or a JSON file of one's own; without it all are listed.")
    ] = None,
    diff: Annotated[
        tuple[str, str] | None, typer.Option("--diff", metavar="A B", help="The fields in which two rule sets differ.")
    ] = None,
    format_: Annotated[
        Literal["text", "markdown", "json"], typer.Option("--format", "-f", help="How the rules are written.")
    ] = "text",
) -> None:
    """Show the rule sets: all of them, one in words with its clauses, or what two of them do differently.

    \b
    Exit codes:
      0  shown
      2  an option or a name that does not exist
      4  an internal error, or an output that cannot be written

    \b
    Examples:
      domscore rules
      domscore rules muggins
      domscore rules --diff muggins five-up
      domscore rules selminha --format json
      domscore rules selminha --format markdown
    """
    if diff is not None and name is not None:
        raise typer.BadParameter("goes with no other name", param_hint="--diff")
    if diff is not None:
        text = _difference(_named(diff[0]), _named(diff[1]), format_)
    else:
        text = _all(format_) if name is None else _one(_named(name), format_)
    write(text, exact=format_ == "markdown")


def _named(name: str) -> Rules:
    found = rules_named(name, "NAME")
    assert found is not None
    return found


def _json(value: Any) -> str:  # noqa: ANN401 - any JSON value
    import json

    return json.dumps(value, indent=2, ensure_ascii=False) + "\n"


def _all(form: str) -> str:
    from domscore.rules.catalogue import names

    sets = [_named(name) for name in names()]
    if form == "json":
        return _json([one.as_json() for one in sets])
    from domscore.report.columns import narrow
    from domscore.report.pages import Page

    rows = [[one.name, _numbers(one.players), str(one.target), one.page, one.title] for one in sets]
    heads = ["name", "seats", "target", "page", "game"]
    if form == "markdown":
        page = Page()
        page.table(heads, rows)
        page.paragraph(_PAGES)
        return page.markdown()
    return f"{narrow(heads, rows, len(heads))}\n{_PAGES}\n"


def _numbers(players: list[int]) -> str:
    """``2-4`` where they follow one another."""
    if len(players) > 1 and players == list(range(players[0], players[-1] + 1)):
        return f"{players[0]}-{players[-1]}"
    return ", ".join(map(str, players))


def _one(one: Rules, form: str) -> str:
    from domscore.report.pages import Page
    from domscore.report.visible import visible
    from domscore.rules.describing import described

    if form == "json":
        return _json(one.as_json())
    cited = f", rule page {one.page}" if one.page else ""
    head = f"{one.name}: {one.title}{cited}"
    if form == "markdown":
        page = Page()
        page.heading(head)
        page.points(["\n".join(_with_clauses(field)) for field in described(one)])
        return page.markdown()
    lines = [visible(head), ""]
    for field in described(one):
        lines += _lines(field.field, field, clauses=True)
    return "\n".join(lines) + "\n"


def _with_clauses(field: Described) -> list[str]:
    return [f"{field.field}: {field.words}", *(f"{clause}: {text}" for clause, text in field.clauses)]


def _lines(label: str, field: Described, *, clauses: bool) -> list[str]:
    """The words of a field behind its label, the clauses below."""
    head = f"{label:<15} " if len(label) < len(_INDENT) else f"{label}  "
    lines = [fill(field.words if clauses else _words(field), _WIDTH, initial_indent=head, subsequent_indent=_INDENT)]
    if clauses:
        lines += [
            fill(f"{clause}: {text}", _WIDTH, initial_indent=f"{_INDENT}  ", subsequent_indent=f"{_INDENT}    ")
            for clause, text in field.clauses
        ]
    return lines


def _difference(first: Rules, second: Rules, form: str) -> str:
    from domscore.rules.describing import differences

    found = differences(first, second)
    if form == "json":
        one, other = first.as_json(), second.as_json()
        fields = {
            difference.field: {
                first.name: one[difference.field],
                second.name: other[difference.field],
                "clauses": {
                    first.name: first.clauses_of(difference.field),
                    second.name: second.clauses_of(difference.field),
                },
            }
            for difference in found
        }
        return _json({"rules": [first.name, second.name], "fields": fields})
    if form == "markdown":
        return _difference_page(first, second, found)
    if not found:
        return f"{first.name} and {second.name} are the same game.\n"
    lines = []
    for difference in found:
        lines.append(difference.field)
        lines += _lines(f"  {first.name}", difference.first, clauses=False)
        lines += _lines(f"  {second.name}", difference.second, clauses=False)
    return "\n".join(lines) + "\n"


def _difference_page(first: Rules, second: Rules, found: list[Difference]) -> str:
    from domscore.report.pages import Page

    page = Page()
    page.heading(f"{first.name} and {second.name}")
    if not found:
        page.paragraph("They are the same game.")
    rows = [[one.field, *(_words(side) for side in (one.first, one.second))] for one in found]
    page.table(["field", first.name, second.name], rows)
    return page.markdown()


def _words(field: Described) -> str:
    return f"{field.words} [{', '.join(clause for clause, _ in field.clauses)}]" if field.clauses else field.words
