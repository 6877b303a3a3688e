"""Openings and castles: games in which each comes about, written down by hand."""

import pytest

from kiebitz.kifu.strategy import (
    CASTLES,
    ENGLISH,
    GERMAN,
    NOTHING,
    RANGING,
    STATIC_KINDS,
    in_english,
    in_german,
    strategies,
    told_strategies,
)

FOURTH_FILE = (
    "7g7f 3c3d 6g6f 8c8d 2h6h 8d8e 8h7g 6a5b 5i4h 5a4b 4h3h 4b3b 3h2h 7a6b 3i3h 5c5d 6i5h 1c1d 1g1f 5b5c 7i7h 2b3c"
)
YAGURA = (
    "7g7f 8c8d 7i6h 3c3d 6g6f 7a6b 5g5f 5c5d 3i4h 3a4b 4i5h 4a3b 6i7h 5a4a 5i6i 6a5b 6h7g 4b3c 8h7i 2b3a 5h6g 4c4d"
    " 7i6h 5b4c 6i7i 3a6d 7i8h 4a3a 3g3f 3a2b"
)
BISHOPS = "7g7f 8c8d 2g2f 8d8e 8h7g 3c3d 7i8h 2b7g+ 8h7g 3a2b 3i3h 2b3c 3g3f 7a6b 5i6h 6c6d 4i5h 4a3b"
WINGS = "2g2f 8c8d 2f2e 8d8e 6i7h 4a3b 2e2d 2c2d 2h2d P*2c 2d2h 8e8f 8g8f 8b8f P*8g 8f8b 3i3h 7a7b"
SIDE_PAWN = "7g7f 3c3d 2g2f 8c8d 2f2e 8d8e 6i7h 4a3b 2e2d 2c2d 2h2d 8e8f 8g8f 8b8f 2d3d 2b3c 5i5h 5a5b"
ISHIDA = "7g7f 8c8d 7f7e 8d8e 2h7h 6a5b 5i4h 5a4b 4h3h 4b3b 7h7f 7a6b 8i7g 5c5d 3h2h 9c9d 3i3h 1c1d 6i5h 9d9e"


@pytest.mark.parametrize(
    ("moves", "black", "white"),
    [
        (FOURTH_FILE, ("四間飛車", "美濃囲い"), ("居飛車", "舟囲い")),
        (YAGURA, ("居飛車", "矢倉囲い"), ("居飛車", "矢倉囲い")),
        (BISHOPS, ("角換わり",), ("角換わり",)),
        (WINGS, ("相掛かり",), ("相掛かり",)),
        (SIDE_PAWN, ("横歩取り",), ("横歩取り",)),
        (ISHIDA, ("石田流", "美濃囲い"), ("居飛車", "舟囲い")),
    ],
)
def test_a_side_is_called_by_its_rook_and_its_castle(moves, black, white):
    assert tuple(side.names for side in strategies(moves.split())) == (black, white)


def test_white_is_told_from_its_own_side():
    """The same game with a move for nothing first: what Black did White does."""
    mirrored = [f"{turned(move)}" for move in FOURTH_FILE.split()]
    assert [side.names for side in strategies(["1g1f", *mirrored])] == [("居飛車", "舟囲い"), ("四間飛車", "美濃囲い")]


def turned(move):
    squares = move[:2], move[2:4]
    return (
        "".join(f"{10 - int(square[0])}{'abcdefghi'[8 - 'abcdefghi'.index(square[1])]}" for square in squares)
        + move[4:]
    )


def test_short_games_and_other_starts_show_nothing():
    assert strategies(YAGURA.split()[:10]) == strategies([]) == (NOTHING, NOTHING)
    start = "lnsgkgsnl/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1"
    assert strategies(YAGURA.split(), start) == (NOTHING, NOTHING)


def test_both_sides_are_told_in_either_language():
    told = told_strategies(FOURTH_FILE.split())
    assert told == "四間飛車・美濃囲い 対 居飛車・舟囲い"
    assert in_english(told) == "Fourth-File Rook, Mino against Static Rook, Boat"
    assert in_english("a name of the record's own") == "a name of the record's own"
    assert in_german(told) == "Turm auf der vierten Linie, Mino gegen Statischer Turm, Boot"
    assert set(GERMAN) == set(ENGLISH)
    assert told_strategies([]) == ""


def test_every_name_has_an_english_one():
    assert {name for name, _ in CASTLES} | set(RANGING.values()) | set(STATIC_KINDS.values()) < set(ENGLISH)
