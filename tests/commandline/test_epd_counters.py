"""Counters of EPD lines."""

import pytest

from kiebitz.commandline.epd_counters import fen_of_epd
from kiebitz.commandline.pasted_position import pasted_position

BOARD = "4k3/8/8/8/8/8/4P3/4K3 w - -"


@pytest.mark.parametrize(
    ("behind", "counters"),
    [
        ("", "0 1"),
        (" 3 17", "3 17"),
        (" 3 17;", "3 17"),
        (" hmvc 3; fmvn 17;", "3 17"),
        (' id "fmvn 9"; fmvn 17 ; hmvc 3', "3 17"),
        ("; fmvn 17;", "0 17"),
        (" bm e4; hmvc x; fmvn 99999999999;", "0 1"),
    ],
)
def test_counters(behind, counters):
    assert fen_of_epd(BOARD + behind) == f"{BOARD} {counters}"


def test_a_pasted_epd_keeps_its_counters():
    assert pasted_position(f"{BOARD} hmvc 3; fmvn 17;").fen == f"{BOARD} 3 17"
