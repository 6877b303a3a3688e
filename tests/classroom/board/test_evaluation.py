"""Tartan's evaluation on the mailbox board, held against the core's."""

import dataclasses

import chess
import pytest
from hypothesis import given

from evaluated import taken_apart
from kiebitz.classroom.board.evaluation import (
    CENTRE_CONTROL,
    DOUBLED,
    ISOLATED,
    MATERIAL,
    SHIELD,
    evaluate,
    evaluate_side,
)
from kiebitz.classroom.board.mailbox import Mailbox
from kiebitz.classroom.board.squares import BISHOP, KNIGHT, PAWN, QUEEN, ROOK
from kiebitz.core.evaluation.tartan.terms import TERM_NAMES
from random_games import scattered

BARE = "4k3/{}/8/8/8/8/{}/4K3 w - - 0 1"
CENTIPAWNS, PAWN_UNITS = 100, 128


def of_the_core(fen, side):
    """The core's terms of a side (0: White), in centipawns."""
    modules = taken_apart(fen, evaluation="tartan").modules
    return [modules[name][side][0] for name in TERM_NAMES]


def of_the_mailbox(fen, side):
    """The mailbox's, turned into centipawns as the core turns them: rounded towards zero."""
    terms = dataclasses.astuple(evaluate_side(Mailbox(fen), is_white=not side))
    return [int(units * CENTIPAWNS / PAWN_UNITS) for units in terms]


@given(scattered())
def test_the_two_tartans_agree(boards):
    fen = boards[0].fen()
    for side in (0, 1):
        assert of_the_mailbox(fen, side) == of_the_core(fen, side)


def test_the_articles_values():
    assert [MATERIAL[kind] for kind in (PAWN, KNIGHT, BISHOP, ROOK, QUEEN)] == [128, 384, 384, 640, 1152]


@pytest.mark.parametrize(("white_pawns", "expected"), [("PP6", 0), ("P1P5", 2 * ISOLATED), ("8", 0)])
def test_isolated_pawns(white_pawns, expected):
    assert evaluate(Mailbox(BARE.format("8", white_pawns))).pawn_structure == expected


def test_doubled_pawns():
    assert evaluate(Mailbox("4k3/8/8/8/8/P7/PP6/4K3 w - - 0 1")).pawn_structure == DOUBLED


def test_centre_and_king_safety():
    assert evaluate(Mailbox("4k3/8/8/8/8/2P1P3/8/4K3 w - - 0 1")).centre == CENTRE_CONTROL
    assert evaluate(Mailbox("4k3/8/8/8/3P4/2N5/8/4K3 w - - 0 1")).centre == 3 * CENTRE_CONTROL
    shield = "4k3/8/8/8/8/8/5PPP/6K1 w - - 0 1"
    assert evaluate(Mailbox(shield)).king_safety == 0
    assert evaluate(Mailbox(shield.replace("4k3", "q3k3"))).king_safety == 3 * SHIELD


@pytest.mark.parametrize(
    "fen",
    [
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        # Of these two the pawn that may be taken en passant could be mistaken for one that takes.
        "3bk1n1/2r5/8/5b1p/P3ppP1/8/4R3/1n1BKR2 b - g3 0 59",
        "r1b1k1nr/ppp2p2/n2b2p1/4pP2/1Pp4p/P2QPN1P/3P1PB1/RNB2RK1 b kq b3 0 13",
        "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
        chess.STARTING_FEN,
    ],
)
def test_they_agree_on_special_moves_and_colours_mirror_each_other(fen):
    for side in (0, 1):
        assert of_the_mailbox(fen, side) == of_the_core(fen, side)
    board = Mailbox(fen)
    there = evaluate(board)
    assert board.fen() == Mailbox(fen).fen()
    back = evaluate(Mailbox(chess.Board(fen).mirror().fen()))
    assert dataclasses.astuple(there) == tuple(-value for value in dataclasses.astuple(back))
