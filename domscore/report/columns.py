"""Tables for a terminal of 80 columns: as narrow as their cells allow, headings over two lines where they need it."""

from __future__ import annotations

from collections.abc import Sequence

WIDTH = 80


def wrapped(line: str, inwards: int = 4) -> str:
    """A line of at most 80 columns, or several, the later ones set further in.

    >>> print(wrapped(f"  A: {' '.join(['6-5'] * 20)}"))
      A: 6-5 6-5 6-5 6-5 6-5 6-5 6-5 6-5 6-5 6-5 6-5 6-5 6-5 6-5 6-5 6-5 6-5 6-5 6-5
          6-5
    """
    from textwrap import fill

    if len(line) <= WIDTH:
        return line
    indent = " " * (len(line) - len(line.lstrip()) + inwards)
    return fill(line, WIDTH, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False)


def narrow(heads: Sequence[str], rows: Sequence[Sequence[str]], words: int) -> str:
    r"""A table whose first ``words`` columns stand to the left, the others, numbers, to the right.

    >>> print(narrow(["round", "total\nA"], [["1", "15"], ["12", "130"]], 1))
           total
    round      A
    -----  -----
    1         15
    12       130
    """
    from tabulate import tabulate

    depth = max(head.count("\n") for head in heads) + 1
    over = [[""] * (depth - 1 - head.count("\n")) + head.split("\n") for head in heads]
    above = [list(line) for line in zip(*over, strict=True)]
    widths = [max(map(len, column)) for column in zip(*above, *rows, strict=True)]
    cells = [*above, ["-" * width for width in widths], *rows]
    align = ["left"] * words + ["right"] * (len(heads) - words)
    table = tabulate(cells, tablefmt="plain", disable_numparse=True, colalign=align)
    return "\n".join(line.rstrip() for line in table.splitlines())
