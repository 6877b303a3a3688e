"""The worth of a move that somebody tries, beside the best one."""

from __future__ import annotations

import chess

from kiebitz.analysis.judging.judgement import judge
from kiebitz.engine.async_engine import AsyncEngine
from kiebitz.engine.limit import Limit
from kiebitz.web.messages import Attempted

SHOWN_PLIES = 30
"""So much of a line is shown."""


async def attempted(
    engine: AsyncEngine,
    node: int,
    board: chess.Board,
    move: chess.Move,
    *,
    best: chess.Move,
    nodes: int,
    plies: int = SHOWN_PLIES,
) -> Attempted:
    """The verdict on a move and, where it has a mark, ``plies`` of the line against it; both are searched."""
    if move == best:
        return Attempted(node, board.san(move), "best", "", "", "")
    moves = [board.uci(best), board.uci(move)]
    async with engine.stream(board, Limit(nodes=nodes), multipv=len(moves), searchmoves=moves) as stream:
        info = await stream.info()
    tried = next(line for line in info.lines if line.moves[0] == moves[1])
    verdict = judge(max(line.score for line in info.lines), tried.score)
    answer, after = tried.moves[1 : plies + 1], board.copy(stack=False)
    after.push(move)
    refutation = (
        after.variation_san([after.parse_uci(answer[0]), *tried.pv[2 : plies + 1]]) if verdict and answer else ""
    )
    reply = answer[0] if refutation else ""
    return Attempted(node, board.san(move), verdict or "good", str(tried.white_score), refutation, reply)
