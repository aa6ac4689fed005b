"""A few seconds of the fuzz campaign."""

from __future__ import annotations

from tests.fuzz.run import fuzz

SECONDS = 5
SEED = 2


def test_any_input_is_reported_on() -> None:
    """Whatever the input, a report comes back in time, and no planted fault is verified."""
    campaign = fuzz(SECONDS, SEED)
    assert campaign.failures == []
    assert campaign.planted > 0
    assert set(campaign.verdicts) == {"verified", "refuted", "undetermined"}
