"""A game that was played, as PGN: python-chess writes it, and so checks every move on the way."""

from __future__ import annotations

from dataclasses import dataclass, field

from kiebitz.arena.match.record import GameRecord, PlayedMove
from kiebitz.arena.match.schedule import Schedule
from kiebitz.arena.match.time_control import MatchLimit
from kiebitz.engine import START_FEN
from kiebitz.engine.score import Score

BOOK_COMMENT = "book"


@dataclass(frozen=True, slots=True)
class PgnStyle:
    """What the headers of every game of a match say."""

    names: tuple[str, ...]
    """What the match calls its players."""
    event: str
    """The tag Event."""
    date: str
    """The tag Date: when the match began."""
    limit: MatchLimit
    """What the players may use."""
    schedule: Schedule = field(default_factory=Schedule)
    """Who plays whom, for the tag Round."""


def write_game(record: GameRecord, style: PgnStyle) -> str:
    """The game's PGN, ending in one line break.

    Comments as cutechess-cli writes them, from the mover's view: ``{+0.35/12 0.153s 48213n}``: pawns (``+M5`` mates
    in five moves, ``-M2`` is mated in two), depth, time, nodes; ``book`` on the opening's moves.
    """
    import chess
    import chess.pgn

    opening = record.scheduled.opening
    game = chess.pgn.Game()
    board = chess.Board(opening.fen, chess960=opening.chess960)
    if opening.fen != START_FEN or opening.chess960:
        game.setup(board)
    pairing, white = record.scheduled.pairing, record.scheduled.white
    game.headers["Event"] = style.event
    game.headers["Site"] = "?"
    game.headers["Date"] = style.date
    game.headers["Round"] = style.schedule.round_tag(record.scheduled.number)
    game.headers["White"] = style.names[pairing[white]]
    game.headers["Black"] = style.names[pairing[1 - white]]
    game.headers["Result"] = record.result
    game.headers["PlyCount"] = str(len(opening.moves) + len(record.moves))
    game.headers["Termination"] = record.termination
    if style.limit.time_control:
        game.headers["TimeControl"] = str(style.limit.time_control)
    else:
        game.headers["TimeControl"] = "-"
        game.headers["Limit"] = str(style.limit)
    node: chess.pgn.GameNode = game
    for text in opening.moves:
        node = node.add_variation(board.parse_uci(text), comment=BOOK_COMMENT)
        board.push(node.move or chess.Move.null())
    for played in record.moves:
        node = node.add_variation(board.parse_uci(played.move), comment=_comment(played))
        board.push(node.move or chess.Move.null())
    node.comment = f"{node.comment}, {record.reason}" if node.comment else record.reason
    # A comment ends at the first brace, and a player's words may hold one.
    node.comment = node.comment.replace("{", "(").replace("}", ")")
    return str(game) + "\n"


def _comment(played: PlayedMove) -> str:
    said = f"{_score(played.score)}/{played.depth} " if played.score else ""
    return f"{said}{played.time_ms / 1000:.3f}s {played.nodes}n"


def _score(score: Score) -> str:
    if score.mate is not None:  # in plies, as other programs for matches have it
        return f"{'-' if score.mate < 0 else '+'}M{2 * abs(score.mate) - (score.mate > 0)}"
    return f"{(score.centipawns or 0) / 100:+.2f}"
