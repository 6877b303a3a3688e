"""The engine for lichess-bot, in a stand-in for it written after its documentation; the real one isn't on PyPI."""

import contextlib
import importlib.util
import re
import sys
from types import ModuleType

import chess
import chess.engine
import pytest

import kiebitz
from sources import ROOT

FOLDER = ROOT / "examples" / "lichess-bot"
CLOCKS = chess.engine.Limit(white_clock=2.0, black_clock=2.0, white_inc=0.0, black_inc=0.0)
NO_BOOK_MOVE = chess.engine.PlayResult(None, None)


class FillerEngine:
    """What lichess-bot calls in place of an engine; all of it is told to the homemade one."""

    def __init__(self, main_engine):
        self.main_engine = main_engine

    def __getattr__(self, method_name):
        return lambda *arguments, **named: self.main_engine.notify(method_name, *arguments, **named)


class MinimalEngine:
    """The base of homemade engines, with what lichess-bot does to them from a game's beginning to its end."""

    def __init__(self, commands, options, stderr, draw_or_resign, game=None, name=None, **popen_args):
        self.go_commands = options.pop("go_commands", {})
        self.engine = FillerEngine(self)

    def __enter__(self):
        self.engine.__enter__()
        return self

    def __exit__(self, *exception):
        if exception[0] is None:
            self.engine.ping()
            self.engine.quit()
        self.engine.__exit__(*exception)

    def search(self, board, time_limit, ponder, draw_offered, root_moves):
        raise NotImplementedError

    def notify(self, method_name, *arguments, **named):
        pass


@pytest.fixture
def homemade(monkeypatch):
    library, wrapper = ModuleType("lib"), ModuleType("lib.engine_wrapper")
    wrapper.MinimalEngine = MinimalEngine
    monkeypatch.setitem(sys.modules, "lib", library)
    monkeypatch.setitem(sys.modules, "lib.engine_wrapper", wrapper)
    spec = importlib.util.spec_from_file_location("homemade", FOLDER / "homemade.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def begun(homemade, **options):
    return homemade.Kiebitz(["./Kiebitz"], {"hash_mb": 1, **options}, None, None, game=None, cwd="")


def test_a_game_by_the_clock(homemade):
    board = chess.Board()
    with begun(homemade, go_commands={"depth": 3}) as engine:
        for _ in range(6):
            result = engine.search(board, CLOCKS, False, False, NO_BOOK_MOVE)
            assert result.ponder is None
            assert result.info["score"].turn == board.turn
            assert result.info["pv"][0] == result.move
            assert result.info["nodes"] > 0
            board.push(result.move)
        assert board.is_valid()


@pytest.mark.parametrize("error", [None, RuntimeError("Lichess is away")])
def test_the_end_of_a_game_ends_the_engine(homemade, error):
    def play():
        with begun(homemade) as engine:
            searches.append(engine._kiebitz.stream(chess.Board(), kiebitz.Limit(infinite=True)))
            if error:
                raise error

    searches = []
    with contextlib.suppress(RuntimeError):
        play()
    assert not searches[0].is_running


@pytest.mark.check
def test_the_settings_name_the_class_and_options_that_there_are(homemade):
    text = (FOLDER / "config.yml").read_text()
    assert re.search(r'^  name: "(\w+)"$', text, re.MULTILINE)[1] in vars(homemade)
    options = re.search(r"^  homemade_options:\n((?:    .*\n)+)", text, re.MULTILINE)[1]
    made = {name: int(value) for name, value in re.findall(r"^    (\w+): (\d+)$", options, re.MULTILINE)}
    with begun(homemade, **made):
        pass
    assert made.keys() == {"threads", "hash_mb"}
