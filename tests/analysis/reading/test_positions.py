"""Positions of games as columns, held against python-chess, which replays the games; and ``kiebitz positions``."""

import chess
import chess.pgn
import numpy as np
import polars
import pyarrow.parquet
import pytest

import kiebitz
from board_oracle import start
from commands import refused, run_here
from kiebitz.analysis.reading.positions import COLUMNS, DEFAULT_COLUMNS, planes
from sources import DATA, ROOT

MATCH = ROOT / "examples" / "kasparov-deep-blue-1997.pgn"
ARCHIVES = [MATCH, ROOT / "examples" / "carlsen-anand-2014-game-6.pgn", *sorted((DATA / "pgn").rglob("*.pgn"))]
SPOKEN_GAME = """[Event "?"]
[White "A"]

1. e4 {[%eval 0.25] [%clk 0:03:00]} e5 {[%clk 0:02:59.5]} 2. Qh5 {[%eval -0.4]} Ke7 {[%eval #1]} 3. Qxe5# 1-0
"""


def read(*sources, **options):
    return kiebitz.read_games(*sources, on_fault=lambda fault: None, **options)


def replayed(game):
    """The rows of a game, by python-chess."""
    board = chess.Board(game.fen or chess.STARTING_FEN, chess960=game.chess960)
    for ply, text in enumerate([*game.moves, None]):
        move = None if text is None else chess.Move.from_uci(text)
        yield {
            "ply": ply,
            "fen": board.shredder_fen() if game.chess960 else board.fen(),
            "board": [
                int(board.pieces_mask(kind, colour)) for colour in (True, False) for kind in range(chess.PAWN, 7)
            ],
            "move": text,
            "san": None if move is None else board.san(move),
        }
        if move is not None:
            board.push(move)


@pytest.mark.parametrize("path", ARCHIVES, ids=lambda path: path.name)
def test_rows_are_what_python_chess_replays(path):
    games = [game for game in read(path) if game.is_whole or game.packed_moves]
    names = ("game", "ply", "fen", "board", "move", "san")
    rows = read(path).positions(names).to_arrow().to_pylist()
    expected = [{"game": number, **row} for number, game in enumerate(games, 1) for row in replayed(game)]
    assert rows == expected


def random_pgn(numbers, games):
    """Random games: from where games start, of Chess960, and from set-up positions."""
    texts = []
    for _ in range(games):
        board = start(numbers)
        while not board.is_valid():
            board = start(numbers)
        game = chess.pgn.Game()
        game.setup(board)
        node = game
        for _ in range(numbers.choice((0, 10, 90))):
            moves = list(node.board().legal_moves)
            if moves:
                node = node.add_variation(numbers.choice(moves))
        texts.append(str(game))
    return "\n\n".join(texts) + "\n"


@pytest.mark.parametrize("seed", range(2))
def test_rows_of_random_games(seed):
    import random

    text = random_pgn(random.Random(seed), 15)
    games = list(read(text))
    rows = read(text).positions(("ply", "fen", "board", "move", "san")).to_arrow().to_pylist()
    assert rows == [row for game in games for row in replayed(game)]


def test_a_game_has_boards_and_positions():
    game = next(read(MATCH))
    boards = list(game.boards)
    frame = game.positions(("fen", "board", "key")).to_polars()
    assert frame["fen"].to_list() == [board.fen() for board in boards]
    assert frame["key"].to_list() == [board.zobrist_key() for board in boards]
    assert [list(row) for row in frame["board"]] == [list(board.bitboards()) for board in boards]
    assert len(boards[-1].move_stack) == game.plies
    assert set(game.positions().to_numpy()) == set(DEFAULT_COLUMNS)


def test_what_comments_say():
    rows = read(SPOKEN_GAME, comments=True).positions(("ply", "clock", "eval")).to_arrow().to_pydict()
    assert rows["clock"] == [180.0, 179.5, None, None, None, None]
    assert rows["cp"] == [None, 25, None, -40, None, None]
    assert rows["mate"] == [None, None, None, None, 1, None]
    silent = read(SPOKEN_GAME).positions(("clock", "cp")).to_arrow().to_pydict()
    assert silent == {"clock": 6 * [None], "cp": 6 * [None]}


