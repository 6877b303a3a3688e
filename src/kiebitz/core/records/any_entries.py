"""Entries of training data, many at a time: what chess and shogi share of reading, writing and counting them.

A call reads some thousands of entries, and says how many bytes they took; what is left belongs to the next call. The
format ``plain`` is text: lines ``fen`` (in shogi ``sfen``), ``move``, ``score``, ``ply``, ``result`` and ``e``.

Invariants: ``entries`` has room for ``room`` entries of ``entry_bytes``, ``count`` of which are read. Nothing of a file
is trusted: a record that can't be ends the call, and is named.

Thread safety: none; each thread owns its entries.
"""

import cython
from cython.cimports.cpython.bytes import PyBytes_AsString, PyBytes_FromStringAndSize
from cython.cimports.kiebitz.core.pgn.letters import Text
from cython.cimports.kiebitz.core.pgn.position_columns import TextColumn, has_ends, has_letters, texts_of
from cython.cimports.kiebitz.core.pgn.text_list import TextList
from cython.cimports.kiebitz.core.records.key_set import KeySet
from cython.cimports.libc.stdint import int8_t, int16_t, uint8_t, uint16_t
from cython.cimports.libc.stdlib import free, malloc, realloc
from cython.cimports.libc.string import memchr, memcmp, memcpy


