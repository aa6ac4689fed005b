"""From what a record or the user names to a ``Rules``: presets, versions, overrides, files.

A preset is a JSON object; ``extends`` names another preset that it differs from. An override is the same thing in a record:
``{"base": "name/version", ...}``. Objects merge deeply, everything else is replaced.
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

from pydantic import ValidationError
from pydantic_core import ErrorDetails

from domscore.rules.model import Rules

_HERE = Path(__file__).parent  # importlib.resources costs a whole `python -c pass` to import
_CACHE_LIMIT = 256
_resolved: dict[tuple[type, str], Rules] = {}


class RulesError(Exception):
    """No such rule set, or one that the model refuses.

    Attributes:
        code: DOM203 to DOM205.
        path: JSON Pointer within the rules value, ``""`` for the whole.
        fields: for the message.
        key: it is the key at that place that is wrong, not its value.
        further: what else is wrong with them.
    """

    further: tuple[RulesError, ...] = ()

    def __init__(self, code: str, path: str, fields: dict[str, Any], *, key: bool = False) -> None:
        self.code, self.path, self.fields, self.key = code, path, fields, key
        super().__init__(f"{fields.get('problem') or 'no rule set ' + str(fields.get('rules'))}{fields.get('nearest', '')}")


def nearest(word: str, known: list[str]) -> str:
    """``"; did you mean x?"`` or nothing.

    >>> nearest("mugins/1", ["muggins/1", "five-up/1"]), nearest("Target", ["target", "targets"])
    ('; did you mean muggins/1?', '; did you mean target?')
    """
    from difflib import get_close_matches

    same = [name for name in known if name.lower() == word.lower()]
    close = same or get_close_matches(word.lower(), known, n=2, cutoff=0.7)
    return f"; did you mean {' or '.join(close)}?" if close else ""


def _offered(name: str) -> str:
    """What somebody who names a rule set that does not exist may have meant: the nearest, and all there are."""
    from difflib import SequenceMatcher

    known = list(names())
    close = nearest(name, known) or nearest(f"{name}/1", known)
    listed = sorted(known, key=lambda one: -SequenceMatcher(None, name.lower(), one).ratio())
    return f"{close or ';'} {'There' if close else 'there'} are {', '.join(listed)}; --rules FILE takes one of your own"


@cache
def names() -> tuple[str, ...]:
    """All published rule sets, name and version, sorted."""
    found = [json.loads(entry.read_bytes())["name"] for entry in _presets()]
    return tuple(sorted(found, key=lambda name: (name.split("/")[0], int(name.split("/")[1]))))


def _presets() -> list[Path]:
    return list((_HERE / "presets").glob("*.json"))


@cache
def clause_texts() -> dict[str, str]:
    """The statements of the rule pages by clause id (``"P1.8"``)."""
    texts: dict[str, str] = json.loads((_HERE / "clauses.json").read_bytes())
    return texts


def versioned(name: str) -> str:
    """The full name: a bare name means the newest version (RulesError DOM204 when there is none)."""
    if (_HERE / "presets" / _file_name(name)).is_file():
        return name
    newest = [full for full in names() if full.split("/")[0] == name]
    if not newest:
        raise RulesError("DOM204", "", {"rules": name[:100], "nearest": _offered(name[:100])})
    return newest[-1]


def _file_name(name: str) -> str:
    base, _, version = name.partition("/")
    plain = base.replace("-", "").isalnum() and base.isascii() and version.isdigit()
    return f"{base}-{version}.json" if plain else "none.json"


def merged(base: dict[str, Any], changes: dict[str, Any]) -> dict[str, Any]:
    """``base`` with ``changes``, objects merged deeply.

    >>> merged({"a": {"x": 1, "y": 2}, "b": [1]}, {"a": {"y": 3}, "b": [2]})
    {'a': {'x': 1, 'y': 3}, 'b': [2]}
    """
    result = dict(base)
    for key, value in changes.items():
        old = result.get(key)
        result[key] = merged(old, value) if isinstance(old, dict) and isinstance(value, dict) else value
    return result


@cache
def _preset(name: str) -> dict[str, Any]:
    data: dict[str, Any] = json.loads((_HERE / "presets" / _file_name(name)).read_bytes())
    parent = data.pop("extends", None)
    return merged(_preset(parent), data) if parent else data


def resolve(value: str | dict[str, Any]) -> Rules:
    """The rules that a record's ``rules`` value (or a file's content) means.

    Raises:
        RulesError: with the code, the place and what is wrong.
    """
    key = (type(value), value if isinstance(value, str) else json.dumps(value))
    rules = _resolved.get(key)
    if rules is None:
        rules = _resolve(value)
        if len(_resolved) >= _CACHE_LIMIT:
            _resolved.clear()
        _resolved[key] = rules
    return rules


def _resolve(value: str | dict[str, Any]) -> Rules:
    if isinstance(value, str):
        return _validated(_preset(versioned(value)))
    changes = dict(value)
    if "base" in changes and "extends" in changes:
        raise RulesError(
            "DOM205", "/extends", {"problem": "base and extends both name the rules to start from", "nearest": ""}
        )
    own = "extends" in changes
    named = "/extends" if own else "/base"
    base = changes.pop("base", changes.pop("extends", None))
    if base is None:
        return _validated(changes)
    if own and changes.get("name", base) in (base, *names()):
        problem = "name: a rule set of one's own has a name of its own, such as house-fives/1"
        raise RulesError("DOM205", "/name", {"problem": problem, "nearest": ""})
    if not isinstance(base, str):
        raise RulesError("DOM203", named, {"problem": f"{named[1:]} is the name of a rule set, a text", "nearest": ""})
    try:
        preset = _preset(versioned(base))
    except RulesError as error:
        raise RulesError(error.code, named, error.fields) from None
    return _validated(_without_clauses(merged(preset, changes), preset, changes))


def _without_clauses(data: dict[str, Any], preset: dict[str, Any], changes: dict[str, Any]) -> dict[str, Any]:
    """A field that was changed no longer rests on the clauses of the published set."""
    own = changes.get("clauses", {})
    changed = {field for field in changes if field not in own and data.get(field) != preset.get(field)}
    kept = {field: ids for field, ids in data.get("clauses", {}).items() if field not in changed}
    return {**data, "clauses": kept}


def _validated(data: dict[str, Any]) -> Rules:
    try:
        return Rules.model_validate(data)
    except ValidationError as error:
        raise _as_rules_error(error, data) from None


def _as_rules_error(error: ValidationError, data: dict[str, Any]) -> RulesError:
    found: dict[str, RulesError] = {}
    for one in error.errors(include_url=False):
        fault = _fault(one, data)
        place = str(fault) if one["type"] == "missing" else fault.path  # once, where none of several types is met
        found.setdefault(place, fault)
    first, *others = found.values()
    first.further = tuple(others)
    return first


_PLAIN = {
    "dict_type": "should be an object, {…}",
    "model_type": "should be an object, {…}",
    "list_type": "should be a list, […]",
}
"""What is wanted, by the kind of a fault, where pydantic's own words are those of a programmer."""


