"""What a move costs beside its search is remembered while it may happen again."""

from kiebitz.protocols.uci.latency import MOST_MS, Latency


def test_the_worst_of_late_counts_and_fades():
    latency = Latency()
    assert latency.estimate_ms == 0
    latency.note(12)
    latency.note(1)
    assert 1 < latency.estimate_ms < 12
    for _ in range(30):
        latency.note(1)
    assert latency.estimate_ms == 1


def test_one_long_halt_is_not_taken_for_the_rule():
    latency = Latency()
    latency.note(60_000)
    assert latency.estimate_ms == MOST_MS
