"""The searches behind ``kiebitz lab why``: ours, recorded, and those of who judges."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from typing import Any

from kiebitz.classroom.why.hidden import Answer, why
from kiebitz.engine import Engine, Position, options_by_name
from kiebitz.engine.engine import ShogiEngine
from kiebitz.engine.limit import Limit
from kiebitz.engine.positions import AnyPosition, text_of
from kiebitz.engine.trace import Exemption, Trace
from kiebitz.games import game_of
from kiebitz.games.game import Game
from kiebitz.programs.uci_engine import UciEngine

ROWS_A_NODE = 3
"""Searches of a node for each node that is counted: again with a wider window, without a move, in quiescence."""
LONGER = 2
"""Times as many nodes as the search has Kiebitz takes to judge a position on the way."""
MATE_VALUE = 30_000


@dataclass(frozen=True, slots=True)
class Inquiry:
    """An answer, and what is needed to tell it."""

    answer: Answer
    game: Game[Any]
    start: str
    """The position, as FEN or SFEN."""
    nodes: int
    """Of each search."""
    parameters: Mapping[str, int]
    """The numbers of the search."""


def asked(position: AnyPosition, move: str, *, nodes: int, judge: str | None, options: Mapping[str, Any]) -> Inquiry:
    """Ask why a search of ``nodes`` nodes doesn't prefer a move, as people write it.

    ``judge``: another engine's command. Raises ValueError for what is no move or no legal one, OptionError,
    ProgramError, ProgramFailure and MemoryError.
    """
    is_chess = isinstance(position, Position)
    start = text_of(position)
    game = game_of(start)
    wanted = game.read_move(position, move)
    limit = Limit(nodes=nodes)
    with ExitStack() as stack:
        searcher: Any = stack.enter_context(
            Engine(**options_by_name(dict(options))) if is_chess else ShogiEngine(**options)
        )
        other: Any = stack.enter_context(
            UciEngine(judge) if judge is not None else Engine() if is_chess else ShogiEngine()
        )

        def trace(exempt: Sequence[Exemption]) -> Trace:
            searcher.new_game()
            found: Trace = searcher.trace(start, limit, max_nodes=ROWS_A_NODE * nodes, exempt=exempt)
            return found

        def judged(text: str) -> tuple[tuple[str, ...], int] | None:
            if game.over(game.position(text)) is not None:
                return None
            other.new_game()
            lines = other.analyse(text, Limit(nodes=nodes if judge is not None else LONGER * nodes)).lines
            if not lines:
                return None
            return lines[0].moves, lines[0].score.clipped(MATE_VALUE)

        return Inquiry(why(trace, judged, wanted), game, start, nodes, searcher.parameters)
