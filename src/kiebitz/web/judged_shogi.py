"""A whole game of shogi judged for a tab: what ``kiebitz analyse`` thinks of it, as the page is told."""

from __future__ import annotations

from collections.abc import Callable

from kiebitz.analysis.explanation.explanation import sentences
from kiebitz.analysis.explanation.language import Language
from kiebitz.analysis.judging.annotate import VARIATION_PLIES, AnalysisSettings, MoveAnalysis, analyse_game
from kiebitz.engine.engine import ShogiEngine
from kiebitz.engine.limit import Limit
from kiebitz.engine.positions import shogi_position_from
from kiebitz.engine.score import Score
from kiebitz.games.shogi.board import Board
from kiebitz.games.shogi.game import SHOGI
from kiebitz.kifu.record import Kifu
from kiebitz.web.shogi_messages import GameOfShogiJudged, MoveOfShogiJudged
from kiebitz.web.whole_game import PERMILLE, player_judged


def judged_game(
    start: str,
    moves: list[str],
    engine: ShogiEngine,
    limit: Limit,
    on_position: Callable[[int, int], None],
    *,
    language: Language,
) -> GameOfShogiJudged:
    """A game judged, with reasons in a language; ``on_position`` as of ``analyse_game``. Raises what that raises."""
    game_start = shogi_position_from(start).sfen()
    game = analyse_game(
        Kifu.of_moves(moves, game_start), engine, AnalysisSettings(limit, words=language, game="shogi"), on_position
    )
    board, judged = SHOGI.board(game_start), []
    for move in game.moves:
        judged.append(_move(move, board, language))
        board.push(move.uci)
    return GameOfShogiJudged(
        start=start,
        moves=moves,
        expected=_expected(game.start_score or Score(0)),
        judged=judged,
        black=player_judged(game.black),
        white=player_judged(game.white),
    )


def _expected(score: Score, *, mated_by_black: bool = True) -> int:
    """Black's winning chances in permille."""
    return round(PERMILLE * SHOGI.chances.of(score, mated=100.0 * mated_by_black))


def _move(move: MoveAnalysis, board: Board, language: Language) -> MoveOfShogiJudged:
    """The page's data on a move in the position of a board."""
    better = move.best[0] if move.judgement and move.best else None
    return MoveOfShogiJudged(
        centipawns=move.score.centipawns,
        mate=move.score.mate,
        expected=_expected(move.score, mated_by_black=move.is_first),
        judgement=move.judgement.value if move.judgement else "",
        japanese="".join(better.san[:VARIATION_PLIES]) if better else "",
        western=" ".join(board.western(better.uci[:VARIATION_PLIES])) if better else "",
        reasons=list(sentences(move.reasons, language)) if move.judgement else [],
    )
