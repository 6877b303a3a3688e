"""How hard a puzzle is for people, as the rating that Lichess would give it: from what our own search finds hard.

Twelve things are asked of a position and its solution: how many nodes the search needs until it stays with the first
move, and with the later ones; how far the next best move is behind; how many checks and captures there are to look
through; what the solution is like (quiet moves, a check at once, retakes, how long, whether it mates). Their weights,
and those of their products in pairs, are fitted to Lichess's ratings (``data/difficulty.json``, made by
``git show 2efa1fbb:benches/puzzle_difficulty.py``).

Thread safety: an engine serves one caller at a time.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations_with_replacement
from pathlib import Path

import chess

from kiebitz.engine import Engine
from kiebitz.engine.limit import Limit

FIRST_NODES, LATER_NODES, BESIDE_NODES = 30_000, 6_000, 10_000
NEVER_FOUND = 4
"""Factor on the nodes of a search that doesn't find the move."""
FEWEST_NODES = 20
MOST = 1000
"""Centipawns of a score that count at most."""
VALUES = {chess.PAWN: 1, chess.KNIGHT: 3, chess.BISHOP: 3, chess.ROOK: 5, chess.QUEEN: 9, chess.KING: 10}
NAMES = ("first", "later", "latest", "beside", "checks", "captures", "checks_at_once", "quiet", "retakes", "length",
         "piece", "mates")  # fmt: skip
"""The things asked, in the order of the weights."""
MODEL = Path(__file__).parent / "data" / "difficulty.json"


def difficulty(board: chess.Board, solution: Sequence[chess.Move], engine: Engine) -> int:
    """The rating of a puzzle: a player of that rating finds it in half of the cases.

    ``solution``: the moves of both sides, first and last of the side to move. The engine forgets what it learned.
    Raises ValueError for an illegal move.
    """
    mean, deviation, weights = _model()
    asked = [(value - m) / d for value, m, d in zip(features(board, solution, engine), mean, deviation, strict=True)]
    terms = [*asked, *(a * b for a, b in combinations_with_replacement(asked, 2)), 1.0]
    return round(sum(weight * term for weight, term in zip(weights, terms, strict=True)))


def found_by(rating: int, difficulty: int) -> float:
    """The share of players of a rating who find a puzzle of a difficulty, 0 to 1."""
    return 1 / (1 + 10 ** ((difficulty - rating) / 400))


def features(board: chess.Board, solution: Sequence[chess.Move], engine: Engine) -> tuple[float, ...]:
    """The things asked of a puzzle, in the order of ``NAMES``. Raises ValueError for an illegal move."""
    legal = list(board.legal_moves)
    first, walked = solution[0], board.copy(stack=1)
    own = solution[::2]
    searched = list(_searches(board, solution, engine))
    later = [math.log(nodes) for nodes in searched[1:]]
    quiet = retakes = 0
    for ply, move in enumerate(solution):
        if not walked.is_legal(move):
            raise ValueError(f"{move} is not legal in {walked.fen()}")
        if ply % 2 == 0:
            quiet += not walked.is_capture(move) and not walked.gives_check(move)
            retakes += bool(walked.move_stack) and walked.peek().to_square == move.to_square
        walked.push(move)
    return (
        math.log(searched[0]),
        sum(nodes - LATER_BASE for nodes in later),
        max(later, default=0.0),
        _beside(board, engine),
        math.log(1 + sum(board.gives_check(move) for move in legal)),
        math.log(1 + sum(board.is_capture(move) for move in legal)),
        float(board.gives_check(first)),
        quiet / len(own),
        float(retakes),
        math.log(len(own)),
        float(VALUES[board.piece_type_at(first.from_square) or chess.PAWN]),
        float(walked.is_checkmate()),
    )


LATER_BASE = 3.0


def _searches(board: chess.Board, solution: Sequence[chess.Move], engine: Engine) -> Iterator[int]:
    """Of each own move the nodes until a search stays with it."""
    walked = board.copy(stack=False)
    for ply, move in enumerate(solution):
        if ply % 2 == 0:
            limit = LATER_NODES if ply else FIRST_NODES
            engine.new_game()
            nodes = NEVER_FOUND * limit
            for line in reversed(list(engine.stream(walked, Limit(nodes=limit)))):
                if line.moves[0] != walked.uci(move):
                    break
                nodes = line.nodes
            yield max(nodes, FEWEST_NODES)
        walked.push(move)


def _beside(board: chess.Board, engine: Engine) -> float:
    """Centipawns by which the next best move is behind the best."""
    engine.new_game()
    lines = engine.analyse(board, Limit(nodes=BESIDE_NODES), multipv=2).lines
    behind = lines[1].score.clipped(MOST) if len(lines) > 1 else -MOST
    return float(lines[0].score.clipped(MOST) - behind)


@cache
def _model() -> tuple[list[float], list[float], list[float]]:
    """Means and deviations of what is asked, and the weights."""
    data = json.loads(MODEL.read_text(encoding="utf-8"))
    return data["mean"], data["deviation"], data["weights"]
