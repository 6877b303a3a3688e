"""Tartan's evaluation: material as Zwerschke gives it, and his few terms, each as large as its weight says."""

import chess
import pytest
from hypothesis import given

from evaluated import evaluator, taken_apart
from kiebitz import Engine, Limit
from kiebitz.core.chess.position import Position
from kiebitz.core.evaluation.tartan.terms import TERM_NAMES
from kiebitz.core.evaluation.tartan.weights import NUMBERS
from kiebitz.core.value import MAX_EVALUATION
from random_games import few, scattered


def terms(fen):
    """By term: what it is worth to White and to Black."""
    modules = taken_apart(fen, evaluation="tartan").modules
    return {name: (white[0], black[0]) for name, (white, black) in modules.items()}


def centipawns(name, count=1):
    """What so many times a weight are, rounded towards zero."""
    return int(NUMBERS[name].values[0] * count * 100 / 128)


@pytest.mark.parametrize(("letter", "units"), [("P", 128), ("N", 384), ("B", 384), ("R", 640), ("Q", 1152)])
def test_material_is_the_articles(letter, units):
    fen = f"4k3/8/8/8/3{letter}4/8/8/4K3 w - - 0 1"
    assert terms(fen)["material"] == (units * 100 // 128, 0)


def test_mobility_is_the_size_of_the_move_list():
    """Moves that leave the king in check are in Tartan's list, for it ends a game by taking the king."""
    for fen in (chess.STARTING_FEN, "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w - - 0 1"):
        white, black = terms(fen)["mobility"]
        for colour, value in ((chess.WHITE, white), (chess.BLACK, black)):
            board = chess.Board(fen)
            board.turn = colour
            # Promotions are one target each; these positions have none.
            assert value == centipawns("mobility", len(list(board.pseudo_legal_moves)))


@pytest.mark.parametrize(
    ("pawns", "worth"),
    [
        pytest.param("8/8/3PP3", 0, id="sound"),
        pytest.param("4P3/8/3PP3", centipawns("doubled"), id="doubled"),
        pytest.param("4P3/4P3/3PP3", centipawns("doubled", 2), id="tripled"),
        pytest.param("8/8/1P2P3", centipawns("isolated", 2), id="isolated"),
    ],
)
def test_doubled_and_isolated_pawns_cost_their_weight(pawns, worth):
    assert terms(f"4k3/8/8/8/{pawns}/4K3 w - - 0 1")["pawns"] == (worth, 0)
    assert worth == 0 or -50 < worth < -10


def test_each_attack_on_the_centre_counts():
    assert terms("4k3/8/8/8/8/N7/8/4K3 w - - 0 1")["centre"] == (0, 0)
    assert terms("4k3/8/8/8/8/2N5/8/4K3 w - - 0 1")["centre"] == (centipawns("centre", 2), 0)


def test_the_kings_shield_counts_while_there_is_a_queen():
    sheltered = "q3k3/8/8/8/8/8/5PPP/6K1 w - - 0 1"
    assert terms(sheltered)["king_safety"] == (centipawns("shield", 3), 0)
    assert terms(sheltered.replace("PPP", "P1P"))["king_safety"] == (centipawns("shield", 2), 0)
    assert terms(sheltered.replace("q3", "r3"))["king_safety"] == (0, 0)


@few
@given(scattered())
def test_the_terms_give_the_value_whatever_the_colours(scattering):
    board, position = scattering
    evaluation = taken_apart(position, evaluation="tartan")
    total = sum(white[0] - black[0] for white, black in evaluation.modules.values())
    assert evaluation.total == (total if position.turn else -total)
    assert all(side[0] == side[1] for sides in evaluation.modules.values() for side in sides)
    assert (evaluation.scale, evaluation.fading) == (64, (1, 1))
    assert evaluation.total == taken_apart(board.mirror().fen(), evaluation="tartan").total


@pytest.mark.parametrize(
    "fen", ["QQQQQQQQ/QRRNNBB1/8/8/8/8/8/K6k b - - 0 1", "K6k/8/8/8/8/8/qrrnnbb1/qqqqqqqq w - - 0 1"]
)
def test_the_greatest_material_stays_below_known_wins(fen):
    assert -MAX_EVALUATION < evaluator(evaluation="tartan").value(Position(fen)) < -10_000


def test_the_engine_shows_and_searches_it():
    fen = "4k3/pp3p2/8/3n4/8/2B5/PP4P1/4K3 w - - 0 1"
    with Engine(hash_mb=1, evaluation="tartan") as engine:
        evaluation = engine.evaluate(fen)
        assert tuple(evaluation.modules) == TERM_NAMES
        assert evaluation == taken_apart(fen, evaluation="tartan")
        trace = engine.trace(fen, Limit(depth=4))
    assert trace.rows["evaluation"][0] == evaluation.total
