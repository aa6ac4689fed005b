"""What is in force: what the configuration file says, the command line over it, defaults elsewhere."""

from __future__ import annotations

import os
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

from domscore.config.patterns import PathCodes, Patterns

DEFAULT, COMMAND_LINE = "default", "command line"
"""Where a value comes from, if not from the file."""
_NOTHING: Mapping[str, str] = MappingProxyType({})


class PathRules(NamedTuple):
    """The rule set for the files that a pattern matches: a published name, or the path of a JSON file."""

    patterns: Patterns
    rules: str


class Settings(NamedTuple):
    """The settings of a run. They are no dataclass: to make one costs every run as much as to look for the file.

    Attributes:
        select: beginnings of codes that are reported; empty for all. ``ignore``: those that are not.
        per_path_ignores: codes not reported in some files.
        severity: by beginning of codes, ``error``, ``warning`` or ``note``.
        rules: a published name, or the path of a JSON file; None for those that a record names.
        per_path_rules: the last one that matches decides.
        fail_level, strict: what makes the run fail.
        baseline: a file of findings that are known.
        exclude: what is left out of directories; with ``force_exclude`` also what is named itself.
        file: the configuration file as it is shown; None when there is none.
        origins: by name of a setting, where it comes from; those not in it are defaults.
    """

    select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    per_path_ignores: tuple[PathCodes, ...] = ()
    severity: Mapping[str, str] = _NOTHING
    rules: str | None = None
    per_path_rules: tuple[PathRules, ...] = ()
    fail_level: str = "error"
    strict: bool = False
    baseline: str | None = None
    exclude: Patterns = Patterns((), "")
    force_exclude: bool = False
    file: str | None = None
    origins: Mapping[str, str] = _NOTHING

    def origin(self, name: str) -> str:
        """Where the value of a setting comes from."""
        return self.origins.get(name, DEFAULT)

    def overridden(self, given: Mapping[str, Any]) -> Settings:
        """With what the command line gives: a value of None is not given.

        One set of rules for everything replaces those by path too.
        """
        given = {name: value for name, value in given.items() if value is not None}
        if "rules" in given:
            given["per_path_rules"] = ()
        return self._replace(**given, origins={**self.origins, **dict.fromkeys(given, COMMAND_LINE)})

    def rules_for(self, path: str) -> str | None:
        """The rule set that a file is judged by; None for the one that its record names."""
        found = [each.rules for each in self.per_path_rules if each.patterns.match(path)]
        return found[-1] if found else self.rules

    def ignored_in(self, path: str) -> tuple[str, ...]:
        """Beginnings of codes that are not reported in a file."""
        return self.ignore + tuple(
            code for each in self.per_path_ignores if each.patterns.match(path) for code in each.codes
        )


def effective(config: str | None, isolated: bool, given: Mapping[str, Any]) -> Settings:
    """The settings of a run in the current directory.

    Args:
        config: the configuration file that the user names; None for the nearest one.
        isolated: no configuration file counts.
        given: what the command line says, by name of a setting.

    Raises:
        ConfigError: the configuration file cannot be read, or says what it may not say.
    """
    from domscore.config.locating import named, nearest

    found = None if isolated else nearest(os.getcwd()) if config is None else named(config)  # noqa: PTH109
    settings = Settings()
    if found is not None:
        from domscore.config.reading import settings_of

        settings = settings_of(found)
    return settings.overridden(given)
