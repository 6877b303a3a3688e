"""Answers of the tools: typed, so that a client knows their shape. Every score takes White's view."""

from __future__ import annotations

from typing import Any, Self

from pydantic import BaseModel, ConfigDict

from kiebitz.engine.score import Score


class Result(BaseModel):
    """A tool's answer; the client sees each field's docstring."""

    model_config = ConfigDict(frozen=True, use_attribute_docstrings=True)


class Value(Result):
    """A score in White's view: centipawns, or moves to mate."""

    text: str
    """For people: +0.35 is a third of a pawn for White, #3 is mate by White in three, #-2 mate by Black in two."""
    centipawns: int | None
    """Hundredths of a pawn; null for a mate."""
    mate: int | None
    """Moves to mate, negative if Black mates; null if there is none."""

    @classmethod
    def of(cls, score: Score) -> Self:
        """The value of a score that takes White's view."""
        return cls(text=str(score), centipawns=score.centipawns, mate=score.mate)


class State(Result):
    """The game as it stands."""

    fen: str
    """The position."""
    chess960: bool
    """True if the game is of Chess960, where castling is written as the king taking its rook in UCI text."""
    turn: str
    """The side to move: white or black."""
    is_check: bool
    """True if that side is in check."""
    start_fen: str
    """The position that the game began in."""
    moves: tuple[str, ...]
    """The moves so far (SAN)."""
    result: str
    """1-0, 0-1 or 1/2-1/2; * while the game goes on."""
    ending: str | None
    """The end of the game; null while it goes on."""
    dropped: tuple[str, ...]
    """The parts left out of the FEN that the game began with: castling rights, an en passant square."""


class LegalMove(Result):
    """A move in its two spellings."""

    san: str
    uci: str


class LegalMoves(Result):
    """Every legal move."""

    fen: str
    """The position that they are legal in."""
    moves: tuple[LegalMove, ...]


class FoundLine(Result):
    """A move with the expected continuation."""

    rank: int
    """1 for the best line, 2 for the second best."""
    value: Value
    text: str
    """The line with move numbers (SAN)."""
    moves: tuple[str, ...]
    """The line as UCI text."""


class BestLines(Result):
    """The best moves of a position."""

    fen: str
    lines: tuple[FoundLine, ...]
    """Best first; fewer than were asked for where there are fewer moves."""
    depth: int
    """Plies of the search."""
    nodes: int
    """Positions visited."""


class Judgement(Result):
    """The value of a position."""

    fen: str
    value: Value
    """By search."""
    win: int
    """White's chance to win, in permille, between engines as strong as this one."""
    draw: int
    """The chance of a draw, in permille."""
    loss: int
    """Black's chance to win, in permille."""
    static_centipawns: int
    """By the evaluation alone, without search."""
    best: str
    """The best move (SAN)."""
    depth: int
    """Plies of the search."""
    nodes: int
    """Positions visited."""


class Reason(Result):
    """A fact that was proven, and what it has to do with the move."""

    sentence: str
    """The fact in words."""
    role: str
    """The move it is about: played (the move does it), answer (the answer does), better, threat, met,
    overlooked (of the other side's threats), changed (it comes along without being the cause)."""
    theme: str
    """The fact's name among chess players, such as fork or pin."""
    proof: str
    """The proof of it."""
    fen: str
    """The position that its line begins in."""
    line: tuple[str, ...]
    """The moves that show it, as UCI text."""
    claim: dict[str, Any]
    """The exact claim: squares and pieces by the theme's own names."""


class Explained(Result):
    """Why a move is good or bad, or what a position holds."""

    fen: str
    """The position before the move."""
    move: str | None
    """The move that is explained (SAN); null where the position is."""
    value: Value
    """The value of the move; of a position, that of its best move."""
    best: str
    """The best move (SAN)."""
    best_value: Value
    reasons: tuple[Reason, ...]
    """The most important first; none where nothing could be proven: then nothing may be claimed either."""


class PlayerReport(Result):
    """How a side played."""

    name: str
    """? if nobody is named."""
    accuracy: float | None
    """From 0 to 100, reckoned as on Lichess; null without a move."""
    average_centipawn_loss: float | None
    inaccuracies: int
    mistakes: int
    blunders: int


class GameReport(Result):
    """A game, judged move by move."""

    opening: str
    """Code and name; empty if it has none."""
    white: PlayerReport
    black: PlayerReport
    values: tuple[Value, ...]
    """The position's value after each move."""


class Moment(Result):
    """A marked move."""

    ply: int
    """Number of half-moves played up to it."""
    move: str
    """With its number (SAN)."""
    judgement: str
    """inaccuracy, mistake or blunder."""
    before: Value
    """The position's value before it."""
    after: Value
    best: str
    """The better move (SAN)."""
    line: str
    """The line expected to follow that."""
    reasons: tuple[str, ...]
    """Facts that are proven, in sentences; none where nothing could be proven."""


class Moments(Result):
    """The marked moves of a game, in order."""

    moments: tuple[Moment, ...]


class FoundGame(Result):
    """A game of the user's collection."""

    game: int
    """Its number; open_game takes it."""
    white: str
    black: str
    date: str
    """As far as it is known."""
    result: str
    opening: str
    event: str
    plies: int
    ply: int
    """After so many half-moves it had the position asked about; -1 if none was."""


class FoundGames(Result):
    """Games of the user's collection, the latest first."""

    count: int
    """Number of them; the list may show fewer."""
    games: tuple[FoundGame, ...]


class Saved(Result):
    """The game as PGN."""

    pgn: str
    file: str | None
    """Where it was written; null if nowhere."""
