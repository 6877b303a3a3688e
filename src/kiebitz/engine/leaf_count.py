"""Perft and divide of chess and shogi, move by move, in this thread or in several, until a ``Halt`` ends them.

A count gives up the GIL and hears of nothing meanwhile; who waits for it in another thread tells it by the ``Halt``
when to end. For Ctrl-C, too, it runs in threads beside the one that waits.
"""

from __future__ import annotations

from collections.abc import Iterator

from kiebitz.core.chess.perft import Halt
from kiebitz.core.chess.perft import perft as count_chess
from kiebitz.core.shogi.perft import perft as count_shogi
from kiebitz.core.shogi.position import ShogiPosition
from kiebitz.engine.positions import AnyPosition, notation_of
from kiebitz.processes.background import Beside, have_ended
from kiebitz.processes.bell import POLL_S

__all__ = ["Halt", "leaves_below", "leaves_below_moves"]


def leaves_below(position: AnyPosition, depth: int, halt: Halt) -> Iterator[tuple[str, int]]:
    """Each legal move (UCI or USI text) with the leaves below it, as it is counted, of the tree of ``depth`` plies.

    ``depth`` is 1 or more. Once the halt is set there are too few.
    """
    for move in notation_of(position).legal_moves(position):
        yield move, _leaves_below(position, move, depth, halt)


def leaves_below_moves(position: AnyPosition, depth: int, threads: int) -> dict[str, int]:
    """Leaves below every move, counted by ``threads`` threads; Ctrl-C ends it. Raises RuntimeError if none starts."""
    halt = Halt()
    moves: list[str] = notation_of(position).legal_moves(position)
    leaves: dict[str, int] = {}
    # To take the next one is one step of the interpreter, so threads may share it.
    left = iter(moves)

    def count() -> None:
        """Take moves and count the leaves below them; a thread's whole work."""
        for move in left:
            leaves[move] = _leaves_below(position, move, depth, halt)

    counters = [Beside(count, "kiebitz-perft") for _ in range(min(threads, len(moves)))]
    try:
        for counter in counters:
            counter.begin()
        while not have_ended(counters, POLL_S):
            pass
    except BaseException:
        halt.set()
        raise
    for counter in counters:
        counter.found()
    return {move: leaves[move] for move in moves}


def _leaves_below(position: AnyPosition, move: str, depth: int, halt: Halt) -> int:
    after = position.copy()
    notation_of(after).push(after, move)
    if isinstance(after, ShogiPosition):
        return count_shogi(after, depth - 1, halt)
    return count_chess(after, depth - 1, halt)
