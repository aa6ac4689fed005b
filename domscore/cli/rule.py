"""``domscore rule``."""

from __future__ import annotations

from typing import Annotated, Literal

import typer

from domscore.cli.output import write


def rule(
    code: Annotated[str | None, typer.Argument(help="A code such as DOM411, its name, or the beginning of some.")] = None,
    all_: Annotated[bool, typer.Option("--all", help="All findings.")] = False,
    format_: Annotated[Literal["text", "json"], typer.Option("--format", "-f", help="How it is written.")] = "text",
) -> None:
    """Tell what a finding means, why it is one, an example, and what to do. The text is Markdown.

    The beginning of codes, as --select takes it, lists those that begin so; with --format json, all of each.

    \b
    Exit codes:
      0  shown
      2  an option or a name that does not exist
      4  an internal error, or an output that cannot be written

    \b
    Examples:
      domscore rule DOM411
      domscore rule false-pass
      domscore rule DOM4
      domscore rule --all --format json
    """
    if all_ == (code is not None):
        raise typer.BadParameter("name one code, or --all", param_hint="CODE")
    from domscore.findings.codes import CODES, manual

    chosen = list(CODES) if code is None else _codes(code)
    texts = manual()
    if format_ == "json":
        from domscore.report.json import dumped

        entries = [_entry(one, texts.get(one, "")) for one in chosen]
        write(dumped(entries[0] if chosen == [_code(code)] else entries) + "\n", exact=True)
        return
    if code is not None and chosen != [_code(code)]:
        write("".join(_line(one) for one in chosen))
        return
    write("\n".join(_section(one, texts.get(one, "")) for one in chosen))


def _codes(word: str) -> list[str]:
    """The finding that is meant, or those whose codes begin so."""
    from domscore.findings.codes import CODES, near

    code = _code(word)
    found = [known for known in CODES if code and known.startswith(code)]
    if not found:
        names = [*CODES, *(row.slug for row in CODES.values())]
        raise typer.BadParameter(f"there is no finding {word}{near(word, names)}", param_hint="CODE")
    return found


def _code(word: str | None) -> str:
    """What is meant as a code, or the beginning of one."""
    from domscore.findings.codes import CODES

    by_slug = {row.slug: code for code, row in CODES.items()}
    return by_slug.get((word or "").lower(), (word or "").upper())


def _line(code: str) -> str:
    from textwrap import fill

    from domscore.findings.codes import CODES

    row = CODES[code]
    return fill(f"{code} {row.slug} ({row.severity.value}): {row.summary}", 80, subsequent_indent="  ") + "\n"


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
