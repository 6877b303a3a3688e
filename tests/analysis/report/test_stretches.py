import random
from itertools import groupby, pairwise

from kiebitz.analysis.report.stretches import (
    LEAST_PLIES,
    MOST_STRETCHES,
    MOSTLY,
    NEARLY_ALL,
    TOLERANCE,
    Sureness,
    standing_of,
    stretches,
)


def is_true(standing, percent):
    """A second definition: the word holds for some chances no further away than the tolerance."""
    near = [standing_of(min(100.0, max(0.0, percent + shift))) for shift in (-TOLERANCE, 0, TOLERANCE - 1e-9)]
    return any(there == standing or (there * standing > 0 and abs(there) > abs(standing)) for there in near)


def test_of_games_at_random_every_word_is_true_of_its_stretch():
    random.seed(5)
    kinds = set()
    for _ in range(400):
        percents = []
        for _ in range(random.randrange(1, 16)):
            percents += [random.uniform(0, 100)] * random.choice([1, 1, 1, 2, 3, 5, 12])
        told = stretches(percents)
        kinds |= {stretch.sureness for stretch in told}
        assert told[0].first == 0
        assert len(told) <= MOST_STRETCHES
        for stretch, end in zip(told, [*(each.first for each in told[1:]), len(percents)], strict=True):
            there = percents[stretch.first : end]
            standings = [standing_of(percent) for percent in there]
            true = [is_true(stretch.standing, percent) for percent in there]
            if stretch.sureness is Sureness.CHANGING:
                changes = [after - before for before, after in pairwise(standings)]
                assert min(changes) < 0 < max(changes)
                continue
            assert not any(standing * stretch.standing < 0 for standing in standings)
            if stretch.sureness is Sureness.MOSTLY:
                assert sum(true) >= MOSTLY * len(true)
                assert all(sum(true[at : at + 8]) >= 6 for at in range(len(true) - 7))
            else:
                assert sum(true) >= NEARLY_ALL * len(true)
                assert all(abs(standing - stretch.standing) <= 1 for standing in standings)
                others = [len(list(run)) for standing, run in groupby(standings) if standing != stretch.standing]
                assert max(others, default=0) < LEAST_PLIES
        assert told[-1].sureness is Sureness.CHANGING or told[-1].standing == standing_of(percents[-1])
    assert kinds == set(Sureness)


def test_a_game_without_moves_has_no_stretches():
    assert stretches([]) == []
