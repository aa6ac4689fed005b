"""``domscore config``."""

# annotations are not deferred here, as in check

from typing import Annotated, Any, Literal

import typer

from domscore.cli.configuring import in_force, rules_of
from domscore.cli.options import (
    BaselineOption,
    ConfigOption,
    ExcludeOption,
    FailLevelOption,
    ForceExcludeOption,
    IgnoreOption,
    IsolatedOption,
    RulesOption,
    SelectOption,
    SeverityOption,
    StrictOption,
)
from domscore.cli.output import write


def config(
    paths: Annotated[list[str] | None, typer.Argument(help="Tell also what holds for these.", show_default=False)] = None,
    format_: Annotated[Literal["text", "json"], typer.Option("--format", "-f", help="How it is written.")] = "text",
    rules: RulesOption = None,
    fail_level: FailLevelOption = None,
    strict: StrictOption = None,
    select: SelectOption = None,
    ignore: IgnoreOption = None,
    severity: SeverityOption = None,
    baseline: BaselineOption = None,
    exclude: ExcludeOption = None,
    force_exclude: ForceExcludeOption = None,
    config: ConfigOption = None,
    isolated: IsolatedOption = False,
) -> None:
    """Show the settings in force, and where each value comes from.

    Settings stand in the table [tool.domscore] of a pyproject.toml, or in a domscore.toml. The nearest file counts alone:
    the one in the current directory, else in the first directory above it that has one; where one directory has both,
    domscore.toml. Options of the command line win over it: give the same ones here as to check. Patterns are those of a
    .gitignore and start at the file's directory, those of the command line at the current one; a rules file is found from
    the file's directory too.

    All of it is for check. Rules hold for score, stats, explain, replay, infer and fix too, exclude for score, stats and
    validate.

    \b
    Exit codes:
      0  shown
      2  the file cannot be read, or says what it may not say
      4  an internal error, or an output that cannot be written

    \b
    Examples:
      domscore config
      domscore config --ignore DOM9 exports/friday.domino.json
      domscore config --format json
    """
    settings = in_force(
        config,
        isolated,
        rules=rules,
        fail_level=fail_level,
        strict=strict,
        select=select,
        ignore=ignore,
        severity=severity,
        baseline=baseline,
        exclude=exclude,
        force_exclude=force_exclude,
    )
    rules_of(settings)
    from domscore.config.describing import described, described_for

    holding = [described_for(settings, path) for path in paths or ()]
    if format_ == "json":
        from domscore.report.json import dumped

        write(dumped({"file": settings.file, "settings": described(settings), "paths": holding}) + "\n", exact=True)
        return
    write(_as_text(settings.file, described(settings), holding))


def _as_text(file: str | None, settings: dict[str, dict[str, Any]], holding: list[dict[str, Any]]) -> str:
    from tabulate import tabulate

    from domscore.report.visible import visible

    rows = [[name, visible(_worded(name, setting["value"])), visible(setting["from"])] for name, setting in settings.items()]
    table = tabulate(rows, ["setting", "value", "from"], tablefmt="simple", disable_numparse=True)
    lines = [f"configuration file: {visible(file) if file else 'none'}", "", table]
    if holding:
        lines.append("")
    for one in holding:
        excluded = "excluded; " if one["excluded"] else ""
        ignored = _worded("ignore", one["ignore"])
        lines.append(visible(f"{one['path']}: {excluded}ignored: {ignored}; rules: {_worded('rules', one['rules'])}"))
    return "\n".join(lines) + "\n"


_ABSENT = {"select": "every finding", "rules": "those a record names"}


def _worded(name: str, value: Any) -> str:  # noqa: ANN401 - any JSON value
    if isinstance(value, dict):
        value = [f"{key}: {_worded('', item)}" for key, item in value.items()]
        return "; ".join(value) or "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if not value:
        return _ABSENT.get(name, "none")
    return ", ".join(value) if isinstance(value, list) else str(value)