def _fault(first: ErrorDetails, data: dict[str, Any]) -> RulesError:
    path = _existing(first["loc"], data)
    where = "".join("/" + part.replace("~", "~0").replace("/", "~1") for part in path)
    if first["type"] == "extra_forbidden" and path:
        known = _known_fields(path[:-1])
        close = nearest(path[-1][:60], known) or (f"; known are {', '.join(known)}" if known else "")
        fields = {"problem": f"the rules have no field {'.'.join(path)[:60]}", "nearest": close}
        return RulesError("DOM205", where, fields, key=True)
    said = _PLAIN.get(first["type"]) or first["msg"].removeprefix("Value error, ")
    if first["type"] == "string_pattern_mismatch" and path == ["name"]:
        said = "should be a name and a version, such as club/1"
    if first["type"] == "missing":
        said = f"the field {first['loc'][-1]} is missing"
    if not path:
        field, _, rest = said.partition(": ")
        return RulesError("DOM205", f"/{field}" if rest else "", {"problem": said, "nearest": ""})
    problem = f"{'.'.join(path)}: {said[:1].lower()}{said[1:]}"
    close = nearest(str(first["input"])[:60], said.split("'")[1::2]) if first["type"] in ("enum", "literal_error") else ""
    return RulesError("DOM205", where, {"problem": problem, "nearest": close})


def _existing(loc: tuple[int | str, ...], value: Any) -> list[str]:  # noqa: ANN401 - any JSON value
    """The parts of pydantic's location that are in the rules; names of union branches are not."""
    path = []
    for part in loc:
        inside = range(len(value)) if isinstance(value, list) else value if isinstance(value, dict) else ()
        if part in inside:
            value = value[part]
            path.append(str(part))
    return path


def _known_fields(path: list[str]) -> list[str]:
    """The fields that the model has at a place."""
    here: Any = Rules
    for part in path:
        here = _model_in(here.model_fields[part].annotation) if part in getattr(here, "model_fields", {}) else here
    return list(getattr(here, "model_fields", {}))


def _model_in(annotation: Any) -> Any:  # noqa: ANN401 - any type
    """The model in a type such as ``list[Model] | None``."""
    from typing import get_args

    if hasattr(annotation, "model_fields"):
        return annotation
    return next(filter(None, map(_model_in, get_args(annotation))), None)
