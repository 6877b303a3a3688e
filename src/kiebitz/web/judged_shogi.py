"""A whole game of shogi judged for a tab: what ``kiebitz analyse`` thinks of it, as the page is told."""

from __future__ import annotations

from collections.abc import Callable

from kiebitz.analysis.judging.annotate import AnalysisSettings
from kiebitz.analysis.shogi.judged_game import JudgedMove, black_chances, judge_game
from kiebitz.engine.limit import Limit
from kiebitz.engine.score import Score
from kiebitz.engine.shogi_engine import ShogiEngine, shogi_position_from
from kiebitz.kifu.record import Kifu
from kiebitz.web.shogi_messages import GameOfShogiJudged, MoveOfShogiJudged
from kiebitz.web.whole_game import PERMILLE, player_judged


def judged_game(
    start: str,
    moves: list[str],
    engine: ShogiEngine,
    limit: Limit,
    on_position: Callable[[int, int], None],
) -> GameOfShogiJudged:
    """A game judged; ``on_position`` as of ``judge_game``. Raises what that raises."""
    game = judge_game(
        Kifu.of_moves(moves, shogi_position_from(start).sfen()), engine, AnalysisSettings(limit), on_position
    )
    return GameOfShogiJudged(
        start=start,
        moves=moves,
        expected=_expected(game.start_score or Score(0)),
        judged=[_move(move) for move in game.moves],
        black=player_judged(game.black),
        white=player_judged(game.white),
    )


def _expected(score: Score, *, mated_by_black: bool = True) -> int:
    """Black's winning chances in permille, as ``black_chances`` has them."""
    return round(PERMILLE * black_chances(score, mated_by_black=mated_by_black))


def _move(move: JudgedMove) -> MoveOfShogiJudged:
    better = move.best[0] if move.judgement and move.best else None
    return MoveOfShogiJudged(
        centipawns=move.score.centipawns,
        mate=move.score.mate,
        expected=_expected(move.score, mated_by_black=move.is_black),
        judgement=move.judgement.value if move.judgement else "",
        japanese="".join(better.japanese) if better else "",
        western=" ".join(better.western) if better else "",
    )
