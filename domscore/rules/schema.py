"""The JSON Schema of a rule set: a whole one, or what one changes of another."""

from __future__ import annotations

from typing import Any

from domscore.rules.describing import WORDS
from domscore.rules.model import Rules

DIALECT = "https://json-schema.org/draft/2020-12/schema"
_HEAD = {
    "name": "The name and the version: club-fives/1. A published version never changes.",
    "title": "One line for people.",
    "page": "The page that the clauses are numbered by.",
    "clauses": "By field, the clauses that it rests on.",
}
_OWN = {
    "base": "The rule set that this one differs from; objects merge, everything else is replaced.",
    "extends": "The same as base.",
    "$schema": "Ignored; for editors.",
}


def rules_schema() -> dict[str, Any]:
    """The schema as a JSON value, draft 2020-12. What a whole rule set must say need not be said on top of a base."""
    schema = Rules.model_json_schema()
    properties = schema["properties"]
    for name, text in _HEAD.items():
        properties[name]["description"] = text
    for name, text in _OWN.items():
        properties[name] = {"type": "string", "description": text}
    required = schema.pop("required")
    head = {
        "$schema": DIALECT,
        "title": "domscore rule set",
        "description": f"The rules of a game as data: {', '.join(WORDS)}. Numbers of players are keys, as texts.",
    }
    body = {key: value for key, value in schema.items() if key not in ("title", "description")}
    ways = [{"required": ["base"]}, {"required": ["extends"]}, {"required": required}]
    return {**head, **body, "anyOf": ways, "examples": [{"base": "selminha/1", "target": 50}]}
