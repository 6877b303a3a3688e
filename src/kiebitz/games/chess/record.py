"""A game of chess as PGN: python-chess writes it, and so checks every move on the way."""

from __future__ import annotations

import chess
import chess.pgn

from kiebitz.engine.score import Score
from kiebitz.games.chess.game import board_of_game
from kiebitz.games.ending import Cause
from kiebitz.games.live_game import LiveGame
from kiebitz.games.sheet import BOOK_COMMENT, PlayedMove, Sheet

TERMINATIONS = {
    Cause.TIME: "time forfeit",
    Cause.TIME_WITHOUT_MATE: "time forfeit",
    Cause.ADJUDICATION: "adjudication",
    Cause.MOST_MOVES: "adjudication",
    Cause.ILLEGAL_MOVE: "rules infraction",
    Cause.CRASH: "abandoned",
    Cause.STALL: "abandoned",
}
"""PGN's word for what is not 'normal'."""


def pgn_of(live: LiveGame, sheet: Sheet) -> chess.pgn.Game:
    """The game so far, with the tags that PGN wants.

    Comments as cutechess-cli writes them, from the mover's view: ``{+0.35/12 0.153s 48213n}``: pawns (``+M5`` mates
    in five moves, ``-M2`` is mated in two), depth, time, nodes; ``book`` on moves before these. The last one tells the
    reason of the end.
    """
    game = chess.pgn.Game.from_board(board_of_game(live))
    ending = live.ending
    game.headers.update(
        {
            "Event": sheet.event,
            "Site": "?",
            "Date": sheet.date,
            "Round": sheet.round or "-",
            "White": _tag(sheet.names[0]),
            "Black": _tag(sheet.names[1]),
            "Result": ending.result if ending else "*",
            **sheet.tags,
            "Termination": TERMINATIONS.get(ending.cause, "normal") if ending else "unterminated",
        }
    )
    nodes = list(game.mainline())
    if sheet.played:
        thoughts = [BOOK_COMMENT] * (len(nodes) - len(sheet.played)) + [_thought(played) for played in sheet.played]
        for node, thought in zip(nodes, thoughts, strict=True):
            node.comment = thought
    if ending:
        # A comment ends at the first brace, and a player's words may hold one.
        reason = ending.reason.replace("{", "(").replace("}", ")")
        last = game.end()
        last.comment = f"{last.comment}, {reason}" if last.comment else reason
    return game


def _tag(text: str) -> str:
    """A tag's value as PGN has it, where python-chess writes it as it is (PGN standard, 7)."""
    return text.replace("\\", "\\\\").replace('"', '\\"')


def _thought(played: PlayedMove) -> str:
    said = f"{_score(played.score)}/{played.depth} " if played.score else ""
    return f"{said}{played.time_ms / 1000:.3f}s {played.nodes}n"


def _score(score: Score) -> str:
    if score.mate is not None:  # in plies, as other programs for matches have it
        return f"{'-' if score.mate < 0 else '+'}M{2 * abs(score.mate) - (score.mate > 0)}"
    return f"{(score.centipawns or 0) / 100:+.2f}"
