"""``kiebitz.analyse_game`` as Python programs call it."""

import gzip
import io
import json
import signal
import subprocess
import sys
from pathlib import Path

import chess.engine
import chess.pgn
import pytest

import kiebitz
from commands import ENVIRONMENT, PATIENCE_S, run_here
from kiebitz.analysis.judging.annotate import DEFAULT_NODES
from kiebitz.analysis.judging.judgement import Judgement
from kiebitz.analysis.reading.archive import ArchiveError

FOOLS_MATE = '[White "A \\"b\\" c"]\n[Black "B"]\n[Result "0-1"]\n\n1. f3 e5 2. g4 { why? } (2. e4 Nf6) 2... Qh4# 0-1\n'
LIMIT = kiebitz.Limit(nodes=5000)


@pytest.fixture(scope="module")
def engine():
    with kiebitz.Engine() as engine:
        yield engine


def test_a_text_comes_back_annotated(engine):
    seen = []
    analysed = kiebitz.analyse_game(
        FOOLS_MATE, LIMIT, engine=engine, on_position=lambda done, of: seen.append((done, of))
    )
    assert seen[-1] == (7, 7)  # the blunder is looked at again
    assert [move.judgement for move in analysed.analysis.moves][2] is Judgement.BLUNDER
    assert (analysed.analysis.white.blunders, analysed.analysis.black.blunders) == (1, 0)
    assert analysed.is_whole
    assert analysed.faults == ()
    said = "4 moves; 0 and 0 inaccuracies, 0 and 0 mistakes, 1 and 0 blunders"
    assert repr(analysed) == f"AnalysedGame('A \"b\" c - B', {said})"
    blunder = analysed.game.variations[0].variations[0].variations[0]
    assert blunder.nags == {4}
    assert "[%eval #-1] (Kiebitz: 2...Qh4# is mate.)" in blunder.comment
    assert blunder.comment.endswith(") why?")
    again = chess.pgn.read_game(io.StringIO(analysed.pgn))
    assert str(again) == str(analysed.game)


def test_the_record_is_that_of_the_command(engine, tmp_path):
    path = tmp_path / "game.pgn"
    path.write_text(FOOLS_MATE)
    done = run_here("analyse", path, "--nodes", 5000, "--multipv", 2, "--json", cwd=tmp_path)
    record = json.loads(done.out)
    ours = kiebitz.analyse_game(FOOLS_MATE, LIMIT, multipv=2, engine=engine).record
    assert json.loads(json.dumps(ours)) == ours
    for timed in (record, ours):
        del timed["time_ms"]
    assert {key: value for key, value in record.items() if key not in ("file", "game", "line")} == ours
    assert (ours["white"]["name"], ours["white"]["blunders"]) == ('A "b" c', 1)
    assert {"accuracy", "acpl"} <= set(ours["white"])


def test_a_game_of_python_chess_stays_as_it_is(engine):
    game = chess.pgn.read_game(io.StringIO(FOOLS_MATE))
    before = str(game)
    analysed = kiebitz.analyse_game(game, chess.engine.Limit(nodes=5000), engine=engine)
    assert str(game) == before
    assert analysed.pgn == kiebitz.analyse_game(FOOLS_MATE, LIMIT, engine=engine).pgn
    assert analysed.game.headers["AnalysisLimit"] == "5000 nodes"


@pytest.mark.check
def test_an_engine_is_made_if_none_is_given():
    analysed = kiebitz.analyse_game("1. e4 *")
    assert analysed.game.headers["AnalysisLimit"] == f"{DEFAULT_NODES} nodes"
    assert analysed.analysis.white.moves == 1


@pytest.mark.check
def test_long_games_and_games_from_positions(engine):
    shuffle = ["Nf3", "Nf6", "Ng1", "Ng8"]
    long = " ".join(shuffle * 130)
    assert len(kiebitz.analyse_game(long, kiebitz.Limit(nodes=1), engine=engine).analysis.moves) == 520
    fen = "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w HFhf - 0 1"
    start = chess.Board(fen, chess960=True)
    game = chess.pgn.Game()
    game.setup(start)
    game.add_main_variation(chess.Move.from_uci("e2e4"))
    analysed = kiebitz.analyse_game(game, LIMIT, engine=engine)
    assert analysed.game.board() == start
    assert analysed.record["start"]["fen"] == start.fen()