def test_as_numpy():
    arrays = read(SPOKEN_GAME, comments=True).positions(COLUMNS).to_numpy()
    assert arrays["board"].shape == (6, 12)
    assert arrays["board"].dtype == np.uint64
    assert np.isnan(arrays["cp"][0])
    assert list(arrays["san"]) == ["e4", "e5", "Qh5", "Ke7", "Qxe5#", None]
    board = chess.Board(arrays["fen"][3])
    shown = planes(arrays["board"])[3]
    men = {(man.piece_type - 1 + 6 * (not man.color), square) for square, man in board.piece_map().items()}
    assert set(zip(*map(list, np.nonzero(shown)), strict=True)) == men
    assert all(len(column) == 0 for column in read("").positions(COLUMNS).to_numpy().values())


@pytest.mark.parametrize("jobs", [1, 3])
def test_threads_change_nothing_and_neither_do_portions(jobs, monkeypatch):
    whole = read(MATCH).positions(COLUMNS).to_arrow()
    monkeypatch.setattr("kiebitz.analysis.reading.positions.ROWS_AT_ONCE", 50)
    parts = read(MATCH).positions(COLUMNS, jobs=jobs)
    assert parts.to_arrow().combine_chunks() == whole.combine_chunks()
    assert len(list(read(MATCH).positions(jobs=jobs))) > 1


def test_a_game_without_a_start_has_no_rows():
    broken = '[FEN "8/8/8/8/8/8/8/8 w - - 0 1"]\n[SetUp "1"]\n\n1. e4 *\n\n' + SPOKEN_GAME
    assert read(broken).positions(["game"]).to_arrow().to_pydict() == {"game": 6 * [1]}


@pytest.mark.parametrize(
    ("columns", "words"),
    [(["fenn"], "there is no column 'fenn'; there are game, ply, fen"), ([], "no column is asked")],
)
def test_columns_that_there_are_not(columns, words):
    with pytest.raises(ValueError, match=words):
        read(MATCH).positions(columns)


def test_what_has_no_moves_has_no_positions():
    with pytest.raises(ValueError, match="without moves=False"):
        read(MATCH, moves=False).positions()
    with pytest.raises(ValueError, match="jobs is 0"):
        read(MATCH).positions(jobs=0)


def test_moves_that_nobody_could_play_are_refused():
    from dataclasses import replace

    game = next(read(MATCH))
    for codes in (b"\xff\xff", game.packed_moves[2:]):
        with pytest.raises(ValueError, match="game 1 can't be played"):
            replace(game, packed_moves=codes).positions().to_numpy()


# ------------------------------------------------------------------ the command


def test_the_command_writes_parquet(tmp_path):
    path = tmp_path / "x.parquet"
    done = run_here("positions", MATCH, "-o", path)
    assert done.status == 0
    frame = polars.read_parquet(path)
    assert frame.columns == list(DEFAULT_COLUMNS)
    assert done.out.startswith(f"{len(frame)} positions: ")
    assert frame.equals(read(MATCH).positions().to_polars())
    done = run_here("positions", MATCH, "-o", path, "-c", "board", "-c", "eval", "--jobs", "2", "--first", "1")
    assert done.status == 0
    assert pyarrow.parquet.read_schema(path).names == ["board", "cp", "mate"]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("none.pgn", "-o", "x.parquet"), "none.pgn"),
        ((MATCH, "-o", "nowhere/x.parquet"), "there is no directory nowhere"),
        ((MATCH, "-o", "x.parquet", "-c", "colour"), "there is no column 'colour'"),
    ],
)
def test_what_the_command_refuses(tmp_path, arguments, words):
    assert words in refused("positions", *arguments, cwd=tmp_path)
    assert list(tmp_path.iterdir()) == []
