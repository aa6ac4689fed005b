"""How words look in a terminal: plain, or in colours."""

from __future__ import annotations

from domscore.findings.codes import Severity
from domscore.report.report import Verdict

_OFF = "\x1b[0m"
_SEVERITIES = {Severity.ERROR: "\x1b[1;31m", Severity.WARNING: "\x1b[1;33m", Severity.NOTE: "\x1b[1;36m"}
_VERDICTS = {Verdict.VERIFIED: "\x1b[32m", Verdict.REFUTED: "\x1b[31m", Verdict.UNDETERMINED: "\x1b[33m"}
_BOLD, _GREEN = "\x1b[1m", "\x1b[1;32m"


class Ink:
    """Leaves everything as it is."""

    def place(self, text: str) -> str:
        """Where something stands in a file."""
        return text

    def code(self, text: str, severity: Severity) -> str:
        """What a finding is called."""
        return text

    def mark(self, text: str) -> str:
        """A mark below a line of the file."""
        return text

    def verdict(self, verdict: Verdict) -> str:
        """A verdict."""
        return verdict.value


class Colours(Ink):
    """Colours that every terminal has; nothing is told by colour alone."""

    def place(self, text: str) -> str:
        """Bold."""
        return f"{_BOLD}{text}{_OFF}"

    def code(self, text: str, severity: Severity) -> str:
        """Red, yellow or cyan."""
        return f"{_SEVERITIES[severity]}{text}{_OFF}"

    def mark(self, text: str) -> str:
        """Green."""
        return f"{_GREEN}{text}{_OFF}"

    def verdict(self, verdict: Verdict) -> str:
        """Green, red or yellow."""
        return f"{_VERDICTS[verdict]}{verdict.value}{_OFF}"


PLAIN = Ink()
