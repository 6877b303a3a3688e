"""The moves people choose: what they look at, and how likely each move is."""

import json
import math

import chess
import pytest

from kiebitz import Engine, Limit
from kiebitz.engine import legal_moves, position_from
from kiebitz.engine.people import (
    SHIPPED,
    Policy,
    PolicyError,
    features,
    features_of_values,
    probabilities,
    read_policy,
    shipped,
    steps_of,
    write_policy,
)
from kiebitz.engine.score import Score
from kiebitz.engine.strength import Handicap, level_of

RUY_EXCHANGED = ("e2e4", "e7e5", "g1f3", "b8c6", "f1b5", "a7a6", "b5c6")
GAMES = (
    "e2e4 e7e5 g1f3 b8c6 f1c4 f8c5 e1g1 g8f6 d2d3 d7d6 c1g5 h7h6",
    "d2d4 g8f6 c2c4 e7e6 b1c3 f8b4 d1c2 e8g8 a2a3 b4c3 c2c3 d7d5 c4d5 e6d5",
    "e2e4 c7c5 g1f3 d7d6 d2d4 c5d4 f3d4 g8f6 b1c3 a7a6 c1g5 e7e6 f2f4 d8b6",
    "e2e4 d7d5 e4d5 d8d5 b1c3 d5e5 f1e2 c8g4 d2d4 g4e2 g1e2",
)


def of(moves, wanted, fen="startpos"):
    """What is seen of a move after others."""
    position = position_from(fen, moves)
    among = legal_moves(position)
    return dict(zip(among, features(position, among), strict=True))[wanted]


def turned(move):
    """A move seen from the other side of the board."""
    return "".join(str(9 - int(letter)) if letter.isdigit() else letter for letter in move)


@pytest.mark.parametrize("game", GAMES)
def test_both_sides_see_alike(game):
    """The same position with colours exchanged has the same features, move by move, but for known openings."""
    moves = game.split()
    start = chess.STARTING_FEN.replace(" w ", " b ")
    for end in range(len(moves)):
        upright = position_from("startpos", moves[:end])
        among = legal_moves(upright)
        mirrored = position_from(start, [turned(move) for move in moves[:end]])
        seen = features(mirrored, [turned(move) for move in among])
        for asked in (expected := features(upright, among)):
            asked.pop("openings there", None)
            asked.pop("leaves the openings", None)
        assert seen == expected


def test_the_ways_that_openings_take_are_trodden():
    there = {move: of(("e2e4", "e7e5", "g1f3"), move).get("openings there", 0.0) for move in ("b8c6", "g8f6", "b8a6")}
    assert there["b8c6"] > there["g8f6"] > there["b8a6"] == 0.0
    assert of(("e2e4", "e7e5", "g1f3"), "b8a6")["leaves the openings"] == 1.0
    assert "leaves the openings" not in of((), "a2a8", "1k6/1p6/8/8/8/8/R7/7K w - - 0 1")
    position = position_from("startpos", ("e2e4", "e7e5", "g1f3"))
    moves = legal_moves(position)
    liked = dict(zip(moves, shipped().likings(position, moves, 1450), strict=True))
    assert max(liked, key=lambda move: liked[move]) == "b8c6"


