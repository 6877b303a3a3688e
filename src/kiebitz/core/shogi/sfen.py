"""SFEN: a position of shogi as text, to an unchecked-then-checked ``Setup`` and back.

``parse_sfen`` accepts what programs really send: hands or move number left out, hands in any order. What can't stand on
a board is refused by an ``SfenError`` whose ``fault`` tells which rule it breaks and whose text says what to do. A side
without a king is none of the faults as long as the other has one: so tsume problems are written.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

START_SFEN = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1"
LETTERS = "PLNSBRGK"  # by kind
BLACK, WHITE = 0, 1
COLOURS = ("Black", "White")
PAWN, LANCE, KNIGHT, SILVER, BISHOP, ROOK, GOLD, KING = range(8)
PROMOTED = 8
EMPTY = 28
# How many men of each kind a game has.
SET = {PAWN: 18, LANCE: 4, KNIGHT: 4, SILVER: 4, BISHOP: 2, ROOK: 2, GOLD: 4}
NAMES = ("pawns", "lances", "knights", "silvers", "bishops", "rooks", "golds")
# The order in which hands are written.
HAND_ORDER = (ROOK, BISHOP, GOLD, SILVER, KNIGHT, LANCE, PAWN)
# Ranks, from the far end, on which a man could never move again.
DEAD_RANKS = {PAWN: 1, LANCE: 1, KNIGHT: 2}
SIZE = 9
RANKS = "abcdefghi"
SQUARES = 82
MAX_NUMBER = 100_000_000
NO_HAND = (0,) * len(SET)


class SfenFault(StrEnum):
    """The rule that an SFEN breaks."""

    FIELDS = "fields"
    BOARD = "board"
    SIDE = "side"
    HANDS = "hands"
    NUMBER = "number"
    KINGS = "kings"
    MEN = "men"
    TWO_PAWNS = "two pawns"
    DEAD_END = "dead end"
    OPPOSITE_CHECK = "opposite check"


class SfenError(ValueError):
    """An SFEN that describes no position. ``fault`` names the rule broken."""

    def __init__(self, fault: SfenFault, message: str) -> None:
        super().__init__(message)
        self.fault = fault

    def __reduce__(self) -> tuple[type[SfenError], tuple[SfenFault, str]]:
        """Say how pickle makes it again, so that it comes back from another process: by itself it forgets the fault."""
        return type(self), (self.fault, str(self))


@dataclass(frozen=True)
class Setup:
    """A position as written, before anything that needs attacks is checked."""

    men: tuple[int, ...]
    """82 man codes (2 * kind + colour, 28 = free) by square, 1a to 9i; the hole between files 7 and 8 is free."""
    side: int
    """Side to move: 0 Black, 1 White."""
    hands: tuple[tuple[int, ...], tuple[int, ...]]
    """The pieces in the hands of Black and White, by kind from pawn to gold."""
    number: int
    """Number of the next move, one a ply."""


def square_at(file: int, rank: int) -> int:
    """The square on a file and a rank, both counted from 0."""
    return SIZE * file + rank + (file >= 7)


SQUARE_AT = {f"{file + 1}{letter}": square_at(file, rank) for file in range(SIZE) for rank, letter in enumerate(RANKS)}
SQUARE_NAMES = {square: name for name, square in SQUARE_AT.items()}


def square_name(square: int) -> str:
    """Name a square, '1a' to '9i'."""
    return SQUARE_NAMES[square]


def parse_sfen(text: str, *, as_written: bool = False) -> Setup:
    """Read an SFEN of two to four fields. Raises SfenError.

    ``as_written``: also what no game leads to: two pawns on a file, men that can never move, no king at all.
    """
    fields = text.split()
    if len(fields) < 2:
        raise SfenError(SfenFault.FIELDS, "the SFEN has no board or no side to move; give both")
    if len(fields) > 4:
        raise SfenError(SfenFault.FIELDS, f"the SFEN has {len(fields)} fields; it has at most four")
    men = parse_board(fields[0])
    if fields[1] not in ("b", "w"):
        raise SfenError(SfenFault.SIDE, f"'{fields[1][:20]}' is no side to move; write 'b' or 'w'")
    hands = parse_hands(fields[2]) if len(fields) > 2 else (NO_HAND, NO_HAND)
    number = parse_number(fields[3]) if len(fields) > 3 else 1
    check_men(men, hands)
    if not as_written:
        check_kings(men)
        check_places(men)
    return Setup(men, BLACK if fields[1] == "b" else WHITE, hands, number)


def parse_board(text: str) -> tuple[int, ...]:
    """Read the board field: nine ranks from rank a, each from file 9, separated by slashes."""
    rows = text.split("/")
    if len(rows) != SIZE:
        raise SfenError(SfenFault.BOARD, f"the board has {len(rows)} ranks; write nine, separated by '/'")
    men = [EMPTY] * SQUARES
    for rank, row in enumerate(rows):
        left, promoted = SIZE, False
        for letter in row:
            if letter == "+" and not promoted:
                promoted = True
                continue
            if letter in "123456789" and not promoted:
                left -= int(letter)
                continue
            kind = LETTERS.find(letter.upper())
            if not letter.isascii() or kind < 0:
                raise SfenError(
                    SfenFault.BOARD,
                    f"'{letter}' in rank {RANKS[rank]} is neither a man (PLNSBRGK, plnsbrgk), a '+' before one"
                    " nor a digit 1 to 9",
                )
            if promoted and kind >= GOLD:
                raise SfenError(SfenFault.BOARD, f"'+{letter}' in rank {RANKS[rank]}: gold and king don't promote")
            left -= 1
            if left >= 0:
                men[square_at(left, rank)] = 2 * (kind + PROMOTED * promoted) + letter.islower()
            promoted = False
        if promoted:
            raise SfenError(SfenFault.BOARD, f"rank {RANKS[rank]} ends with a '+'; write the man after it")
        if left != 0:
            raise SfenError(SfenFault.BOARD, f"rank {RANKS[rank]} ('{row[:40]}') has {SIZE - left} squares, not nine")
    return tuple(men)


def parse_hands(text: str) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Read the hands field, '-' or counted letters such as ``R2Pbg``."""
    hands = [[0] * len(SET), [0] * len(SET)]
    digits = ""
    for letter in "" if text == "-" else text:
        if letter in "0123456789":
            digits += letter
            continue
        kind = LETTERS.find(letter.upper())
        if not letter.isascii() or not PAWN <= kind < KING:
            raise SfenError(SfenFault.HANDS, f"'{letter}' is not a piece in hand; write PLNSBRG, plnsbrg or '-'")
        hand = hands[letter.islower()]
        if hand[kind]:
            raise SfenError(SfenFault.HANDS, f"'{letter}' stands twice in the hands; write a number before it")
        if digits.startswith("0") or len(digits) > 2:
            raise SfenError(SfenFault.HANDS, f"'{digits[:20]}{letter}': write a number from 1 to 18, or none for one")
        hand[kind] = int(digits or 1)
        digits = ""
    if digits:
        raise SfenError(SfenFault.HANDS, f"the hands end with '{digits[:20]}'; write the man after it")
    return tuple(hands[BLACK]), tuple(hands[WHITE])


