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
from kiebitz.analysis.reading.games import raw_games
from kiebitz.analysis.reading.positions import COLUMNS, DEFAULT_COLUMNS, planes
from kiebitz.analysis.reading.reader import read_game
from sources import DATA, ROOT

pytestmark = pytest.mark.check

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
    rows = read(SPOKEN_GAME).positions(("ply", "clock", "eval")).to_arrow().to_pydict()
    assert rows["clock"] == [180.0, 179.5, None, None, None, None]
    assert rows["cp"] == [None, 25, None, -40, None, None]
    assert rows["mate"] == [None, None, None, None, 1, None]
    silent = next(read(SPOKEN_GAME)).positions(("clock", "cp")).to_arrow().to_pydict()
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


# ------------------------------------------------------------------ what a game says in each of its rows

FAULTY = """[Event "a"]
[White "Ä"]
[WhiteElo "2500"]
[BlackElo "?"]
[Result "1-0"]

1. e4 e5 2. Ke4 Nc6 1-0

[Event "b"]
[FEN "8/8/8/8/8/8/8/8 w - - 0 1"]
[SetUp "1"]

1. e4 *

[Event "c"]
[Termination "Time forfeit"]

1. Nf3 Nf6 1/2-1/2
"""


def test_a_game_has_the_number_of_its_file_and_says_why_it_was_cut():
    told = []
    games = list(read(FAULTY))
    columns = ["game", "result", "elo", "Event", "White", "Termination", "Annotator", "fault", "file"]
    rows = kiebitz.read_games(FAULTY, on_fault=told.append).positions(columns).to_arrow()
    assert rows["game"].to_pylist() == [games[0].raw.number] * 3 + [games[2].raw.number] * 3
    first, last = rows.to_pylist()[0], rows.to_pylist()[-1]
    fault = "2. Ke4 is illegal; read up to there"
    assert first == {
        "game": 1, "result": "1-0", "WhiteElo": 2500, "BlackElo": None, "Event": "a", "White": "Ä", "Termination": None,
        "Annotator": None, "fault": fault, "file": "PGN",
    }  # fmt: skip
    assert (last["result"], last["Termination"], last["fault"]) == ("1/2-1/2", "Time forfeit", None)
    assert [str(each) for each in told] == [
        f"PGN, game 1, line 7: {fault}; 2 games were cut in all, see the column 'fault'"
    ]
    with pytest.warns(UserWarning, match="Ke4 is illegal"):
        kiebitz.read_games(FAULTY).positions(["fen"]).to_numpy()
    arrays = read(FAULTY).positions(columns).to_numpy()
    assert arrays["WhiteElo"].tolist()[:2] == [2500, 2500]
    assert (arrays["White"].tolist(), arrays["fault"].tolist()[3]) == (3 * ["Ä"] + 3 * [None], None)


@pytest.mark.parametrize("variations", [False, True])
def test_openings_are_those_of_the_last_named_position(variations):
    from kiebitz.engine import position_of
    from kiebitz.engine.opening_names import last_opening_name

    text = MATCH.read_text() + COMMENTED
    names = {
        number: str(last_opening_name(position_of(board) for board in game.boards))
        for number, game in enumerate(read(text), 1)
    }
    rows = read(text).positions(["game", "eco", "opening"], variations=variations).to_arrow().to_pylist()
    assert {row["game"]: f"{row['eco']} {row['opening']}" for row in rows} == names
    nameless = '[FEN "8/8/8/8/8/4k3/4p3/4K3 w - - 4 1"]\n[SetUp "1"]\n\n*'
    assert read(nameless).positions(["eco", "opening"]).to_arrow().to_pylist() == [{"eco": None, "opening": None}]


def test_what_was_read_is_not_read_again():
    games = read(MATCH)
    positions = games.positions(["game"])
    assert positions.to_arrow().num_rows == 525
    for again in (positions.to_numpy, positions.to_arrow, games.positions, lambda: polars.DataFrame(positions)):
        with pytest.raises((ValueError, polars.exceptions.ComputeError), match="read already"):
            again()
    one = next(read(MATCH)).positions(["ply"])
    assert one.to_arrow() == one.to_arrow()


def test_others_take_the_stream(tmp_path):
    import duckdb
    import pandas

    columns = ["game", "ply", "fen", "White", "clock", "board"]
    whole = read(MATCH).positions(columns).to_arrow().combine_chunks()
    assert pyarrow.table(read(MATCH).positions(columns)).combine_chunks() == whole
    assert polars.DataFrame(read(MATCH).positions(columns)).equals(polars.from_arrow(whole))
    assert pandas.DataFrame.from_arrow(read(MATCH).positions(columns)).equals(whole.to_pandas())
    positions = read(MATCH).positions(columns)  # noqa: F841 - DuckDB finds it by its name
    assert duckdb.sql("SELECT count(*), max(game) FROM positions").fetchall() == [(525, 6)]
    batch = kiebitz.evaluate_batch(read(MATCH).positions(["fen", "ply"]))
    assert batch["fen"] == whole["fen"].to_pylist()


