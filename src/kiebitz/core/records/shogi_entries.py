"""Entries of training data of shogi: read from one format, written in another, without Python in the loop.

Thread safety: none; each thread owns its entries.
"""

import cython
from cython.cimports.kiebitz.core.evaluation.shogi.evaluator import ShogiEvaluator
from cython.cimports.kiebitz.core.records.any_entries import MOST_SCORE, PSV, word_of
from cython.cimports.kiebitz.core.records.shogi_codes import (
    HCPE_BYTES,
    PSV_BYTES,
    read_hcpe,
    read_psv,
    write_hcpe,
    write_psv,
)
from cython.cimports.kiebitz.core.records.shogi_entry import (
    ShogiEntry,
    clear_board,
    move_of_usi,
    read_sfen,
    show_on,
    write_sfen_of,
    write_usi,
)
from cython.cimports.kiebitz.core.shogi.bitboard import EMPTY, SQUARES, is_empty
from cython.cimports.kiebitz.core.shogi.move import is_drop, target_of
from cython.cimports.kiebitz.core.shogi.position import ShogiPosition
from cython.cimports.libc.string import memcpy


@cython.inline
def shogi_entry_of(told: cython.pointer(Told)) -> cython.pointer(ShogiEntry):
    """The entry that begins with what is told of it."""
    return cython.cast(cython.pointer(ShogiEntry), told)


class ShogiEntries(AnyEntries):
    """Some thousands of entries of shogi."""

    def __cinit__(self):
        self.entry_bytes = cython.sizeof(ShogiEntry)
        self.position = ShogiPosition()

    def record_bytes(self, format):
        """Bytes of a record of a format."""
        return PSV_BYTES if format == PSV else HCPE_BYTES

    def clear_entry(self, told):
        """Have an empty board, and nothing told of it."""
        clear_board(shogi_entry_of(told))

    def read_record(self, format, record, told):
        """Read a record into a clear entry; False if it is damaged."""
        return read_psv(record, shogi_entry_of(told)) if format == PSV else read_hcpe(record, shogi_entry_of(told))

    def write_record(self, format, told, record):
        """Write a record."""
        if format == PSV:
            write_psv(shogi_entry_of(told), record)
        else:
            write_hcpe(shogi_entry_of(told), record)

    def position_at(self, line, length):
        """Where a line of text has its SFEN; 0 if it has none."""
        return word_of(line, length, b"sfen", 4)

    def read_position(self, told, text, length):
        """Read an SFEN; False if it is none."""
        return read_sfen(text, length, shogi_entry_of(told))

    def write_word(self, text):
        """Write the word before an SFEN, and a space."""
        memcpy(text, b"sfen ", 5)
        return 5

    def write_position(self, told, text):
        """Write an entry's SFEN; how many letters it has."""
        return write_sfen_of(shogi_entry_of(told), text)

    def read_move(self, told, text, length):
        """The move that USI text names, legal or not; NO_MOVE if it names none."""
        return move_of_usi(shogi_entry_of(told), text, length)

    def write_move(self, move, text):
        """Write a move as USI text; how many letters it has."""
        return write_usi(move, text)

    def key_at(self, told):
        """A number that is equal for equal positions: men, hands, side to move."""
        show_on(shogi_entry_of(told), self.position)
        return self.position.board_key ^ self.position.hands_key

    # ------------------------------------------------------------------ what is done with them

    def relabel(self, evaluator: ShogiEvaluator) -> int:
        """Score each entry anew, in centipawns, by an evaluator; how many these are."""
        with cython.nogil:
            for index in range(self.count):
                show_on(shogi_entry_of(self.told_at(index)), self.position)
                value: cython.int = evaluator.evaluate(self.position)
                self.told_at(index).score = max(min(value, MOST_SCORE), -MOST_SCORE)
        return self.count

    def counts(self) -> tuple[int, int, int]:
        """Number of entries in check, of those whose move takes something, and of men on the boards in all."""
        checks: cython.Py_ssize_t = 0
        captures: cython.Py_ssize_t = 0
        men: cython.Py_ssize_t = 0
        with cython.nogil:
            for index in range(self.count):
                entry = shogi_entry_of(self.told_at(index))
                for square in range(SQUARES):
                    men += entry.men[square] != EMPTY
                move = entry.told.move
                captures += move != 0 and not is_drop(move) and entry.men[target_of(move)] != EMPTY
                show_on(entry, self.position)
                checks += not is_empty(self.position.checkers)
        return checks, captures, men
