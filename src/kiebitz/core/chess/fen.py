"""FEN, X-FEN and Shredder-FEN: text to an unchecked-then-checked ``Setup`` and back.

``parse_fen`` accepts what programs really send: missing counters, any order of castling letters, rook files instead of
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
MEN = {letter: man for man, letter in enumerate(LETTERS)}
EMPTY = 12
WHITE, BLACK = 0, 1
PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING = range(6)
FILES = "abcdefgh"
COLOURS = ("White", "Black")
RIM = (*range(8), *range(56, 64))
MAX_MEN = 16
MAX_PAWNS = 8
# Where standard chess castles from: kings by side, rooks by right (as in ``Setup.castling``).
STANDARD_KINGS = (4, 60)
STANDARD_ROOKS = (7, 0, 63, 56)
# The counters' largest values: they fit a C int with any game on top and lie far beyond any real game.
MAX_HALFMOVE = 100_000_000
MAX_FULLMOVE = 100_000_000


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
    """An impossible castling right or en passant square in a FEN; it was dropped."""


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
    """What was written but can't be, a sentence each: castling rights, an en passant square."""

    def king(self, side: int) -> int:
        """The square of a side's king."""
        return self.men.index(2 * KING + side)

    @property
    def needs_chess960(self) -> bool:
        """Whether some castling right is none of standard chess: its king or its rook stands on another square."""
        return any(
            home is not None and not is_standard(right, home, self.king(right // 2))
            for right, home in enumerate(self.castling)
        )


def is_standard(right: int, home: int, king: int) -> bool:
    """Whether king and rook stand where standard chess castles from."""
    return home == STANDARD_ROOKS[right] and king == STANDARD_KINGS[right // 2]


def parse_fen(text: str, chess960: bool | None = None) -> Setup:
    """Read a FEN of one to six fields. Raises FenError.

    ``chess960``: whether it is of Chess960, so that castling rights of that game count; None: if the FEN shows it.
    """
    fields = text.split()
    if not fields:
        raise FenError(FenFault.FIELDS, "the FEN is empty; give at least the board and the side to move")
    if len(fields) > 6:
        raise FenError(FenFault.FIELDS, f"the FEN has {len(fields)} fields; it has at most six")
    men = parse_board(fields[0])
    check_men(men)
    side = parse_side(fields[1] if len(fields) > 1 else "w")
    dropped: list[str] = []
    castling = parse_castling(fields[2] if len(fields) > 2 else "-", men, chess960, dropped)
    en_passant = parse_en_passant(fields[3] if len(fields) > 3 else "-", men, side, dropped)
    halfmove = parse_counter(fields[4] if len(fields) > 4 else "0", "halfmove clock", MAX_HALFMOVE)
    fullmove = parse_counter(fields[5] if len(fields) > 5 else "1", "move number", MAX_FULLMOVE)
    return Setup(men, side, castling, en_passant, halfmove, max(fullmove, 1), tuple(dropped))


def parse_board(text: str) -> tuple[int, ...]:
    """Read the board field: eight ranks from the eighth down, separated by slashes."""
    ranks = text.split("/")
    if len(ranks) != 8:
        raise FenError(FenFault.BOARD, f"the board has {len(ranks)} ranks; write eight, separated by '/'")
    men = [EMPTY] * 64
    for rank, row in zip(range(7, -1, -1), ranks, strict=True):
        file = 0
        for letter in row:
            if letter in MEN:
                if file < 8:
                    men[8 * rank + file] = MEN[letter]
                file += 1
            elif letter in "12345678":
                file += int(letter)
            else:
                raise FenError(
                    FenFault.BOARD,
                    f"'{letter}' in rank {rank + 1} is neither a man (PNBRQK, pnbrqk) nor a digit 1 to 8",
                )
        if file != 8:
            raise FenError(FenFault.BOARD, f"rank {rank + 1} ('{row}') has {file} squares; it needs eight")
    return tuple(men)


def check_men(men: tuple[int, ...]) -> None:
    """Require one king each, no pawns on the outer ranks, no more men and pawns than a game can have."""
    for side in (WHITE, BLACK):
        kings = men.count(2 * KING + side)
        if kings != 1:
            raise FenError(FenFault.KINGS, f"{COLOURS[side]} has {kings} kings; each side needs exactly one")
    for square in RIM:
        if men[square] in (PAWN, PAWN + 1):
            raise FenError(FenFault.PAWNS_ON_RIM, f"a pawn stands on {square_name(square)}; pawns live on ranks 2 to 7")
    for side in (WHITE, BLACK):
        total, pawns = sum([man != EMPTY and man % 2 == side for man in men]), men.count(2 * PAWN + side)
        if total > MAX_MEN:
            raise FenError(FenFault.MEN, f"{COLOURS[side]} has {total} men; {MAX_MEN} is the most")
        if pawns > MAX_PAWNS:
            raise FenError(FenFault.MEN, f"{COLOURS[side]} has {pawns} pawns; {MAX_PAWNS} is the most")


def parse_side(text: str) -> int:
    """Read the side to move."""
    if text not in ("w", "b"):
        raise FenError(FenFault.SIDE, f"'{text}' is no side to move; write 'w' or 'b'")
    return WHITE if text == "w" else BLACK


def parse_castling(
    text: str, men: tuple[int, ...], chess960: bool | None, dropped: list[str]
) -> tuple[int | None, int | None, int | None, int | None]:
    """Read castling rights, as KQkq (the outermost rook on that side: X-FEN) or as rook files (Shredder-FEN).

    What is wrong with a right that can't be is added to ``dropped``. Raises FenError for letters that name no right.
    """
    homes: list[int | None] = [None, None, None, None]
    if text == "-":
        return None, None, None, None
    for letter in text:
        if letter.lower() not in "kq" + FILES:
            raise FenError(FenFault.CASTLING, f"'{letter}' is no castling right; write KQkq, rook files (HAha) or '-'")
    untouched = has_nobody_moved(men)
    faults: dict[str, str] = {}  # the letters by what is wrong with them
    for letter in dict.fromkeys(text):
        side = WHITE if letter.isupper() else BLACK
        rank = 56 if side == BLACK else 0
        king = men.index(2 * KING + side)
        if not rank <= king < rank + 8:
            fault = f"the king of {COLOURS[side]} is on {square_name(king)}, not on rank {rank // 8 + 1}"
            faults[fault] = faults.get(fault, "") + letter
            continue
        home = castling_rook(letter, men, king)
        if home is None:
            fault = f"there is no rook of {COLOURS[side]} to castle with"
            faults[fault] = faults.get(fault, "") + letter
            continue
        right = 2 * side + (home < king)
        names_file = letter.lower() not in "kq"
        is_of_960 = chess960 or (chess960 is None and (names_file or untouched))
        if not is_of_960 and not is_standard(right, home, king):
            fault = f"only Chess960 castles with the king on {square_name(king)} and the rook on {square_name(home)}"
            faults[fault] = letter
        elif homes[right] not in (None, home):
            faults[f"there is another right of {COLOURS[side]} on that wing"] = letter
        else:
            homes[right] = home
    dropped.extend([f"castling '{letters}' dropped: {fault}" for fault, letters in faults.items()])
    return homes[0], homes[1], homes[2], homes[3]


def castling_rook(letter: str, men: tuple[int, ...], king: int) -> int | None:
    """The square of the rook that a castling right means; None if there is none."""
    side, rank = (WHITE, 0) if letter.isupper() else (BLACK, 56)
    rooks = [square for square, man in enumerate(men[rank : rank + 8], rank) if man == 2 * ROOK + side]
    if letter.lower() == "k":
        return max((square for square in rooks if square > king), default=None)
    if letter.lower() == "q":
        return min((square for square in rooks if square < king), default=None)
    square = rank + FILES.index(letter.lower())
    return square if square in rooks else None


def has_nobody_moved(men: tuple[int, ...]) -> bool:
    """Whether all men stand as at the start of a game of chess or Chess960, pawns before pieces."""
    ranks = [men[8 * rank : 8 * rank + 8] for rank in range(8)]
    pieces = (KNIGHT, BISHOP, ROOK, QUEEN, KING)
    return (
        set(ranks[1]) == {2 * PAWN}
        and set(ranks[6]) == {2 * PAWN + 1}
        and set(ranks[0]) <= {2 * kind for kind in pieces}
        and set(ranks[7]) <= {2 * kind + 1 for kind in pieces}
    )


def parse_en_passant(text: str, men: tuple[int, ...], side: int, dropped: list[str]) -> int | None:
    """Read the en passant square. It must lie behind an enemy pawn that has just come two squares; else it is dropped.

    Raises FenError for what is no square.
    """
    if text == "-":
        return None
    rank = "6" if side == WHITE else "3"
    if len(text) != 2 or text[0] not in FILES or text[1] not in "12345678":
        raise FenError(FenFault.EN_PASSANT, f"'{text}' is no square; write the square behind the pawn (e3, d6) or '-'")
    square = FILES.index(text[0]) + 8 * (int(text[1]) - 1)
    back = 8 if side == WHITE else -8
    if text[1] != rank:
        dropped.append(f"en passant square {text} dropped: with {'wb'[side]} to move it is on rank {rank}")
    elif men[square - back] != 2 * PAWN + (side ^ 1):
        dropped.append(f"en passant square {text} dropped: no pawn of {COLOURS[side ^ 1]} has just passed it")
    elif men[square] != EMPTY or men[square + back] != EMPTY:
        dropped.append(f"en passant square {text} dropped: a man stands where the pawn passed")
    else:
        return square
    return None


def parse_counter(text: str, name: str, largest: int) -> int:
    """Read the halfmove clock or the move number; some programs write '-'."""
    if text == "-":
        return 0
    if not (text.isascii() and text.isdigit()) or len(text) > 9 or int(text) > largest:
        raise FenError(FenFault.COUNTERS, f"the {name} '{text[:20]}' is not a whole number from 0 to {largest}")
    return int(text)


SQUARE_NAMES = tuple(file + rank for rank in "12345678" for file in FILES)


def square_name(square: int) -> str:
    """Name a square, 'a1' to 'h8'."""
    return SQUARE_NAMES[square]


def write_fen(setup: Setup, shredder: bool = False) -> str:
    """Write the FEN of a setup. Castling as KQkq where unambiguous, else by rook file; ``shredder``: always by file."""
    rows = []
    for rank in range(7, -1, -1):
        row, free = "", 0
        for man in setup.men[8 * rank : 8 * rank + 8]:
            if man == EMPTY:
                free += 1
                continue
            row += (str(free) if free else "") + LETTERS[man]
            free = 0
        rows.append(row + (str(free) if free else ""))
    return " ".join(
        (
            "/".join(rows),
            "wb"[setup.side],
            write_castling(setup, shredder),
            square_name(setup.en_passant) if setup.en_passant is not None else "-",
            str(setup.halfmove),
            str(setup.fullmove),
        )
    )


def write_castling(setup: Setup, shredder: bool) -> str:
    """Write the castling field, '-' without any right."""
    text = ""
    for right, home in enumerate(setup.castling):
        if home is None:
            continue
        side = right // 2
        rook = 2 * ROOK + side
        rank = setup.men[home // 8 * 8 : home // 8 * 8 + 8]
        beyond = rank[home % 8 + 1 :] if right % 2 == 0 else rank[: home % 8]
        needs_file = shredder or rook in beyond
        letter = castling_letter(home, side)
        text += letter if needs_file else "KQkq"[right]
    return text or "-"


def castling_letter(home: int, side: int) -> str:
    """A castling right as the file of its rook."""
    letter = FILES[home % 8]
    return letter.upper() if side == WHITE else letter
