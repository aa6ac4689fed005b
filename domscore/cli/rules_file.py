"""A rule set of one's own in a JSON file: read it, or say where in the file what is wrong with it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import typer

from domscore.findings.finding import Finding
from domscore.rules.catalogue import RulesError, resolve
from domscore.rules.model import Rules


def read_rules(path: Path, hint: str) -> Rules:
    """The rules in a file (usage error that names the file, the line, the column and the key)."""
    from domscore.record.source import place_all

    text, value = _read(path, hint)
    try:
        return resolve(value)
    except RulesError as error:
        finding = Finding(error.code, error.path, error.fields, key=error.key)
        place_all(text, [finding])
        raise _refused(path, finding, hint) from None


def _read(path: Path, hint: str) -> tuple[str, dict[str, Any]]:
    import json

    from domscore.record.problems import broken_json, duplicates
    from domscore.record.reading import without_bom
    from domscore.record.slips import bytes_problem
    from domscore.record.source import NotJson, place_all, scan

    try:
        data = without_bom(path.read_bytes())
        text = data.decode()
        found = duplicates(scan(text).duplicates)
    except OSError as error:
        raise _usage(f"{path}: {(error.strerror or str(error)).lower()}", hint) from None
    except UnicodeDecodeError as error:
        raise _usage(f"{path}: {bytes_problem(data, error.start)}", hint) from None
    except NotJson as broken:
        found = [broken_json(text, broken)]
    if found:
        place_all(text, found[:1])
        raise _refused(path, found[0], hint)
    value = json.loads(text)
    if not isinstance(value, dict):
        raise _usage(f'{path}: a rule set is a JSON object such as {{"extends": "muggins/1", "name": "club/1"}}', hint)
    value.pop("$schema", None)
    return text, value


def _refused(path: Path, finding: Finding, hint: str) -> typer.BadParameter:
    return _usage(f"{path}:{finding.line}:{finding.column}: {finding.message}", hint)


def _usage(problem: str, hint: str) -> typer.BadParameter:
    from domscore.report.visible import visible

    return typer.BadParameter(visible(problem), param_hint=hint)
