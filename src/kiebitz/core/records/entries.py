"""Entries of training data of chess: read from one format, written in another, without Python in the loop.

Thread safety: none; each thread owns its entries.
"""

import cython
from cython.cimports.kiebitz.core.chess.bitboard import EMPTY
from cython.cimports.kiebitz.core.chess.fen_text import SOUND, read_fen, write_fen_into
from cython.cimports.kiebitz.core.chess.move import CASTLING, EN_PASSANT, NO_MOVE, sort_of, target_of
from cython.cimports.kiebitz.core.chess.movegen import is_legal
from cython.cimports.kiebitz.core.chess.position import Position
from cython.cimports.kiebitz.core.evaluation.evaluator import Evaluator
from cython.cimports.kiebitz.core.evaluation.nnue.half_ka import HalfKA, value_of
from cython.cimports.kiebitz.core.pgn.position_columns import write_uci
from cython.cimports.kiebitz.core.records.any_entries import BIN, MOST_ENTRIES, MOST_SCORE, word_of
from cython.cimports.kiebitz.core.records.binpack import (
    COUNT_BYTES,
    HEADER_BYTES,
    MOST_CHUNK_BYTES,
    MOST_PLIES_OF_CHAIN,
    STEM_BYTES,
    BinpackWriter,
    next_move,
    next_score,
    read_stem,
    show,
    unfolded,
)
from cython.cimports.kiebitz.core.records.bullet import BULLET_BYTES, read_bullet, write_bullet
from cython.cimports.kiebitz.core.records.entry import (
    Entry,
    clear,
    key_of,
    move_of_uci,
    rights_of_homes,
    stand_up,
)
from cython.cimports.kiebitz.core.records.sfen_bits import BIN_BYTES, read_bin, write_bin
from cython.cimports.libc.stdint import int16_t, uint8_t
from cython.cimports.libc.string import memcmp, memcpy


@cython.inline
def entry_of(told: cython.pointer(Told)) -> cython.pointer(Entry):
    """The entry that begins with what is told of it."""
    return cython.cast(cython.pointer(Entry), told)


