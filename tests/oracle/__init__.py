"""An independent, slow and obvious reading of the contract, to test the product against.

It knows the record format, the rules and the findings from their documents alone and shares no
code with the product. Nothing here is fast; everything is enumerated plainly.
"""

from __future__ import annotations

from .counting import legal, perft
from .deals import Hidden
from .judging import judge_record as judge
from .play import random_match
from .replay import TooManyReadingsError

__all__ = ["Hidden", "TooManyReadingsError", "judge", "legal", "perft", "random_match"]
