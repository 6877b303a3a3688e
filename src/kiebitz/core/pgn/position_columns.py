"""Every position of many games as columns, without Python in the loop.

Layout: a column is an array that grows; texts (FEN, UCI, SAN) stand one behind the other, as Arrow has them, with the
places where they end. A game of n moves makes n + 1 rows: where it starts, and what stands after each move. A row's
move is the one that is played there; the last has none, a text of no letters.

Invariants: room for all rows of a call is made before its first row is written; texts make room for the longest they
may be before each. A game that isn't one (its FEN can't be, a move isn't legal) ends the call, and is named.

Thread safety: none; each thread owns its columns. The loop runs without the GIL.
"""

import cython
from cython.cimports.cpython.bytes import PyBytes_AsString, PyBytes_FromStringAndSize
from cython.cimports.kiebitz.core.chess.bitboard import BLACK, KINDS, WHITE
from cython.cimports.kiebitz.core.chess.castling import castled_king
from cython.cimports.kiebitz.core.chess.fen_text import (
    FEN_BYTES,
    SOUND,
    WrittenPosition,
    read_fen,
    write_fields,
    write_men_again,
)
from cython.cimports.kiebitz.core.chess.move import (
    CASTLING,
    NO_MOVE,
    NULL_MOVE,
    PROMOTION,
    origin_of,
    promoted_kind,
    sort_of,
    target_of,
)
from cython.cimports.kiebitz.core.chess.movegen import is_legal
from cython.cimports.kiebitz.core.chess.position import Position
from cython.cimports.kiebitz.core.machine import popcount
from cython.cimports.kiebitz.core.pgn.san_writer import SAN_BYTES, write_san, write_square
from cython.cimports.libc.stdint import int32_t, uint64_t
from cython.cimports.libc.stdlib import free, malloc, realloc
from cython.cimports.libc.string import memcpy, memset

from kiebitz.core.chess.fen import START_FEN

START = START_FEN.encode()


