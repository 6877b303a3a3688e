"""The rule of H1: Hydra's speed-ups, give or take a fifth, and overheads, by sums with an interval over games."""

import pytest

from kiebitz_claims.claims.judging import Verdict
from kiebitz_claims.experiments.h1_cluster_speed_up import (
    ESTIMATED,
    HYDRA,
    MAX_REAL,
    SHARED,
    SIMULATED_POSITIONS,
    TOLD,
    judge,
    samples,
    speed_up,
    summed,
)
from kiebitz_claims.measuring.positions import championship_phases

HOLDS, CONDITIONALLY, FAILS, UNDECIDED, _ = Verdict
SIMULATED, REAL, SILENT, TODAY = f"simulated ({SHARED})", f"real ({TOLD})", "real (era Hydra)", "real (today)"


def searched(name, shares, scatter=0.02, games=8, beyond=0.0):
    """Positions of so many games; ``shares`` are speed-ups as shares of Hydra's, by processors.

    Overheads are so many percentage points ``beyond`` Hydra's, or 10%.
    """
    rows = [(name, 1, f"game {number}", 100.0 + number, 1_000_000, 0, 1.0) for number in range(games)]
    for size, share in shares.items():
        times = HYDRA[size][0] * share if size in HYDRA else share
        nodes = 1 + (HYDRA[size][1] + beyond if size in HYDRA else 10) / 100
        rows += [
            (name, size, game, alone / times * turn, round(1_000_000 * nodes * turn), 100, 0.9)
            for number, (_, _, game, alone, *_) in enumerate(rows[:games])
            for turn in (1 + scatter * (number % 5 - 2),)
        ]
    return rows


@pytest.mark.parametrize(
    ("share", "scatter", "verdict"), [(1.0, 0.02, HOLDS), (0.6, 0.02, FAILS), (1.5, 0.02, FAILS), (0.8, 0.2, UNDECIDED)]
)
def test_speed_ups_within_a_fifth_of_hydras(share, scatter, verdict):
    parts = judge(searched(SIMULATED, dict.fromkeys(HYDRA, share), scatter)).parts
    assert [part.verdict for part in parts[: len(HYDRA)]] == [verdict] * len(HYDRA)


@pytest.mark.parametrize(
    ("beyond", "scatter", "verdict", "of_the_estimate"),
    [
        (0, 0.02, HOLDS, HOLDS),
        (8, 0.05, UNDECIDED, HOLDS),
        (20, 0.02, FAILS, HOLDS),
        (-20, 0.02, FAILS, HOLDS),
        (40, 0.1, FAILS, UNDECIDED),
        (60, 0.02, FAILS, FAILS),
        (-60, 0.02, FAILS, FAILS),
    ],
)
def test_overheads_within_ten_points_and_the_estimate_within_forty(beyond, scatter, verdict, of_the_estimate):
    parts = judge(searched(SIMULATED, dict.fromkeys(HYDRA, 1.0), scatter, beyond=beyond)).parts[len(HYDRA) :]
    assert [part.verdict for part in parts] == [verdict] * (len(HYDRA) - 1) + [of_the_estimate]
    assert parts[-1].prediction.statement == f"{ESTIMATED} processors with an estimated 80% of search overhead"


@pytest.mark.parametrize(("real", "today", "verdict"), [(0, 0, HOLDS), (0, 30, CONDITIONALLY), (30, 0, FAILS)])
def test_of_two_the_overhead_of_real_ones_of_the_era_decides(real, today, verdict):
    rows = [
        row for name, beyond in ((TODAY, today), (REAL, real)) for row in searched(name, {MAX_REAL: 1.0}, beyond=beyond)
    ]
    assert judge(rows).parts[len(HYDRA)].verdict is verdict


@pytest.mark.parametrize(
    ("real", "silent", "today", "verdict"),
    [
        (1.0, 1.0, 1.0, HOLDS),
        (1.0, 1.0, 0.6, CONDITIONALLY),
        (1.0, 0.6, 0.6, CONDITIONALLY),
        (0.6, 1.0, 1.0, FAILS),
    ],
)
def test_of_two_the_real_ones_of_the_era_decide(real, silent, today, verdict):
    shares = {TODAY: today, SILENT: silent, REAL: real}
    rows = [row for name, share in shares.items() for row in searched(name, {MAX_REAL: share})]
    parts = judge(rows + searched(SIMULATED, dict.fromkeys(HYDRA, 1.0))).parts
    assert [part.verdict for part in parts[: len(HYDRA)]] == [verdict, HOLDS, HOLDS, HOLDS, HOLDS]
    assert parts[0].settings.keys() == {*shares, SIMULATED}


def test_what_was_not_measured_is_undecided():
    parts = judge(searched(SIMULATED, {2: 1.0, 256: 30.0})).parts
    assert [part.verdict for part in parts] == ([HOLDS] + [UNDECIDED] * 4) * 2


def test_other_networks_are_not_asked():
    near = searched(SIMULATED, {2: 1.0, 4: 1.0})
    slow = [("simulated (not shared, slow network)", *row[1:]) for row in searched(SIMULATED, {2: 0.1, 4: 0.1})]
    assert judge(near + slow) == judge(near)


def test_sums_and_their_interval():
    rows = searched(SIMULATED, {4: 1.0}, scatter=0.0)
    assert speed_up(rows, SIMULATED, 4).value == pytest.approx(3.5)
    assert speed_up(rows, SIMULATED, 4).error == pytest.approx(0, abs=1e-9)
    assert [row[5:8] for row in summed(SIMULATED, rows)] == [(0.0, None, None), (3.6, 3.5, 3.6)]


def test_no_game_is_both_searched_and_simulated():
    real, candidates = samples(quick=False)
    assert len({sample.fen for sample in real}) == len(real) == 87
    assert {sample.name for sample in real}.isdisjoint(sample.name for sample in candidates)
    first = {sample.name for sample in candidates[:SIMULATED_POSITIONS]}
    assert len(first) == SIMULATED_POSITIONS == 8 < len(candidates)
    assert len({sample.fen for sample in candidates}) == len(candidates)


def test_no_position_is_that_of_an_earlier_plan():
    earlier = {fen for _, phases in championship_phases(slice(None)) for fen in phases.values()}
    assert earlier.isdisjoint(sample.fen for samples_ in samples(quick=False) for sample in samples_)
