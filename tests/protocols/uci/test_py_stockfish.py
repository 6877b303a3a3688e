"""PyPI's ``stockfish``, which waits for the last line of each answer: whatever it asks, in any state, it gets one."""

import contextlib
import inspect
import sys

import pytest

from commands import ENVIRONMENT

stockfish = pytest.importorskip("stockfish", reason="no wrapper of PyPI (stockfish) to ask with")

pytestmark = [pytest.mark.check, pytest.mark.timeout(120)]
START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
STATES = {
    "the start": START,
    "a mate": "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1",
    "a stalemate": "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",
    "a refused position": "8/8/8/3k4/3K4/8/8/8 b - - 0 1",
    "no position": "word",
}
# What methods take that take something.
ARGUMENTS = {
    "benchmark": (stockfish.Stockfish.BenchmarkParameters(ttSize=2, limit=50, limitType="nodes"),),
    "get_best_move_time": (10,),
    "get_perft": (2,),
    "get_what_is_on_square": ("e2",),
    "is_fen_valid": (STATES["a refused position"],),
    "is_move_legal": ("e2e4",),
    "make_moves_from_current_position": (["e2e5"],),
    "make_moves_from_start": (["e2e4", "e7e5"],),
    "set_debug_view": (False,),
    "set_depth": (3,),
    "set_elo_rating": (1500,),
    "set_fen_position": (START,),
    "set_num_nodes": (100,),
    "set_skill_level": (5,),
    "set_turn_perspective": (False,),
    "update_engine_parameters": ({"Hash": 2},),
    "will_move_be_a_capture": ("e2e4",),
}
# What has been told to quit answers nothing, and one wraps the others.
LEFT_OUT = {"send_quit_command", "raw_stockfish_output"}


@pytest.fixture(scope="module")
def program(tmp_path_factory):
    path = tmp_path_factory.mktemp("bin") / "kiebitz-uci"
    path.write_text(f'#!/bin/sh\nPYTHONPATH="{ENVIRONMENT["PYTHONPATH"]}" exec "{sys.executable}" -m kiebitz uci\n')
    path.chmod(0o755)
    return str(path)


def methods():
    own = vars(stockfish.Stockfish).items()
    return [name for name, value in own if name[0] != "_" and name not in LEFT_OUT and inspect.isfunction(value)]


@pytest.mark.parametrize("state", STATES)
def test_every_method_of_the_wrapper_comes_back(program, state):
    told = {}
    engine = stockfish.Stockfish(path=program, depth=2, parameters={"Hash": 2})
    for name in methods():
        engine.set_fen_position(STATES[state], False)
        # What it can't do it says by one of these.
        with contextlib.suppress(stockfish.StockfishException, ValueError, RuntimeError):
            told[name] = getattr(engine, name)(*ARGUMENTS.get(name, ()))
    engine.send_quit_command()
    assert {"get_fen_position", "get_best_move", "get_board_visual", "get_engine_parameters"} <= told.keys()
    assert (told["get_best_move"] is None) == (state != "the start")
    assert not told["is_fen_valid"]
    if state == "the start":
        assert told.keys() >= {*methods()} - {
            "make_moves_from_current_position",
            "get_stockfish_sha_version",
            "get_parameters",
            "info",
        }
        assert told["is_move_legal"]
        assert told["get_perft"][0] == 400
