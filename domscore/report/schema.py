"""The JSON Schema of the JSON report."""

from __future__ import annotations

from typing import Any

from domscore.findings.codes import CODES, Certainty, Severity
from domscore.play.state import How
from domscore.report.json import REPORT_VERSION
from domscore.report.report import Summary, Verdict
from domscore.rules.penalties import Hand, Infraction, NextLead

DIALECT = "https://json-schema.org/draft/2020-12/schema"
_TEXT = {"type": "string"}
_COUNT = {"type": "integer", "minimum": 0}
_NUMBER = {"type": "integer", "minimum": 1}
_POINTER = {"type": "string", "pattern": "^(/[^/]*)*$"}
_SEAT = {"type": "string", "pattern": "^[A-J]$"}
_SIDE = {"type": "string", "pattern": "^[A-J]{1,10}$"}
_TILES = {"type": "array", "items": {"type": "string", "pattern": "^([0-9]{1,2}-[0-9]{1,2}|\\?)$"}}
_MATCH_HOWS = ["target", "resigned", "inactive", "abandoned", "unfinished"]


def _or_null(schema: dict[str, Any]) -> dict[str, Any]:
    return {"anyOf": [schema, {"type": "null"}]}


def _object(properties: dict[str, Any], about: str = "", optional: tuple[str, ...] = ()) -> dict[str, Any]:
    """An object with exactly these properties, all required but the optional ones."""
    required = [name for name in properties if name not in optional]
    described = {"description": about} if about else {}
    return {"type": "object", **described, "properties": properties, "required": required, "additionalProperties": False}


def _by(keys: dict[str, Any], values: dict[str, Any], about: str = "") -> dict[str, Any]:
    described = {"description": about} if about else {}
    return {"type": "object", **described, "propertyNames": keys, "additionalProperties": values}


def _by_side(about: str) -> dict[str, Any]:
    return _by(_SIDE, _or_null({"type": "integer"}), f"{about}, in points by side; null where that is not known.")


def _finding() -> dict[str, Any]:
    return _object(
        {
            "number": {**_NUMBER, "description": "From 1 within the record."},
            "code": {"enum": list(CODES)},
            "slug": {"enum": [row.slug for row in CODES.values()]},
            "severity": {"enum": [severity.value for severity in Severity]},
            "certainty": {"enum": [certainty.value for certainty in Certainty]},
            "cause": _or_null({**_NUMBER, "description": "The number of the earlier finding that this one follows from."}),
            "round": _or_null(_NUMBER),
            "act": _or_null(_NUMBER),
            "seat": _or_null(_SEAT),
            "path": {**_POINTER, "description": "JSON Pointer into the record."},
            "line": _or_null({**_NUMBER, "description": "In the file, from 1."}),
            "column": _or_null({**_NUMBER, "description": "In code points, from 1."}),
            "end_line": _or_null({**_NUMBER, "description": "The line of the place just behind."}),
            "end_column": _or_null({**_NUMBER, "description": "The column of the place just behind."}),
            "message": _TEXT,
            "fields": {"type": "object", "description": "What the message is rendered from; the names depend on the code."},
        },
        "One thing that is wrong, or could not be decided.",
    )


def _round() -> dict[str, Any]:
    span = {"type": "array", "prefixItems": [_COUNT, _or_null(_COUNT)], "minItems": 2, "maxItems": 2}
    held = _object({"certain": _TILES, "possible": _TILES})
    return _object(
        {
            "round": _NUMBER,
            "leader": _or_null(_SEAT),
            "how": _or_null({"enum": [how.value for how in How]}),
            "winner": _or_null(_SIDE),
            "points": _by_side("For the end of the round"),
            "in_play": _by_side("Made by acts"),
            "bonuses": _by_side("On top of the end"),
            "adjustments": _by_side("Penalties and awards"),
            "scores": _by_side("Running totals after the round"),
            "left": _or_null(_by(_SEAT, _or_null(_TILES), "Tiles in hand at the end, by seat.")),
            "bounds": _or_null(_by(_SEAT, span, "Least and most pips in hand at the end, by seat.")),
            "hidden": _or_null(_by(_SEAT, held, "Tiles held at the end for certain, and possibly, by seat.")),
        },
        "One round, scored.",
    )


