"""One finding: a code, a place in the record, typed fields, and a message rendered from them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from domscore.findings.codes import CODES, Certainty, Severity


@dataclass(slots=True, eq=False)
class Finding:
    """Something that a record states and the rules, or the record itself, contradict; or what could not be decided.

    Attributes:
        code: a key of ``CODES``.
        path: JSON Pointer into the record.
        fields: JSON values that the message is rendered from.
        round, act: counted from 1; None where the finding is about more than one.
        seat: a seat letter.
        cause: the earlier finding that this one only follows from.
        number: counted from 1 within the record; set when the record's findings are complete.
        line, column: from 1, in code points, in the file; None until the file is asked. ``end_line``, ``end_column``: the
            place just behind.
        key: the place shown is the key that ``path`` ends with, not its value.
        fingerprint: set by ``domscore.findings.fingerprint``.
        excerpt: the line it begins in, or some of a long one, and where in that text it begins and ends, from 0.
        ruled: a ruling deals with its act.
    """

    code: str
    path: str
    fields: dict[str, Any] = field(default_factory=dict)
    round: int | None = None
    act: int | None = None
    seat: str | None = None
    cause: Finding | None = None
    severity: Severity = Severity.ERROR
    certainty: Certainty = Certainty.CERTAIN
    number: int = 0
    line: int | None = None
    column: int | None = None
    key: bool = False
    offset: int | None = None
    fingerprint: str | None = None
    end_line: int | None = None
    end_column: int | None = None
    excerpt: tuple[str, int, int] | None = None
    ruled: bool = False

    def __post_init__(self) -> None:
        """A finding starts with the usual severity of its code."""
        self.severity = CODES[self.code].severity

    @property
    def slug(self) -> str:
        """The code's name in words."""
        return CODES[self.code].slug

    @property
    def root(self) -> Finding:
        """The finding that this one follows from in the end: itself, when it follows from none, or is ruled on.

        What follows from an act that a ruling deals with is dealt with too, whatever led to that act.
        """
        finding = self
        while finding.cause is not None and not finding.ruled:
            finding = finding.cause
        return finding

    @property
    def message(self) -> str:
        """One sentence in plain words."""
        return CODES[self.code].message.format(**{name: _worded(value) for name, value in self.fields.items()})

    def as_json(self) -> dict[str, Any]:
        """The finding as in the JSON report."""
        return {
            "number": self.number,
            "code": self.code,
            "slug": self.slug,
            "severity": self.severity.value,
            "certainty": self.certainty.value,
            "cause": None if self.cause is None else self.cause.number,
            "round": self.round,
            "act": self.act,
            "seat": self.seat,
            "path": self.path,
            "line": self.line,
            "column": self.column,
            "end_line": self.end_line,
            "end_column": self.end_column,
            "message": self.message,
            "fields": self.fields,
        }


def _worded(value: object) -> str:
    """A field's value in a sentence.

    >>> _worded([6, 5]), _worded(["6-5", "5-0", "1-1"]), _worded(None), _worded([])
    ('6 and 5', '6-5, 5-0 and 1-1', 'nobody', 'none')
    """
    if isinstance(value, list | tuple):
        return joined(map(_worded, value))
    if value is None:
        return "nobody"
    if isinstance(value, dict):
        return ", ".join(f"{name} {_worded(item)}" for name, item in value.items())
    return str(value)


def joined(words: Iterable[str], last: str = "and") -> str:
    """Words as a list in a sentence.

    >>> joined(["A", "B", "C"], "or")
    'A, B or C'
    """
    words = list(words)
    if len(words) < 2:
        return "".join(words) or "none"
    return f"{', '.join(words[:-1])} {last} {words[-1]}"


def pips_said(pips: int) -> str:
    """A number of pips.

    >>> pips_said(1), pips_said(0)
    ('1 pip', '0 pips')
    """
    return f"{pips} pip" if pips == 1 else f"{pips} pips"


def acts_listed(acts: Iterable[int]) -> str:
    """Acts by their numbers.

    >>> acts_listed([7]), acts_listed({12, 6, 10})
    ('act 7', 'acts 6, 10 and 12')
    """
    numbers = [str(act) for act in sorted(set(acts))]
    return f"{'act' if len(numbers) == 1 else 'acts'} {joined(numbers)}"


def causes_first(findings: Iterable[Finding]) -> list[Finding]:
    """The findings in their order, but each behind the one that it follows from, where that is among them.

    >>> root = Finding("DOM505", "")
    >>> [one.code for one in causes_first([Finding("DOM506", "", cause=root), Finding("DOM402", ""), root])]
    ['DOM402', 'DOM505', 'DOM506']
    """
    listed = list(findings)
    known = {id(finding) for finding in listed}
    following: dict[int, list[Finding]] = {}
    for finding in listed:
        cause = finding.cause
        while cause is not None and id(cause) not in known:
            cause = cause.cause
        following.setdefault(0 if cause is None else id(cause), []).append(finding)
    found: list[Finding] = []
    more = following.pop(0, [])[::-1]
    while more:
        found.append(more.pop())
        more += following.get(id(found[-1]), [])[::-1]
    return found


def followed(finding: Finding) -> str:
    """What a finding follows from, to stand behind its message: empty where it follows from none.

    >>> root = Finding("DOM505", "", round=1)
    >>> followed(Finding("DOM506", "", round=1, cause=root)), followed(Finding("DOM506", "", round=2, cause=root))
    (' [follows from DOM505]', ' [follows from DOM505 in round 1]')
    """
    cause = finding.cause
    if cause is None:
        return ""
    where = [f" in round {cause.round}"] if cause.round not in (None, finding.round) else []
    where += [f" at act {cause.act}"] if cause.act is not None else []
    return f" [follows from {cause.code}{','.join(where)}]"


def numbered(findings: list[Finding]) -> list[Finding]:
    """The findings with their numbers set, in the order given."""
    for number, finding in enumerate(findings, 1):
        finding.number = number
    return findings
