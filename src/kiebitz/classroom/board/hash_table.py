"""A hash table in plain Python, as 'MiniMAX und Hashtabellen' teaches it, and Tartan's search with it: MiniMAX.

A *code* for each man on each square (64 × 12 = 768) is drawn once, at random. A position's *key* is the XOR of its
men's codes, and of one more if Black is to move. ``(A XOR B) XOR B = A``: so a move takes a man out of the key and puts
him in again elsewhere, and the way to a position doesn't matter. A second set of codes gives the *index*, of which AND
leaves as many bits as the table has room for. An entry says with which key it was written, how deep, and what the value
is: EXACT, HIGH (at least so much) or LOW (at most). The newest entry stays.

Castling rights and the pawn that may be taken en passant are left out of the key, which the article calls negligible.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from random import Random

from kiebitz.classroom.board.mailbox import Mailbox, Move
from kiebitz.classroom.board.squares import CASTLING_ROOK, EMPTY, EN_PASSANT_PAWN, PAWN, ROOK, SQUARES
from kiebitz.classroom.board.tartan import WMAX, Strategy, Tartan
from kiebitz.engine import START_FEN

CODE_BITS, INDEX_BITS, SEED = 64, 16, 2002
"""2^16 = 65,536 entries, the article's number."""
PLAIN = {EN_PASSANT_PAWN: PAWN, CASTLING_ROOK: ROOK}
NEAREST_MATE = WMAX - 1000
"""Values beyond count plies from the root, so that they hold on their path alone: they aren't kept."""


class Kind(Enum):
    """The relation of a value to the true one."""

    EXACT = "exact"
    HIGH = "at least"
    LOW = "at most"


@dataclass(frozen=True, slots=True)
class Entry:
    """An entry of the table: the result of a search of a position."""

    key: int
    depth: int
    value: int
    """White's view, as everywhere in Tartan."""
    kind: Kind
    move: Move | None


class Codes:
    """A number for each man on each square, and one for Black to move; XORed they are a key, or an index."""

    def __init__(self, random: Random) -> None:
        self._codes = {
            sign * man: {square: random.getrandbits(CODE_BITS) for square in SQUARES}
            for man in (*range(1, 9),)
            if man not in PLAIN
            for sign in (1, -1)
        }
        self.side = random.getrandbits(CODE_BITS)

    def of(self, man: int, square: int) -> int:
        """The code of a man on a square; an empty one has none."""
        if man == EMPTY:
            return 0
        kind = PLAIN.get(abs(man), abs(man))
        return self._codes[kind if man > 0 else -kind][square]

    def total(self, board: Mailbox) -> int:
        """All codes of a position, XORed one by one."""
        key = 0 if board.white_to_move else self.side
        for square in SQUARES:
            key ^= self.of(board.squares[square], square)
        return key


KEY, INDEX = Codes(Random(SEED)), Codes(Random(SEED + 1))


class HashedBoard(Mailbox):
    """A board that knows its key and its index, and brings them up to date with each move."""

    def __init__(self, fen: str = START_FEN) -> None:
        super().__init__(fen)
        self.key, self.index = KEY.total(self), INDEX.total(self)
        self._before: list[tuple[int, int]] = []

    def make(self, move: Move) -> None:
        """Make a move, and XOR what it changes: the man out of where he stood, and in where he stands."""
        self._before.append((self.key, self.index))
        super().make(move)
        self.key ^= KEY.side
        self.index ^= INDEX.side
        first_men = {square: man for square, man, _ in reversed(self.last_changes)}
        for square, man in first_men.items():
            self.key ^= KEY.of(man, square) ^ KEY.of(self.squares[square], square)
            self.index ^= INDEX.of(man, square) ^ INDEX.of(self.squares[square], square)

    def unmake(self) -> None:
        """Take a move back."""
        super().unmake()
        self.key, self.index = self._before.pop()


class HashTable:
    """So many entries, a power of two; the newest takes the place of whatever is there."""

    def __init__(self, bits: int = INDEX_BITS) -> None:
        self.entries: list[Entry | None] = [None] * (1 << bits)
        self._mask = (1 << bits) - 1

    def look_up(self, board: HashedBoard) -> Entry | None:
        """Look a position up: the entry at its place, if it has its key."""
        entry = self.entries[board.index & self._mask]
        return entry if entry is not None and entry.key == board.key else None

    def store(self, board: HashedBoard, depth: int, value: int, kind: Kind, move: Move | None) -> None:
        """Write down what was found of a position."""
        self.entries[board.index & self._mask] = Entry(board.key, depth, value, kind, move)


class MiniMAX(Tartan):
    """Tartan's search with a table: it looks before it searches, and writes down what it has found."""

    board: HashedBoard

    def __init__(self, board: HashedBoard, strategy: Strategy, table: HashTable | None = None) -> None:
        """``table`` may know something from searches before."""
        super().__init__(board, strategy)
        self.table = HashTable() if table is None else table
        self.answers = 0
        """Number of searches that the table made unnecessary."""

    def best_white(self, ply: int, alpha: int, beta: int) -> tuple[int, Move | None]:
        """Tartan's search, with the table asked first."""
        return self._remembered(super().best_white, ply, alpha, beta)

    def best_black(self, ply: int, alpha: int, beta: int) -> tuple[int, Move | None]:
        """Tartan's search, with the table asked first."""
        return self._remembered(super().best_black, ply, alpha, beta)

    def _remembered(
        self, search: Callable[[int, int, int], tuple[int, Move | None]], ply: int, alpha: int, beta: int
    ) -> tuple[int, Move | None]:
        depth = self.strategy.depth - ply
        entry = self.table.look_up(self.board)
        # At the root a move is wanted, not a value alone; at the horizon the captures are quicker than a look.
        if ply and depth and entry is not None and entry.depth >= depth and _answers(entry, alpha, beta):
            self.answers += 1
            return entry.value, entry.move
        value, move = search(ply, alpha, beta)
        if depth and abs(value) < NEAREST_MATE:
            kind = Kind.HIGH if value >= beta else Kind.LOW if value <= alpha else Kind.EXACT
            self.table.store(self.board, depth, value, kind, move)
        return value, move

    def _promising(self, legal: list[Move]) -> list[Move]:
        """Tartan's order, but the table's move first, from whatever depth it is."""
        moves, entry = super()._promising(legal), self.table.look_up(self.board)
        if entry is None or entry.move not in moves:
            return moves
        return [entry.move, *(move for move in moves if move != entry.move)]


def _answers(entry: Entry, alpha: int, beta: int) -> bool:
    """True if a value says all that is asked: HIGH from beta on, LOW up to alpha, EXACT always."""
    match entry.kind:
        case Kind.EXACT:
            return True
        case Kind.HIGH:
            return entry.value >= beta
        case Kind.LOW:
            return entry.value <= alpha
