"""What notebooks show of an explanation: the board with its moves, and the reasons in words."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

import chess

from kiebitz.engine.notebook.display import ARROWS, beside, board_from, board_svg

if TYPE_CHECKING:
    from kiebitz.analysis.explanation.explanation import Explanation
    from kiebitz.analysis.explanation.fact import Fact

BEST = ARROWS[0]
WORSE = "#b02a2acc"


def explanation_html(explanation: Explanation) -> str:
    """The position with the move explained and the better one, and a sentence a reason."""
    board = board_from(explanation.fen)
    if explanation.best is None:
        return beside(board_svg(board, []), "<p>The game is over.</p>")
    best = board.parse_uci(explanation.best)
    moves, head = [(best, BEST)], f"<b>{_numbered(board, best)} {explanation.best_score}</b>"
    if explanation.move and explanation.move != explanation.best:
        played = board.parse_uci(explanation.move)
        moves.append((played, WORSE))
        head = f"<b>{_numbered(board, played)} {explanation.score}</b>; best: {head}"
    said = "".join(f"<li>{escape(sentence)}</li>" for sentence in explanation.sentences())
    return beside(board_svg(board, moves), f"<p>{head}</p>" + (f"<ul>{said}</ul>" if said else ""))


def fact_html(fact: Fact) -> str:
    """The position that a fact begins in, its first move, the line that shows it and what proved it."""
    line = escape(fact.board.variation_san(fact.moves))
    return beside(_fact_svg(fact), f"<p><b>{fact.theme}</b>: {line}</p><p>proven by: {fact.proof.value}</p>")


def _fact_svg(fact: Fact) -> str:
    return board_svg(fact.board, [(move, BEST) for move in fact.moves[:1]])


def _numbered(board: chess.Board, move: chess.Move) -> str:
    return escape(board.variation_san([move]))
