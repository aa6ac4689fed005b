"""What may stand in a configuration file. The JSON Schema for editors is made from it."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

Level = Literal["error", "warning", "note"]


class Configuration(BaseModel):
    """The table tool.domscore of a pyproject.toml, or a whole domscore.toml. Paths and patterns start at its directory."""

    model_config = ConfigDict(extra="forbid", strict=True, alias_generator=lambda name: name.replace("_", "-"))

    select: list[str] = Field(
        default_factory=list,
        min_length=1,
        description="Report only these findings: codes, their beginnings, or their names.",
    )
    ignore: list[str] = Field([], description="Do not report these findings.")
    per_path_ignores: dict[str, list[str]] = Field(
        {}, description="By pattern, as in a .gitignore: findings not reported in the files that it matches."
    )
    severity: dict[str, Level] = Field(
        {}, description="By code, or the beginning of codes: how grave these findings are; the longest beginning decides."
    )
    rules: str = Field(
        default_factory=str,
        min_length=1,
        description="Judge by this rule set, a name or a JSON file, instead of the one that a record names.",
    )
    per_path_rules: dict[str, str] = Field(
        {}, description="By pattern, as in a .gitignore: the rule set for the files that it matches; the last one decides."
    )
    fail_level: Level = Field("error", description="Findings this grave make the exit code 1.")
    strict: bool = Field(False, description="Any record that is not verified makes the exit code 1.")
    baseline: str = Field(
        default_factory=str, min_length=1, description="A file of findings that are known: only others count."
    )
    exclude: list[str] = Field([], description="Patterns, as in a .gitignore, of what is left out of directories.")
    force_exclude: bool = Field(False, description="Leave out what exclude matches also where it is named itself.")


def configuration_schema() -> dict[str, Any]:
    """The schema as a JSON value, draft 2020-12."""
    schema = Configuration.model_json_schema(by_alias=True)
    head = {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": "domscore configuration"}
    return {**head, **{key: value for key, value in schema.items() if key != "title"}}
