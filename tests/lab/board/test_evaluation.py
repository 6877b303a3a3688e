import dataclasses

import chess
import pytest

from kiebitz.lab.board.evaluation import (
    CENTRE_PAWN,
    DOUBLED_PAWN,
    ISOLATED_PAWN,
    KING_SHIELD,
    MATERIAL,
    evaluate,
)
from kiebitz.lab.board.mailbox import Mailbox
from kiebitz.lab.board.squares import BISHOP, KNIGHT, PAWN, QUEEN, ROOK

BARE = "4k3/{}/8/8/8/8/{}/4K3 w - - 0 1"


def test_the_articles_values():
    assert [MATERIAL[kind] for kind in (PAWN, KNIGHT, BISHOP, ROOK, QUEEN)] == [128, 384, 384, 640, 1152]


def test_the_start_is_even():
    assert evaluate(Mailbox()).total == 0


@pytest.mark.parametrize(
    ("white_pawns", "expected"),
    [
        ("PP6", 0),
        ("P1P5", 2 * ISOLATED_PAWN),
        ("8", 0),
    ],
)
def test_isolated_pawns(white_pawns, expected):
    assert evaluate(Mailbox(BARE.format("8", white_pawns))).pawn_structure == expected


def test_doubled_pawns():
    assert evaluate(Mailbox("4k3/8/8/8/8/P7/PP6/4K3 w - - 0 1")).pawn_structure == DOUBLED_PAWN


def test_centre_and_king_safety():
    assert evaluate(Mailbox("4k3/8/8/8/3P4/8/8/4K3 w - - 0 1")).centre == CENTRE_PAWN
    shield = "4k3/8/8/8/8/8/5PPP/6K1 w - - 0 1"
    assert evaluate(Mailbox(shield)).king_safety == 0
    assert evaluate(Mailbox(shield.replace("4k3", "q3k3"))).king_safety == 3 * KING_SHIELD


@pytest.mark.parametrize(
    "fen",
    [
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "r1b2r1k/pp1p2pp/2p5/2B1q3/8/8/P1PN2PP/R4RK1 w - - 0 18",
        "8/2p5/8/2kPKp1p/2p4P/2P5/3P4/8 w - - 0 1",
    ],
)
def test_colours_mirror_each_other(fen):
    there = evaluate(Mailbox(fen))
    back = evaluate(Mailbox(chess.Board(fen).mirror().fen()))
    assert dataclasses.astuple(there) == tuple(-value for value in dataclasses.astuple(back))


def test_the_position_is_left_as_it_was():
    board = Mailbox()
    before = board.fen()
    evaluate(board)
    assert board.fen() == before
