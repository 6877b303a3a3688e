"""SFEN in and out: every fault with its message, what programs really send, and round trips."""

import pickle
import random

import pytest
import shogi

from kiebitz.core.shogi.position import ShogiPosition
from kiebitz.core.shogi.sfen import START_SFEN, SfenError, SfenFault, parse_sfen, write_sfen
from random_shogi import random_games, scattered

KINGS = "4k4/9/9/9/9/9/9/9/4K4"
FAULTS = [
    (SfenFault.FIELDS, "", "no board or no side"),
    (SfenFault.FIELDS, KINGS, "no board or no side"),
    (SfenFault.FIELDS, f"{KINGS} b - 1 extra", "has 5 fields"),
    (SfenFault.BOARD, "4k4/9/9 b - 1", "has 3 ranks"),
    (SfenFault.BOARD, "4k4/9/9/9/9/9/9/9/4K3 b - 1", r"rank i \('4K3'\) has 8 squares"),
    (SfenFault.BOARD, "4k5/9/9/9/9/9/9/9/4K4 b - 1", "rank a .* has 10 squares"),
    (SfenFault.BOARD, "4k4/9/9/9/4X4/9/9/9/4K4 b - 1", "'X' in rank e"),
    (SfenFault.BOARD, "4k4/9/9/9/4٣4/9/9/9/4K4 b - 1", "'٣' in rank e"),
    (SfenFault.BOARD, "4k4/9/9/9/4+14/9/9/9/4K4 b - 1", "'1' in rank e"),
    (SfenFault.BOARD, "4k4/9/9/9/4++P4/9/9/9/4K4 b - 1", r"'\+' in rank e"),
    (SfenFault.BOARD, "4k4/9/9/9/4+G4/9/9/9/4K4 b - 1", "gold and king don't promote"),
    (SfenFault.BOARD, "4k4/9/9/9/9+/9/9/9/4K4 b - 1", r"rank e ends with a '\+'"),
    (SfenFault.SIDE, f"{KINGS} x - 1", "'x' is no side to move"),
    (SfenFault.HANDS, f"{KINGS} b K 1", "'K' is nothing that a hand holds"),
    (SfenFault.HANDS, f"{KINGS} b X 1", "'X' is nothing that a hand holds"),
    (SfenFault.HANDS, f"{KINGS} b PP 1", "'P' stands twice"),
    (SfenFault.HANDS, f"{KINGS} b 0P 1", "write a number from 1 to 18"),
    (SfenFault.HANDS, f"{KINGS} b 100P 1", "write a number from 1 to 18"),
    (SfenFault.HANDS, f"{KINGS} b P2 1", "the hands end with '2'"),
    (SfenFault.NUMBER, f"{KINGS} b - x", "move number 'x'"),
    (SfenFault.NUMBER, f"{KINGS} b - 100000001", "whole number from 0 to 100000000"),
    (SfenFault.NUMBER, f"{KINGS} b - {'9' * 5000}", "move number '99999999999999999999'"),
    (SfenFault.KINGS, "9/9/9/9/9/9/9/9/9 b - 1", "there is no king"),
    (SfenFault.KINGS, "3kk4/9/9/9/9/9/9/9/9 b - 1", "White has 2 kings"),
    (SfenFault.MEN, f"{KINGS} b 3R 1", "there are 3 rooks"),
    (SfenFault.MEN, "4k4/9/4+P4/9/9/9/9/9/4K4 b 18P 1", "there are 19 pawns"),
    (SfenFault.TWO_PAWNS, "4k4/9/4P4/4P4/9/9/9/9/4K4 b - 1", "Black has two unpromoted pawns on file 5"),
    (SfenFault.TWO_PAWNS, "4k4/9/4p4/4p4/9/9/9/9/4K4 b - 1", "White has two unpromoted pawns on file 5"),
    (SfenFault.DEAD_END, "4k3P/9/9/9/9/9/9/9/4K4 b - 1", "Black's man on 1a could never move"),
    (SfenFault.DEAD_END, "4k4/9/9/9/9/9/9/9/l3K4 b - 1", "White's man on 9i"),
    (SfenFault.DEAD_END, "4k4/7N1/9/9/9/9/9/9/4K4 b - 1", "Black's man on 2b"),
    (SfenFault.DEAD_END, "4k4/9/9/9/9/9/9/1n7/4K4 b - 1", "White's man on 8h"),
    (SfenFault.OPPOSITE_CHECK, "4k4/4R4/9/9/9/9/9/9/4K4 b - 1", "White's king on 5a is in check though Black"),
    (SfenFault.OPPOSITE_CHECK, "9/9/9/9/9/9/9/4k4/4K4 w - 1", "Black's king on 5i is in check"),
]


@pytest.mark.parametrize(("fault", "sfen", "message"), FAULTS)
def test_each_fault_has_its_own_error(fault, sfen, message):
    with pytest.raises(SfenError, match=message) as caught:
        ShogiPosition(sfen)
    assert caught.value.fault is fault
    assert len(str(caught.value)) < 250


def test_every_fault_is_provoked():
    assert {fault for fault, _, _ in FAULTS} == set(SfenFault)


def test_an_error_comes_back_from_another_process():
    error = pickle.loads(pickle.dumps(SfenError(SfenFault.KINGS, "no king")))
    assert (error.fault, str(error)) == (SfenFault.KINGS, "no king")


@pytest.mark.parametrize(
    ("sent", "understood"),
    [
        (f"{KINGS} b", f"{KINGS} b - 1"),
        (f"{KINGS} w -", f"{KINGS} w - 1"),
        (f"  {KINGS}\tb   1P1p  7\n", f"{KINGS} b Pp 7"),
        (f"{KINGS} b pP2n3SRrbg 1", f"{KINGS} b R3SPrbg2np 1"),
        ("k8/9/9/9/9/9/9/9/9 b R 1", "k8/9/9/9/9/9/9/9/9 b R 1"),
        ("9/9/9/9/9/9/9/9/K8 w r 1", "9/9/9/9/9/9/9/9/K8 w r 1"),
    ],
)
def test_what_programs_send_is_understood(sent, understood):
    assert ShogiPosition(sent).sfen() == understood


@pytest.mark.check
def test_positions_come_back_as_python_shogi_writes_them():
    chance = random.Random(14)
    for position in [position for _, _, position in random_games(chance, 300)] + list(scattered(chance, 300)):
        sfen = position.sfen()
        assert write_sfen(parse_sfen(sfen)) == sfen
        assert ShogiPosition(sfen).setup() == position.setup()
        assert shogi.Board(sfen).sfen() == sfen


def test_the_start():
    assert ShogiPosition().sfen() == START_SFEN
