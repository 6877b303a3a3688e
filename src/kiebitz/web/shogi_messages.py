"""Messages between the page with the board of shogi and the server. Scores take Black's view, who moves first."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from kiebitz.web.messages import PlayerJudged, by_name
from kiebitz.web.think_messages import Enter, Rest

# ------------------------------------------------------------------ from the tab


@dataclass(frozen=True, slots=True)
class Show:
    """Show a position of a game that the tab keeps."""

    start: str
    """An SFEN, or ``startpos``."""
    moves: list[str]
    """All moves of the game, as USI text."""
    at: int
    """Number of them that have been played."""


@dataclass(frozen=True, slots=True)
class Load:
    """Read a game or a position: an SFEN, ``startpos moves …``, or a record in KIF, KI2, CSA or JKF."""

    text: str


@dataclass(frozen=True, slots=True)
class Type:
    """Make a move in a position, as people type it; the game goes on from there."""

    start: str
    moves: list[str]
    at: int
    text: str


@dataclass(frozen=True, slots=True)
class Analyse:
    """Search a position until something else is asked for."""

    start: str
    moves: list[str]
    at: int
    lines: int
    """Number of best lines to find."""


@dataclass(frozen=True, slots=True)
class JudgeGame:
    """Judge every move of the game, as ``kiebitz analyse`` does; until something else is asked for."""

    start: str
    moves: list[str]


@dataclass(frozen=True, slots=True)
class Save:
    """Write the game as a record."""

    start: str
    moves: list[str]
    title: str
    """The players, as ``Loaded`` told them."""
    ending: str
    """The end otherwise than by the rules, by KIF's word, or empty."""
    format: str
    """'kif', 'ki2' or 'csa'."""


@dataclass(frozen=True, slots=True)
class Answer:
    """Make the engine's move, as a player of a level; the game goes on from there."""

    start: str
    moves: list[str]
    at: int
    level: int
    """From 1; the highest is the engine in full."""


@dataclass(frozen=True, slots=True)
class FindMine:
    """Find the games of the collection that came to a position."""

    start: str
    moves: list[str]
    at: int
    player: str
    """Words of a player's name; empty: any."""


@dataclass(frozen=True, slots=True)
class OpenMine:
    """Read a game of the collection."""

    game: int
    at: int
    """Where to begin: after so many moves."""


@dataclass(frozen=True, slots=True)
class SaveMine:
    """Save the game to the collection."""

    start: str
    moves: list[str]
    title: str
    ending: str
    game: int
    """Which game of the collection it was, whose players and date it keeps; 0: none."""


SHOGI_KINDS = by_name(Enter, Show, Load, Type, Analyse, JudgeGame, Save, Answer, FindMine, OpenMine, SaveMine, Rest)

# ------------------------------------------------------------------ to the tab


@dataclass(frozen=True, slots=True)
class Drawing:
    """The data by which the page draws boards: the first answer."""

    svg: str
    """The definitions of men and board, and an empty board."""
    places: list[dict[str, Any]]
    """Where its squares and hands are, seen by Black and by White."""
    most_lines: int
    levels: int
    """The highest level that the engine plays at."""


@dataclass(frozen=True, slots=True)
class Loaded:
    """A game that was read; the tab asks for the position that it wants to see."""

    start: str
    moves: list[str]
    at: int
    """Where to begin: after the moves of a position, at the start of a game."""
    title: str
    """The players, how it ended, and the faults of the record."""
    ending: str
    """The end, as the record says it, or empty."""


@dataclass(frozen=True, slots=True)
class Saved:
    """A record to be handed to the person."""

    name: str
    """Of the file."""
    text: str
    lost: str
    """The parts the format has no room for, in words, or empty."""


@dataclass(frozen=True, slots=True)
class Answered:
    """The engine's move, or the end that it makes of the game."""

    start: str
    moves: list[str]
    at: int
    """The position it was asked about."""
    move: str
    """As USI text; empty if it makes none."""
    word: str
    """'resigns' or 'declares' instead of a move, else empty."""


@dataclass(frozen=True, slots=True)
class ShownPosition:
    """A position of the game, and all that the page must know of it."""

    start: str
    moves: list[str]
    at: int
    sfen: str
    is_black_to_move: bool
    legal: list[str]
    """Legal moves as USI text; none if the game is over."""
    told: list[list[str]]
    """All moves of the game as Japanese records write them, and with men by their letters."""
    is_check: bool
    ending: str
    """How the rules have ended the game: checkmate, sennichite or perpetual_check; empty if they haven't."""
    winner: str
    """'black', 'white', or empty."""
    may_declare: bool
    """True if the side to move may declare a win by 27 points."""


@dataclass(frozen=True, slots=True)
class FoundLine:
    """One of the best lines."""

    centipawns: int | None
    mate: int | None
    """Moves to mate; negative if White mates."""
    bound: str
    """'exact', 'lower' or 'upper'."""
    moves: list[str]
    japanese: str
    western: str


@dataclass(frozen=True, slots=True)
class FoundLines:
    """The lines of the search so far."""

    sfen: str
    """The position that is searched."""
    depth: int
    nodes: int
    nodes_per_second: int
    hashfull: int
    """In permille."""
    is_running: bool
    lines: list[FoundLine]


@dataclass(frozen=True, slots=True)
class MoveOfShogiJudged:
    """The judgement of one move."""

    centipawns: int | None
    """Of the position after it."""
    mate: int | None
    expected: int
    """Black's winning chances after it, in permille."""
    judgement: str
    """'inaccuracy', 'mistake', 'blunder', or empty."""
    japanese: str
    """The better move, in both notations; empty without a judgement."""
    western: str
    reasons: list[str]
    """The reasons for its mark, a sentence each, in the tab's language."""


@dataclass(frozen=True, slots=True)
class GameOfShogiJudged:
    """The judgement of the whole game."""

    start: str
    moves: list[str]
    expected: int
    """Black's winning chances before the first move, in permille."""
    judged: list[MoveOfShogiJudged]
    black: PlayerJudged
    white: PlayerJudged


@dataclass(frozen=True, slots=True)
class MyGame:
    """A game of the collection."""

    game: int
    black: str
    white: str
    date: str
    result: str
    """Black's points in front."""
    opening: str
    ply: int
    """Number of moves before it first came to the position."""


@dataclass(frozen=True, slots=True)
class MyMove:
    """A move that was played in a position."""

    move: str
    japanese: str
    western: str
    games: int
    black: int
    """Games that Black won."""
    draws: int
    white: int
    score: float
    """The mover's points of 100; -1 if no game has a result."""


@dataclass(frozen=True, slots=True)
class MineFound:
    """The games that came to a position."""

    sfen: str
    total: int
    ends: int
    """Games that ended there."""
    games: list[MyGame]
    """The newest of them."""
    moves: list[MyMove]
    """The moves played there, the most frequent first."""


@dataclass(frozen=True, slots=True)
class SavedMine:
    """The game is in the collection."""

    game: int
