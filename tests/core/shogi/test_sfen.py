"""SFEN in and out: every fault with its message, what programs really send, and round trips."""

import random

import pytest
import shogi

from kiebitz.core.shogi.position import ShogiPosition
from kiebitz.core.shogi.sfen import SfenError, SfenFault, parse_sfen, write_sfen
from random_shogi import random_games, scattered

KINGS = "4k4/9/9/9/9/9/9/9/4K4"
FAULTS = [
    (SfenFault.FIELDS, "", "no board"),
    (SfenFault.FIELDS, KINGS, "no side"),
    (SfenFault.FIELDS, f"{KINGS} b - 1 extra", "5 fields"),
    (SfenFault.BOARD, "4k4/9/9 b - 1", "3 ranks"),
    (SfenFault.BOARD, "4k4/9/9/9/9/9/9/9/4K3 b - 1", "rank i .* 8 squares"),
    (SfenFault.BOARD, "4k5/9/9/9/9/9/9/9/4K4 b - 1", "rank a .* 10 squares"),
    (SfenFault.BOARD, "4k4/9/9/9/4X4/9/9/9/4K4 b - 1", "'X' in rank e"),
    (SfenFault.BOARD, "4k4/9/9/9/4٣4/9/9/9/4K4 b - 1", "'٣' in rank e"),
    (SfenFault.BOARD, "4k4/9/9/9/4+14/9/9/9/4K4 b - 1", "'1' in rank e"),
    (SfenFault.BOARD, "4k4/9/9/9/4++P4/9/9/9/4K4 b - 1", r"'\+' in rank e"),
    (SfenFault.BOARD, "4k4/9/9/9/4+G4/9/9/9/4K4 b - 1", "gold"),
    (SfenFault.BOARD, "4k4/9/9/9/9+/9/9/9/4K4 b - 1", r"rank e .*'\+'"),
    (SfenFault.SIDE, f"{KINGS} x - 1", "'x'"),
    (SfenFault.HANDS, f"{KINGS} b K 1", "'K'"),
    (SfenFault.HANDS, f"{KINGS} b PP 1", "'P' stands twice"),
    (SfenFault.HANDS, f"{KINGS} b 0P 1", "1 to 18"),
    (SfenFault.HANDS, f"{KINGS} b 100P 1", "1 to 18"),
    (SfenFault.HANDS, f"{KINGS} b P2 1", "'2'"),
    (SfenFault.NUMBER, f"{KINGS} b - x", "'x'"),
    (SfenFault.NUMBER, f"{KINGS} b - 100000001", "to 100000000"),
    (SfenFault.NUMBER, f"{KINGS} b - {'9' * 5000}", "'99999999999999999999'"),
    (SfenFault.KINGS, "9/9/9/9/9/9/9/9/9 b - 1", "no king"),
    (SfenFault.KINGS, "3kk4/9/9/9/9/9/9/9/9 b - 1", "White has 2"),
    (SfenFault.MEN, f"{KINGS} b 3R 1", "3 rooks"),
    (SfenFault.MEN, "4k4/9/4+P4/9/9/9/9/9/4K4 b 18P 1", "19 pawns"),
    (SfenFault.TWO_PAWNS, "4k4/9/4P4/4P4/9/9/9/9/4K4 b - 1", "Black .* file 5"),
    (SfenFault.TWO_PAWNS, "4k4/9/4p4/4p4/9/9/9/9/4K4 b - 1", "White .* file 5"),
    (SfenFault.DEAD_END, "4k3P/9/9/9/9/9/9/9/4K4 b - 1", "Black's .* 1a"),
    (SfenFault.DEAD_END, "4k4/9/9/9/9/9/9/9/l3K4 b - 1", "White's .* 9i"),
    (SfenFault.DEAD_END, "4k4/7N1/9/9/9/9/9/9/4K4 b - 1", "Black's .* 2b"),
    (SfenFault.DEAD_END, "4k4/9/9/9/9/9/9/1n7/4K4 b - 1", "White's .* 8h"),
    (SfenFault.OPPOSITE_CHECK, "4k4/4R4/9/9/9/9/9/9/4K4 b - 1", "White's king on 5a"),
    (SfenFault.OPPOSITE_CHECK, "9/9/9/9/9/9/9/4k4/4K4 w - 1", "Black's king on 5i"),
]


@pytest.mark.parametrize(("fault", "sfen", "message"), FAULTS)
def test_each_fault_has_its_own_error(fault, sfen, message):
    with pytest.raises(SfenError, match=message) as caught:
        ShogiPosition(sfen)
    assert caught.value.fault is fault
    assert len(str(caught.value)) < 250


def test_every_fault_is_provoked():
    assert {fault for fault, _, _ in FAULTS} == set(SfenFault)


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
