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
    from kiebitz.analysis.analysed_game import AnalysedGame as AnalysedGame
    from kiebitz.analysis.analysed_game import analyse_game as analyse_game
    from kiebitz.analysis.explanation.explanation import Explanation as Explanation
    from kiebitz.analysis.explanation.explanation import explain as explain
    from kiebitz.analysis.farm.games import analyse_games as analyse_games
    from kiebitz.analysis.reading.games import PgnGame as PgnGame
    from kiebitz.analysis.reading.games import read_games as read_games
    from kiebitz.analysis.reading.selection import GameSelection as GameSelection
    from kiebitz.engine import Engine as Engine
    from kiebitz.engine import Evaluation as Evaluation
    from kiebitz.engine import FenError as FenError
    from kiebitz.engine import FenWarning as FenWarning
    from kiebitz.engine import MoveError as MoveError
    from kiebitz.engine import OptionError as OptionError
    from kiebitz.engine.async_engine import AsyncEngine as AsyncEngine
    from kiebitz.engine.async_pool import AsyncPool as AsyncPool
    from kiebitz.engine.board import AmbiguousMoveError as AmbiguousMoveError
    from kiebitz.engine.board import Board as Board
    from kiebitz.engine.board import IllegalMoveError as IllegalMoveError
    from kiebitz.engine.board import InvalidMoveError as InvalidMoveError
    from kiebitz.engine.board import Move as Move
    from kiebitz.engine.board import Piece as Piece
    from kiebitz.engine.columns.batch import Batch as Batch
    from kiebitz.engine.columns.evaluate import evaluate_batch as evaluate_batch
    from kiebitz.engine.columns.facts import Facts as Facts
    from kiebitz.engine.columns.facts import facts as facts
    from kiebitz.engine.columns.features import Features as Features
    from kiebitz.engine.columns.features import features_batch as features_batch
    from kiebitz.engine.columns.moves import is_legal_batch as is_legal_batch
    from kiebitz.engine.columns.moves import move_batch as move_batch
    from kiebitz.engine.columns.search import search_batch as search_batch
    from kiebitz.engine.engine import ShogiEngine as ShogiEngine
    from kiebitz.engine.engine import ShogiEvaluation as ShogiEvaluation
    from kiebitz.engine.evaluator import Evaluator as Evaluator
    from kiebitz.engine.limit import Limit as Limit
    from kiebitz.engine.line import Info as Info
    from kiebitz.engine.line import Line as Line
    from kiebitz.engine.mate_solver import MateCooks as MateCooks
    from kiebitz.engine.mate_solver import MateSolution as MateSolution
    from kiebitz.engine.mate_solver import MateSolver as MateSolver
    from kiebitz.engine.notebook.watch import watch as watch
    from kiebitz.engine.pool import Pool as Pool
    from kiebitz.engine.pool import PoolFullError as PoolFullError
    from kiebitz.engine.score import Score as Score
    from kiebitz.kifu.reading import read_kifu as read_kifu
    from kiebitz.kifu.record import Kifu as Kifu
    from kiebitz.kifu.record import KifuError as KifuError
    from kiebitz.kifu.writing import kifu_text as kifu_text
    from kiebitz.kifu.writing import write_kifu as write_kifu
    from kiebitz.programs.uci_engine import ProgramError as ProgramError
    from kiebitz.programs.uci_engine import ProgramFailure as ProgramFailure
    from kiebitz.programs.uci_engine import UciEngine as UciEngine
    from kiebitz.protocols.chess_engine.simple_engine import SimpleEngine as SimpleEngine
    from kiebitz.protocols.chess_engine.simple_engine import popen_uci as popen_uci

__version__ = "0.2.0"

# Every public name, and where it lives. They are imported when first asked for, so that ``import kiebitz`` costs almost
# nothing; what stands above for type checkers is compared by a test.
HOMES = {
    "AmbiguousMoveError": "engine.board",
    "AnalysedGame": "analysis.analysed_game",
    "AsyncEngine": "engine.async_engine",
    "AsyncPool": "engine.async_pool",
    "Batch": "engine.columns.batch",
    "Board": "engine.board",
    "Engine": "engine",
    "Evaluation": "engine",
    "Evaluator": "engine.evaluator",
    "Explanation": "analysis.explanation.explanation",
    "Facts": "engine.columns.facts",
    "Features": "engine.columns.features",
    "FenError": "engine",
    "FenWarning": "engine",
    "GameSelection": "analysis.reading.selection",
    "IllegalMoveError": "engine.board",
    "Info": "engine.line",
    "InvalidMoveError": "engine.board",
    "Kifu": "kifu.record",
    "KifuError": "kifu.record",
    "Limit": "engine.limit",
    "Line": "engine.line",
    "MateCooks": "engine.mate_solver",
    "MateSolution": "engine.mate_solver",
    "MateSolver": "engine.mate_solver",
    "Move": "engine.board",
    "MoveError": "engine",
    "OptionError": "engine",
    "PgnGame": "analysis.reading.games",
    "Piece": "engine.board",
    "Pool": "engine.pool",
    "PoolFullError": "engine.pool",
    "ProgramError": "programs.uci_engine",
    "ProgramFailure": "programs.uci_engine",
    "Score": "engine.score",
    "ShogiEngine": "engine.engine",
    "ShogiEvaluation": "engine.engine",
    "SimpleEngine": "protocols.chess_engine.simple_engine",
    "UciEngine": "programs.uci_engine",
    "analyse_game": "analysis.analysed_game",
    "analyse_games": "analysis.farm.games",
    "evaluate_batch": "engine.columns.evaluate",
    "explain": "analysis.explanation.explanation",
    "facts": "engine.columns.facts",
    "features_batch": "engine.columns.features",
    "is_legal_batch": "engine.columns.moves",
    "kifu_text": "kifu.writing",
    "move_batch": "engine.columns.moves",
    "popen_uci": "protocols.chess_engine.simple_engine",
    "read_games": "analysis.reading.games",
    "read_kifu": "kifu.reading",
    "search_batch": "engine.columns.search",
    "watch": "engine.notebook.watch",
    "write_kifu": "kifu.writing",
}
__all__ = list(HOMES)


def __getattr__(name: str) -> Any:
    if name not in HOMES:
        raise AttributeError(f"module 'kiebitz' has no attribute '{name}'")
    value = globals()[name] = getattr(import_module(f"kiebitz.{HOMES[name]}"), name)  # The next time it is there.
    return value


def __dir__() -> list[str]:
    return [*__all__, "__version__"]
