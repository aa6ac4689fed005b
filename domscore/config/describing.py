"""Settings as JSON values, under the names that they have in a file."""

from __future__ import annotations

import os
from typing import Any

from domscore.config.locating import shown
from domscore.config.patterns import Patterns
from domscore.config.settings import Settings


def described(settings: Settings) -> dict[str, dict[str, Any]]:
    """By name of a setting its value, and where it comes from: a file, ``command line`` or ``default``."""
    values: dict[str, Any] = {
        "select": list(settings.select),
        "ignore": list(settings.ignore),
        "per_path_ignores": {_lines(each.patterns)[0]: list(each.codes) for each in settings.per_path_ignores},
        "severity": dict(settings.severity),
        "rules": _rules(settings.rules),
        "per_path_rules": {_lines(each.patterns)[0]: _rules(each.rules) for each in settings.per_path_rules},
        "fail_level": settings.fail_level,
        "strict": settings.strict,
        "baseline": None if settings.baseline is None else shown(settings.baseline),
        "exclude": _lines(settings.exclude),
        "force_exclude": settings.force_exclude,
    }
    return {name.replace("_", "-"): {"value": value, "from": settings.origin(name)} for name, value in values.items()}


def described_for(settings: Settings, path: str) -> dict[str, Any]:
    """What holds for one path."""
    directory = os.path.isdir(path)  # noqa: PTH112 - a path may hold anything
    return {
        "path": path,
        "excluded": settings.exclude.match(path, directory=directory),
        "ignore": list(settings.ignored_in(path)),
        "rules": _rules(settings.rules_for(path)),
    }


def _lines(patterns: Patterns) -> list[str]:
    return list(patterns.lines)


def _rules(name: str | None) -> str | None:
    return shown(name) if name is not None and name.lower().endswith(".json") else name
