"""Messages between the page that plays and the server. The engine's thoughts on the game are in none of them."""

from __future__ import annotations

from dataclasses import dataclass

from kiebitz.web.messages import Forget, Move, Resume, by_name

# ------------------------------------------------------------------ from the tab


@dataclass(frozen=True, slots=True)
class Join:
    """The first message."""

    version: int
    language: str
    game: str
    """The name of the game that the tab plays; empty if it plays none."""


@dataclass(frozen=True, slots=True)
class Begin:
    """Begin a game; one under way is put away."""

    elo: int
    """The rating that the engine plays at; 0: its best."""
    era: str
    """As which era, by name; a rating is today's."""
    colour: str
    """The person's: 'white', 'black' or 'lot'."""
    base_ms: int
    """Time on each clock; 0: no clocks."""
    increment_ms: int
    """The increment of each move."""
    fen: str
    """The first position: a FEN, or ``startpos``."""
    chess960: int
    """The number of the first position in Chess960; -1: ``fen`` says it."""


@dataclass(frozen=True, slots=True)
class TakeBack:
    """Take one's last move back, with the engine's answer."""


@dataclass(frozen=True, slots=True)
class Hint:
    """Ask for a good move."""


@dataclass(frozen=True, slots=True)
class OfferDraw:
    """Offer a draw."""


@dataclass(frozen=True, slots=True)
class Resign:
    """Give up."""


PLAY_KINDS = by_name(Join, Begin, Resume, Forget, Move, TakeBack, Hint, OfferDraw, Resign)

# ------------------------------------------------------------------ from the server


@dataclass(frozen=True, slots=True)
class OfferedEra:
    """An era to play against."""

    name: str
    title: str


@dataclass(frozen=True, slots=True)
class Offers:
    """The answer to ``Join``: what can be played."""

    least_elo: int
    most_elo: int
    eras: list[OfferedEra]
    """Oldest first."""
    least_base_ms: int
    most_base_ms: int
    most_increment_ms: int


@dataclass(frozen=True, slots=True)
class Standing:
    """The game, whenever it changes; ``Shown`` follows with the position, whose moves are the person's alone."""

    name: str
    """For ``Join``."""
    elo: int
    """The rating that the engine plays at; 0: its best."""
    era: str
    """The title of the era that it plays as."""
    player: str
    """The person's colour: 'w' or 'b'."""
    moves: list[str]
    """All moves in SAN."""
    first_ply: int
    """Number of plies before the first of them."""
    white_ms: int
    """Time left on White's clock; -1 without clocks."""
    black_ms: int
    runs: str
    """The side whose clock runs: 'w', 'b', or empty."""
    can_take_back: bool
    result: str
    """As PGN has it; '*' while the game goes on."""
    cause: str
    """The cause of its end, of ``kiebitz.games.chess.game.CAUSES``; empty while it goes on."""
    pgn: str


@dataclass(frozen=True, slots=True)
class Hinted:
    """A good move."""

    move: str
    """UCI text."""
    san: str
