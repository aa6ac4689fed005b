"""What is in force for a command: the configuration file and the command line, made ready for the job."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple

import typer

from domscore.cli.output import complain
from domscore.cli.running import USAGE, codes_named, rules_named

if TYPE_CHECKING:
    from collections.abc import Mapping

    from domscore.batch.excluding import Exclusion
    from domscore.batch.judging import PathRules
    from domscore.batch.selecting import Selection
    from domscore.config.settings import Settings
    from domscore.rules.model import Rules


class Prepared(NamedTuple):
    """A run for which everything is settled, to be made as often as one likes.

    Attributes:
        run: judges what some paths name, and gives the exit code.
        exclusion: what is left out, made anew for each look.
        files: what the settings were read from, or would be, were it there.
    """

    run: Callable[[list[str]], int]
    exclusion: Callable[[], Exclusion]
    files: list[str]


def settings_files(settings: Settings, config: str | None, isolated: bool) -> list[str]:
    """The configuration file, or those that would come before it, and what is named in it: rules and a baseline."""
    import os

    from domscore.config.locating import candidates

    found = [] if isolated else [config] if config is not None else candidates(os.getcwd())  # noqa: PTH109
    named = [settings.rules, settings.baseline, *(each.rules for each in settings.per_path_rules)]
    return found + [name for name in named if name is not None]


def in_force(config: str | None, isolated: bool, **given: Any) -> Settings:  # noqa: ANN401 - values of any setting
    """The settings of this run; a configuration file that is wrong ends it with exit code 2.

    Args:
        config: the file that the user names.
        isolated: no file counts.
        given: options by the name of their setting, as typer hands them over; None where they are not given.
    """
    from domscore.config.locating import ConfigError
    from domscore.config.settings import effective
    from domscore.report.visible import visible

    if config is not None and isolated:
        raise typer.BadParameter("--config and --isolated exclude one another")
    meant = {name: _MEANT[name](value) if name in _MEANT and value is not None else value for name, value in given.items()}
    try:
        return effective(config, isolated, meant)
    except ConfigError as error:
        for line in str(error).splitlines():
            complain(visible(line))
        raise typer.Exit(USAGE) from None


def _ignored(words: list[str]) -> tuple[str, ...]:
    return codes_named(words, left_out=True)


def _severities(words: list[str]) -> Mapping[str, str]:
    from domscore.config.severities import severities_meant
    from domscore.findings.codes import NoSuchCode

    pairs = [word.partition("=") for word in ",".join(words).replace(" ", "").split(",")]
    if not all(equals for _, equals, _ in pairs):
        raise typer.BadParameter("a code and a level are needed: DOM441=error", param_hint="--severity")
    try:
        return severities_meant((code, level.lower()) for code, _, level in pairs)
    except NoSuchCode as error:
        raise typer.BadParameter(str(error), param_hint="--severity") from None


def _patterns(lines: list[str]) -> Any:  # noqa: ANN401 - Patterns, which is not imported for a hint
    import os

    from domscore.config.patterns import BadPattern, Patterns

    patterns = Patterns(tuple(lines), os.getcwd())  # noqa: PTH109
    try:
        _ = patterns.rules
    except BadPattern as problem:
        raise typer.BadParameter(str(problem), param_hint="--exclude") from None
    return patterns


_MEANT: Mapping[str, Callable[[list[str]], Any]] = {
    "select": codes_named,
    "ignore": _ignored,
    "severity": _severities,
    "exclude": _patterns,
}


def selection_of(settings: Settings) -> Selection:
    """Which findings are reported, and how grave they are."""
    from domscore.batch.selecting import Selection
    from domscore.findings.codes import Severity

    severity = tuple((code, Severity(level)) for code, level in settings.severity.items())
    return Selection(settings.select, settings.ignore, severity, settings.per_path_ignores)


def exclusion_of(settings: Settings) -> Exclusion:
    """What is left out of the inputs."""
    from domscore.batch.excluding import Exclusion

    return Exclusion(settings.exclude, settings.force_exclude)


def rules_of(settings: Settings) -> tuple[Rules | None, tuple[PathRules, ...]]:
    """The rule set to judge by, and those for some files; exit code 2 where there is no such set."""
    if settings.rules is None and not settings.per_path_rules:
        return None, ()
    from domscore.batch.judging import PathRules

    by_path = [PathRules(each.patterns, _rules(settings, "per_path_rules", each.rules)) for each in settings.per_path_rules]
    everywhere = None if settings.rules is None else _rules(settings, "rules", settings.rules)
    return everywhere, tuple(by_path)


def rules_for(path: str, rules: str | None, config: str | None, isolated: bool) -> Rules | None:
    """The rule set for one file: the option's, else what the configuration file says; None for the record's own."""
    settings = in_force(config, isolated, rules=rules)
    name = settings.rules_for(path)
    return None if name is None else _rules(settings, "rules" if name == settings.rules else "per_path_rules", name)


def _rules(settings: Settings, setting: str, name: str) -> Rules:
    from domscore.config.settings import COMMAND_LINE

    try:
        rules = rules_named(name)
    except typer.BadParameter as error:
        if settings.origin(setting) == COMMAND_LINE:
            raise
        complain(f"{settings.file}: {setting.replace('_', '-')}: {error.message}")
        raise typer.Exit(USAGE) from None
    assert rules is not None
    return rules
