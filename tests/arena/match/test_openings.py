import contextlib
import gzip
import random

import chess
import pytest

from kiebitz.arena.match.openings import Opening, OpeningsError, read_book
from kiebitz.engine import START_FEN, Position

GOOD = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq -"
CHESS960 = "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w HFhf - 0 1"
EPD = f"""# a comment

{GOOD}
{GOOD} bm Nf3; id "the same again";
{GOOD} 3 7
8/8/8/8 w - -
not a position
7k/5Q2/6K1/8/8/8/8/8 b - -
{CHESS960}
"""
PGN = """[Event "one"]

1. e4 e5 2. Nf3 Nc6 *

[Event "broken"]

1. e4 e5 2. Ke4 Nc6 *

[Event "mate"]

1. f3 e5 2. g4 Qh4# 0-1

[Event "from a position"]
[FEN "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"]
[SetUp "1"]

1. e4 Kd7 2. e5 *

[Variant "Atomic"]

1. e4 *
"""


def test_epd(tmp_path):
    path = tmp_path / "book.epd"
    path.write_text("\ufeff" + EPD, encoding="utf-8")
    book = read_book(path)
    assert book.openings == (Opening(f"{GOOD} 0 1"), Opening(f"{GOOD} 3 7"), Opening(CHESS960, chess960=True))
    assert [fault.split(":")[0] for fault in book.faults] == [f"book.epd, line {n}" for n in (6, 7, 8)]
    assert "over" in book.faults[2]


@pytest.mark.parametrize("packed", [False, True])
def test_pgn(tmp_path, packed):
    path = tmp_path / ("book.pgn.gz" if packed else "book.pgn")
    path.write_bytes(gzip.compress(PGN.encode()) if packed else PGN.encode())
    book = read_book(path)
    assert book.openings == (
        Opening(START_FEN, ("e2e4", "e7e5", "g1f3", "b8c6")),
        Opening("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", ("e2e4", "e8d7", "e4e5")),
    )
    assert [fault.split(":")[0].split(", ")[1] for fault in book.faults] == ["game 2", "game 3", "game 5"]
    short = read_book(path, plies=2)
    assert [opening.moves for opening in short.openings] == [("e2e4", "e7e5"), ("f2f3", "e7e5"), ("e2e4", "e8d7")]
    assert [opening.moves for opening in read_book(path, plies=0).openings] == [(), ()]


def test_chess960_is_told_by_its_castling_rights(tmp_path):
    path = tmp_path / "book.epd"
    standard = "r3k2r/8/8/8/8/8/8/R3K2R"
    lines = [f"{standard} w KQkq -", f"{standard} w Hq -", f"{standard} w - -", "4k3/8/8/8/8/8/8/RRBQKBNR w Q -"]
    lines += ["4k2r/8/8/8/8/8/8/RK6 w Ak -", "4k3/8/8/8/8/8/8/RR2K3 w B -", "1k5r/8/8/8/8/8/8/R3K3 b Qh -"]
    path.write_text("\n".join(lines))
    openings = read_book(path).openings
    assert [opening.chess960 for opening in openings] == [False] * 4 + [True] * 3
    boards = [chess.Board(opening.fen, chess960=True) for opening in openings]
    assert [board.has_chess960_castling_rights() for board in boards[3:]] == [False, True, True, True]


def test_the_bundled_book():
    book = read_book()
    assert len(book.openings) == 2000
    assert book.faults == ()
    assert book.shuffled(1) == book.shuffled(1) != book.shuffled(2)
    assert set(book.shuffled(1)) == set(book.openings)
    assert all(Position(opening.fen) for opening in book.openings[:50])


def test_nothing_to_play_from(tmp_path):
    path = tmp_path / "x.epd"
    for content in (b"", b"\x00\xff\xfe", b"no\nopening\nhere\n"):
        path.write_bytes(content)
        with pytest.raises(OpeningsError, match="no opening"):
            read_book(path)


def test_broken_gzip(tmp_path):
    path = tmp_path / "x.epd.gz"
    damaged = bytearray(gzip.compress(EPD.encode()))
    damaged[12:18] = b"\xff" * 6
    for content in (b"no gzip", gzip.compress(EPD.encode())[:-20], damaged):
        path.write_bytes(content)
        with pytest.raises(OpeningsError, match="gzip"):
            read_book(path)


@pytest.mark.parametrize("seed", range(4))
def test_no_bytes_are_an_error_of_ours(tmp_path, seed):
    rng = random.Random(seed)
    for name in ("x.pgn", "x.epd"):
        path = tmp_path / name
        letters = bytes(rng.choices(b'()[]{}<>$;%. \n1eN*-#=+O"\xff\0', k=3000))
        path.write_bytes(letters + rng.randbytes(3000))
        with contextlib.suppress(OpeningsError):  # To python-chess some of it is a game without moves.
            assert read_book(path).openings


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ("7k/5K2/4R3/8/8/8/8/8 w KQ -", "castling 'KQ'"),
        ("7k/5K2/4R3/8/8/8/8/8 w - e3", "en passant square e3"),
        ("4k3/8/8/8/8/8/8/4K2R w KQkq -", "castling 'Q'"),
    ],
)
def test_what_is_dropped_of_an_opening_is_told(tmp_path, fields, said):
    epd, pgn = tmp_path / "a.epd", tmp_path / "a.pgn"
    epd.write_text(f"{GOOD}\n{fields}\n")
    pgn.write_text(f'[SetUp "1"]\n[FEN "{fields} 0 1"]\n\n*\n')
    for path, count, place in ((epd, 2, "a.epd, line 2"), (pgn, 1, "a.pgn, game 1")):
        book = read_book(path)
        assert len(book.openings) == count
        assert book.faults[0].startswith(f"{place}: {said} dropped")