class PositionColumns:
    """The positions of games as columns; which of them is said when it is made."""

    def __cinit__(self, *args):
        self.position = Position()
        memset(self.ranks, UNWRITTEN, cython.sizeof(self.ranks))

    def __init__(self, wanted: int) -> None:
        """Have no rows yet; ``wanted`` is a bit for each column that is to be filled."""
        self.wanted = wanted

    def __dealloc__(self):
        free(self.fens.letters)
        free(self.fens.ends)
        free(self.moves.letters)
        free(self.moves.ends)
        free(self.sans.letters)
        free(self.sans.ends)
        free(self.boards)
        free(self.structures)
        free(self.keys)
        free(self.plies)
        free(self.games)

    def fill(self, games: list[tuple[str | None, bool, bytes, int]]) -> None:
        """Have the positions of these games, and no others.

        A game is where it starts (a FEN; None: where games do), whether it is of Chess960, its moves, 16 bits each, and
        from which ply on it has rows: a variation is a game that has none before its first move.
        Raises ValueError that names the first that is none.
        """
        count: cython.Py_ssize_t = len(games)
        listed = cython.cast(cython.pointer(Game), malloc(max(count, 1) * cython.sizeof(Game)))
        if listed == cython.NULL:
            raise MemoryError(f"no memory for {count} games")
        kept = []  # The texts must live as long as they are read.
        rows: cython.Py_ssize_t = 0
        longest: cython.Py_ssize_t = 0
        failed: cython.Py_ssize_t = -1
        outcome: cython.int = ADDED
        at: cython.Py_ssize_t = 0
        try:
            for fen, chess960, codes, first in games:
                text: bytes = START if fen is None else fen.encode("utf-8", "surrogatepass")
                packed: bytes = codes
                kept.append((text, packed))
                listed[at].fen = cython.cast(Text, PyBytes_AsString(text))
                listed[at].fen_bytes = len(text)
                listed[at].chess960 = bool(chess960)
                listed[at].moves = cython.cast(cython.pointer(Move), PyBytes_AsString(packed))
                listed[at].plies = len(packed) // cython.sizeof(Move)
                listed[at].first = min(max(first, 0), listed[at].plies)
                rows += listed[at].plies + 1 - listed[at].first
                longest = max(longest, listed[at].plies)
                at += 1
            self.rows = 0
            self.fens.used = self.moves.used = self.sans.used = 0
            self.position.ply = 0
            self.position.reserve(longest)
            if not self.make_room(rows):
                raise MemoryError(f"no memory for {rows} positions")
            with cython.nogil:
                for number in range(count):
                    outcome = self.add(cython.address(listed[number]), number)
                    if outcome != ADDED:
                        failed = number
                        break
        finally:
            free(listed)
        if failed >= 0 and outcome == NO_ROOM:
            raise MemoryError(f"no memory for the positions of game {failed + 1}")
        if failed >= 0:
            raise ValueError(f"game {failed + 1} can't be played: its start or one of its moves isn't legal")

    def add(self, game, number):
        """Add the rows of a game; ADDED, NO_GAME or NO_ROOM."""
        written: WrittenPosition
        read_fen(game.fen, game.fen_bytes, game.chess960, cython.address(written))
        if written.fault == SOUND:
            self.position.set_up(cython.address(written), game.chess960)
        if written.fault:
            return NO_GAME
        for ply in range(game.plies):
            move: Move = game.moves[ply]
            is_null: cython.bint = move == NULL_MOVE
            if is_null and self.position.checkers or not is_null and not is_legal(self.position, move):
                return NO_GAME
            if ply >= game.first and not self.add_row(number, ply, move):
                return NO_ROOM
            if is_null:
                self.position.make_null()
            else:
                self.position.make(move)
        return ADDED if self.add_row(number, game.plies, NO_MOVE) else NO_ROOM

    def add_row(self, number, ply, move):
        """Add a position, and the move that is played there; False if there is no memory."""
        row = self.rows
        self.games[row] = number
        self.plies[row] = ply
        if self.wanted & WANTS_FEN:
            if not has_letters(cython.address(self.fens), FEN_BYTES):
                return False
            self.add_fen()
        if self.wanted & WANTS_BOARD:
            at = self.boards + BITBOARDS * row
            for kind in range(KINDS):
                at[kind] = self.position.men(WHITE, kind)
                at[KINDS + kind] = self.position.men(BLACK, kind)
        if self.wanted & WANTS_STRUCTURE:
            write_structure(self.position, self.structures + STRUCTURE_WORDS * row)
        if self.wanted & WANTS_KEY:
            self.keys[row] = self.position.key
        if self.wanted & WANTS_MOVE:
            if not has_letters(cython.address(self.moves), UCI_BYTES):
                return False
            if move != NO_MOVE:
                self.moves.used += write_uci(move, self.position.chess960, self.moves.letters + self.moves.used)
            self.moves.ends[row + 1] = self.moves.used
        if self.wanted & WANTS_SAN:
            if not has_letters(cython.address(self.sans), SAN_BYTES):
                return False
            if move != NO_MOVE:
                self.sans.used += write_san(self.position, move, self.sans.letters + self.sans.used)
            self.sans.ends[row + 1] = self.sans.used
        self.rows += 1
        return True

    def add_fen(self):
        """Add the position's FEN, for which there is room."""
        text = self.fens.letters + self.fens.used
        text += write_men_again(self.position.board, self.ranks, text)
        text += write_fields(
            self.position.board,
            self.position.side,
            self.position.rook_home,
            self.position.castling,
            self.position.en_passant,
            self.position.halfmove,
            self.position.fullmove(),
            self.position.chess960,
            text,
        )
        self.fens.used = text - self.fens.letters
        self.fens.ends[self.rows + 1] = self.fens.used

    def make_room(self, rows):
        """Have room for so many rows; False if there is no memory."""
        if rows > self.row_room:
            self.row_room = 0
            if not (
                has_ends(cython.address(self.fens), rows)
                and has_ends(cython.address(self.moves), rows)
                and has_ends(cython.address(self.sans), rows)
            ):
                return False
            free(self.boards)
            free(self.structures)
            free(self.keys)
            free(self.plies)
            free(self.games)
            bitboards = BITBOARDS if self.wanted & WANTS_BOARD else 0
            words = STRUCTURE_WORDS if self.wanted & WANTS_STRUCTURE else 0
            self.boards = cython.cast(
                cython.pointer(uint64_t), malloc((rows * bitboards + 1) * cython.sizeof(uint64_t))
            )
            self.structures = cython.cast(
                cython.pointer(uint64_t), malloc((rows * words + 1) * cython.sizeof(uint64_t))
            )
            self.keys = cython.cast(cython.pointer(uint64_t), malloc(rows * cython.sizeof(uint64_t)))
            self.plies = cython.cast(cython.pointer(int32_t), malloc(rows * cython.sizeof(int32_t)))
            self.games = cython.cast(cython.pointer(int32_t), malloc(rows * cython.sizeof(int32_t)))
            if not (self.boards and self.structures and self.keys and self.plies and self.games):
                return False
            self.row_room = rows
        return True

    # ------------------------------------------------------------------ for Python

    def texts(self, column: int) -> tuple[bytes, bytes]:
        """A column of texts, by its bit: where each ends (32 bits each, a zero before the first), and their letters."""
        if column == WANTS_FEN:
            return texts_of(cython.address(self.fens), self.rows)
        if column == WANTS_MOVE:
            return texts_of(cython.address(self.moves), self.rows)
        return texts_of(cython.address(self.sans), self.rows)

    def board_bytes(self) -> bytes:
        """Twelve bitboards a row, 64 bits each: White's pawns to king, Black's pawns to king."""
        size = self.rows * BITBOARDS * cython.sizeof(uint64_t) if self.wanted & WANTS_BOARD else 0
        return PyBytes_FromStringAndSize(cython.cast(cython.p_char, self.boards), size)

    def structure_bytes(self) -> bytes:
        """Material and pawns, three words of 64 bits a row.

        The first counts men, four bits a kind, from bit 0: White's pawns, knights, bishops, rooks, queens, then
        Black's; the others are the bitboards of White's and of Black's pawns.
        """
        size = self.rows * STRUCTURE_WORDS * cython.sizeof(uint64_t) if self.wanted & WANTS_STRUCTURE else 0
        return PyBytes_FromStringAndSize(cython.cast(cython.p_char, self.structures), size)

    def key_bytes(self) -> bytes:
        """The keys, 64 bits each."""
        size = self.rows * cython.sizeof(uint64_t) if self.wanted & WANTS_KEY else 0
        return PyBytes_FromStringAndSize(cython.cast(cython.p_char, self.keys), size)

    def ply_bytes(self) -> bytes:
        """Number of moves played before each row, 32 bits each."""
        return PyBytes_FromStringAndSize(cython.cast(cython.p_char, self.plies), self.rows * cython.sizeof(int32_t))

    def game_bytes(self) -> bytes:
        """Which of the games each row is of, from 0 on, 32 bits each."""
        return PyBytes_FromStringAndSize(cython.cast(cython.p_char, self.games), self.rows * cython.sizeof(int32_t))