@pytest.mark.check
def test_every_door_for_games_takes_a_path_text_bytes_and_files(engine, tmp_path):
    path = tmp_path / "my game.pgn"
    path.write_text(FOOLS_MATE)
    expected = kiebitz.analyse_game(FOOLS_MATE, LIMIT, engine=engine)
    packed = gzip.compress(FOOLS_MATE.encode())
    (game,) = kiebitz.read_games(path)
    with path.open() as text, path.open("rb") as data:
        sources = [
            path,
            str(path),
            FOOLS_MATE.encode(),
            io.StringIO(FOOLS_MATE),
            io.BytesIO(packed),
            packed,
            text,
            data,
        ]
        for source in [*sources, game]:
            analysed = kiebitz.analyse_game(source, LIMIT, engine=engine)
            assert (analysed.pgn, analysed.faults) == (expected.pgn, ())
        for source in [*sources[:3], packed, FOOLS_MATE]:
            assert [game.moves for game in kiebitz.read_games(source)] == [game.moves]
        for file in (text, data):
            assert not file.closed
            assert list(kiebitz.read_games(file)) == []  # read to its end by now
            file.seek(0)
            assert [game.moves for game in kiebitz.read_games(file)] == [game.moves]
    for line, plies in (("1. e4 e5 *", 2), ("1.e4", 1), ('[White "a"] *', 0), ("e4 e5", 2), ("*", 0)):
        assert [game.plies for game in kiebitz.read_games(line)] == [plies]
    for missing in ("none.pgn", "my other game.pgn", "none", Path("1. e4")):
        with pytest.raises(ArchiveError, match="doesn't exist"):
            list(kiebitz.read_games(missing))
    with pytest.raises(TypeError, match="3 names no games"):
        list(kiebitz.read_games(3))


def test_what_is_broken_is_analysed_as_far_as_it_goes(engine):
    text = "1. e4 e5 2. Ke4 d6 *"
    for game in (text, chess.pgn.read_game(io.StringIO(text))):
        analysed = kiebitz.analyse_game(game, LIMIT, engine=engine)
        assert not analysed.is_whole
        assert analysed.record["status"] == "in part"
        assert len(analysed.analysis.moves) == 2
    (fault,) = kiebitz.analyse_game(text, LIMIT, engine=engine).faults
    assert "2. Ke4 is illegal" in str(fault)


ATOMIC = chess.pgn.Game({"Variant": "Atomic"})


@pytest.mark.parametrize(
    ("game", "limit", "error", "words"),
    [
        ("", LIMIT, ValueError, "no game in the text"),
        ("1. e4 *\n\n1. d4 *", LIMIT, ValueError, "several games in the text; give one at a time"),
        ("no game", LIMIT, ValueError, "expected a tag or a move"),
        ('[FEN "8/8/8/8 w - -"]\n\n*', LIMIT, ValueError, "the position in its tag FEN can't be analysed"),
        (ATOMIC, LIMIT, ValueError, "atomic"),
        (None, LIMIT, TypeError, "None names no games; give a path"),
        ("1. e4 *", kiebitz.Limit(), ValueError, "no limit for a position"),
        ("1. e4 *", kiebitz.Limit(depth=3, infinite=True), ValueError, "no limit for a position"),
        ("1. e4 *", kiebitz.Limit(white_clock_ms=100), ValueError, "no limit for a position"),
        ("1. e4 *", 3, TypeError, "no limit"),
    ],
)
def test_mistakes_are_named(game, limit, error, words, engine):
    with pytest.raises(error, match=words):
        kiebitz.analyse_game(game, limit, engine=engine)


def test_an_engine_that_searches_is_left_alone(engine):
    with engine.stream("startpos", kiebitz.Limit(infinite=True)) as stream:
        with pytest.raises(RuntimeError, match="is searching"):
            kiebitz.analyse_game("1. e4 *", LIMIT, engine=engine)
        assert stream.is_running
    assert kiebitz.analyse_game("1. e4 *", LIMIT, engine=engine).analysis.white.moves == 1


INTERRUPTED = """
import threading
import kiebitz
engine = kiebitz.Engine()
analyse_game = kiebitz.analyse_game  # loaded before the time begins
threading.Timer(0.5, lambda: print("on", flush=True)).start()
try:
    analyse_game("1. e4 e5 *", kiebitz.Limit(depth=60), engine=engine)
except KeyboardInterrupt:
    print(len(analyse_game("1. e4 e5 *", kiebitz.Limit(nodes=1000), engine=engine).analysis.moves))
"""


@pytest.mark.check
@pytest.mark.skipif(sys.platform == "win32", reason="no such signals")
def test_ctrl_c_ends_the_analysis_and_leaves_the_engine_usable():
    process = subprocess.Popen([sys.executable, "-c", INTERRUPTED], env=ENVIRONMENT, stdout=subprocess.PIPE)
    assert process.stdout.readline() == b"on\n"
    process.send_signal(signal.SIGINT)
    out, _ = process.communicate(timeout=PATIENCE_S)
    assert (process.returncode, out) == (0, b"2\n")
