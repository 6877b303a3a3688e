"""Texts of a Python list (FENs, moves) as letters, for loops that hold no GIL.

Thread safety: once made a list never changes; any thread may read it.
"""

import cython
from cython.cimports.cpython.unicode import PyUnicode_AsUTF8AndSize
from cython.cimports.kiebitz.core.chess.fen_text import SOUND, WrittenPosition, read_fen
from cython.cimports.kiebitz.core.chess.position import Position
from cython.cimports.kiebitz.core.pgn.letters import Text
from cython.cimports.libc.stdlib import calloc, free


class TextList:
    """The texts of a sequence; what is no text, or not ASCII, is missing. Raises MemoryError."""

    def __cinit__(self, values):
        self.kept = tuple(values)
        self.count = len(self.kept)
        self.letters = cython.cast(cython.pointer(Text), calloc(max(self.count, 1), cython.sizeof(Text)))
        self.lengths = cython.cast(
            cython.pointer(cython.Py_ssize_t), calloc(max(self.count, 1), cython.sizeof(cython.Py_ssize_t))
        )
        if self.letters == cython.NULL or self.lengths == cython.NULL:
            raise MemoryError(f"no memory for {self.count} texts")
        index: cython.Py_ssize_t = 0
        for value in self.kept:
            if isinstance(value, str) and value.isascii():
                self.letters[index] = cython.cast(
                    Text, PyUnicode_AsUTF8AndSize(value, cython.address(self.lengths[index]))
                )
            index += 1

    def __dealloc__(self):
        free(self.letters)
        free(self.lengths)

    def set_up(self, index, position):
        """Set a position up from the FEN at an index; False if it isn't plain.

        It is missing, has a fault, or something of it can't be and would be dropped: whoever asks looks at it alone.
        """
        written: WrittenPosition
        if self.letters[index] == cython.NULL:
            return False
        read_fen(self.letters[index], self.lengths[index], -1, cython.address(written))
        if written.fault != SOUND or written.letters or written.en_passant_drop:
            return False
        position.set_up(cython.address(written), -1)
        return written.fault == SOUND
