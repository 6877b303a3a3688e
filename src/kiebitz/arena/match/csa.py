"""A game of shogi that was played, as CSA: many games in one file, which ``kiebitz kifu`` turns into KIF.

Each game ends with CSA's separator, so that the games of a match follow each other in one file. What a player thought
stands behind its moves as programs read it: ``'** 35``, Black's view, in hundredths of a pawn.
"""

from __future__ import annotations

from kiebitz.arena.match.any_live_game import DRAWN, won_by
from kiebitz.arena.match.live_shogi_game import LiveShogiGame
from kiebitz.arena.match.pgn import BOOK_COMMENT, PgnStyle
from kiebitz.arena.match.record import GameRecord, PlayedMove
from kiebitz.arena.match.referee import NO_END
from kiebitz.engine.shogi_game_end import shogi_game_end
from kiebitz.kifu.csa_reader import SEPARATOR
from kiebitz.kifu.endings import ending_by_rule
from kiebitz.kifu.record import Ending, Kifu, KifuEnding, KifuLine, KifuMove
from kiebitz.kifu.writing import kifu_text

MATE_POINTS = 30_000
"""What programs write for a mate found."""
OF_FAULTS = {
    "time loss": Ending.TIME,
    "stall": Ending.TIME,
    "illegal move": Ending.FOUL_LOSS,
    "crash": Ending.FOUL_LOSS,
}


def write_shogi_game(record: GameRecord, style: PgnStyle) -> str:
    """The game's CSA. Raises ShogiMoveError for an illegal move."""
    opening = record.scheduled.opening
    pairing, black = record.scheduled.pairing, record.scheduled.white
    game = LiveShogiGame(opening)
    moves = [KifuMove(move, comment=BOOK_COMMENT) for move in opening.moves]
    for played in record.moves:
        moves.append(KifuMove(played.move, played.time_ms // 1000, _comment(played, is_black=game.turn)))
        game.push(played.move)
    kifu = Kifu(
        (KifuLine(tuple(moves), KifuEnding(_ending(record, game), comment=record.reason)),),
        opening.fen,
        {
            "先手": style.names[pairing[black]],
            "後手": style.names[pairing[1 - black]],
            "棋戦": f"{style.event}, {style.schedule.round_tag(record.scheduled.number)}, {style.limit}",
            "開始日時": style.date.replace(".", "/"),
        },
    )
    return kifu_text(kifu, "csa").text + SEPARATOR


def _comment(played: PlayedMove, *, is_black: bool) -> str:
    """What the mover thought, and what it took."""
    took = f"depth {played.depth}, {played.time_ms / 1000:.3f} s, {played.nodes} nodes"
    if played.score is None:
        return took
    points = played.score.clipped(MATE_POINTS)
    return f"* {points if is_black else -points}\n{took}"


def _ending(record: GameRecord, game: LiveShogiGame) -> Ending:
    """How a game ended that stands there, by KIF's word."""
    if record.fault is not None:
        return OF_FAULTS[record.fault.kind]
    end = shogi_game_end(game.position)
    if end is None:
        if record.result == DRAWN:
            return Ending.MOST_MOVES if record.reason.startswith(NO_END) else Ending.DRAW
        return Ending.ENTERING_KING if record.result == won_by(game.turn) else Ending.RESIGNATION
    return ending_by_rule(end, game.turn)
