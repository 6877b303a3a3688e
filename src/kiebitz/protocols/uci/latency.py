"""Latency of a move in this process beyond its search: reading, waiting for the processor, writing."""

from __future__ import annotations

# What is left of the estimate after a move that cost nothing.
FADING = 0.85
# A machine that stood still for once shall not make every later move a hasty one.
MOST_MS = 100.0


class Latency:
    """A running estimate that forgets slowly: the worst of late, which the next move may cost again."""

    def __init__(self) -> None:
        self.estimate_ms = 0.0
        """The part of the clock to keep back."""

    def note(self, cost_ms: float) -> None:
        """Take down what a move has cost."""
        self.estimate_ms = min(max(cost_ms, FADING * self.estimate_ms), MOST_MS)