class AnyEntries:
    """Some thousands of entries of chess or shogi."""

    def __dealloc__(self):
        free(self.entries)

    def read(self, kind: int, data: bytes, is_last: bool = True) -> int:
        """Have the entries that data begin with, and no others; how many bytes they took.

        ``kind`` is PLAIN, or BIN, BULLET, BINPACK (chess), PSV, HCPE (shogi). If no more follows, ``is_last``, what is
        left at the end is an entry cut short. Raises ValueError that says which entry is damaged, counted from 1.
        """
        size: cython.Py_ssize_t = len(data)
        source = cython.cast(Text, PyBytes_AsString(data))
        taken: cython.Py_ssize_t
        last: cython.bint = is_last
        format: cython.int = kind
        self.count = 0
        with cython.nogil:
            if format == PLAIN:
                taken = self.read_plain(source, size, last)
            elif format == BINPACK:
                taken = self.read_blocks(source, size)
            else:
                taken = self.read_records(format, source, size)
        if taken < 0:
            raise ValueError(f"entry {self.count + 1} is damaged")
        if taken == 0 and size and last:
            raise ValueError(f"entry {self.count + 1} is cut short")
        return taken

    def told_at(self, index):
        """An entry, by what it begins with."""
        return cython.cast(cython.pointer(Told), self.entries + index * self.entry_bytes)

    def added(self):
        """A place for one entry more; NULL if there is no memory."""
        if self.count == self.room:
            room = max(2 * self.room, FIRST_ENTRIES)
            grown = cython.cast(cython.p_char, realloc(self.entries, room * self.entry_bytes))
            if grown == cython.NULL:
                return cython.NULL
            self.entries = grown
            self.room = room
        self.count += 1
        return self.told_at(self.count - 1)

    def read_records(self, format, data, size):
        """Read records of one size; how many bytes they take, -1 if one is damaged."""
        length: cython.Py_ssize_t = self.record_bytes(format)
        at: cython.Py_ssize_t = 0
        while at + length <= size and self.count < MOST_ENTRIES:
            told = self.added()
            if told == cython.NULL:
                return -1
            self.clear_entry(told)
            if not self.read_record(format, data + at, told):
                self.count -= 1
                return -1
            at += length
        return at

    def read_plain(self, data, size, is_last):
        """Read text; how many bytes were taken, -1 if an entry is damaged."""
        at: cython.Py_ssize_t = 0
        taken: cython.Py_ssize_t = 0
        told = self.added()
        if told == cython.NULL:
            return -1
        self.clear_entry(told)
        begun: cython.bint = False
        while at < size:
            found = cython.cast(Text, memchr(data + at, b"\n", size - at))
            if found == cython.NULL and not is_last:
                break
            end = size if found == cython.NULL else found - data
            length = end - at
            if length and data[at + length - 1] == b"\r":
                length -= 1
            if length == 1 and data[at] == b"e":
                if not begun:
                    break
                taken = min(end + 1, size)
                begun = False
                if self.count == MOST_ENTRIES:
                    return taken
                told = self.added()
                if told == cython.NULL:
                    return -1
                self.clear_entry(told)
            elif length:
                if not begun and self.position_at(data + at, length) == 0:
                    self.count -= 1
                    return -1
                begun = True
                if not self.read_line(told, data + at, length):
                    self.count -= 1
                    return -1
            at = end + 1
        self.count -= 1
        # Empty lines behind the last entry are nothing.
        return size if is_last and not begun and at >= size else taken

    def read_line(self, told, line, length):
        """Read a line of text but for the last; False if it says nothing known."""
        value: cython.int = 0
        start = self.position_at(line, length)
        if start:
            return self.read_position(told, line + start, length - start)
        start = word_of(line, length, b"move", 4)
        if start:
            told.move = self.read_move(told, line + start, length - start)
            return told.move != 0 or memcmp(line + start, b"0000", min(length - start, 4)) == 0
        start = word_of(line, length, b"score", 5)
        if start:
            told.score = 0
            if not number_of(line + start, length - start, cython.address(value)) or value > 32767 or value < -32768:
                return False
            told.score = value
            return True
        start = word_of(line, length, b"ply", 3)
        if start:
            if not number_of(line + start, length - start, cython.address(value)) or value < 0 or value > 65535:
                return False
            told.ply = value
            return True
        start = word_of(line, length, b"result", 6)
        if start == 0 or not number_of(line + start, length - start, cython.address(value)):
            return False
        told.result = value
        return value >= -1 and value <= 1

    def write(self, kind: int) -> bytes:
        """The entries as PLAIN, or as records of one size."""
        format: cython.int = kind
        length: cython.Py_ssize_t = PLAIN_LETTERS if format == PLAIN else self.record_bytes(format)
        room = cython.cast(cython.p_char, malloc(max(self.count * length, 1)))
        if room == cython.NULL:
            raise MemoryError(f"no memory for {self.count} entries")
        at: cython.Py_ssize_t = 0
        try:
            with cython.nogil:
                for index in range(self.count):
                    if format == PLAIN:
                        at += self.write_plain(self.told_at(index), room + at)
                    else:
                        self.write_record(format, self.told_at(index), cython.cast(cython.pointer(uint8_t), room + at))
                        at += length
            return PyBytes_FromStringAndSize(room, at)
        finally:
            free(room)

    def write_plain(self, told, text):
        """Write an entry as text, PLAIN_LETTERS at most; how many letters it has."""
        at: cython.int = self.write_word(text)
        at += self.write_position(told, text + at)
        memcpy(text + at, b"\nmove ", 6)
        at += 6
        if told.move == 0:
            memcpy(text + at, b"0000", 4)
            at += 4
        else:
            at += self.write_move(told.move, text + at)
        memcpy(text + at, b"\nscore ", 7)
        at += 7
        at += write_number(told.score, text + at)
        memcpy(text + at, b"\nply ", 5)
        at += 5
        at += write_number(told.ply, text + at)
        memcpy(text + at, b"\nresult ", 8)
        at += 8
        at += write_number(told.result, text + at)
        memcpy(text + at, b"\ne\n", 3)
        return at + 3

    # ------------------------------------------------------------------ columns

    def texts(self) -> tuple[bytes, bytes, bytes, bytes]:
        """The positions and the moves as text: of both where each ends (32 bits), and the letters."""
        places: TextColumn
        moves: TextColumn
        places.letters = moves.letters = cython.NULL
        places.ends = moves.ends = cython.NULL
        places.used = places.room = moves.used = moves.room = 0
        is_short: cython.bint = False
        try:
            if not has_ends(cython.address(places), self.count) or not has_ends(cython.address(moves), self.count):
                raise MemoryError(f"no memory for {self.count} entries")
            with cython.nogil:
                for index in range(self.count):
                    if not has_letters(cython.address(places), PLAIN_LETTERS) or not has_letters(
                        cython.address(moves), PLAIN_LETTERS
                    ):
                        is_short = True
                        break
                    told = self.told_at(index)
                    places.used += self.write_position(told, places.letters + places.used)
                    places.ends[index + 1] = places.used
                    if told.move != 0:
                        moves.used += self.write_move(told.move, moves.letters + moves.used)
                    moves.ends[index + 1] = moves.used
            if is_short:
                raise MemoryError(f"no memory for {self.count} entries")
            return (*texts_of(cython.address(places), self.count), *texts_of(cython.address(moves), self.count))
        finally:
            free(places.letters)
            free(places.ends)
            free(moves.letters)
            free(moves.ends)

    def numbers(self) -> tuple[bytes, bytes, bytes]:
        """Scores (16 bits, signed), plies (16 bits) and results (8 bits, signed)."""
        scores = PyBytes_FromStringAndSize(cython.NULL, self.count * cython.sizeof(int16_t))
        plies = PyBytes_FromStringAndSize(cython.NULL, self.count * cython.sizeof(uint16_t))
        results = PyBytes_FromStringAndSize(cython.NULL, self.count)
        score_at = cython.cast(cython.pointer(int16_t), PyBytes_AsString(scores))
        ply_at = cython.cast(cython.pointer(uint16_t), PyBytes_AsString(plies))
        result_at = cython.cast(cython.pointer(int8_t), PyBytes_AsString(results))
        for index in range(self.count):
            told = self.told_at(index)
            score_at[index] = told.score
            ply_at[index] = told.ply
            result_at[index] = told.result
        return scores, plies, results

    def take(self, positions: list, moves: list, scores: bytes, plies: bytes, results: bytes) -> None:
        """Have entries of columns, as ``texts`` and ``numbers`` have them. Raises ValueError that names a bad one."""
        places: TextList = TextList(positions)
        played: TextList = TextList(moves)
        count = places.count
        if played.count != count or len(scores) != 2 * count or len(plies) != 2 * count or len(results) != count:
            raise ValueError("columns of different length are no entries")
        score_at = cython.cast(cython.pointer(int16_t), PyBytes_AsString(scores))
        ply_at = cython.cast(cython.pointer(uint16_t), PyBytes_AsString(plies))
        result_at = cython.cast(cython.pointer(int8_t), PyBytes_AsString(results))
        self.count = 0
        for index in range(count):
            told = self.added()
            if told == cython.NULL:
                raise MemoryError(f"no memory for {count} entries")
            self.clear_entry(told)
            is_sound: cython.bint = places.letters[index] != cython.NULL and self.read_position(
                told, places.letters[index], places.lengths[index]
            )
            if is_sound and played.letters[index] != cython.NULL:
                told.move = self.read_move(told, played.letters[index], played.lengths[index])
                is_sound = told.move != 0
            told.score = score_at[index]
            told.ply = ply_at[index]
            told.result = result_at[index]
            if not is_sound or told.result < -1 or told.result > 1:
                raise ValueError(f"entry {index + 1} is damaged")

    # ------------------------------------------------------------------ what is done with them

    def drop_known(self, known: KeySet) -> int:
        """Leave out entries whose position is known, and know the others; how many are left out."""
        kept: cython.Py_ssize_t = 0
        before = self.count
        outcome: cython.int = 0
        with cython.nogil:
            for index in range(before):
                outcome = known.add(self.key_at(self.told_at(index)))
                if outcome < 0:
                    break
                if outcome:
                    if kept != index:
                        memcpy(self.told_at(kept), self.told_at(index), self.entry_bytes)
                    kept += 1
        if outcome < 0:
            raise MemoryError(f"no memory for {known.count} positions")
        self.count = kept
        return before - kept

    # ------------------------------------------------------------------ what each game answers

    def record_bytes(self, format):
        """Bytes of a record of a format."""
        return 0

    def clear_entry(self, told):
        """Have an empty board, and nothing told of it."""

    def read_blocks(self, data, size):
        """Read chains of a binpack; how many bytes were taken, -1 if one is damaged."""
        return -1

    def read_record(self, format, record, told):
        """Read a record into a clear entry; False if it is damaged."""
        return False

    def write_record(self, format, told, record):
        """Write a record."""

    def position_at(self, line, length):
        """Where a line of text has its position; 0 if it has none."""
        return 0

    def read_position(self, told, text, length):
        """Read a position as text; False if it is none."""
        return False

    def write_word(self, text):
        """Write the word before a position, and a space; how many letters these are."""
        return 0

    def write_position(self, told, text):
        """Write a position as text; how many letters it has."""
        return 0

    def read_move(self, told, text, length):
        """The move that a text names in an entry's position, legal or not; 0 if it names none."""
        return 0

    def write_move(self, move, text):
        """Write a move as text; how many letters it has."""
        return 0

    def key_at(self, told):
        """A number that is equal for equal positions."""
        return 0


def word_of(line, length, word, letters):
    """Where what follows a word begins in a line; 0 if it doesn't begin with it."""
    if length <= letters or memcmp(line, word, letters) != 0 or line[letters] != b" ":
        return 0
    return letters + 1


def number_of(text, length, value):
    """Read a whole number; False if it is none."""
    negative: cython.bint = length > 0 and text[0] == b"-"
    at: cython.Py_ssize_t = 1 if negative else 0
    if at == length or length - at > NUMBER_DIGITS:
        return False
    value[0] = 0
    while at < length:
        if text[at] < b"0" or text[at] > b"9":
            return False
        value[0] = 10 * value[0] + (text[at] - 48)
        at += 1
    if negative:
        value[0] = -value[0]
    return True


def write_number(value, text):
    """Write a whole number; how many letters it has."""
    digits: cython.char[16]
    count: cython.int = 0
    at: cython.int = 0
    if value < 0:
        text[0] = b"-"
        at = 1
        value = -value
    while count == 0 or value:
        digits[count] = 48 + value % 10
        value //= 10
        count += 1
    while count:
        count -= 1
        text[at] = digits[count]
        at += 1
    return at
