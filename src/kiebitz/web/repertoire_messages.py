"""Messages between the page of a repertoire and the server."""

from __future__ import annotations

from dataclasses import dataclass

from kiebitz.web.messages import by_name
from kiebitz.web.think_messages import Enter

# ------------------------------------------------------------------ from the tab


@dataclass(frozen=True, slots=True)
class AddLines:
    """Keep lines under a name, joined with those that are there under it, and open them."""

    name: str
    pgn: str


@dataclass(frozen=True, slots=True)
class OpenLines:
    """Open a repertoire that is kept."""

    name: str


@dataclass(frozen=True, slots=True)
class RemoveLines:
    """Forget the repertoire that is open."""


@dataclass(frozen=True, slots=True)
class SaveLines:
    """Give the text of the repertoire that is open."""


@dataclass(frozen=True, slots=True)
class Walk:
    """Show the position that moves lead to."""

    moves: list[str]
    """UCI text."""


@dataclass(frozen=True, slots=True)
class KeepMove:
    """Put the last of these moves into the repertoire, or take it out with all that only it leads to."""

    moves: list[str]
    on: bool


@dataclass(frozen=True, slots=True)
class AskLine:
    """Ask for a move of the repertoire."""


@dataclass(frozen=True, slots=True)
class AnswerLine:
    """Answer what was asked for last."""

    move: str
    """UCI text; empty: show it."""


@dataclass(frozen=True, slots=True)
class HoldGames:
    """Hold the repertoire against a player's games in the collection."""

    player: str


@dataclass(frozen=True, slots=True)
class EvaluateLines:
    """Evaluate the positions that have no evaluation yet, or leave off."""

    on: bool


@dataclass(frozen=True, slots=True)
class WinningMoves:
    """Look for the moves that win against people of a rating, in the position that is shown."""

    rating: int


REPERTOIRE_KINDS = by_name(
    *(Enter, AddLines, OpenLines, RemoveLines, SaveLines, Walk, KeepMove, AskLine, AnswerLine, HoldGames),
    *(EvaluateLines, WinningMoves),
)

# ------------------------------------------------------------------ from the server


@dataclass(frozen=True, slots=True)
class Shelved:
    """The repertoires that are kept, and the one that is open."""

    names: list[str]
    name: str
    """Empty: none is open."""
    is_white: bool
    positions: int
    to_know: int
    """Own moves to know."""
    due: int
    """Of these, to ask now."""
    evaluated: int
    """Positions with an evaluation."""


@dataclass(frozen=True, slots=True)
class LineMove:
    """A move of the repertoire."""

    move: str
    """UCI text."""
    san: str
    comment: str
    evaluation: str
    """White's view, such as '+0.25' or '#-3'; empty: there is none."""
    positions: int
    """That follow it."""


@dataclass(frozen=True, slots=True)
class Walked:
    """The position that moves lead to, and what the repertoire has there."""

    moves: list[str]
    line: list[str]
    """The moves in SAN."""
    fen: str
    turn: str
    check: str
    last: list[str]
    legal: list[list[str]]
    opening: str
    is_known: bool
    """True if it is a position of the repertoire, by whatever moves."""
    is_own: bool
    ways: list[LineMove]


@dataclass(frozen=True, slots=True)
class LineCard:
    """A position whose move is asked for."""

    fen: str
    """Empty if nothing is to be asked now."""
    turn: str
    check: str
    last: list[str]
    legal: list[list[str]]
    line: str
    """The moves that led there."""
    left: int
    """To ask now, this one included."""
    later: int


@dataclass(frozen=True, slots=True)
class LineAnswered:
    """The worth of an answer."""

    verdict: str
    """'right', 'other' (in the lines, too), 'wrong' or 'shown'."""
    move: str
    """The move that was tried, in SAN."""
    known: str
    """The line's, in SAN."""
    known_move: str
    """UCI text."""
    comment: str
    due: str
    """When it is asked again, in ISO 8601."""


@dataclass(frozen=True, slots=True)
class LeftBy:
    """Games that left the repertoire by the same move."""

    moves: list[str]
    """That led there, UCI text."""
    after: str
    """The same in words."""
    move: str
    """In SAN, with its number."""
    number: int
    """The move's."""
    known: str
    """The repertoire's move there; empty where the opponent left it."""
    games: int
    share: float
    """Of 100 games there, where the opponent left it; else 0."""
    score: float
    """The own side's points of 100; below 0: nobody knows."""
    last: str
    """The date of the latest; empty if it isn't known."""


@dataclass(frozen=True, slots=True)
class HeldGames:
    """The repertoire held against games."""

    games: int
    plies: float
    """Their moves in it, on average."""
    ended: int
    """Games that stayed in it to the end of its line."""
    deviations: list[LeftBy]
    holes: list[LeftBy]


@dataclass(frozen=True, slots=True)
class EvaluatedLines:
    """Progress of an evaluation."""

    done: int
    left: int
    is_running: bool


@dataclass(frozen=True, slots=True)
class SavedLines:
    """A repertoire's text."""

    name: str
    pgn: str


@dataclass(frozen=True, slots=True)
class WinningMove:
    """A move and what it is worth."""

    move: str
    """UCI text."""
    san: str
    points: float
    """The points of 100 that its side scores with it against people."""
    evaluation: str
    """The engine's, White's view, such as '+0.25' or '#-3'."""
    is_engines: bool
    """True for the engine's first choice."""
    games: int
    """Games of the collection that went on with it."""
    answers: str
    """The likeliest answers, such as 'Nf6 40%, d6 15%'."""


@dataclass(frozen=True, slots=True)
class FoundWinning:
    """The moves that win, the best first."""

    moves: list[str]
    """That lead to the position, UCI text."""
    rating: int
    is_searching: bool
    """True while they are looked for: then there are none yet."""
    found: list[WinningMove]
