"""From a configuration file to settings: unknown keys, codes and levels are errors, with the nearest name."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping

from pydantic import ValidationError

from domscore.config.locating import ConfigError, Found
from domscore.config.model import Configuration
from domscore.config.patterns import BadPattern, PathCodes, Patterns
from domscore.config.settings import PathRules, Settings
from domscore.config.severities import severities_meant
from domscore.findings.codes import NoSuchCode, codes_meant, near


def settings_of(found: Found) -> Settings:
    """What a configuration file says.

    Raises:
        ConfigError: with everything that is wrong with it, or the first code or pattern that is.
    """
    try:
        said = Configuration.model_validate(found.table)
    except ValidationError as error:
        raise ConfigError("\n".join(f"{found.shown}: {problem}" for problem in _problems(error))) from None
    return _Reading(found, said).settings()


def _problems(error: ValidationError) -> Iterator[str]:
    for one in error.errors(include_url=False):
        key = ".".join(str(part) for part in one["loc"])
        if one["type"] == "extra_forbidden":
            tool = "; in a domscore.toml the keys stand without [tool.domscore]"
            yield f"unknown key {key}{tool if key == 'tool' else near(key, settings_named())}"
        elif len(one["loc"]) > 1 and one["loc"][1] in settings_named():
            yield f"{key}: {one['loc'][1]} is a setting, which stands above the tables"
        elif one["type"] == "list_type":
            yield f'{key}: should be a list, such as ["{one["input"]}"]'
        else:
            yield f"{key}: {one['msg'][:1].lower()}{one['msg'][1:]}"


def settings_named() -> list[str]:
    """The names of all settings, as they stand in a file."""
    return [field.alias or name for name, field in Configuration.model_fields.items()]


class _Reading:
    """One file; what is wrong with a value names its key."""

    def __init__(self, found: Found, said: Configuration) -> None:
        self.found, self.said = found, said
        self.root = os.path.dirname(found.path)  # noqa: PTH120 - text as everywhere here

    def settings(self) -> Settings:
        said = self.said
        return Settings(
            select=self._codes("select", said.select),
            ignore=self._codes("ignore", said.ignore, left_out=True),
            per_path_ignores=tuple(
                PathCodes(self._only("per-path-ignores", pattern), self._codes("per-path-ignores", codes, left_out=True))
                for pattern, codes in said.per_path_ignores.items()
            ),
            severity=self._severity(said.severity),
            rules=self._rules(said.rules) if said.rules else None,
            per_path_rules=tuple(
                PathRules(self._only("per-path-rules", pattern), self._rules(rules))
                for pattern, rules in said.per_path_rules.items()
            ),
            fail_level=said.fail_level,
            strict=said.strict,
            baseline=self._path(said.baseline) if said.baseline else None,
            exclude=self._patterns("exclude", tuple(said.exclude)),
            force_exclude=said.force_exclude,
            file=self.found.shown,
            origins=dict.fromkeys(said.model_fields_set, self.found.shown),
        )

    def _wrong(self, key: str, problem: object) -> ConfigError:
        return ConfigError(f"{self.found.shown}: {key}: {problem}")

    def _codes(self, key: str, words: list[str], *, left_out: bool = False) -> tuple[str, ...]:
        try:
            codes = codes_meant(words, left_out=left_out)
        except NoSuchCode as problem:
            raise self._wrong(key, problem) from None
        if words and not codes:
            raise self._wrong(key, "it names no finding")
        return codes

    def _severity(self, levels: Mapping[str, str]) -> dict[str, str]:
        try:
            return severities_meant(levels.items())
        except NoSuchCode as problem:
            raise self._wrong("severity", problem) from None

    def _rules(self, name: str) -> str:
        return self._path(name) if name.lower().endswith(".json") else name

    def _path(self, name: str) -> str:
        return os.path.join(self.root, name)  # noqa: PTH118

    def _only(self, key: str, pattern: str) -> Patterns:
        if pattern in settings_named():
            raise self._wrong(key, f"{pattern} is a setting, which stands above the tables; a directory is {pattern}/")
        if pattern.startswith(("!", "#")) or not pattern.strip():
            raise self._wrong(key, f"{pattern!r} matches nothing by itself")
        return self._patterns(key, (pattern,))

    def _patterns(self, key: str, lines: tuple[str, ...]) -> Patterns:
        patterns = Patterns(lines, self.root)
        try:
            if lines:
                _ = patterns.rules
        except BadPattern as problem:
            raise self._wrong(key, problem) from None
        return patterns
