"""``domscore schema``."""

from __future__ import annotations

from typing import Annotated, Literal

import typer

from domscore.cli.output import write


def schema(
    what: Annotated[Literal["record", "rules", "report", "config"], typer.Argument(help="Whose schema.")],
) -> None:
    """Write the JSON Schema of records, rule sets, reports or settings.

    It is of draft 2020-12.

    \b
    Exit codes:
      0  shown
      2  an option or a name that does not exist
      4  an internal error, or an output that cannot be written

    \b
    Examples:
      domscore schema record > record.schema.json
      domscore schema rules
    """
    write(schema_text(what), exact=True)


def schema_text(what: str) -> str:
    """The schema as it stands in ``schemas/``."""
    import json

    from domscore.config.model import configuration_schema
    from domscore.record.schema import record_schema
    from domscore.report.schema import report_schema
    from domscore.rules.schema import rules_schema

    made = {"record": record_schema, "rules": rules_schema, "report": report_schema, "config": configuration_schema}
    return json.dumps(made[what](), indent=2, ensure_ascii=False) + "\n"
