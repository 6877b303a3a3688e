"""Tartan's evaluation: material as Zwerschke gives it, and its few terms."""

import chess
import pytest
from hypothesis import given

from kiebitz import Engine, Limit
from kiebitz.core.chess.position import Position
from kiebitz.core.evaluation import tartan
from random_games import scattered


def terms(fen):
    """By term: what it is worth to White and to Black."""
    return {name: (white[0], black[0]) for name, (white, black) in tartan.break_down(Position(fen)).modules.items()}


@pytest.mark.parametrize(("letter", "units"), [("P", 128), ("N", 384), ("B", 384), ("R", 640), ("Q", 1152)])
def test_material_is_the_articles(letter, units):
    fen = f"4k3/8/8/8/3{letter}4/8/8/4K3 w - - 0 1"
    assert terms(fen)["material"] == (units * 100 // 128, 0)


def test_mobility_is_the_size_of_the_move_list():
    """Moves that leave the king in check are in Tartan's list, for it ends a game by taking the king."""
    per_move = 4 * 100 / 128
    for fen in (chess.STARTING_FEN, "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w - - 0 1"):
        white, black = terms(fen)["mobility"]
        for colour, value in ((chess.WHITE, white), (chess.BLACK, black)):
            board = chess.Board(fen)
            board.turn = colour
            # Promotions are one target each; these positions have none.
            assert value == int(len(list(board.pseudo_legal_moves)) * per_move)


def test_doubled_and_isolated_pawns_count_against():
    sound, doubled, isolated = (
        terms(fen)["pawns"][0]
        for fen in (
            "4k3/8/8/8/8/8/3PP3/4K3 w - - 0 1",
            "4k3/8/8/8/4P3/8/3PP3/4K3 w - - 0 1",
            "4k3/8/8/8/8/8/1P2P3/4K3 w - - 0 1",
        )
    )
    assert doubled < sound == 0
    assert isolated < 0


def test_the_centre_and_the_kings_shield_count():
    assert terms("4k3/8/8/8/8/2N5/8/4K3 w - - 0 1")["centre"][0] > terms("4k3/8/8/8/8/N7/8/4K3 w - - 0 1")["centre"][0]
    sheltered = "q3k3/8/8/8/8/8/5PPP/6K1 w - - 0 1"
    assert terms(sheltered)["king_safety"][0] > 0
    assert terms(sheltered.replace("q3", "r3"))["king_safety"][0] == 0


@given(scattered())
def test_colours_are_treated_alike(scattering):
    board, position = scattering
    breakdown = tartan.break_down(position)
    assert breakdown.total == breakdown.weighted_sum()
    assert breakdown.total == tartan.break_down(Position(board.mirror().fen())).total


def test_the_engine_shows_and_searches_it():
    fen = "4k3/pp3p2/8/3n4/8/2B5/PP4P1/4K3 w - - 0 1"
    with Engine(hash_mb=1, evaluation="tartan") as engine:
        evaluation = engine.evaluate(fen)
        assert tuple(evaluation.modules) == tartan.TERM_NAMES
        assert evaluation.total == tartan.break_down(Position(fen)).total
        assert engine.analyse(fen, Limit(depth=4)).best_move
