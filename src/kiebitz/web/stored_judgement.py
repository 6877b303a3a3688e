"""The judgement of a game by what its text holds: evaluations, marks, better moves, comments. Nothing is searched."""

from __future__ import annotations

from dataclasses import dataclass
from statistics import fmean

import chess
import chess.pgn

from kiebitz.analysis.judging.annotate import OWN_REASONS
from kiebitz.analysis.judging.judgement import (
    MAX_CENTIPAWNS,
    Judgement,
    game_accuracy,
    move_accuracy,
    move_weights,
    win_percent,
)
from kiebitz.analysis.reading.plain_comment import plain
from kiebitz.collection.told_marks import better_move, has_marks, told_judgement, told_score
from kiebitz.engine.score import Score
from kiebitz.web.messages import Judged, MoveJudged, PlayerJudged

LEAST_MOVES = 4
"""A game of fewer moves has no story."""
PERMILLE = 10
"""Permille in a percent."""
TURNING = (Judgement.BLUNDER, Judgement.MISTAKE)


@dataclass(frozen=True, slots=True)
class StoredJudgement:
    """A game's judgement, and the move that turned it first."""

    judged: Judged
    turning_point: chess.pgn.ChildNode | None
    """The first blunder, else the first mistake; None if there is neither."""


def stored_judgement(game: chess.pgn.Game) -> StoredJudgement | None:
    """The judgement that a game's text tells of; None unless every move of its main line has an evaluation.

    The last move needs none if it mates. A game that was evaluated and not marked is judged by its evaluations.
    """
    nodes = list(game.mainline())
    scores = [told_score(node, chess.WHITE) for node in nodes]
    if len(nodes) < LEAST_MOVES:
        return None
    if scores[-1] is None and nodes[-1].board().is_checkmate():
        scores[-1] = Score(mate=-1 if nodes[-1].turn() else 1)
    known = [score for score in scores if score is not None]
    if len(known) < len(scores):
        return None
    scored = [told_score(game, chess.WHITE) or known[0], *known]
    chances = [win_percent(score.clipped(MAX_CENTIPAWNS)) for score in scored]
    by_marks = has_marks(game)
    judgements = {node: told_judgement(node, by_marks) for node in nodes}
    board, moves = game.board(), []
    for (node, judgement), score, expected in zip(judgements.items(), known, chances[1:], strict=True):
        moves.append(
            MoveJudged(
                san=board.san(node.move),
                expected=round(PERMILLE * expected),
                score=str(score),
                judgement=judgement.value if judgement else "",
                best=better_move(node, board) if judgement else "",
                said=_said(node.comment) if judgement else [],
            )
        )
        board.push(node.move)
    firsts = {judgement: node for node, judgement in reversed(judgements.items())}
    judged = Judged(
        expected=round(PERMILLE * chances[0]),
        moves=moves,
        white=_player(game.headers.get("White", "?"), chess.WHITE, scored, judgements),
        black=_player(game.headers.get("Black", "?"), chess.BLACK, scored, judgements),
        opening="",
    )
    return StoredJudgement(judged, next((firsts[kind] for kind in TURNING if kind in firsts), None))


def _said(comment: str) -> list[str]:
    """The sentences of a comment: our own reasons, or else its words."""
    reasons = OWN_REASONS.search(comment)
    words = reasons[0].partition(":")[2].strip(" )") if reasons else plain(comment)
    return [words] if words else []


def _player(
    name: str, side: chess.Color, scored: list[Score], judgements: dict[chess.pgn.ChildNode, Judgement | None]
) -> PlayerJudged:
    """How a side played, by White's scores of all positions and the judgements of all moves."""
    sign = 1 if side else -1
    own_view = [sign * score.clipped(MAX_CENTIPAWNS) for score in scored]
    chances = [win_percent(centipawns) for centipawns in own_view]
    weights = move_weights(chances)
    own = [index for index, node in enumerate(judgements) if node.turn() != side]
    losses = [max(0, own_view[index] - own_view[index + 1]) for index in own]
    verdicts = [judgement for node, judgement in judgements.items() if node.turn() != side]
    return PlayerJudged(
        name=name,
        accuracy=game_accuracy(
            [move_accuracy(chances[index], chances[index + 1]) for index in own], [weights[index] for index in own]
        ),
        centipawn_loss=fmean(losses) if losses else None,
        inaccuracies=verdicts.count(Judgement.INACCURACY),
        mistakes=verdicts.count(Judgement.MISTAKE),
        blunders=verdicts.count(Judgement.BLUNDER),
    )
