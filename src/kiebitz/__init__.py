"""Kiebitz: a chess engine, an analyst and a laboratory of game-tree search.

>>> import kiebitz
>>> with kiebitz.Engine() as engine:
...     info = engine.analyse("6k1/5ppp/8/8/8/8/8/R6K w - - 0 1", kiebitz.Limit(depth=5))
>>> info.best_move, str(info.score)
('a1a8', '#1')
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from kiebitz.analysis.analysed_game import AnalysedGame, analyse_game
    from kiebitz.analysis.explanation.explanation import Explanation, explain
    from kiebitz.analysis.farm.games import analyse_games
    from kiebitz.analysis.reading.games import PgnGame, read_games
    from kiebitz.analysis.reading.selection import GameSelection
    from kiebitz.engine import Engine, Evaluation, FenError, FenWarning, MoveError, OptionError
    from kiebitz.engine.async_engine import AsyncEngine
    from kiebitz.engine.async_pool import AsyncPool, PoolFullError
    from kiebitz.engine.columns.batch import Batch
    from kiebitz.engine.columns.evaluate import evaluate_batch
    from kiebitz.engine.columns.search import search_batch
    from kiebitz.engine.limit import Limit
    from kiebitz.engine.line import Info, Line
    from kiebitz.engine.mate_solver import MateCooks, MateSolution, MateSolver
    from kiebitz.engine.notebook.watch import watch
    from kiebitz.engine.score import Score
    from kiebitz.protocols.chess_engine.simple_engine import SimpleEngine, popen_uci

__version__ = "0.1.0"

# Where each public name lives. They are imported when first asked for, so that ``import kiebitz`` costs almost nothing.
HOMES = {
    "AnalysedGame": "analysis.analysed_game",
    "AsyncEngine": "engine.async_engine",
    "AsyncPool": "engine.async_pool",
    "Batch": "engine.columns.batch",
    "Engine": "engine",
    "Evaluation": "engine",
    "Explanation": "analysis.explanation.explanation",
    "FenError": "engine",
    "FenWarning": "engine",
    "GameSelection": "analysis.reading.selection",
    "Info": "engine.line",
    "Limit": "engine.limit",
    "Line": "engine.line",
    "MateCooks": "engine.mate_solver",
    "MateSolution": "engine.mate_solver",
    "MateSolver": "engine.mate_solver",
    "MoveError": "engine",
    "OptionError": "engine",
    "PgnGame": "analysis.reading.games",
    "PoolFullError": "engine.async_pool",
    "Score": "engine.score",
    "SimpleEngine": "protocols.chess_engine.simple_engine",
    "analyse_game": "analysis.analysed_game",
    "analyse_games": "analysis.farm.games",
    "evaluate_batch": "engine.columns.evaluate",
    "explain": "analysis.explanation.explanation",
    "popen_uci": "protocols.chess_engine.simple_engine",
    "read_games": "analysis.reading.games",
    "search_batch": "engine.columns.search",
    "watch": "engine.notebook.watch",
}
__all__ = [
    "AnalysedGame",
    "AsyncEngine",
    "AsyncPool",
    "Batch",
    "Engine",
    "Evaluation",
    "Explanation",
    "FenError",
    "FenWarning",
    "GameSelection",
    "Info",
    "Limit",
    "Line",
    "MateCooks",
    "MateSolution",
    "MateSolver",
    "MoveError",
    "OptionError",
    "PgnGame",
    "PoolFullError",
    "Score",
    "SimpleEngine",
    "analyse_game",
    "analyse_games",
    "evaluate_batch",
    "explain",
    "popen_uci",
    "read_games",
    "search_batch",
    "watch",
]


def __getattr__(name: str) -> Any:
    if name not in HOMES:
        raise AttributeError(f"module 'kiebitz' has no attribute '{name}'")
    return getattr(import_module(f"kiebitz.{HOMES[name]}"), name)


def __dir__() -> list[str]:
    return [*__all__, "__version__"]
