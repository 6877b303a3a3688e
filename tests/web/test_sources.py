import chess
import pytest

from kiebitz.engine.opening_book import OpeningBook
from kiebitz.engine.tablebase import Tablebase
from kiebitz.web.messages import BookMove, KeepingMove
from kiebitz.web.sources import Sources
from polyglot_book import write_book
from sources import DATA

CASTLING = "4k3/8/8/8/8/8/8/4K2R w K - 0 1"


def test_a_book_s_moves_come_with_their_shares(tmp_path):
    path = tmp_path / "book.bin"
    write_book(path, [(chess.Board(), "d2d4", 1), (chess.Board(), "g1f3", 3), (chess.Board(CASTLING), "e1h1", 1)])
    sources = Sources(OpeningBook(str(path)))
    assert sources.known(3, chess.Board()).book == [BookMove("g1f3", "Nf3", 750), BookMove("d2d4", "d4", 250)]
    assert sources.known(0, chess.Board(CASTLING)).book == [BookMove("e1g1", "O-O", 1000)]
    unknown = sources.known(0, chess.Board("4k3/8/8/8/8/8/8/4K3 w - - 0 1"))
    assert (unknown.book, unknown.verdict, unknown.keeping) == ([], "", [])
    assert [bool(sources), bool(Sources())] == [True, False]


@pytest.mark.check
@pytest.mark.parametrize(
    ("fen", "verdict"),
    [
        ("8/8/8/8/8/2k5/8/K6Q w - - 0 1", "white_wins"),
        ("8/8/8/8/8/2k5/8/K6Q b - - 0 1", "white_wins"),
        ("8/8/8/8/8/2K5/8/k6q b - - 0 1", "black_wins"),
        ("8/8/8/8/8/2k5/8/K6B w - - 0 1", "table_draw"),
        ("8/8/8/8/8/2k5/8/K6Q w - - 98 80", "white_too_slow"),
        ("8/8/8/8/8/2k5/8/K6Q b - - 98 80", "white_too_slow"),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", ""),
    ],
)
def test_a_table_s_verdict_is_told_by_colour(fen, verdict):
    known = Sources(tables=Tablebase(str(DATA / "syzygy"))).known(0, chess.Board(fen))
    assert known.verdict == verdict
    assert bool(known.keeping) == bool(verdict)


@pytest.mark.check
def test_only_moves_that_keep_the_result_are_named():
    known = Sources(tables=Tablebase(str(DATA / "syzygy"))).known(0, chess.Board("4k3/8/3K4/4P3/8/8/8/8 w - - 0 1"))
    assert KeepingMove("d6e6", "Ke6") in known.keeping
    assert KeepingMove("d6c5", "Kc5") not in known.keeping
