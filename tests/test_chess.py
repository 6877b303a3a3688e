"""``kiebitz.chess``: python-chess's names, and our boards in programs that nobody changes."""

import json
import pickle
import subprocess
import sys
from types import ModuleType

import chess
import chess.pgn
import chess.polyglot
import chess.syzygy
import chess.variant
import pytest

import kiebitz
import kiebitz.chess as ours
from commands import ENVIRONMENT

GAME = '[FEN "6k1/5ppp/8/8/8/8/8/R3K2R w KQ - 0 1"]\n\n1. O-O Kf8 (1... h6 2. Ra8+) 2. Rfe1 *'
PROGRAM = """
import io, json, sys
{imports}
import beside
game = chess.pgn.read_game(io.StringIO(sys.argv[1]))
board = game.end().board()
print(json.dumps([type(board).__module__, board.fen(), str(game.mainline_moves()), __name__, sys.argv[2:]]))
"""
IMPORTS = ("import chess.pgn", "import chess.variant, chess.pgn", "import chess\nimport chess.engine, chess.pgn")


@pytest.fixture
def installed():
    ours.install()
    yield
    ours.uninstall()


def run(*arguments):
    outcome = subprocess.run(
        [sys.executable, "-m", "kiebitz.chess", *arguments],
        env=ENVIRONMENT,
        capture_output=True,
        text=True,
        check=False,
    )
    return outcome.stdout or outcome.stderr


def test_it_has_every_name_of_python_chess():
    names = {name for name, value in vars(chess).items() if name[0] != "_" and not isinstance(value, ModuleType)}
    assert names <= set(dir(ours))
    assert set(ours.__all__) <= set(dir(ours))
    assert ours.pgn is chess.pgn
    assert ours.SQUARES is chess.SQUARES
    assert ours.Move is chess.Move


def test_its_board_is_ours_and_python_chess_s():
    assert issubclass(ours.Board, kiebitz.Board)
    board = ours.Board()
    assert isinstance(board, chess.Board)
    assert isinstance(board.parse_san("e4"), chess.Move)
    assert isinstance(board.piece_at(chess.E2), chess.Piece)
    assert isinstance(board.legal_moves, chess.LegalMoveGenerator)


@pytest.mark.parametrize(
    "ask",
    [
        lambda board: board.parse_san("0-0 e.p."),
        lambda board: board.parse_san("Ke3"),
        lambda board: board.parse_san("♘f3"),
        lambda board: board.push_san("e9"),
        lambda board: board.parse_uci("e2e9"),
        lambda board: board.parse_uci("e2e5"),
        lambda board: board.parse_uci("N@f3"),
        lambda board: board.find_move(chess.B6, chess.B6),
        lambda board: board.variation_san([chess.Move.from_uci("e2e5")]),
        lambda board: type(board)("8/8/8 w"),
        lambda board: board.set_fen("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR x KQkq - 0 1"),
    ],
)
def test_it_refuses_in_python_chess_s_words(ask):
    told = []
    for board in (chess.Board(), ours.Board()):
        with pytest.raises(ValueError) as caught:  # noqa: PT011 - of both the same is asked.
            ask(board)
        told.append((type(caught.value), str(caught.value)))
    assert told[0] == told[1]


def test_texts_that_python_chess_reads_mean_the_same():
    for fen in (
        chess.STARTING_FEN,
        "r3k2r/pP1p4/8/8/3pP3/1n2N3/P2N4/R3K2R w KQkq - 0 1",
        "4k3/8/8/8/8/3n4/8/1n2K3 b - - 0 1",
    ):
        for text in (
            *("Nf3", "e4", "O-O", "O-O-O+", "0-0", "b8", "b8=Q", "bxa8R", "bxa8=n#", "a2-a4", "e1g1", "Nd2f3", "N2f3"),
            *("Nxf3", "Nef1", "Nd1", "ed5", "Nd2", "Nxd2+", "Nb1d2", "", "--", "a3xb3", "Rh1xh8", "Kd1", "K", "=Q"),
        ):
            told = []
            for board in (chess.Board(fen), ours.Board(fen)):
                try:
                    told.append(board.parse_san(text))
                except ValueError as error:
                    told.append((type(error), str(error)))
            assert told[0] == told[1], (fen, text)


# ------------------------------------------------------------------ in python-chess's place


def test_python_chess_makes_our_boards_once_they_are_installed(installed):
    game = chess.pgn.Game()
    assert type(game.board()) is ours.Board
    assert type(chess.Board.from_epd("8/8/8/8/8/8/8/8 w - -")[0]) is ours.Board
    assert type(chess.variant.find_variant("chess")()) is ours.Board
    game.headers["Variant"] = "Atomic"
    assert type(game.board()) is chess.variant.AtomicBoard
    ours.uninstall()
    assert type(chess.Board()).__module__ == "chess"
    assert type(chess.variant.find_variant("chess")()).__module__ == "chess"


