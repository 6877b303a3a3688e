"""Messages between the page of one's own games and the server."""

from __future__ import annotations

from dataclasses import dataclass

from kiebitz.web.messages import by_name
from kiebitz.web.think_messages import Enter

# ------------------------------------------------------------------ from the tab


@dataclass(frozen=True, slots=True)
class Browse:
    """List games, and what was played in a position of theirs. Texts that are empty ask for nothing."""

    fen: str
    """Where the board begins; empty: where games do."""
    moves: list[str]
    """The moves played on it since, as UCI text: games are listed that came there."""
    player: str
    color: str
    """The player's side, 'white' or 'black'."""
    since: str
    until: str
    result: str
    eco: str
    material: str
    """As ``kiebitz games find --material`` takes it."""
    pawns: str
    sort: str
    """One of ``collection.SORTS``."""
    descending: bool
    skip: int
    """Number of games before the first that is listed."""


@dataclass(frozen=True, slots=True)
class OpenGame:
    """Give the text of a game."""

    game: int
    ply: int
    """Number of half-moves after which it is to be opened."""


@dataclass(frozen=True, slots=True)
class SaveGame:
    """Save a game."""

    pgn: str
    chapter: int
    """Which of its games, counted from 1."""
    replaced: int
    """The number of the game whose place it takes; 0 for none."""


@dataclass(frozen=True, slots=True)
class FetchGames:
    """Take the games of an account on Lichess or chess.com; ``Fetched`` tells how far that is."""

    account: str
    """'lichess:NAME' or 'chesscom:NAME'; empty: leave off."""


@dataclass(frozen=True, slots=True)
class TellMisses:
    """Tell what a player misses."""

    player: str


@dataclass(frozen=True, slots=True)
class TellDossier:
    """Tell what the games of an opponent show."""

    player: str


@dataclass(frozen=True, slots=True)
class AnalyseMine:
    """Analyse a player's games that have no analysis yet, in the background; or stop that."""

    player: str
    on: bool


@dataclass(frozen=True, slots=True)
class AskCard:
    """Give a mistake to practise."""

    player: str


@dataclass(frozen=True, slots=True)
class AnswerCard:
    """Answer the card that was given last."""

    move: str
    """UCI text; empty: show it."""


MY_GAMES_KINDS = by_name(
    *(Enter, Browse, OpenGame, SaveGame, FetchGames, TellMisses, TellDossier, AnalyseMine, AskCard, AnswerCard)
)

# ------------------------------------------------------------------ from the server


@dataclass(frozen=True, slots=True)
class Collected:
    """The answer to ``Enter``: what there is."""

    games: int
    file: str


@dataclass(frozen=True, slots=True)
class ListedGame:
    """A game in the list."""

    game: int
    white: str
    black: str
    white_rating: int
    """0: not known."""
    black_rating: int
    date: str
    result: str
    eco: str
    opening: str
    event: str
    moves: int
    ply: int
    """After how many half-moves it came to what was looked for; 0 if nothing was."""


@dataclass(frozen=True, slots=True)
class PlayedMove:
    """A move played in the position."""

    move: str
    """UCI text."""
    san: str
    games: int
    white: int
    draws: int
    black: int
    score: float
    """The mover's points of 100; below 0: nobody knows."""
    rating: int
    """The movers' average rating; 0: not known."""
    years: str
    """From the first to the last; empty if they aren't known."""


@dataclass(frozen=True, slots=True)
class Browsed:
    """The games, and what was played in the position of the board."""

    total: int
    skip: int
    games: list[ListedGame]
    fen: str
    turn: str
    check: str
    last: list[str]
    legal: list[list[str]]
    opening: str
    line: list[str]
    """The moves that led there, in SAN."""
    visits: int
    """Number of games that came there, of those that are looked for by players and tags."""
    ends: int
    """Number of these that end there."""
    played: list[PlayedMove]
    records: int
    """Number of games of shogi, which the board of shogi shows."""


@dataclass(frozen=True, slots=True)
class OpenedGame:
    """A game's text."""

    game: int
    pgn: str
    path: list[int]
    """The way to where it is to be opened."""


@dataclass(frozen=True, slots=True)
class SavedGame:
    """The game is in the collection."""

    game: int
    """Under this number."""


@dataclass(frozen=True, slots=True)
class Fetched:
    """The games taken so far from an account."""

    account: str
    games: int
    known: int
    """Number of games that were there already."""
    is_running: bool
    said: str
    """Why it waits, or has ended before all were taken; else empty."""


@dataclass(frozen=True, slots=True)
class Miss:
    """Mistakes that have something in common."""

    label: str
    marks: int
    points: float
    """Their cost: 100 percentage points of the winning chances are one."""
    in_100_moves: float
    """Marked moves in 100; below 0: that isn't counted."""
    game: int
    ply: int
    example: str
    """The worst."""


@dataclass(frozen=True, slots=True)
class MissTable:
    """Mistakes by motif, phase, time left or opening."""

    about: str
    misses: list[Miss]


@dataclass(frozen=True, slots=True)
class Misses:
    """The misses of a player."""

    games: int
    """Number of analysed games that these are of."""
    left: int
    """So many more have no analysis yet."""
    is_running: bool
    """True if games are being analysed."""
    tables: list[MissTable]


@dataclass(frozen=True, slots=True)
class Card:
    """A mistake to practise."""

    game: int
    ply: int
    title: str
    fen: str
    """Empty if nothing is to be asked now."""
    turn: str
    check: str
    last: list[str]
    legal: list[list[str]]
    due: int
    new: int
    later: int
    """Number of cards that are due, were never asked, and are due later."""


@dataclass(frozen=True, slots=True)
class CardAnswered:
    """The worth of the answer."""

    verdict: str
    """'best', 'good', 'shown', or how the move would be marked."""
    move: str
    """The move that was tried, in SAN."""
    best: str
    """In SAN."""
    best_move: str
    """UCI text."""
    played: str
    """In SAN."""
    reason: str
    due: str
    """When it is asked again, in ISO 8601."""
