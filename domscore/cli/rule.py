"""``domscore rule``."""

from __future__ import annotations

from typing import Annotated, Literal

import typer

from domscore.cli.output import write


def rule(
    code: Annotated[str | None, typer.Argument(help="A code such as DOM411, or its name, false-pass.")] = None,
    all_: Annotated[bool, typer.Option("--all", help="All findings.")] = False,
    format_: Annotated[Literal["text", "json"], typer.Option("--format", "-f", help="How it is written.")] = "text",
) -> None:
    """Tell what a finding means, why it is one, an example, and what to do. The text is Markdown.

    \b
    Exit codes:
      0  shown
      2  an option or a name that does not exist
      4  an internal error, or an output that cannot be written

    \b
    Examples:
      domscore rule DOM411
      domscore rule false-pass
      domscore rule --all --format json
    """
    if all_ == (code is not None):
        raise typer.BadParameter("name one code, or --all", param_hint="CODE")
    from domscore.findings.codes import CODES, manual

    chosen = list(CODES) if code is None else [_code(code)]
    texts = manual()
    if format_ == "json":
        from domscore.report.json import dumped

        entries = [_entry(one, texts.get(one, "")) for one in chosen]
        write(dumped(entries if code is None else entries[0]) + "\n", exact=True)
        return
    write("\n".join(_section(one, texts.get(one, "")) for one in chosen))


def _code(word: str) -> str:
    from domscore.findings.codes import CODES, near

    by_slug = {row.slug: code for code, row in CODES.items()}
    code = by_slug.get(word.lower(), word.upper())
    if code not in CODES:
        raise typer.BadParameter(f"there is no finding {word}{near(word, [*CODES, *by_slug])}", param_hint="CODE")
    return code


def _section(code: str, text: str) -> str:
    from domscore.findings.codes import CODES, NOT_YET

    row = CODES[code]
    later = "\n\nThis version does not report it yet." if code in NOT_YET else ""
    return f"# {code} {row.slug} ({row.severity.value})\n\n{text or row.summary}{later}\n"


def _entry(code: str, text: str) -> dict[str, str]:
    from domscore.findings.codes import CODES

    row = CODES[code]
    return {
        "code": code,
        "slug": row.slug,
        "severity": row.severity.value,
        "summary": row.summary,
        "message": row.message,
        "text": text,
    }
