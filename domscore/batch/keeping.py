"""Outcomes to be kept in a file, and what makes a kept one good for a later run: the same job, the same program."""

from __future__ import annotations

import json
import os
from collections.abc import Set as AbstractSet
from dataclasses import asdict
from enum import Enum
from functools import cache, cached_property
from hashlib import blake2b
from pathlib import Path
from typing import Any

import domscore
from domscore.batch.inputs import Unread
from domscore.batch.judging import Job, Outcome
from domscore.report.report import Summary

_NUMBERS = ("failed", "size", "read", "shown", "cut", "unreported", "unverified", "mark")
_LONG = 200
_NOT_THE_JOB = ("cache", "marks")
"""Fields of a job that change nothing about its outcomes."""
_SURROUNDINGS = ("GITHUB_WORKSPACE", "CI_PROJECT_DIR")
"""Variables that paths in some formats start from, as from the working directory."""


def packed(outcome: Outcome) -> bytes:
    """An outcome as JSON without line breaks; not of a job that counts."""
    value = {name: getattr(outcome, name) for name in _NUMBERS}
    value |= {"texts": outcome.texts, "unread": outcome.unread, "summary": outcome.summary.as_json()}
    value["statistics"] = outcome.statistics
    value["sifted"] = None if outcome.sifted is None else asdict(outcome.sifted)
    return json.dumps(value, separators=(",", ":")).encode()


def unpacked(data: bytes) -> Outcome:
    """What was packed (ValueError, TypeError or KeyError for anything else)."""
    value = json.loads(data)
    outcome = Outcome(**{name: value[name] for name in _NUMBERS})
    outcome.texts, outcome.summary = [str(text) for text in value["texts"]], Summary(**value["summary"])
    outcome.statistics = value["statistics"]
    if value["sifted"] is not None:
        from domscore.batch.sifting import Sifted

        outcome.sifted = Sifted(**value["sifted"])
    outcome.unread = [Unread(source, message) for source, message in value["unread"]]
    return outcome


def described(job: Job) -> dict[str, Any]:
    """Everything that a job's outcomes depend on besides the records, as JSON values; what is long, by its digest."""
    fields = {name: _short(_plain(value)) for name, value in job._asdict().items() if name not in _NOT_THE_JOB}
    return {**fields, "directory": str(Path.cwd()), "environment": [os.environ.get(name) for name in _SURROUNDINGS]}


def _short(value: Any) -> Any:  # noqa: ANN401
    data = json.dumps(value).encode()
    return value if len(data) <= _LONG else blake2b(data, digest_size=16).hexdigest()


def _plain(value: Any) -> Any:  # noqa: ANN401 - one kind of value after the other
    if value is None or isinstance(value, bool | int | float):
        return value
    if isinstance(value, str):
        return value.value if isinstance(value, Enum) else value
    if isinstance(value, AbstractSet):
        return sorted(_plain(each) for each in value)
    if isinstance(value, dict):
        return {str(key): _plain(each) for key, each in value.items()}
    if hasattr(value, "_asdict"):
        return _plain(value._asdict())
    if isinstance(value, tuple | list):
        return [_plain(each) for each in value]
    if hasattr(value, "model_dump"):
        return value.model_dump(mode="json")
    kept = {
        name: each for name, each in vars(value).items() if not isinstance(getattr(type(value), name, None), cached_property)
    }
    return _plain(kept)


@cache
def program() -> str:
    """What this program is: its version, those of the packages that read records, and the text of its modules."""
    from importlib.metadata import PackageNotFoundError, version

    digest = blake2b(digest_size=16)
    for name in ("pydantic", "pydantic_core", "orjson"):
        try:
            digest.update(f"{name} {version(name)}\n".encode())
        except PackageNotFoundError:
            continue
    for path in sorted(path for path in Path(domscore.__file__).parent.rglob("*") if path.suffix in (".py", ".json")):
        digest.update(path.read_bytes())
    return f"{domscore.__version__} {digest.hexdigest()}"
