"""Perft and divide, move by move, in this thread or in several, until a ``Halt`` ends them.

A count gives up the GIL and hears of nothing meanwhile; who waits for it in another thread tells it by the ``Halt``
when to end. For Ctrl-C, too, it runs in threads beside the one that waits.
"""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor, wait

from kiebitz.core.chess.notation import legal_moves, push
from kiebitz.core.chess.perft import Halt, perft
from kiebitz.core.chess.position import Position
from kiebitz.engine.search import POLL_S

__all__ = ["Halt", "leaves_below", "leaves_below_moves"]


def leaves_below(position: Position, depth: int, halt: Halt) -> Iterator[tuple[str, int]]:
    """Each legal move (UCI text) with the leaves below it of the tree of ``depth`` plies, 1 or more, as it is counted.

    Once the halt is set there are too few.
    """
    for move in legal_moves(position):
        yield move, _leaves_below(position, move, depth, halt)


def leaves_below_moves(position: Position, depth: int, threads: int) -> dict[str, int]:
    """The same of all moves, by so many threads; Ctrl-C ends the count."""
    halt = Halt()
    moves = legal_moves(position)
    with ThreadPoolExecutor(threads, "kiebitz-perft") as pool:
        try:
            counts = [pool.submit(_leaves_below, position, move, depth, halt) for move in moves]
            while wait(counts, POLL_S).not_done:
                pass
        except BaseException:
            halt.set()
            pool.shutdown(wait=False, cancel_futures=True)
            raise
    return {move: count.result() for move, count in zip(moves, counts, strict=True)}


def _leaves_below(position: Position, move: str, depth: int, halt: Halt) -> int:
    after = position.copy()
    push(after, move)
    return perft(after, depth - 1, halt)
