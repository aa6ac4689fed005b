"""The JSON Schema of a record, for editors and for programs in other languages."""

from __future__ import annotations

from typing import Any

from domscore.record.models import Record

DIALECT = "https://json-schema.org/draft/2020-12/schema"

_DESCRIPTIONS: dict[str, dict[str, str]] = {
    "Record": {
        "format": "The format of this file.",
        "id": "A name for this match; free.",
        "rules": "A rule set by name and version, or an object with its name as base and the fields that differ.",
        "players": "The names in turn order; the seats are A, B, C … in that order.",
        "sides": "Partnerships as seat letters, AC and BD; absent: what the rules say.",
        "recording": "What the scribe or the server did not write.",
        "start": "Where the record begins, when that is not the first round of a match.",
        "meta": "Free data.",
        "rounds": "The rounds, in order; may be empty.",
        "result": "The claimed end of the match.",
    },
    "Recording": {
        "passes": "implied: a seat that was skipped passed.",
        "draws": "implied: a seat that plays a tile it did not hold, or passes, drew before it.",
    },
    "Start": {
        "round": "The number of the first round written here, from 1.",
        "scores": "The totals by side before it, in points.",
        "leader": "Who ought to lead it; absent: not known.",
    },
    "Round": {
        "deal": "Tiles by seat, and those of the boneyard; any may be absent, and ? is a tile that nobody saw.",
        "leader": "Who is claimed to have led; needed only where there are no acts.",
        "acts": "What the players did, in order: strings such as A 6-4 L +10, or objects.",
        "acts_complete": "false: the scribe stopped writing.",
        "left": "Tiles turned up at the end by seat, or their pips together.",
        "result": "What was claimed about the end of the round.",
        "scores": "Claimed totals by side after the round, everything included.",
        "meta": "Free data.",
    },
    "RoundResult": {
        "how": "How the round ended.",
        "winner": "The side that won it; null: nobody.",
        "points": "Points by side for the end of the round, without those made by acts.",
        "bonuses": "Points by side on top of the end.",
        "in_play": "Points by side made by acts in this round.",
    },
    "MatchResult": {
        "how": "How the match ended.",
        "winner": "The side that won it; null: nobody.",
        "by": "The seat that resigned or timed out.",
        "scores": "Claimed final scores by side, in points.",
    },
}
_EXAMPLE = {
    "format": "domscore/1",
    "rules": "selminha/1",
    "players": ["Ana", "Bo"],
    "rounds": [{"result": {"how": "out", "winner": "A", "points": {"A": 17}}, "scores": {"A": 17, "B": 0}}],
}


def record_schema() -> dict[str, Any]:
    """The schema as a JSON value, draft 2020-12."""
    schema = Record.model_json_schema(by_alias=True)
    parts = {"Record": schema, **schema["$defs"]}
    for part, descriptions in _DESCRIPTIONS.items():
        for name, text in descriptions.items():
            parts[part]["properties"][name]["description"] = text
    head = {"$schema": DIALECT, "title": "domscore record", "description": schema.pop("description")}
    return {**head, **{key: value for key, value in schema.items() if key != "title"}, "examples": [_EXAMPLE]}
