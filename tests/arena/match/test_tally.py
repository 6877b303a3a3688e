import itertools

from kiebitz.arena.match.tally import Tally
from match_games import summary_of

# Two pairs, and half of a third: 2, 1 and 0 points.
GAMES = [
    summary_of(0, "1-0", reason="White mates"),
    summary_of(1, "0-1", reason="Black mates"),
    summary_of(2, "1/2-1/2"),
    summary_of(3, "1/2-1/2"),
    summary_of(4, "0-1", fault="time loss", reason="White: too slow"),
]


def tally_of(games):
    tally = Tally()
    for game in games:
        tally.add(game)
    return tally


def test_games_and_pairs_are_counted():
    tally = tally_of(GAMES)
    assert (tally.games, tally.wins, tally.draws, tally.losses) == (5, 2, 2, 1)
    assert tally.pairs == [0, 0, 1, 0, 1]
    assert (tally.score, tally.draw_rate) == (0.6, 0.4)
    assert (tally.efforts[0].moves, tally.efforts[1].nodes) == (50, 11_000)


def test_faults_are_counted_by_their_kind():
    tally = tally_of(GAMES)
    assert tally.faults_of(0) == {"time loss": 1}
    assert tally.faults_of(1) == {}
    assert tally.reasons == {"White mates": 1, "Black mates": 1, "stalemate": 2, "time loss": 1}


def test_the_order_is_free():
    tallies = [tally_of(order) for order in itertools.permutations(GAMES)]
    assert {tally.digest for tally in tallies} == {tallies[0].digest}
    assert all(tally.pairs == tallies[0].pairs for tally in tallies)
    assert tally_of(GAMES[:-1]).digest != tallies[0].digest


def test_nothing_is_counted_yet():
    tally = Tally()
    assert (tally.games, tally.score, tally.draw_rate, sum(tally.pairs)) == (0, 0.5, 0.0, 0)
