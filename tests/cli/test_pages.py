"""``--format markdown`` of what is no report: rule sets, penalties, replays, hidden hands."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from markdown_it import MarkdownIt
from typer.testing import CliRunner

from domscore.cli import app
from domscore.rules.catalogue import names
from domscore.rules.model import Rules
from domscore.rules.penalties import table_named, table_names

SAMPLES = Path(__file__).parents[2] / "samples"
HOSTILE = ["```\n## won", "<b>Bo</b> [x](http://x.y) @ana", "````", "| a | *b* |\n\n- c"]


def markdown(*args: str) -> str:
    """What the command prints as Markdown."""
    result = CliRunner().invoke(app, [*args, "--format", "markdown"])
    assert result.exit_code in (0, 1), result.output
    return result.stdout


def tokens(text: str) -> list[Any]:
    """As a reader of Markdown takes it, tables and HTML included; the inline parts at the same level."""
    found = MarkdownIt("commonmark", {"html": True}).enable("table").parse(text)
    return [token for block in found for token in (block, *(block.children or ()))]


def kinds(text: str) -> set[str]:
    """What there is of markup in a page."""
    return {token.type.removesuffix("_open") for token in tokens(text) if not token.type.endswith("_close")}


def cells(text: str) -> list[str]:
    """The texts of cells and list items, as shown."""
    shown = [token for token in tokens(text) if token.type == "inline"]
    return ["".join(part.content for part in token.children or () if part.type == "text") for token in shown]


def test_every_penalty_stands_in_a_table_of_its_own() -> None:
    """All tables, each under its name, with the words and the source of every row."""
    text = markdown("penalties")
    for name in table_names():
        table = table_named(name)
        assert f"{table.name}: {table.title}" in cells(text)
        assert {row.words for row in table.rows} <= set(cells(text))
    assert kinds(text) <= {"heading", "inline", "text", "table", "thead", "tbody", "tr", "th", "td", "html_inline"}


def test_rule_sets_are_a_table_a_list_and_a_comparison() -> None:
    """All of them as a table; one as a list of its fields with their clauses; two side by side."""
    assert set(names()) <= set(cells(markdown("rules")))
    one = markdown("rules", "muggins")
    assert sum(token.type == "bullet_list_open" for token in tokens(one)) == 1
    listed = {cell.partition(":")[0] for cell in cells(one)}
    assert {"first_lead", "later_lead", "in_play", "end_winner"} <= listed
    assert Rules.named("muggins").clauses["end_winner"][0] in one
    two = cells(markdown("rules", "--diff", "muggins", "five-up"))
    assert two[:4] == ["muggins/1 and five-up/1", "field", "muggins/1", "five-up/1"]
    assert "They are the same game." in markdown("rules", "--diff", "muggins", "muggins/1")


def test_replay_is_a_block_for_each_round() -> None:
    """The drawing of a round as it stands in a terminal, under the number of the round."""
    path = str(SAMPLES / "legal" / "muggins-2.domino.json")
    found = tokens(markdown("replay", path))
    blocks = [token.content for token in found if token.type == "fence"]
    assert "".join(blocks) == CliRunner().invoke(app, ["replay", path]).stdout
    rounds = len(json.loads(Path(path).read_bytes())["rounds"])
    assert sum(token.type == "heading_open" for token in found) == len(blocks) == rounds


def test_hidden_hands_are_a_table() -> None:
    """A row for each tile whose place is not known, and in which numbers a hand is void below it."""
    text = markdown("infer", str(SAMPLES / "illegal" / "DOM602-proven-false-pass.domino.json"))
    shown = cells(text)
    assert shown[:2] == ["Round 1, at the end", "No deal explains the acts; what the others allow."]
    at = shown.index("tile")
    assert shown[at : at + 8] == ["tile", "A (4)", "B (5)", "boneyard (14)", "6-6", "-", "-", "yes"]


@pytest.mark.parametrize("name", HOSTILE)
@pytest.mark.parametrize("command", ["replay", "infer", "explain", "compare", "score"])
def test_names_in_a_record_forge_no_markup(command: str, name: str, tmp_path: Path) -> None:
    """Whatever the players are called, and whatever a ruling quotes, the page has the markup that it has for Ana and Bo."""
    value = json.loads((SAMPLES / "illegal" / "DOM411-false-pass.domino.json").read_bytes())
    ruling = {"ruling": "penalty", "side": "A", "points": -5}
    pages = []
    for who in ("Ana", name):
        other = {**value, "players": [who, "Bo"], "id": who}
        round_ = other["rounds"][0]
        acts = [*round_["acts"][:5], {**ruling, "reason": who}, *round_["acts"][5:]]
        path = tmp_path / "record.domino.json"
        path.write_text(json.dumps({**other, "rounds": [{**round_, "acts": acts}]}), encoding="utf-8")
        pages.append(markdown(command, str(path)))
    assert kinds(pages[1]) - {"html_inline", "text_special", "softbreak"} <= kinds(pages[0])
    assert "<b>" not in "".join(token.content for token in tokens(pages[1]) if token.type.startswith("html"))
    assert not any(token.type in ("link_open", "html_block") for token in tokens(pages[1]))