class Entries(AnyEntries):
    """Some thousands of entries of chess."""

    def __cinit__(self):
        self.entry_bytes = cython.sizeof(Entry)
        self.position = Position()
        self.position.reserve(MOST_PLIES_OF_CHAIN + 1)

    def record_bytes(self, format):
        """Bytes of a record of a format."""
        return BIN_BYTES if format == BIN else BULLET_BYTES

    def clear_entry(self, told):
        """Have an empty board, and nothing told of it."""
        clear(entry_of(told))

    def read_record(self, format, record, told):
        """Read a record into a clear entry; False if it is damaged."""
        return read_bin(record, entry_of(told)) if format == BIN else read_bullet(record, entry_of(told))

    def write_record(self, format, told, record):
        """Write a record."""
        if format == BIN:
            write_bin(entry_of(told), record)
        else:
            write_bullet(entry_of(told), record)

    def position_at(self, line, length):
        """Where a line of text has its FEN; 0 if it has none."""
        return word_of(line, length, b"fen", 3)

    def read_position(self, told, text, length):
        """Read a FEN; False if it is none."""
        entry = entry_of(told)
        read_fen(text, length, -1, cython.address(entry.written))
        return entry.written.fault == SOUND

    def write_word(self, text):
        """Write the word before a FEN, and a space."""
        memcpy(text, b"fen ", 4)
        return 4

    def write_position(self, told, text):
        """Write an entry's FEN; how many letters it has."""
        written = cython.address(entry_of(told).written)
        return write_fen_into(
            written.men,
            written.side,
            written.homes,
            rights_of_homes(written.homes),
            written.en_passant,
            written.halfmove,
            written.fullmove,
            False,
            text,
        )

    def read_move(self, told, text, length):
        """The move that UCI text names on an entry's board, legal or not; NO_MOVE if it names none."""
        return move_of_uci(entry_of(told), text, length)

    def write_move(self, move, text):
        """Write a move as UCI text; how many letters it has."""
        return write_uci(move, False, text)

    def key_at(self, told):
        """A number that is equal for equal positions."""
        return key_of(entry_of(told))

    # ------------------------------------------------------------------ binpack

    def read_blocks(self, data, size):
        """Read chains of a binpack whose block is there; how many bytes were taken, -1 if one is damaged."""
        at: cython.Py_ssize_t = 0
        while self.count < MOST_ENTRIES:
            if self.block_left == 0:
                if size - at < HEADER_BYTES:
                    return at
                length: cython.Py_ssize_t = 0
                for index in range(4):
                    length |= cython.cast(cython.Py_ssize_t, data[at + 4 + index]) << 8 * index
                if memcmp(data + at, b"BINP", 4) != 0 or length > MOST_CHUNK_BYTES:
                    return -1
                if size - at - HEADER_BYTES < length:
                    return at
                self.block_left = length
                at += HEADER_BYTES
                continue
            if size - at < self.block_left:
                return at
            taken = self.read_chain(data + at, self.block_left)
            if taken < 0:
                return -1
            at += taken
            self.block_left -= taken
        return at

    def read_chain(self, data, size):
        """Read a chain; how many bytes it takes, -1 if it is damaged."""
        bits: HighBits
        if size < STEM_BYTES + COUNT_BYTES:
            return -1
        told = self.added()
        if told == cython.NULL:
            return -1
        entry = entry_of(told)
        if not read_stem(data, entry):
            self.count -= 1
            return -1
        plies: cython.int = data[STEM_BYTES] << 8 | data[STEM_BYTES + 1]
        bits.bytes = cython.cast(cython.pointer(uint8_t), data + STEM_BYTES + COUNT_BYTES)
        bits.at = 0
        bits.end = 8 * (size - STEM_BYTES - COUNT_BYTES)
        if plies and not stand_up(entry, self.position):
            self.count -= 1
            return -1
        for _ in range(plies):
            before = entry_of(self.told_at(self.count - 1))
            move = before.told.move
            if not is_legal(self.position, move):
                return -1
            self.position.make(move)
            score: cython.int = before.told.score
            ply: cython.int = before.told.ply + 1
            result: cython.int = -before.told.result
            told = self.added()
            if told == cython.NULL:
                return -1
            entry = entry_of(told)
            clear(entry)
            entry.told.ply = ply
            entry.told.result = result
            show(self.position, entry)
            entry.told.move = next_move(cython.address(bits), self.position)
            entry.told.score = cython.cast(int16_t, unfolded(next_score(cython.address(bits))) - score)
            if entry.told.move == NO_MOVE or bits.at > bits.end:
                self.count -= 1
                return -1
        return STEM_BYTES + COUNT_BYTES + ((bits.at + 7) >> 3)

    def write_binpack(self, writer: BinpackWriter) -> bytes:
        """The blocks of a binpack that are full with these entries; the writer keeps what isn't."""
        blocks = []
        index: cython.Py_ssize_t = 0
        is_full: cython.bint
        while index < self.count:
            is_full = False
            with cython.nogil:
                while index < self.count and not is_full:
                    is_full = writer.add(entry_of(self.told_at(index)))
                    index += 1
            if is_full:
                blocks.append(writer.take_block())
        return b"".join(blocks)

    # ------------------------------------------------------------------ what is done with them

    def relabel(self, evaluator: Evaluator, teacher: HalfKA | None) -> int:
        """Score each entry anew, in centipawns, by a network of Stockfish or else the evaluator; how many could be.

        An entry whose position no game leads to keeps its score.
        """
        has_teacher: cython.bint = teacher is not None
        scored: cython.Py_ssize_t = 0
        with cython.nogil:
            for index in range(self.count):
                if not stand_up(entry_of(self.told_at(index)), self.position):
                    continue
                value: cython.int = (
                    value_of(teacher, self.position) if has_teacher else evaluator.evaluate(self.position)
                )
                self.told_at(index).score = max(min(value, MOST_SCORE), -MOST_SCORE)
                scored += 1
        return scored

    def counts(self) -> tuple[int, int, int]:
        """Number of entries in check, of those whose move takes something, and of men in all."""
        checks: cython.Py_ssize_t = 0
        captures: cython.Py_ssize_t = 0
        men: cython.Py_ssize_t = 0
        with cython.nogil:
            for index in range(self.count):
                entry = entry_of(self.told_at(index))
                for square in range(64):
                    men += entry.written.men[square] != EMPTY
                sort = sort_of(entry.told.move)
                takes: cython.bint = entry.written.men[target_of(entry.told.move)] != EMPTY and sort != CASTLING
                captures += entry.told.move != NO_MOVE and (sort == EN_PASSANT or takes)
                checks += stand_up(entry, self.position) and self.position.checkers != 0
        return checks, captures, men