def test_what_people_look_at():
    assert of(RUY_EXCHANGED, "d7c6")["retakes"] == 1.0
    assert "retakes" not in of(RUY_EXCHANGED, "g8f6")
    assert of(RUY_EXCHANGED, "d7c6")["to far of the last move"] == 0.0
    assert of(GAMES[1].split()[:12], "c4d5")["takes p, even"] == 1.0
    assert of(GAMES[0].split()[:6], "e1g1")["castles"] == 1.0
    assert of(GAMES[0].split()[:6], "e1e2")["gives castling up"] == 1.0
    assert of(GAMES[3].split()[:4], "b1c3")["attacks something better"] == 1.0
    attacked = of(GAMES[3].split()[:5], "d5e5")
    assert attacked["saves q"] == 1.0
    assert attacked["check, opening"] == 1.0
    assert of(("e2e4", "e7e5", "d1h5", "b8c6", "h5h4"), "a7a6").keys().isdisjoint({"saves q", "check, opening"})
    assert of((), "a2a8", "1k6/1p6/8/8/8/8/R7/7K w - - 0 1").keys() & {"puts r en prise"} == {"puts r en prise"}
    assert of((), "b6b7", "7k/8/1P6/8/8/8/8/K7 w - - 0 1")["pushes a passed pawn"] == pytest.approx(6 / 5)


def test_without_the_moves_before_nothing_is_said_of_them():
    position = position_from("r1bqkbnr/1ppp1ppp/p1B5/4p3/4P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 0 4")
    among = legal_moves(position)
    told = dict(zip(among, features(position, among), strict=True))["d7c6"]
    assert not any("last move" in name or name == "retakes" for name in told)


def test_values_are_seen_as_losses_against_the_best():
    best, other, mated = features_of_values([120, -30, -2000])
    assert best == {"lost chances": 0.0, "lost chances, root": 0.0, "lost pawns, root": 0.0, "rank": 0.0, "best": 1.0}
    assert 0 < other["lost chances"] < mated["lost chances"] < 1
    assert other["lost pawns, root"] == pytest.approx(math.sqrt(1.5))
    assert features_of_values([]) == []
    assert probabilities([]) == []
    assert probabilities([1000.0, 1000.0, -math.inf]) == [0.5, 0.5, 0.0]


def test_ratings_far_away_count_as_the_nearest_known():
    assert [steps_of(rating) for rating in (100, 1450, 1650, 3000)] == [-1.5, 0.0, 0.5, 1.5]


def test_a_weight_grows_with_the_rating():
    policy = Policy("test", 1450, {"retakes": (1.0, 0.5), "best": (2.0, -1.0)})
    position = position_from("startpos", RUY_EXCHANGED)
    among = ["d7c6", "g8f6"]
    assert policy.likings(position, among, 1450) == [1.0, 0.0]
    assert policy.likings(position, among, 1850) == [1.5, 0.0]
    assert policy.judgements([Score(50), Score(0)], 1050) == [3.0, 0.0]


def test_a_policy_is_kept(tmp_path):
    path = tmp_path / "people.json"
    policy = Policy("3 moves of nobody", 1500, {"retakes": (1.25, -0.5)})
    write_policy(policy, path)
    assert read_policy(path) == policy


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "{}",
        json.dumps({"made": "x", "rating": 1, "weights": {"a": 1}}),
        json.dumps({"made": "x", "rating": 1, "weights": {"a": [1, 2, 3]}}),
        '{"made": "x", "rating": 1, "weights": {"a": [NaN, 0]}}',
        '{"made": "x", "rating": 1e999, "weights": {}}',
    ],
)
def test_what_is_no_policy_is_told(text, tmp_path):
    path = tmp_path / "people.json"
    path.write_text(text)
    with pytest.raises(PolicyError, match="kiebitz train --policy"):
        read_policy(path)


def test_the_shipped_one_plays_as_people_do():
    """Takes back, and leaves alone what only a table of values would play."""
    policy = shipped()
    assert "Lichess" in policy.made
    assert SHIPPED.stat().st_size < 100_000
    position = position_from("startpos", RUY_EXCHANGED)
    player = Handicap(level_of(1450), seed=1).at(position)
    with Engine(hash_mb=1, evaluation="classical") as engine:
        info = engine.analyse(position, player.limit(Limit()), multipv=player.candidates)
    assert len(info.lines) == len(legal_moves(position))
    chosen = [player.choose(info.lines).moves[0] for _ in range(50)]
    assert set(chosen) <= {"d7c6", "b7c6"}