def parse_number(text: str) -> int:
    """Read the move number."""
    if not (text.isascii() and text.isdigit()) or len(text) > 9 or int(text) > MAX_NUMBER:
        raise SfenError(SfenFault.NUMBER, f"the move number '{text[:20]}' is not a whole number from 0 to {MAX_NUMBER}")
    return int(text)


def check_men(men: tuple[int, ...], hands: tuple[tuple[int, ...], tuple[int, ...]]) -> None:
    """Require at most one king each, and no more men of a kind than a game has."""
    kings = [men.count(2 * KING + side) for side in (BLACK, WHITE)]
    for side, count in enumerate(kings):
        if count > 1:
            raise SfenError(SfenFault.KINGS, f"{COLOURS[side]} has {count} kings; one is the most")
    for kind, most in SET.items():
        codes = {2 * kind + side + 2 * raised for side in (BLACK, WHITE) for raised in (0, PROMOTED)}
        count = sum([man in codes for man in men if man != EMPTY]) + hands[BLACK][kind] + hands[WHITE][kind]
        if count > most:
            raise SfenError(SfenFault.MEN, f"there are {count} {NAMES[kind]}, with promoted ones; {most} is the most")


def check_kings(men: tuple[int, ...]) -> None:
    """Require a king."""
    if not {2 * KING + BLACK, 2 * KING + WHITE} & {*men}:
        raise SfenError(SfenFault.KINGS, "there is no king; one side needs one at least")


def check_places(men: tuple[int, ...]) -> None:
    """Require that every man can still move some day, and that no side has two pawns on a file."""
    for side in (BLACK, WHITE):
        for file in range(SIZE):
            column = [men[square_at(file, rank)] for rank in range(SIZE)]
            if column.count(2 * PAWN + side) > 1:
                raise SfenError(
                    SfenFault.TWO_PAWNS,
                    f"{COLOURS[side]} has two unpromoted pawns on file {file + 1}; one is the most",
                )
            for kind, ranks in DEAD_RANKS.items():
                ends = range(ranks) if side == BLACK else range(SIZE - ranks, SIZE)
                for rank in ends:
                    if column[rank] == 2 * kind + side:
                        raise SfenError(
                            SfenFault.DEAD_END,
                            f"{COLOURS[side]}'s man on {square_name(square_at(file, rank))} could never move;"
                            " promote it with a '+'",
                        )


def write_sfen(setup: Setup) -> str:
    """Write the SFEN of a setup."""
    rows = []
    for rank in range(SIZE):
        row, free = "", 0
        for file in range(SIZE - 1, -1, -1):
            man = setup.men[square_at(file, rank)]
            if man == EMPTY:
                free += 1
                continue
            row += (str(free) if free else "") + man_text(man)
            free = 0
        rows.append(row + (str(free) if free else ""))
    held = "".join(
        [
            (str(count) if count > 1 else "") + man_text(2 * kind + side)
            for side in (BLACK, WHITE)
            for kind in HAND_ORDER
            if (count := setup.hands[side][kind])
        ]
    )
    return f"{'/'.join(rows)} {'bw'[setup.side]} {held or '-'} {setup.number}"


def man_text(man: int) -> str:
    """Write a man: a capital for Black, a '+' before what is promoted."""
    letter = LETTERS[man // 2 % PROMOTED]
    return ("+" if man // 2 >= PROMOTED else "") + (letter.lower() if man % 2 else letter)
