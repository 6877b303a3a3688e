"""FEN, X-FEN and Shredder-FEN: text to an unchecked-then-checked ``Setup`` and back.

``parse_fen`` accepts what programs really send: missing counters, any order of castling letters, rook files instead of
``KQkq``, an en passant square that nothing can take (the position drops it later). Everything else that can't stand on
a board is refused by a ``FenError`` whose ``fault`` tells which rule it breaks and whose text says what to do.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

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
# Men of each kind at the start; one more of a kind must be a promoted pawn.
START_COUNTS = {KNIGHT: 2, BISHOP: 2, ROOK: 2, QUEEN: 1}
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
    """A FEN that describes no position. ``fault`` names the rule broken."""

    def __init__(self, fault: FenFault, message: str) -> None:
        super().__init__(message)
        self.fault = fault

    def __reduce__(self) -> tuple[type[FenError], tuple[Fault, str]]:
        """Say how pickle makes it again, so that it comes back from another process: by itself it forgets the fault."""
        return type(self), (self.fault, str(self))


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

    def king(self, side: int) -> int:
        """The square of a side's king."""
        return self.men.index(2 * KING + side)

    @property
    def needs_chess960(self) -> bool:
        """Whether some castling right is none of standard chess: its king or its rook stands on another square."""
        return any(
            home is not None and (home != STANDARD_ROOKS[right] or self.king(right // 2) != STANDARD_KINGS[right // 2])
            for right, home in enumerate(self.castling)
        )


def parse_fen(text: str) -> Setup:
    """Read a FEN of four to six fields. Raises FenError."""
    fields = text.split()
    if not fields:
        raise FenError(FenFault.FIELDS, "the FEN is empty; give at least the board and the side to move")
    if len(fields) > 6:
        raise FenError(FenFault.FIELDS, f"the FEN has {len(fields)} fields; it has at most six")
    men = parse_board(fields[0])
    check_men(men)
    side = parse_side(fields[1] if len(fields) > 1 else "w")
    castling = parse_castling(fields[2] if len(fields) > 2 else "-", men)
    en_passant = parse_en_passant(fields[3] if len(fields) > 3 else "-", men, side)
    halfmove = parse_counter(fields[4] if len(fields) > 4 else "0", "halfmove clock", MAX_HALFMOVE)
    fullmove = parse_counter(fields[5] if len(fields) > 5 else "1", "move number", MAX_FULLMOVE)
    return Setup(men, side, castling, en_passant, halfmove, max(fullmove, 1))


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
    """Require one king each, no pawns on the outer ranks, no more men than a game can have."""
    for side in (WHITE, BLACK):
        kings = men.count(2 * KING + side)
        if kings != 1:
            raise FenError(FenFault.KINGS, f"{COLOURS[side]} has {kings} kings; each side needs exactly one")
    for square in RIM:
        if men[square] in (PAWN, PAWN + 1):
            raise FenError(FenFault.PAWNS_ON_RIM, f"a pawn stands on {square_name(square)}; pawns live on ranks 2 to 7")
    for side in (WHITE, BLACK):
        counts = [men.count(2 * kind + side) for kind in range(KING + 1)]
        total, pawns = sum(counts), counts[PAWN]
        promoted = sum([max(0, counts[kind] - count) for kind, count in START_COUNTS.items()])
        if total > MAX_MEN:
            raise FenError(FenFault.MEN, f"{COLOURS[side]} has {total} men; {MAX_MEN} is the most")
        if pawns > MAX_PAWNS:
            raise FenError(FenFault.MEN, f"{COLOURS[side]} has {pawns} pawns; {MAX_PAWNS} is the most")
        if promoted > MAX_PAWNS - pawns:
            raise FenError(
                FenFault.MEN,
                f"{COLOURS[side]} has {promoted} more pieces than at the start but only {MAX_PAWNS - pawns} pawns"
                " are missing that could have promoted",
            )


def parse_side(text: str) -> int:
    """Read the side to move."""
    if text not in ("w", "b"):
        raise FenError(FenFault.SIDE, f"'{text}' is no side to move; write 'w' or 'b'")
    return WHITE if text == "w" else BLACK


def parse_castling(text: str, men: tuple[int, ...]) -> tuple[int | None, int | None, int | None, int | None]:
    """Read castling rights, as KQkq (the outermost rook on that side: X-FEN) or as rook files (Shredder-FEN)."""
    homes: list[int | None] = [None, None, None, None]
    if text == "-":
        return None, None, None, None
    for letter in text:
        side = WHITE if letter.isupper() else BLACK
        rank = 56 if side == BLACK else 0
        king = men.index(2 * KING + side)
        rooks = [square for square, man in enumerate(men[rank : rank + 8], rank) if man == 2 * ROOK + side]
        if letter.lower() not in "kq" + FILES:
            raise FenError(FenFault.CASTLING, f"'{letter}' is no castling right; write KQkq, rook files (HAha) or '-'")
        if not rank <= king < rank + 8:
            raise FenError(
                FenFault.CASTLING,
                f"castling right '{letter}' needs {COLOURS[side]}'s king on rank {rank // 8 + 1};"
                f" it is on {square_name(king)}",
            )
        if letter.lower() == "k":
            home = max((square for square in rooks if square > king), default=None)
        elif letter.lower() == "q":
            home = min((square for square in rooks if square < king), default=None)
        else:
            square = rank + FILES.index(letter.lower())
            home = square if square in rooks else None
        if home is None:
            raise FenError(
                FenFault.CASTLING,
                f"castling right '{letter}' has no rook of {COLOURS[side]} to castle with; drop the right",
            )
        right = 2 * side + (home < king)
        if homes[right] not in (None, home):
            raise FenError(FenFault.CASTLING, f"'{text}' gives {COLOURS[side]} two rights on one wing; drop one")
        homes[right] = home
    return homes[0], homes[1], homes[2], homes[3]


def parse_en_passant(text: str, men: tuple[int, ...], side: int) -> int | None:
    """Read the en passant square; it must lie behind an enemy pawn that has just come two squares."""
    if text == "-":
        return None
    rank = "6" if side == WHITE else "3"
    if len(text) != 2 or text[0] not in FILES or text[1] not in "12345678":
        raise FenError(FenFault.EN_PASSANT, f"'{text}' is no square; write the square behind the pawn (e3, d6) or '-'")
    if text[1] != rank:
        raise FenError(
            FenFault.EN_PASSANT,
            f"en passant square {text} is on the wrong rank; with {'wb'[side]} to move it is on {rank}",
        )
    square = FILES.index(text[0]) + 8 * (int(text[1]) - 1)
    back = 8 if side == WHITE else -8
    if men[square - back] != 2 * PAWN + (side ^ 1):
        raise FenError(FenFault.EN_PASSANT, f"no pawn of {COLOURS[side ^ 1]} has just passed {text}; write '-'")
    if men[square] != EMPTY or men[square + back] != EMPTY:
        raise FenError(FenFault.EN_PASSANT, f"a man stands where the pawn passed {text}; write '-'")
    return square


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
        letter = FILES[home % 8] if shredder or rook in beyond else "kq"[right % 2]
        text += letter.upper() if side == WHITE else letter
    return text or "-"
