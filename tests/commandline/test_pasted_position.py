"""Positions as people paste them."""

import chess
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kiebitz.commandline.pasted_position import is_address, pasted_position

FEN = "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3"
MEN = FEN.split(maxsplit=1)[0]


@pytest.mark.parametrize(
    "text",
    [
        FEN,
        FEN.replace(" ", "_"),
        f"  {FEN}\r\n",
        f'"{FEN}"',
        FEN.replace("/", "\\/"),
        f"“{FEN}”",
        f"FEN: {FEN}",
        f"position fen {FEN}",
        FEN.replace(" ", "\n"),
        FEN.replace("/", "/\n  "),
        FEN.replace("RNBQKB1R", "RNBQ\nKB1R"),
        FEN.replace("-", "–"),
        FEN.replace(" ", "\u00a0"),
        f"https://lichess.org/analysis/{FEN.replace(' ', '_')}?color=white#4",
        f"https://lichess.org/editor/{FEN.replace(' ', '_')}",
        f"lichess.org/analysis/standard/{FEN.replace(' ', '%20')}",
        f"https://www.chess.com/analysis?fen={FEN.replace('/', '%2F').replace(' ', '+')}&flip=false",
    ],
)
def test_a_position_is_found(text):
    assert pasted_position(text) == (FEN, "")


@pytest.mark.parametrize(
    ("text", "fen", "moves"),
    [
        ("startpos", "startpos", ""),
        ("position startpos moves e2e4 e7e5", "startpos", "e2e4 e7e5"),
        (f"position fen {FEN} moves f1b5\n", FEN, "f1b5"),
        (f'{MEN} w KQkq - bm Bb5; id "Ruy Lopez";', f"{MEN} w KQkq -", ""),
        (f"{MEN} w KQkq -;", f"{MEN} w KQkq -", ""),
        (MEN, MEN, ""),
        ("https://lichess.org/analysis/pgn/e4_e5_Nf3#3", "startpos", "e4 e5 Nf3"),
        (f"https://lichess.org/editor/{MEN}_b", f"{MEN} b", ""),
    ],
)
def test_what_stands_beside_it(text, fen, moves):
    assert pasted_position(text) == (fen, moves)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "e4 e5",
        f'[FEN "{FEN}"]\n\n3. Bb5 *',
        f"{MEN} x KQkq - 2 3",
        f"{FEN} and so on",
        "9/8/8/8/8/8/8/8 w - - 0 1",
        "https://lichess.org/abcdefgh",
        "startpos e2e4",
        " " * 30_000,
        "1/" * 9_000,
    ],
)
def test_what_is_none(text):
    assert pasted_position(text) is None


def test_addresses():
    assert is_address(" https://lichess.org/abcdefgh ")
    assert is_address("www.chess.com/game/live/1")
    assert not is_address("see https://lichess.org/abcdefgh")
    assert not is_address("1. e4 e5")


@given(st.text(alphabet="/12345678pnbrqkPNBRQKw _-+\n%;mov", max_size=120))
def test_nothing_is_raised(text):
    found = pasted_position(text)
    assert found is None or found.fen.count("/") in (0, 7)


@given(st.integers(0, 959), st.booleans())
def test_every_position_comes_back(number, breaks):
    board = chess.Board.from_chess960_pos(number)
    text = board.fen().replace("/", "/\n") if breaks else board.fen().replace(" ", "_")
    assert pasted_position(text) == (board.fen(), "")
