"""The façade: the only door to the compiled core for the rooms above it.

``engine`` holds the engines of both games, ``options`` the options for type checkers; beside them stand what goes into
a search (``positions``, ``limit``, ``eras``, ``strength``, ``opening_book``, ``tablebase``), what comes out of it
(``stream``, ``line``, ``score``, ``wdl``, ``trace``), and the look into its table (``table_view``, ``table_file``).
What other rooms need of the core is handed out here, and imported when it is first asked for.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from kiebitz.core import CORE_CHOICE as CORE_CHOICE
    from kiebitz.core.chess.fen import START_FEN as START_FEN
    from kiebitz.core.chess.fen import FenError as FenError
    from kiebitz.core.chess.fen import FenFault as FenFault
    from kiebitz.core.chess.fen import FenWarning as FenWarning
    from kiebitz.core.chess.move import NULL_MOVE_TEXT as NULL_MOVE_TEXT
    from kiebitz.core.chess.move import uci_text as uci_text
    from kiebitz.core.chess.notation import MoveError as MoveError
    from kiebitz.core.chess.notation import legal_moves as legal_moves
    from kiebitz.core.chess.notation import push as push
    from kiebitz.core.chess.notation import push_null as push_null
    from kiebitz.core.chess.position import FIFTY_MOVES as FIFTY_MOVES
    from kiebitz.core.chess.position import Position as Position
    from kiebitz.core.evaluation.breakdown import Evaluation as Evaluation
    from kiebitz.core.evaluation.breakdown import NetworkView as NetworkView
    from kiebitz.core.evaluation.game_phase import FULL_PHASE as FULL_PHASE
    from kiebitz.core.evaluation.game_phase import FULL_SCALE as FULL_SCALE
    from kiebitz.core.evaluation.network.file import Network as Network
    from kiebitz.core.evaluation.network.file import packaged_network as packaged_network
    from kiebitz.core.evaluation.network.layers import NetworkError as NetworkError
    from kiebitz.core.pgn.comment import comment_notes as comment_notes
    from kiebitz.core.pgn.cutter import GameCutter as GameCutter
    from kiebitz.core.pgn.line_tree import MOST_DEPTH as MOST_DEPTH
    from kiebitz.core.pgn.movetext import ANNOTATION_SIGNS as ANNOTATION_SIGNS
    from kiebitz.core.pgn.movetext import FAULTS as FAULTS
    from kiebitz.core.pgn.movetext import MOVE_ORNAMENTS as MOVE_ORNAMENTS
    from kiebitz.core.pgn.movetext import NO_NOTE as NO_NOTE
    from kiebitz.core.pgn.movetext import MovetextReader as MovetextReader
    from kiebitz.core.pgn.position_columns import PositionColumns as PositionColumns
    from kiebitz.core.pgn.tags import plain_tags as plain_tags
    from kiebitz.core.shogi.declaration import may_declare as may_declare
    from kiebitz.core.shogi.position import ShogiPosition as ShogiPosition
    from kiebitz.core.shogi.sfen import START_SFEN as START_SFEN
    from kiebitz.core.table.design import POLICIES as POLICIES
    from kiebitz.core.table.design import TableDesign as TableDesign
    from kiebitz.engine.engine import Engine as Engine
    from kiebitz.engine.option_values import OptionError as OptionError
    from kiebitz.engine.options import EngineOptions as EngineOptions
    from kiebitz.engine.options import OptionValue as OptionValue
    from kiebitz.engine.options import options_by_name as options_by_name
    from kiebitz.engine.positions import BoardLike as BoardLike
    from kiebitz.engine.positions import MoveLike as MoveLike
    from kiebitz.engine.positions import board_of as board_of
    from kiebitz.engine.positions import dropped_from as dropped_from
    from kiebitz.engine.positions import fen_of as fen_of
    from kiebitz.engine.positions import make_move as make_move
    from kiebitz.engine.positions import position_from as position_from
    from kiebitz.engine.positions import position_of as position_of

# Where each name lives; it is imported when first asked for.
HOMES = {
    "CORE_CHOICE": "core",
    "FIFTY_MOVES": "core.chess.position",
    "FULL_PHASE": "core.evaluation.game_phase",
    "FULL_SCALE": "core.evaluation.game_phase",
    "NULL_MOVE_TEXT": "core.chess.move",
    "START_FEN": "core.chess.fen",
    "START_SFEN": "core.shogi.sfen",
    "ANNOTATION_SIGNS": "core.pgn.movetext",
    "BoardLike": "engine.positions",
    "Engine": "engine.engine",
    "EngineOptions": "engine.options",
    "Evaluation": "core.evaluation.breakdown",
    "FenError": "core.chess.fen",
    "FenFault": "core.chess.fen",
    "FenWarning": "core.chess.fen",
    "MoveError": "core.chess.notation",
    "MoveLike": "engine.positions",
    "GameCutter": "core.pgn.cutter",
    "comment_notes": "core.pgn.comment",
    "may_declare": "core.shogi.declaration",
    "FAULTS": "core.pgn.movetext",
    "MOST_DEPTH": "core.pgn.line_tree",
    "MOVE_ORNAMENTS": "core.pgn.movetext",
    "NO_NOTE": "core.pgn.movetext",
    "MovetextReader": "core.pgn.movetext",
    "Network": "core.evaluation.network.file",
    "NetworkError": "core.evaluation.network.layers",
    "NetworkView": "core.evaluation.breakdown",
    "OptionError": "engine.option_values",
    "OptionValue": "engine.options",
    "POLICIES": "core.table.design",
    "Position": "core.chess.position",
    "PositionColumns": "core.pgn.position_columns",
    "ShogiPosition": "core.shogi.position",
    "TableDesign": "core.table.design",
    "board_of": "engine.positions",
    "dropped_from": "engine.positions",
    "fen_of": "engine.positions",
    "legal_moves": "core.chess.notation",
    "make_move": "engine.positions",
    "options_by_name": "engine.options",
    "packaged_network": "core.evaluation.network.file",
    "plain_tags": "core.pgn.tags",
    "position_from": "engine.positions",
    "position_of": "engine.positions",
    "push": "core.chess.notation",
    "push_null": "core.chess.notation",
    "uci_text": "core.chess.move",
}
__all__ = list(HOMES)


def __getattr__(name: str) -> Any:
    if name not in HOMES:
        raise AttributeError(f"module 'kiebitz.engine' has no attribute '{name}'")
    value = globals()[name] = getattr(import_module(f"kiebitz.{HOMES[name]}"), name)  # The next time it is there.
    return value


def __dir__() -> list[str]:
    return list(HOMES)
