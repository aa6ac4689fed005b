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
        found = [Finding(one.code, one.path, one.fields, key=one.key) for one in (error, *error.further)]
        place_all(text, found)
        raise _refused(path, found, hint) from None


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
        place_all(text, found)
        raise _refused(path, found, hint)
    value = json.loads(text)
    if not isinstance(value, dict):
        raise _usage(f'{path}: a rule set is a JSON object such as {{"extends": "muggins/1", "name": "club/1"}}', hint)
    value.pop("$schema", None)
    return text, value


def _refused(path: Path, found: list[Finding], hint: str) -> typer.BadParameter:
    """Everything that is wrong, each on a line of its own, in the order of the file."""
    found = sorted(found, key=lambda finding: (finding.line or 0, finding.column or 0))
    lines = [f"{path}:{finding.line}:{finding.column}: {finding.message}" for finding in found]
    return _usage(lines, hint)


def _usage(problem: str | list[str], hint: str) -> typer.BadParameter:
    from domscore.report.visible import visible

    lines = [problem] if isinstance(problem, str) else problem
    return typer.BadParameter("\n".join(map(visible, lines)), param_hint=hint)
