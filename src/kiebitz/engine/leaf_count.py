"""Perft and divide in threads, which Ctrl-C ends.

A count gives up the GIL and hears of nothing meanwhile, so it runs in threads beside the one that waits, which tells
it by a ``Halt`` when to end.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor, wait

from kiebitz.core.chess.notation import legal_moves, push
from kiebitz.core.chess.perft import Halt, perft
from kiebitz.core.chess.position import Position
from kiebitz.engine.search import POLL_S

# So many leaves, by the first position's moves, are counted within a tenth of a second: no threads, nothing to end.
DIRECT_LEAVES = 30_000_000


def leaves_below_moves(position: Position, depth: int, threads: int) -> dict[str, int]:
    """Leaves of the tree of ``depth`` plies, 1 or more, below each legal move (UCI text), by so many threads."""
    halt = Halt()

    def leaves_below(move: str) -> int:
        after = position.copy()
        push(after, move)
        return perft(after, depth - 1, halt)

    moves = legal_moves(position)
    if len(moves) ** depth <= DIRECT_LEAVES:
        counts_here = {}
        for move in moves:
            push(position, move)
            counts_here[move] = perft(position, depth - 1)
            position.pop()
        return counts_here
    with ThreadPoolExecutor(threads, "kiebitz-perft") as pool:
        try:
            counts = [pool.submit(leaves_below, move) for move in moves]
            while wait(counts, POLL_S).not_done:
                pass
        except BaseException:
            halt.set()
            pool.shutdown(wait=False, cancel_futures=True)
            raise
    return {move: count.result() for move, count in zip(moves, counts, strict=True)}
