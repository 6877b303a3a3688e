"""Learning which moves people choose."""

import random

import chess.pgn
import numpy as np
import pytest

from commands import refused, run_here
from kiebitz.analysis.reading.games import read_games
from kiebitz.engine.people import MIDDLE_RATING, Policy, read_policy
from kiebitz.people.learning import Fit, LearningError, Lessons, learn_games, learn_policy, match, player_of


def lessons(positions=400, seed=1):
    """Positions of three moves; a move is played as if 'liked' weighed 2, and 1 more a step, and 'odd' nothing."""
    drawn = random.Random(seed)
    made = Lessons(names={"liked": 0, "odd": 1})
    for _ in range(positions):
        steps = drawn.choice([-1.0, 0.0, 1.0])
        moves = [[(0, drawn.random()), (1, drawn.random())] for _ in range(3)]
        weights = [np.exp((2 + steps) * move[0][1]) for move in moves]
        made.starts.append(len(made.moves))
        made.chosen.append(len(made.moves) + drawn.choices(range(3), weights)[0])
        made.steps.append(steps)
        made.moves += moves
    return made


def test_the_gradient_is_that_of_the_likelihood():
    fit = Fit(lessons(30), Policy("before", 1450, {"liked": (0.7, -0.3), "odd": (0.2, 0.1)}))
    positions = np.arange(30)
    _, gradient = fit._gradient(positions)
    for index in np.ndindex(gradient.shape):
        sides = []
        for step in (1e-5, -1e-5):
            fit._weights[index] += step
            sides.append(fit._gradient(positions)[0])
            fit._weights[index] -= step
        assert gradient[index] == pytest.approx(-(sides[0] - sides[1]) / 2e-5, abs=1e-4)


def test_weights_are_found_again():
    fit = Fit(lessons(6000))
    told = []
    fit.run(on_epoch=lambda epoch, likelihood: told.append(likelihood))
    policy = fit.policy("drawn")
    assert policy.weights["liked"] == pytest.approx((2, 1), abs=0.35)
    assert policy.weights["odd"] == pytest.approx((0, 0), abs=0.35)
    assert told[-1] > told[0]
    assert abs(policy.rating - MIDDLE_RATING) < 30


def test_few_moves_hardly_change_the_prior():
    prior = Policy("before", 1450, {"liked": (-5.0, 0.0), "never seen": (1.0, 1.0)})
    fit = Fit(lessons(3), prior)
    fit.run()
    policy = fit.policy("after")
    assert policy.weights["liked"][0] == pytest.approx(-5, abs=1.5)
    assert policy.weights["never seen"] == (1.0, 1.0)


def pgn(games, seed=1, white="Anna", black="Bert"):
    """Games of two who take whenever they can, and else move at random."""
    drawn = random.Random(seed)
    texts = []
    for _ in range(games):
        board = chess.Board()
        while not board.is_game_over() and board.ply() < 60:
            legal = list(board.legal_moves)
            board.push(drawn.choice([move for move in legal if board.is_capture(move)] or legal))
        game = chess.pgn.Game.from_board(board)
        game.headers.update(White=white, Black=black, WhiteElo="1200", BlackElo="?")
        texts.append(str(game))
    return "\n\n".join(texts)


@pytest.mark.check
def test_habits_are_learned_from_games():
    games = list(read_games(pgn(20), comments=True))
    learned, apart = learn_games(games)
    assert len(learned) == 24 * 18
    assert len(apart) == 24 * 2
    fit = Fit(learned)
    fit.run()
    policy = fit.policy("who take")
    assert sum(policy.weights[f"takes, {verdict}"][0] for verdict in ("wins", "even", "loses")) > 1
    assert match(apart, policy) > match(apart, Policy("look", 1450, {"best": (1.0, 0.0)}))
    assert learn_games(games)[0].chosen == learned.chosen


@pytest.mark.check
def test_of_one_player_only_his_moves():
    games = list(read_games(pgn(4), comments=True))
    assert player_of(games) is None
    own, _ = learn_games([*games, *read_games(pgn(2, 2, "Bert", "Clara"), comments=True)], player="Bert")
    assert player_of([*games, *read_games(pgn(2, 2, "Bert", "Clara"))]) == "Bert"
    assert {round(step, 3) for step in own.steps} == {0.0, round((1200 - 1450) / 400, 3)}


def test_too_few_are_told():
    with pytest.raises(LearningError, match="moves of Anna are too few"):
        learn_policy([pgn(2)], "Anna")


@pytest.mark.check
def test_the_commands(tmp_path):
    (tmp_path / "games.pgn").write_text(pgn(12) + "\n\n" + pgn(2, 3, "Anna", "Clara"))
    said = run_here("train", "--policy", tmp_path / "games.pgn", "--directory", tmp_path / "out")
    assert (said.status, said.err) == (0, "")
    assert "moves of people" in said.out
    path = tmp_path / "out" / "people.json"
    assert read_policy(path).rating in range(1250, 1400)
    for like in (path, tmp_path / "games.pgn"):
        told = run_here("play", "--like", like, "--colour", "black", stdin=b"quit\n", cwd=tmp_path)
        assert "You have Black against Kiebitz" in told.out
        assert ("Learned from" in told.out) == (like != path)
    (tmp_path / "none.json").write_text("{}")
    assert "holds no policy" in refused("play", "--like", tmp_path / "none.json")
    assert "--policy" in refused("train", "--player", "Anna", "--hours", "1")
    assert "up to 1990" in refused("play", "--level", "2200", "--like", path)
    assert "--like" in refused("play", "--like", tmp_path / "missing.pgn")
    assert "is of chess" in refused("play", "--game", "shogi", "--like", path)
