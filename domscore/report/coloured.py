"""``text`` in colours, for a terminal."""

from __future__ import annotations

from functools import partial

from domscore.report import text
from domscore.report.ink import Colours

FORMAT = text.FORMAT._replace(record=partial(text.record, ink=Colours()))