def write_structure(position, words):
    """Write material and pawns of a position; of a kind of men no more than a digit holds are counted."""
    words[0] = 0
    for kind in range(KINDS - 1):
        for side in range(2):
            count: uint64_t = popcount(position.men(side, kind))
            words[0] |= min(count, cython.cast(uint64_t, MOST_COUNTED)) << (COUNT_BITS * (side * (KINDS - 1) + kind))
    words[1] = position.men(WHITE, 0)
    words[2] = position.men(BLACK, 0)


def has_ends(column, rows):
    """Make room for the ends of so many texts; False if there is no memory."""
    free(column.ends)
    column.ends = cython.cast(cython.pointer(int32_t), malloc((rows + 1) * cython.sizeof(int32_t)))
    if column.ends == cython.NULL:
        return False
    column.ends[0] = 0
    return True


def has_letters(column, letters):
    """True if there is room for so many letters more, made if need be. A column has no more than ends can count."""
    if column.used + letters > MOST_LETTERS:
        return False
    if column.used + letters <= column.room:
        return True
    room = max(GROWTH * column.room, FIRST_ROOM)
    grown = cython.cast(cython.p_char, realloc(column.letters, room))
    if grown == cython.NULL:
        return False
    column.letters = grown
    column.room = room
    return True


def write_uci(move, chess960, text):
    """Write a move as UCI text, UCI_BYTES at most; how many letters it has."""
    if move == NULL_MOVE:
        memcpy(text, b"0000", 4)
        return 4
    target: cython.int = target_of(move)
    if sort_of(move) == CASTLING and not chess960:
        target = castled_king(origin_of(move), target)
    write_square(origin_of(move), text)
    write_square(target, text + 2)
    if sort_of(move) != PROMOTION:
        return 4
    text[4] = b"pnbrqk"[promoted_kind(move)]
    return 5


def texts_of(column, rows):
    """Where the texts of a column end, and their letters."""
    return (
        PyBytes_FromStringAndSize(cython.cast(cython.p_char, column.ends), (rows + 1) * cython.sizeof(int32_t)),
        PyBytes_FromStringAndSize(column.letters, column.used),
    )
