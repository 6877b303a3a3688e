"""Where a game starts: the same castling as at every other door, and what can't be is dropped and told."""

import chess
import pytest

from kiebitz.analysis.reading.archive import cut_text
from kiebitz.analysis.reading.games import read_games
from kiebitz.analysis.reading.reader import read_game
from kiebitz.engine import legal_moves, position_from

C1 = "r6r/pp3pkp/8/3P1b2/3Rn3/8/PP2BPPP/2K4R w K - 0 1"
STARTS = [
    # The FEN, tags, what counts of its castling, and what is told.
    (C1, "", "-", "castling 'K' dropped: only Chess960 castles with the king on c1 and the rook on h1"),
    (C1, '[Variant "Chess960"]\n', "K", ""),
    (C1.replace(" K ", " H "), "", "K", ""),
    ("7k/5K2/4R3/8/8/8/8/8 w KQkq - 0 1", "", "-", "castling 'KQ' dropped: the king of White is on f7"),
    ("4k3/8/8/8/8/8/8/4K3 b - a6 0 1", "", "-", "en passant square a6 dropped: with b to move it is on rank 3"),
    ("rnbqkbnr/8/8/8/8/8/PPPPPPPP/RNBQKBQR w KQkq - 0 1", "", "KQkq", ""),
    ("4k3/8/8/8/8/8/8/4K2R w K - - -", "", "K", ""),
]


@pytest.mark.parametrize(("fen", "tags", "castling", "told"), STARTS)
def test_one_reader_of_positions_at_every_door(fen, tags, castling, told, tmp_path):
    path = tmp_path / "game.pgn"
    path.write_text(f'[Event "?"]\n[SetUp "1"]\n[FEN "{fen}"]\n{tags}\n*\n')
    (raw,) = cut_text(path.read_text(), path.name)
    read = read_game(raw)
    (game,) = read_games(path)
    assert read.game is not None
    for faults in (read.faults, game.faults):
        assert [fault.text.startswith(f"in the tag FEN: {told}") for fault in faults[:1]] == [True] * bool(told)
    board = read.game.board()
    assert board.castling_xfen() == castling
    chess960 = True if tags else None
    ours = position_from(fen, chess960=chess960)
    assert ours.fen().split()[2] == castling
    assert position_from(game.fen).fen().split()[2] == castling
    assert {board.uci(move) for move in board.legal_moves} == set(legal_moves(ours))


def test_a_move_that_only_chess960_has_is_not_read_without_it(tmp_path):
    path = tmp_path / "game.pgn"
    for tags, is_whole in (("", False), ('[Variant "Chess960"]\n', True)):
        path.write_text(f'[SetUp "1"]\n[FEN "{C1}"]\n{tags}\n1. O-O Nxf2 *\n')
        (raw,) = cut_text(path.read_text(), path.name)
        assert read_game(raw).is_whole is is_whole
        (game,) = read_games(path)
        assert game.is_whole is is_whole


def test_a_tag_that_every_program_reads_alike_stays(tmp_path):
    path = tmp_path / "game.pgn"
    fen = "4k3/8/8/8/8/8/8/4K2R w K - 7 9"
    path.write_text(f'[SetUp "1"]\n[FEN "{fen}"]\n\n*\n')
    (raw,) = cut_text(path.read_text(), path.name)
    assert read_game(raw).headers["FEN"] == fen
    path.write_text(f'[SetUp "1"]\n[FEN "{C1}"]\n\n*\n')
    (raw,) = cut_text(path.read_text(), path.name)
    assert read_game(raw).headers["FEN"] == C1.replace(" K ", " - ")
    assert chess.Board(C1).castling_xfen() == "-"


@pytest.mark.parametrize("tag", ['[FEN ""]', '[FEN "?"]\n[SetUp "1"]', '[FEN " - "]', '[SetUp "0"]\n[FEN "8/8 w"]'])
def test_a_tag_that_says_nothing_leaves_the_start_of_chess(tag, tmp_path):
    path = tmp_path / "game.pgn"
    path.write_text(f'[Event "?"]\n{tag}\n\n1. e4 e5 *\n')
    (raw,) = cut_text(path.read_text(), path.name)
    read = read_game(raw)
    (game,) = read_games(path)
    assert (read.faults, game.faults, game.moves) == ((), (), ["e2e4", "e7e5"])
    assert read.game.board().fen() == chess.STARTING_FEN
    assert "FEN" not in read.headers