@pytest.mark.parametrize("board", [kiebitz.Board, ours.Board])
def test_boards_of_python_chess_are_boards_still(board, monkeypatch):
    """By ``install``, or by one assignment."""
    before = chess.Board()
    monkeypatch.setattr(chess, "Board", board)
    for theirs in (before, chess.variant.AtomicBoard(), chess.variant.CrazyhouseBoard()):
        assert isinstance(theirs, chess.Board)
        assert issubclass(type(theirs), chess.Board)
        assert theirs == theirs.copy()
    assert chess.Board() == before
    assert not isinstance("board", chess.Board)
    assert not issubclass(str, chess.Board)
    crazyhouse = chess.variant.CrazyhouseBoard()
    for san in ("e4", "d5", "exd5", "Qxd5", "Nc3", "Qa5", "@d4"):
        crazyhouse.push_san(san)
    assert chess.polyglot.zobrist_hash(chess.Board()) == chess.polyglot.zobrist_hash(before)


def test_pickles_go_through_an_installation(installed):
    ours.uninstall()
    before = chess.Board()
    before.push_san("e4")
    ours.install()
    for board in (before, chess.Board(before.fen()), chess.variant.AtomicBoard()):
        again = pickle.loads(pickle.dumps(board))
        assert type(again) is type(board)
        assert again == board
        assert again.move_stack == board.move_stack


def test_a_class_that_changes_rules_is_python_chess_s(installed):
    class Racing(chess.Board):
        def is_variant_end(self):
            return bool(self.kings & chess.BB_RANK_8 & self.occupied_co[chess.WHITE])

    class Named(chess.Board):
        def __str__(self):
            return "named"

    board = Racing("8/4K3/8/8/8/8/8/7k w - - 0 1")
    board.push_san("Ke8")
    assert list(board.legal_moves) == []
    assert isinstance(board, chess.Board)
    assert not isinstance(board, kiebitz.Board)
    assert isinstance(Named(), kiebitz.Board)
    assert str(Named()) == "named"


def test_a_tablebase_probes_our_boards(installed):
    with chess.syzygy.open_tablebase("tests/data/syzygy") as tables:
        for fen in ("8/8/8/8/8/4k3/4P3/4K3 w - - 0 1", "4k3/8/8/8/8/8/8/R3K3 w - - 0 1"):
            board, theirs = chess.Board(fen), kiebitz.Board(fen).to_chess()
            assert tables.probe_dtz(board) == tables.probe_dtz(theirs)


# ------------------------------------------------------------------ programs


@pytest.mark.check
@pytest.mark.parametrize("imports", IMPORTS)
def test_a_program_runs_unchanged(tmp_path, imports):
    program = tmp_path / "program.py"
    program.write_text(PROGRAM.format(imports=imports))
    (tmp_path / "beside.py").write_text("")
    module, fen, moves, name, arguments = json.loads(run(program, GAME, "-m", "word"))
    assert module == "kiebitz.chess.board"
    assert fen == "5k2/5ppp/8/8/8/8/8/R3R1K1 b - - 3 2"
    assert (moves, name, arguments) == ("1. O-O Kf8 2. Rfe1", "__main__", ["-m", "word"])


@pytest.mark.check
def test_a_module_runs_and_what_is_none_is_refused(tmp_path, monkeypatch):
    program = tmp_path / "some_program.py"
    program.write_text(PROGRAM.format(imports=IMPORTS[0]))
    (tmp_path / "beside.py").write_text("")
    monkeypatch.chdir(tmp_path)
    assert json.loads(run("-m", "some_program", GAME))[0] == "kiebitz.chess.board"
    assert "there is no file nothing.py" in run("nothing.py")
    assert run().startswith("usage: python -m kiebitz.chess PROGRAM.py")


@pytest.mark.check
def test_a_notebook_loads_it():
    script = "get_ipython().run_line_magic('load_ext', 'kiebitz.chess'); import chess; print(chess.Board.__module__)"
    script += "; get_ipython().run_line_magic('unload_ext', 'kiebitz.chess'); print(chess.Board.__module__)"
    outcome = subprocess.run(
        [sys.executable, "-m", "IPython", "--no-banner", "-c", script],
        env=ENVIRONMENT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert outcome.stdout.split() == ["kiebitz.chess.board", "chess"], outcome.stderr


TYPED = """
import chess.engine
import kiebitz
import kiebitz.chess as kc

def last(board: chess.Board) -> chess.Move:
    return board.peek()

with kiebitz.SimpleEngine() as engine:
    engine.play(kiebitz.Board(), chess.engine.Limit(nodes=10))
print(kc.Board().planes(), kc.SQUARES, kc.Move.null(), last(kiebitz.Board()), last(kc.Board()))
piece: chess.Piece | None = kiebitz.Board().piece_at(chess.E1)
kiebitz.evaluate_batch(["startpos"])["centipawns"]
kiebitz.evaluate_batch(["startpos"])["centipawn"]
kiebitz.read_games("x").positions(["fen"])
kiebitz.read_games("x").positions(["fenn"])
"""


@pytest.mark.check
def test_type_checkers_take_our_boards_for_python_chess_s_and_find_wrong_columns(tmp_path):
    program = tmp_path / "typed.py"
    program.write_text(TYPED)
    outcome = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", "--no-error-summary", program],
        env=ENVIRONMENT,
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    lines = TYPED.splitlines()
    found = {lines[int(line.split(":")[1]) - 1] for line in outcome.stdout.splitlines() if ": error: " in line}
    assert found == {line for line in lines if 'centipawn"' in line or "fenn" in line}, outcome.stdout
