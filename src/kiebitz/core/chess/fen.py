"""FEN, X-FEN and Shredder-FEN: the rules, their faults, and the ``Setup`` that a text means (see ``fen_text``).

Accepted is what programs really send: missing counters, any order of castling letters, rook files instead of
``KQkq``, an en passant square that nothing can take (the position drops it later). A castling right or an en passant
square that the men on the board contradict is dropped, and ``Setup.dropped`` says so. Everything else that can't stand
on a board is refused by a ``FenError`` whose ``fault`` tells which rule it breaks and whose text says what to do.

**Castling.** In standard chess a right needs the king on the e-file and the rook on the a- or h-file. Other rights are
Chess960's: where it isn't said which of both is meant, they count only if a FEN names the rook's file, or if nobody has
moved yet; ``KQkq`` beside a king on c1 is mostly an oversight.
"""

from __future__ import annotations

import sys
import warnings
from dataclasses import dataclass, field
from enum import StrEnum

PACKAGE = "kiebitz."
START_FEN = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
LETTERS = "PpNnBbRrQqKk"  # by man: 2 * kind + colour
EMPTY = 12
WHITE, BLACK = 0, 1
PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING = range(6)
FILES = "abcdefgh"
COLOURS = ("White", "Black")
# Where standard chess castles from: kings by side, rooks by right (as in ``Setup.castling``).
STANDARD_KINGS = (4, 60)
STANDARD_ROOKS = (7, 0, 63, 56)


class FenFault(StrEnum):
    """The rule that a FEN breaks."""

    FIELDS = "fields"
    BOARD = "board"
    SIDE = "side"
    KINGS = "kings"
    MEN = "men"
    PAWNS_ON_RIM = "pawns on rim"
    OPPOSITE_CHECK = "opposite check"
    CASTLING = "castling"
    EN_PASSANT = "en passant"
    COUNTERS = "counters"


class FenError(ValueError):
    """An invalid FEN. ``fault`` names the rule broken."""

    def __init__(self, fault: FenFault, message: str) -> None:
        super().__init__(message)
        self.fault = fault

    def __reduce__(self) -> tuple[type[FenError], tuple[FenFault, str]]:
        """Say how pickle makes it again, so that it comes back from another process: by itself it forgets the fault."""
        return type(self), (self.fault, str(self))


class FenWarning(UserWarning):
    """An impossible castling right or en passant square in a FEN; it was dropped. Or a column without any position."""


def warn_of_dropped(*notes: str) -> None:
    """Warn of what was left out, each a FenWarning where Kiebitz was called."""
    level, frame = 1, sys._getframe()
    while frame.f_back and frame.f_globals["__name__"].startswith(PACKAGE):
        level, frame = level + 1, frame.f_back
    for note in notes:
        warnings.warn(note, FenWarning, stacklevel=level)


@dataclass(frozen=True)
class Setup:
    """A position as written, before anything that needs attacks is checked."""

    men: tuple[int, ...]
    """64 man codes (2 * kind + colour, 12 = free), a1 to h8."""
    side: int
    """Side to move: 0 White, 1 Black."""
    castling: tuple[int | None, int | None, int | None, int | None]
    """Home square of the rook by right: White short, White long, Black short, Black long."""
    en_passant: int | None
    """The square behind a pawn that has just moved two squares, as written."""
    halfmove: int
    """Plies since the last capture or pawn move."""
    fullmove: int
    """Number of the next move."""
    dropped: tuple[str, ...] = field(default=(), compare=False)
    """The parts that were written but can't be, a sentence each: castling rights, an en passant square."""

    def king(self, side: int) -> int:
        """The square of a side's king."""
        return self.men.index(2 * KING + side)

    @property
    def needs_chess960(self) -> bool:
        """True if some castling right is none of standard chess: its king or its rook stands on another square."""
        return any(
            home is not None and not is_standard(right, home, self.king(right // 2))
            for right, home in enumerate(self.castling)
        )


def is_standard(right: int, home: int, king: int) -> bool:
    """True if king and rook stand where standard chess castles from."""
    return home == STANDARD_ROOKS[right] and king == STANDARD_KINGS[right // 2]


SQUARE_NAMES = tuple(file + rank for rank in "12345678" for file in FILES)


def square_name(square: int) -> str:
    """Name a square, 'a1' to 'h8'."""
    return SQUARE_NAMES[square]
