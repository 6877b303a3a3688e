"""The gate of shogi: whole games by the rules, pairs that follow from the seed, a match that goes on."""

import random

import pytest

from kiebitz.arena.train import shogi_gate
from kiebitz.arena.train.block_file import BlockFileError
from kiebitz.arena.train.shogi_gate import LOST_MOVES, Player, Side, play, play_shogi_gate, random_opening
from kiebitz.core.evaluation.network.games import SHOGI
from kiebitz.core.shogi.notation import push
from kiebitz.core.shogi.position import ShogiPosition
from networks import Weights

pytestmark = pytest.mark.check

BY_HAND = Side("classical")


@pytest.fixture(autouse=True)
def quick(monkeypatch):
    monkeypatch.setattr(shogi_gate, "NODES", 60)


def match(path, new: Side, games: int, *, seed: int = 1, stops_early: bool = False, interrupted: bool = False):
    heard = []

    def on_game(played: int, score: float) -> None:
        heard.append(played)
        if interrupted:
            raise KeyboardInterrupt

    settings = {"games": games, "jobs": 1, "seed": seed, "stops_early": stops_early}
    return play_shogi_gate(new, BY_HAND, path, **settings, on_game=on_game), heard


def test_a_random_network_loses_and_the_match_says_so(tmp_path):
    drawn = Side("network", Weights.drawn(4, SHOGI).network().data)
    verdict, heard = match(tmp_path / "a.match", drawn, 4)
    assert heard == [2, 4]
    assert (verdict.games, verdict.decided, verdict.better) == (4, False, False)
    assert verdict.score < 0.3


def test_an_interrupted_match_ends_as_an_undisturbed_one(tmp_path):
    whole, _ = match(tmp_path / "a.match", BY_HAND, 4)
    with pytest.raises(KeyboardInterrupt):
        match(tmp_path / "b.match", BY_HAND, 4, interrupted=True)
    again, heard = match(tmp_path / "b.match", BY_HAND, 4)
    assert heard == [4]
    assert (tmp_path / "a.match").read_bytes() == (tmp_path / "b.match").read_bytes()
    assert again == whole
    assert whole.score == 0.5
    assert match(tmp_path / "b.match", BY_HAND, 4)[1] == []


def test_the_file_of_another_match_is_refused(tmp_path):
    match(tmp_path / "a.match", BY_HAND, 2)
    with pytest.raises(BlockFileError, match="the file of another match"):
        match(tmp_path / "a.match", BY_HAND, 2, seed=2)


def test_games_are_played_by_the_rules():
    """Every move is legal; who lost had no move, gave perpetual check, or saw itself lost for some moves."""
    player = Player(BY_HAND)
    results = set()
    for seed in range(4):
        opening = random_opening(random.Random(seed))
        moves, points = play(opening, player, Player(BY_HAND))
        position = ShogiPosition()
        for move in (*opening, *moves):
            push(position, move)
        results.add(points)
        assert points in (0, 0.5, 1)
        assert len(moves) > LOST_MOVES
    assert len(results) > 1
