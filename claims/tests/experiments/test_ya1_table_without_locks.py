"""The rule of YA1: two per cent of time at most, a torn entry in a million probes at most, five Elo at most."""

import pytest

from kiebitz.arena.match.elo import Estimate
from kiebitz_claims.claims.judging import Verdict
from kiebitz_claims.experiments.ya1_table_without_locks import LOCKLESS, PLAIN, judge, torn

HOLDS, _, FAILS, UNDECIDED, _ = Verdict


def times(ratio, scatter=1.001):
    """Of twenty positions two rounds, a disturbed time in each: milliseconds with the plain and the lockless table."""
    return {str(number): [(100.0, 300.0), (250.0, 100 * ratio * scatter ** (number % 5 - 2))] for number in range(20)}


def found(two, eight, probes=100_000_000, checkers=1):
    """Hits of others with two and with eight threads, of so many probes; the lockless table has the checker's."""
    plain = {(PLAIN, 2): (probes, two + checkers), (PLAIN, 8): (probes, eight + checkers)}
    return plain | {(LOCKLESS, threads): (probes, checkers) for threads in (2, 8)}


@pytest.mark.parametrize(
    ("cost", "tears", "elo", "verdicts"),
    [
        (times(1.005), found(0, 10), Estimate(3, -2, 8), [HOLDS, HOLDS, HOLDS]),
        (times(1.1), found(0, 1000), Estimate(-20, -30, -10), [FAILS, FAILS, FAILS]),
        (times(1.02, 1.05), found(0, 100), Estimate(-3, -12, 6), [UNDECIDED, UNDECIDED, UNDECIDED]),
    ],
)
def test_cost_torn_entries_and_strength(cost, tears, elo, verdicts):
    assert [part.verdict for part in judge(cost, tears, elo, 400).parts] == verdicts


def test_what_the_checker_sees_with_the_lockless_table_is_not_torn():
    judgement = judge(times(1.005), found(0, 10, checkers=10_000), Estimate(3, -2, 8), 400)
    assert judgement.parts[1].settings["8 threads"].measured.value == pytest.approx(0.1)
    assert [part.verdict for part in judgement.parts] == [HOLDS, UNDECIDED, HOLDS]


def test_one_disturbed_position_moves_nothing():
    disturbed = times(1.005) | {"3": [(100.0, 500.0)]}
    assert judge(disturbed, found(0, 10), Estimate(3, -2, 8), 400).parts[0].verdict is HOLDS


def test_one_thread_tears_nothing():
    probes, count = torn("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", PLAIN, 1, 20_000)
    assert probes > 10_000
    assert count == 0
