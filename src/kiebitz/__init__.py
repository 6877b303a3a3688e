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
    from kiebitz.analysis.games import PgnGame, read_games
    from kiebitz.analysis.selection import GameSelection
    from kiebitz.bulk.batch import Batch
    from kiebitz.bulk.evaluate import evaluate_batch
    from kiebitz.bulk.games import analyse_games
    from kiebitz.bulk.search import search_batch
    from kiebitz.chess_engine.simple_engine import SimpleEngine, popen_uci
    from kiebitz.engine import Engine, Evaluation, FenError, FenWarning, MoveError, OptionError
    from kiebitz.engine.async_engine import AsyncEngine
    from kiebitz.engine.async_pool import AsyncPool, PoolFullError
    from kiebitz.engine.limit import Limit
    from kiebitz.engine.line import Info, Line
    from kiebitz.engine.mate_solver import MateCooks, MateSolution, MateSolver
    from kiebitz.engine.score import Score
    from kiebitz.explanation.explanation import Explanation, explain
    from kiebitz.notebook.watch import watch

__version__ = "0.1.0"

# Where each public name lives. They are imported when first asked for, so that ``import kiebitz`` costs almost nothing.
HOMES = {
    "AnalysedGame": "analysis.analysed_game",
    "AsyncEngine": "engine.async_engine",
    "AsyncPool": "engine.async_pool",
    "Batch": "bulk.batch",
    "Engine": "engine",
    "Evaluation": "engine",
    "Explanation": "explanation.explanation",
    "FenError": "engine",
    "FenWarning": "engine",
    "GameSelection": "analysis.selection",
    "Info": "engine.line",
    "Limit": "engine.limit",
    "Line": "engine.line",
    "MateCooks": "engine.mate_solver",
    "MateSolution": "engine.mate_solver",
    "MateSolver": "engine.mate_solver",
    "MoveError": "engine",
    "OptionError": "engine",
    "PgnGame": "analysis.games",
    "PoolFullError": "engine.async_pool",
    "Score": "engine.score",
    "SimpleEngine": "chess_engine.simple_engine",
    "analyse_game": "analysis.analysed_game",
    "analyse_games": "bulk.games",
    "evaluate_batch": "bulk.evaluate",
    "explain": "explanation.explanation",
    "popen_uci": "chess_engine.simple_engine",
    "read_games": "analysis.games",
    "search_batch": "bulk.search",
    "watch": "notebook.watch",
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
