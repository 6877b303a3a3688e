"""A game of shogi as a record, which KIF, KI2 and CSA can hold.

What a player thought stands behind its moves as programs read it in CSA: ``'** 35``, Black's view, in hundredths of a
pawn.
"""

from __future__ import annotations

from dataclasses import replace

from kiebitz.games.ending import Cause, Ending
from kiebitz.games.live_game import LiveGame
from kiebitz.games.sheet import BOOK_COMMENT, PlayedMove, Sheet
from kiebitz.kifu.handicaps import is_handicap
from kiebitz.kifu.names import EVEN_SIDES, HANDICAP_SIDES
from kiebitz.kifu.record import Ending as RecordEnding
from kiebitz.kifu.record import Kifu, KifuEnding, KifuLine, KifuMove

MATE_POINTS = 30_000
"""The points that programs write for a mate found."""
ENDINGS = {
    Cause.CHECKMATE: RecordEnding.MATE,
    Cause.SENNICHITE: RecordEnding.REPETITION,
    Cause.DECLARATION: RecordEnding.ENTERING_KING,
    Cause.RESIGNATION: RecordEnding.RESIGNATION,
    Cause.AGREEMENT: RecordEnding.DRAW,
    Cause.TIME: RecordEnding.TIME,
    Cause.STALL: RecordEnding.TIME,
    Cause.MOST_MOVES: RecordEnding.MOST_MOVES,
    Cause.ILLEGAL_MOVE: RecordEnding.FOUL_LOSS,
    Cause.CRASH: RecordEnding.FOUL_LOSS,
}
"""KIF's word for what ended a game, where it depends on nothing else."""


def ending_in_kif(ending: Ending, turn: bool) -> RecordEnding:
    """How records say that a game has ended; ``turn``: whether Black would be to move."""
    match ending.cause:
        case Cause.PERPETUAL_CHECK:
            return RecordEnding.FOUL_WIN if ending.winner == turn else RecordEnding.FOUL_LOSS
        case Cause.ADJUDICATION:
            return RecordEnding.DRAW if ending.winner is None else RecordEnding.RESIGNATION
        case Cause.RESIGNATION if ending.winner == turn:
            return RecordEnding.INTERRUPTION  # records know a resignation as the mover's
    return ENDINGS[ending.cause]


def kifu_of(live: LiveGame, sheet: Sheet) -> Kifu:
    """The game so far."""
    ending = live.ending
    played = len(live.moves) - len(sheet.played)
    moves = []
    turn = live.began
    for ply, move in enumerate(live.moves):
        if ply >= played:
            thought = sheet.played[ply - played]
            moves.append(KifuMove(move, thought.time_ms // 1000, _thought(thought, is_black=turn)))
        else:
            moves.append(KifuMove(move, comment=BOOK_COMMENT if sheet.played else ""))
        turn = not turn
    end = None if ending is None else KifuEnding(ending_in_kif(ending, live.turn), comment=ending.reason)
    kifu = Kifu((KifuLine(tuple(moves), end),), live.start)
    sides = HANDICAP_SIDES if is_handicap(kifu.sfen) else EVEN_SIDES
    occasion = ", ".join(filter(None, (sheet.event, sheet.round, sheet.terms)))
    players = dict(zip(sides, sheet.names, strict=True))
    return replace(kifu, headers={"開始日時": sheet.date.replace(".", "/"), "棋戦": occasion, **players})


def _thought(played: PlayedMove, *, is_black: bool) -> str:
    """The mover's thoughts, and the time taken."""
    took = f"depth {played.depth}, {played.time_ms / 1000:.3f} s, {played.nodes} nodes"
    if played.score is None:
        return took
    points = played.score.clipped(MATE_POINTS)
    return f"* {points if is_black else -points}\n{took}"
