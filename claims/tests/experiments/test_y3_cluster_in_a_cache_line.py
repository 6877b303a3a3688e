"""The rule of Y3: probes decide, by their median; whether a search profits is the condition."""

import pytest

from kiebitz_claims.claims.judging import Verdict
from kiebitz_claims.experiments.y3_cluster_in_a_cache_line import judge, speed

HOLDS, CONDITIONALLY, FAILS, UNDECIDED, _ = Verdict


def probes(longer, scatter=5):
    """Of fifty rounds, one in ten slower by far for the one or the other: nanoseconds with cluster and neighbours."""
    return [
        (350.0 + 600 * (number == 7), 350.0 + longer + scatter * (number % 5 - 2) + 700 * (number in (13, 23, 33, 43)))
        for number in range(50)
    ]


def speeds(ratio):
    """Of twenty positions."""
    return [(1e6 * ratio * (1 + 0.01 * (number % 5 - 2)), 1e6) for number in range(20)]


@pytest.mark.parametrize(
    ("longer", "ratio", "verdict"),
    [
        (13, 1.03, HOLDS),
        (13, 1.0, CONDITIONALLY),
        (13, 0.9, CONDITIONALLY),
        (0, 1.03, UNDECIDED),
        (-13, 1.03, FAILS),
    ],
)
def test_nanoseconds_that_a_probe_of_neighbours_takes_longer(longer, ratio, verdict):
    assert judge(probes(longer), speeds(ratio)).parts[0].verdict is verdict


@pytest.mark.parametrize(("longer", "verdict"), [(60, HOLDS), (13, FAILS), (36, UNDECIDED)])
def test_extremely_is_a_tenth_of_a_probe(longer, verdict):
    assert judge(probes(longer), speeds(1.03)).parts[1].verdict is verdict


def test_a_few_slow_rounds_decide_nothing():
    """Their mean would be 56 ns for neighbours."""
    assert judge(probes(-13), speeds(1.03)).parts[0].settings["single probes"].measured.value == pytest.approx(-13)


def test_a_search_has_both_layouts_in_their_order():
    fen = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
    assert len(speed(fen, 1, 2_000, is_reversed=True)) == 2
