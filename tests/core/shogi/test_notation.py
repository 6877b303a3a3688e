"""USI moves in and out: every legal one comes back, every rule broken has its own error."""

import random

import pytest

from kiebitz.core.shogi.move import NO_MOVE, usi_text
from kiebitz.core.shogi.notation import MoveFault, ShogiMoveError, legal_moves, parse_move, push
from kiebitz.core.shogi.position import ShogiPosition
from random_shogi import random_games

START = ShogiPosition().sfen()
FAULTS = [
    *[
        (MoveFault.TEXT, START, text)
        for text in ("", "7g7f7", "7g7", "0g7f", "7g7j", "K*5e", "p*5e", "P*5e+", "7g7f++")
    ],
    (MoveFault.TEXT, START, "9" * 5000),
    (MoveFault.NOTHING_THERE, START, "5e5d"),
    (MoveFault.NOTHING_THERE, START, "3c3d"),
    (MoveFault.NOTHING_THERE, START, "P*5e"),
    (MoveFault.OUT_OF_REACH, START, "7g7e"),
    (MoveFault.OUT_OF_REACH, START, "8h2b"),
    (MoveFault.OCCUPIED, START, "8h7g"),
    (MoveFault.OCCUPIED, "4k4/9/9/9/4p4/9/9/9/4K4 b G 1", "G*5e"),
    (MoveFault.NO_PROMOTION, START, "7g7f+"),
    (MoveFault.NO_PROMOTION, "4k4/9/4G4/9/9/9/9/9/4K4 b - 1", "5c4b+"),
    (MoveFault.DEAD_END, "4k4/P8/9/9/9/9/9/9/4K4 b - 1", "9b9a"),
    (MoveFault.DEAD_END, "4k4/9/9/9/9/9/9/9/4K4 b N 1", "N*9b"),
    (MoveFault.TWO_PAWNS, "4k4/9/9/9/9/9/4P4/9/4K4 b P 1", "P*5e"),
    (MoveFault.KING_IN_CHECK, "4k4/4r4/9/9/9/9/9/4G4/4K4 b - 1", "5h4h"),
    (MoveFault.KING_IN_CHECK, "4k4/4r4/9/9/9/9/9/9/4K4 b G 1", "G*4h"),
    (MoveFault.KING_IN_CHECK, "4k4/3r5/9/9/9/9/9/9/4K4 b - 1", "5i6i"),
    (MoveFault.PAWN_DROP_MATE, "7nk/9/7G1/9/9/9/9/9/4K4 b P 1", "P*1b"),
    (MoveFault.TAKES_KING, "4k4/4R4/9/9/9/9/9/9/4K4 b - 1", "5b5a+"),
]


@pytest.mark.parametrize(("fault", "sfen", "text"), FAULTS)
def test_each_rule_broken_has_its_own_error(fault, sfen, text):
    position = ShogiPosition(sfen, as_written=fault is MoveFault.TAKES_KING)
    with pytest.raises(ShogiMoveError) as caught:
        push(position, text)
    assert caught.value.fault is fault
    assert text[:4] in str(caught.value)
    assert len(str(caught.value)) < 300
    assert position.sfen() == sfen


def test_every_fault_is_provoked():
    assert {fault for fault, *_ in FAULTS} == set(MoveFault)


def test_every_legal_move_comes_back():
    for _, _, position in random_games(random.Random(9), 300):
        for text in legal_moves(position):
            assert usi_text(parse_move(position, text)) == text
    assert usi_text(NO_MOVE) == "none"
