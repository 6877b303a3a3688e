"""USI moves in and out: every legal one comes back, every rule broken has its own error."""

import pickle
import random

import pytest

from kiebitz.core.shogi.move import NO_MOVE, usi_text
from kiebitz.core.shogi.notation import MoveFault, ShogiMoveError, legal_moves, parse_move, push
from kiebitz.core.shogi.position import ShogiPosition
from random_shogi import random_games

START = ShogiPosition().sfen()
FAULTS = [
    (MoveFault.TEXT, START, "", "not written as USI writes moves"),
    (MoveFault.TEXT, START, "7g7f7", "not written"),
    (MoveFault.TEXT, START, "7g7", "not written"),
    (MoveFault.TEXT, START, "0g7f", "not written"),
    (MoveFault.TEXT, START, "7g7j", "not written"),
    (MoveFault.TEXT, START, "K*5e", "not written"),
    (MoveFault.TEXT, START, "p*5e", "not written"),
    (MoveFault.TEXT, START, "P*5e+", "not written"),
    (MoveFault.TEXT, START, "7g7f++", "not written"),
    (MoveFault.TEXT, START, "9" * 5000, "not written"),
    (MoveFault.NOTHING_THERE, START, "5e5d", "doesn't have there"),
    (MoveFault.NOTHING_THERE, START, "3c3d", "doesn't have there"),
    (MoveFault.NOTHING_THERE, START, "P*5e", "doesn't have there"),
    (MoveFault.OUT_OF_REACH, START, "7g7e", "can't go"),
    (MoveFault.OUT_OF_REACH, START, "8h2b", "can't go"),
    (MoveFault.OCCUPIED, START, "8h7g", "occupied"),
    (MoveFault.OCCUPIED, "4k4/9/9/9/4p4/9/9/9/4K4 b G 1", "G*5e", "occupied"),
    (MoveFault.NO_PROMOTION, START, "7g7f+", "can't be promoted"),
    (MoveFault.NO_PROMOTION, "4k4/9/4G4/9/9/9/9/9/4K4 b - 1", "5c4b+", "can't be promoted"),
    (MoveFault.DEAD_END, "4k4/P8/9/9/9/9/9/9/4K4 b - 1", "9b9a", "must promote"),
    (MoveFault.DEAD_END, "4k4/9/9/9/9/9/9/9/4K4 b N 1", "N*9b", "must promote"),
    (MoveFault.TWO_PAWNS, "4k4/9/9/9/9/9/4P4/9/4K4 b P 1", "P*5e", "nifu"),
    (MoveFault.KING_IN_CHECK, "4k4/4r4/9/9/9/9/9/4G4/4K4 b - 1", "5h4h", "king in check"),
    (MoveFault.KING_IN_CHECK, "4k4/4r4/9/9/9/9/9/9/4K4 b G 1", "G*4h", "king in check"),
    (MoveFault.KING_IN_CHECK, "4k4/3r5/9/9/9/9/9/9/4K4 b - 1", "5i6i", "king in check"),
    (MoveFault.PAWN_DROP_MATE, "7nk/9/7G1/9/9/9/9/9/4K4 b P 1", "P*1b", "uchifuzume"),
]


@pytest.mark.parametrize(("fault", "sfen", "text", "message"), FAULTS)
def test_each_rule_broken_has_its_own_error(fault, sfen, text, message):
    position = ShogiPosition(sfen)
    with pytest.raises(ShogiMoveError, match=message) as caught:
        push(position, text)
    assert caught.value.fault is fault
    assert len(str(caught.value)) < 300
    assert position.sfen() == sfen


def test_every_fault_is_provoked():
    assert {fault for fault, *_ in FAULTS} == set(MoveFault)


def test_an_error_comes_back_from_another_process():
    error = pickle.loads(pickle.dumps(ShogiMoveError(MoveFault.TWO_PAWNS, "P*5e")))
    assert (error.fault, str(error)) == (MoveFault.TWO_PAWNS, "P*5e")


def test_every_legal_move_comes_back():
    for _, _, position in random_games(random.Random(9), 300):
        for text in legal_moves(position):
            assert usi_text(parse_move(position, text)) == text
    assert usi_text(NO_MOVE) == "none"
