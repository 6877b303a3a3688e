"""The match that decides: whole games of either game, openings that follow from the seed, a match that goes on."""

import pytest

from kiebitz.arena.train import gate
from kiebitz.arena.train.gate import OPENING_PLIES, play_gate, random_openings
from kiebitz.arena.train.trained_game import GAMES
from networks import Weights

BY_HAND = "name=old,evaluation=classical"


@pytest.fixture(autouse=True)
def quick(monkeypatch):
    monkeypatch.setattr(gate, "NODES", 60)


def match(path, game, new, games, *, interrupted=False):
    heard = []

    def on_game(played, score):
        heard.append(played)
        if interrupted:
            raise KeyboardInterrupt

    settings = {"games": games, "jobs": 1, "seed": 1, "stops_early": False}
    return play_gate(new, BY_HAND, path, game=game, **settings, on_game=on_game), heard


@pytest.mark.check
@pytest.mark.parametrize("game", GAMES)
def test_a_random_network_loses_and_the_match_says_so(tmp_path, game):
    network = tmp_path / "drawn.network"
    network.write_bytes(Weights.drawn(4, GAMES[game].network).network().data)
    verdict, heard = match(tmp_path / "match", game, f"name=new,evaluation=network,network={network}", 4)
    assert heard == [1, 2, 3, 4]
    assert (verdict.games, verdict.decided, verdict.better) == (4, False, False)
    assert verdict.score < 0.3


@pytest.mark.check
def test_an_interrupted_match_ends_as_an_undisturbed_one(tmp_path):
    new = "name=new,evaluation=classical"
    whole, _ = match(tmp_path / "a.csa", "shogi", new, 4)
    with pytest.raises(KeyboardInterrupt):
        match(tmp_path / "b.csa", "shogi", new, 4, interrupted=True)
    again, heard = match(tmp_path / "b.csa", "shogi", new, 4)
    assert heard[-1] == 4
    assert again == whole
    assert whole.score == 0.5


@pytest.mark.parametrize("game", GAMES)
def test_random_openings_follow_from_the_seed_and_end_no_game(game):
    openings = random_openings(game, 20, 7)
    assert openings == random_openings(game, 30, 7)[:20] != random_openings(game, 20, 8)
    assert len(set(openings)) == 20
    for opening in openings:
        live = opening.begin()
        assert OPENING_PLIES[0] <= len(live.moves) <= OPENING_PLIES[1]
        assert not live.is_check
        assert live.ending is None