def test_a_parquet_file_is_what_arrow_has(tmp_path):
    columns = [*COLUMNS, "elo", "Event", "Annotator"]
    table = read(FAULTY + COMMENTED).positions(columns).to_arrow()
    assert read(FAULTY + COMMENTED).positions(columns).write_parquet(tmp_path / "x.parquet") == table.num_rows
    assert pyarrow.parquet.read_table(tmp_path / "x.parquet").combine_chunks() == table.combine_chunks()
    assert polars.read_parquet(tmp_path / "x.parquet").equals(polars.from_arrow(table))


@pytest.mark.parametrize(
    ("columns", "words"),
    [
        (["fenn"], "there is no column 'fenn'; there are game, ply, line, fen"),
        ([], "no column is asked"),
        ("fen", "is one name"),
    ],
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


# ------------------------------------------------------------------ variations and comments

COMMENTED = """1. e4 {best} (1. d4 {or so} d5 (1... Nf6 2. c4 $1 ({said before} 2. Nf3)) 2. c4) {by test} 1... e5
(1... Qh4 {illegal} 2. a3) (1... c5 2. Nf3 Qxx 3. d4 (3. c3) 3... d6) 2. Nf3 {[%clk 0:01:00] quick} *
"""


def test_variations_are_lines_behind_their_game():
    rows = read(COMMENTED).positions(["ply", "move"], variations=True, comments=True, jobs=1).to_arrow().to_pylist()
    lines = {}
    for row in rows:
        lines.setdefault((row["line"], row["parent"]), []).append((row["ply"], row["move"], row["comment"]))
    assert lines == {
        (0, None): [
            (0, "e2e4", None), (1, "e7e5", "best by test"), (2, "g1f3", None), (3, None, "[%clk 0:01:00] quick")
        ],
        (1, 0): [(0, "d2d4", None), (1, "d7d5", "or so"), (2, "c2c4", None), (3, None, None)],
        (2, 1): [(1, "g8f6", None), (2, "c2c4", None), (3, None, None)],
        (3, 2): [(2, "g1f3", "said before"), (3, None, None)],
        (4, 0): [(1, None, None)],
        (5, 0): [(1, "c7c5", None), (2, "g1f3", None), (3, None, None)],
    }  # fmt: skip
    game = next(read(COMMENTED, variations=True))
    assert (game.comments, [line.moves for line in game.variations[:2]]) == (
        (),
        [["d2d4", "d7d5", "c2c4"], ["g8f6", "c2c4"]],
    )
    assert game.positions(["line"]).to_numpy()["line"].tolist() == [0] * 4
    arrays = game.positions(["line", "parent", "comment"], variations=True).to_numpy()
    assert arrays["line"].tolist() == [row["line"] for row in rows]
    assert np.isnan(arrays["parent"][:4]).all()
    assert read(COMMENTED, comments=True).positions(["clock"], comments=True).to_numpy()["clock"][2] == 60


def tree_of(node, plies=0, words=None):
    """The variations of a tree in the order in which they are written, as positions with moves and comments."""
    lines = []

    def walk(line, node, board):
        """Follow a line whose last node this is; then what branches from it."""
        while True:
            following = node.variations
            if not following:
                line.append((board.fen(), None, node.comment))
                return
            main, *others = following
            line.append((board.fen(), main.move.uci(), node.comment))
            later = []
            for other in others:
                branch = [(board.fen(), other.move.uci(), other.starting_comment)]
                after = board.copy()
                after.push(other.move)
                later.append((branch, other, after))
            board.push(main.move)
            node = main
            for branch, other, after in later:
                lines.append(branch)
                walk(branch, other, after)

    main = []
    walk(main, node, node.board())
    return [main, *lines]


def random_tree(numbers, node, plies, width):
    """Add moves, variations and comments to a tree."""
    for _ in range(plies):
        moves = list(node.board().legal_moves)
        if not moves:
            return
        for number, move in enumerate(numbers.sample(moves, min(len(moves), 1 + (numbers.random() < width)))):
            child = node.add_variation(move)
            if numbers.random() < 0.3:
                child.comment = numbers.choice(["one", "two (2)", "[%eval 0.3] three"])
            if number:
                if numbers.random() < 0.3:
                    child.starting_comment = "before"
                random_tree(numbers, child, numbers.randrange(6), width / 2)
        node = node.variations[0]


@pytest.mark.parametrize("seed", range(6))
def test_variations_of_random_trees(seed):
    import random

    numbers = random.Random(seed)
    game = chess.pgn.Game()
    board = start(numbers)
    while not board.is_valid():
        board = start(numbers)
    game.setup(board)
    random_tree(numbers, game, 60, 0.4)
    expected = tree_of(game)
    rows = read(str(game)).positions(["fen", "move"], variations=True, comments=True).to_arrow().to_pylist()
    found = [[] for _ in expected]
    for row in rows:
        shown = chess.Board(row["fen"], chess960=game.board().chess960).fen()
        found[row["line"]].append((shown, row["move"], row["comment"] or ""))
    assert found == expected


@pytest.mark.parametrize("path", ARCHIVES, ids=lambda path: path.name)
def test_variations_of_archives_are_lines_of_their_trees(path):
    for raw in raw_games([str(path)], kiebitz.GameSelection(), lambda fault: None):
        games = list(read(raw.text.encode(), variations=True))
        if len(games) != 1 or games[0].faults:
            continue
        game = read_game(raw).game
        expected = sorted([move for _, move, _ in line if move] for line in tree_of(game)[1:])
        assert sorted(line.moves for line in games[0].variations if line.moves) == [line for line in expected if line]
        games[0].positions(variations=True).to_numpy()


@pytest.mark.parametrize("seed", range(4))
def test_texts_of_anything_are_read_to_their_end(seed):
    import random

    numbers = random.Random(seed)
    words = [
        "(",
        ")",
        "(",
        ")",
        "1.",
        "e4",
        "e5",
        "Nf3",
        "Nc6",
        "--",
        "Bb5",
        "a6",
        "{x}",
        "O-O",
        "*",
        "1-0",
        "$1",
        "!",
        "0-0",
    ]
    for _ in range(300):
        text = " ".join(numbers.choice(words) for _ in range(numbers.randrange(120)))
        for game in read(f'[Event "x"]\n\n{text}\n', variations=True, texts=True, comments=True):
            if not game.is_whole and not game.plies:
                continue
            rows = game.positions(["fen", "move", "line", "parent", "comment"], variations=True).to_numpy()
            assert len(rows["fen"]) == game.plies + 1 + sum(line.plies + 1 for line in game.variations)


def test_deep_and_long_variations_and_those_of_nothing():
    deep = "1. e4 " + "(1. d4 " * 6_000 + ")" * 6_000 + " e5 *"
    game = next(read(deep, variations=True))
    assert game.moves == ["e2e4", "e7e5"]
    assert len(game.variations) == 1 + 4_999
    shuffle = "Nf3 Nf6 Ng1 Ng8 " * 400
    game = next(
        read(f"{shuffle} (1... Ng4 {shuffle.replace('Nf6', 'Nh6').replace('Ng8', 'Ng8')}) Nc3 *", variations=True)
    )
    assert game.plies == 1_601
    assert game.variations[0].ply == 1_599
    assert next(read("(1. d4) 1. e4 () (1. c4", variations=True)).variations[-1].moves == ["c2c4"]
    long = "1. e4 (1. Nf3 Nf6 " + "Ng1 Ng8 Nf3 Nf6 " * 700 + ") e5 *"
    game = next(read(long, variations=True))
    assert game.moves == ["e2e4", "e7e5"]
    assert game.variations[0].plies == 2_802


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


def test_the_command_writes_variations_and_comments(tmp_path):
    path, pgn = tmp_path / "x.parquet", tmp_path / "x.pgn"
    pgn.write_text(COMMENTED)
    done = run_here("positions", pgn, "-o", path, "--variations", "--comments", "-c", "move")
    assert done.status == 0
    frame = polars.read_parquet(path)
    assert frame.columns == ["move", "line", "parent", "comment"]
    assert frame["line"].to_list() == [0] * 4 + [1] * 4 + [2] * 3 + [3] * 2 + [4] + [5] * 3
    assert run_here("positions", pgn, "-o", path, "-c", "comment", "-c", "line").status == 0
    assert polars.read_parquet(path)["comment"][1] == "best by test"


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (
            ("a.kif", "-o", "x.parquet"),
            "a.kif is a record of shogi, and positions are written of chess",
        ),
        (("none.pgn", "-o", "x.parquet"), "none.pgn"),
        ((MATCH, "-o", "nowhere/x.parquet"), "there is no directory nowhere"),
        ((MATCH, "-o", "x.parquet", "-c", "colour"), "there is no column 'colour'"),
        ((MATCH, "-o", "x.csv"), "x.csv: positions are written as Parquet; name a file that ends with .parquet"),
        ((MATCH, "-o", "x.parquet.gz"), "x.parquet.gz would not be packed; name it x.parquet, and pack it yourself"),
    ],
)
def test_what_the_command_refuses(tmp_path, arguments, words):
    assert words in refused("positions", *arguments, cwd=tmp_path)
    assert list(tmp_path.iterdir()) == []
