from collections import Counter

import pytest

from kiebitz.arena.match.schedule import Schedule, gauntlet, round_robin


def test_two_players_play_pairs_of_games():
    schedule = Schedule()
    assert schedule == round_robin(2) == gauntlet(2)
    assert [schedule.round_number(game) for game in range(6)] == [0, 0, 1, 1, 2, 2]
    assert [schedule.round_tag(game) for game in range(4)] == ["1.1", "1.2", "2.1", "2.2"]


@pytest.mark.parametrize(
    ("schedule", "pairings"),
    [(round_robin(4), {(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)}), (gauntlet(4), {(0, 1), (0, 2), (0, 3)})],
)
def test_everybody_who_meets_plays_two_games_a_round(schedule, pairings):
    assert set(schedule.pairings) == pairings
    rounds = 3
    games = range(rounds * 2 * len(pairings))
    met = Counter((schedule.round_number(game), schedule.pairings[schedule.pairing_number(game)]) for game in games)
    assert met == {(number, pairing): 2 for number in range(rounds) for pairing in pairings}
    tags = [schedule.round_tag(game) for game in games]
    assert len(set(tags)) == len(tags)
    assert tags[:3] == ["1.1.1", "1.1.2", "1.2.1"]