def _suggestion() -> dict[str, Any]:
    edit = _object({"op": {"enum": ["replace", "add", "remove"]}, "path": _POINTER, "before": {}, "after": {}})
    return _object(
        {
            "number": _NUMBER,
            "finding": _NUMBER,
            "kind": _TEXT,
            "round": _or_null(_NUMBER),
            "act": _or_null(_NUMBER),
            "edits": {"type": "array", "items": edit},
            "explains": {"type": "array", "items": _NUMBER},
            "remaining": _COUNT,
            "best": {"type": "boolean"},
            "rivals": _COUNT,
            "message": _TEXT,
        },
        "What may have been written wrong: a correction that would explain findings.",
    )


def _record() -> dict[str, Any]:
    result = _object({"how": _or_null({"enum": _MATCH_HOWS}), "winner": _or_null(_SIDE), "scores": _by_side("Final scores")})
    return _object(
        {
            "source": {**_TEXT, "description": "The file, or - for standard input."},
            "line": {**_NUMBER, "description": "The physical line that the record begins at."},
            "id": _or_null(_TEXT),
            "rules": _or_null({"anyOf": [_TEXT, {"type": "object"}]}),
            "players": {"type": "array", "items": _TEXT},
            "sides": {"type": "array", "items": _SIDE},
            "verdict": {"enum": [verdict.value for verdict in Verdict]},
            "findings": {"type": "array", "items": {"$ref": "#/$defs/finding"}},
            "rounds": {"type": "array", "items": {"$ref": "#/$defs/round"}},
            "result": _or_null(result),
            "known": {**_NUMBER, "description": "So many findings more are in the baseline."},
            "cut": {**_NUMBER, "description": "So many findings are left out because of --max-findings."},
            "suggestions": {"type": "array", "items": {"$ref": "#/$defs/suggestion"}},
            "penalties": {"type": "array", "items": {"$ref": "#/$defs/penalty"}},
        },
        "What domscore says about one record; in the jsonl format, one line.",
        optional=("known", "cut", "suggestions", "penalties"),
    )


def _penalty() -> dict[str, Any]:
    points = _by(_SIDE, {"type": "integer"}, "By side; below 0 for what is taken. Null where the amount cannot be known.")
    return _object(
        {
            "finding": _NUMBER,
            "round": _or_null(_NUMBER),
            "act": _or_null(_NUMBER),
            "seat": _or_null(_SEAT),
            "side": _SIDE,
            "table": _TEXT,
            "infraction": {"enum": [each.value for each in Infraction]},
            "points": _or_null(points),
            "hand": {"enum": [each.value for each in Hand]},
            "next_lead": {"enum": [each.value for each in NextLead]},
            "leads": {
                **_or_null({"type": "array", "items": _SEAT}),
                "description": "Who may lead the next round by the table; null where it is led as usual.",
            },
            "source": _TEXT,
            "waived": {**_or_null(_TEXT), "description": "Why there is no penalty all the same."},
            "applied": {"type": "boolean", "description": "It is in the score."},
            "message": _TEXT,
        },
        "What the rules' table of penalties says about an irregular act.",
    )


def report_schema() -> dict[str, Any]:
    """The schema as a JSON value, draft 2020-12. In jsonl, every line but the last is a ``$defs/record``."""
    properties = {
        "domscore": {**_TEXT, "description": "The version of domscore."},
        "report": {"const": REPORT_VERSION, "description": "The version of the report."},
        "records": {"type": "array", "items": {"$ref": "#/$defs/record"}},
        "unread": {
            "type": "array",
            "description": "Inputs that could not be opened, or that hold nothing.",
            "items": _object({"source": _TEXT, "message": _TEXT}),
        },
        "cut": {**_NUMBER, "description": "So many findings of all records are left out because of --max-findings."},
        "summary": _object(dict.fromkeys(Summary.__slots__, _COUNT), "Totals over all records.", optional=("known",)),
    }
    return {
        "$schema": DIALECT,
        "title": "domscore report",
        **_object(properties, "What domscore check and score write as JSON.", optional=("records", "cut")),
        "$defs": {
            "record": _record(),
            "finding": _finding(),
            "round": _round(),
            "suggestion": _suggestion(),
            "penalty": _penalty(),
        },
    }
