"""Entries of training data, many at a time: read from one format, written in another, without Python in the loop.

A call reads some thousands of entries, and says how many bytes they took; what is left belongs to the next call. The
format ``plain`` is Stockfish's text: lines ``fen``, ``move``, ``score``, ``ply``, ``result`` and ``e``.

Invariants: ``at`` has room for ``room`` entries, ``count`` of which are read. Nothing of a file is trusted: a record
that can't be ends the call, and is named.

Thread safety: none; each thread owns its entries.
"""

import cython
from cython.cimports.cpython.bytes import PyBytes_AsString, PyBytes_FromStringAndSize
from cython.cimports.kiebitz.core.chess.bitboard import EMPTY
from cython.cimports.kiebitz.core.chess.fen_text import SOUND, read_fen, write_fen_into
from cython.cimports.kiebitz.core.chess.move import CASTLING, EN_PASSANT, NO_MOVE, sort_of, target_of
from cython.cimports.kiebitz.core.chess.movegen import is_legal
from cython.cimports.kiebitz.core.chess.position import Position
from cython.cimports.kiebitz.core.evaluation.evaluator import Evaluator
from cython.cimports.kiebitz.core.evaluation.nnue.half_ka import HalfKA, value_of
from cython.cimports.kiebitz.core.pgn.letters import Text
from cython.cimports.kiebitz.core.pgn.position_columns import has_ends, has_letters, texts_of, write_uci
from cython.cimports.kiebitz.core.pgn.text_list import TextList
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
from cython.cimports.kiebitz.core.records.entry import clear, key_of, move_of_uci, rights_of_homes, stand_up
from cython.cimports.kiebitz.core.records.sfen_bits import BIN_BYTES, read_bin, write_bin
from cython.cimports.libc.stdint import int16_t, int8_t, int32_t, uint8_t, uint16_t, uint64_t
from cython.cimports.libc.stdlib import calloc, free, malloc, realloc
from cython.cimports.libc.string import memchr, memcmp, memcpy


class Entries:
    """Some thousands of entries."""

    def __cinit__(self):
        self.position = Position()
        self.position.reserve(MOST_PLIES_OF_CHAIN + 1)

    def __dealloc__(self):
        free(self.at)

    def read(self, kind: int, data: bytes, is_last: bool = True) -> int:
        """Have the entries that data begin with, and no others; how many bytes they took.

        ``kind`` is PLAIN, BIN, BULLET or BINPACK. If no more follows, ``is_last``, what is left at the end is an entry
        cut short. Raises ValueError that says which entry is damaged, counted from 1.
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

    def added(self):
        """A place for one entry more; NULL if there is no memory."""
        if self.count == self.room:
            room = max(2 * self.room, FIRST_ENTRIES)
            grown = cython.cast(cython.pointer(Entry), realloc(self.at, room * cython.sizeof(Entry)))
            if grown == cython.NULL:
                return cython.NULL
            self.at = grown
            self.room = room
        self.count += 1
        return self.at + self.count - 1

    def read_records(self, format, data, size):
        """Read records of one size; how many bytes they take, -1 if one is damaged."""
        length: cython.Py_ssize_t = BIN_BYTES if format == BIN else BULLET_BYTES
        at: cython.Py_ssize_t = 0
        while at + length <= size and self.count < MOST_ENTRIES:
            entry = self.added()
            if entry == cython.NULL:
                return -1
            is_sound: cython.bint = read_bin(data + at, entry) if format == BIN else read_bullet(data + at, entry)
            if not is_sound:
                self.count -= 1
                return -1
            at += length
        return at

    def read_plain(self, data, size, is_last):
        """Read text; how many bytes were taken, -1 if an entry is damaged."""
        at: cython.Py_ssize_t = 0
        taken: cython.Py_ssize_t = 0
        entry = self.added()
        if entry == cython.NULL:
            return -1
        clear(entry)
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
                entry = self.added()
                if entry == cython.NULL:
                    return -1
                clear(entry)
            elif length:
                if not begun and word_of(data + at, length, b"fen", 3) == 0:
                    self.count -= 1
                    return -1
                begun = True
                if not self.read_line(entry, data + at, length):
                    self.count -= 1
                    return -1
            at = end + 1
        self.count -= 1
        # Empty lines behind the last entry are nothing.
        return size if is_last and not begun and at >= size else taken

    def read_line(self, entry, line, length):
        """Read a line of text but for the last; False if it says nothing known."""
        value: cython.int = 0
        start = word_of(line, length, b"fen", 3)
        if start:
            read_fen(line + start, length - start, -1, cython.address(entry.written))
            return entry.written.fault == SOUND
        start = word_of(line, length, b"move", 4)
        if start:
            entry.move = move_of_uci(entry, line + start, length - start)
            return entry.move != NO_MOVE or memcmp(line + start, b"0000", min(length - start, 4)) == 0
        start = word_of(line, length, b"score", 5)
        if start:
            entry.score = 0
            if not number_of(line + start, length - start, cython.address(value)) or value > 32767 or value < -32768:
                return False
            entry.score = value
            return True
        start = word_of(line, length, b"ply", 3)
        if start:
            if not number_of(line + start, length - start, cython.address(value)) or value < 0 or value > 65535:
                return False
            entry.ply = value
            return True
        start = word_of(line, length, b"result", 6)
        if start == 0 or not number_of(line + start, length - start, cython.address(value)):
            return False
        entry.result = value
        return value >= -1 and value <= 1

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
        entry = self.added()
        if entry == cython.NULL:
            return -1
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
            before = self.at + self.count - 1
            move = before.move
            if not is_legal(self.position, move):
                return -1
            self.position.make(move)
            score: cython.int = before.score
            ply: cython.int = before.ply + 1
            result: cython.int = -before.result
            entry = self.added()
            if entry == cython.NULL:
                return -1
            clear(entry)
            entry.ply = ply
            entry.result = result
            show(self.position, entry)
            entry.move = next_move(cython.address(bits), self.position)
            entry.score = cython.cast(int16_t, unfolded(next_score(cython.address(bits))) - score)
            if entry.move == NO_MOVE or bits.at > bits.end:
                self.count -= 1
                return -1
        return STEM_BYTES + COUNT_BYTES + ((bits.at + 7) >> 3)

    def write(self, kind: int) -> bytes:
        """The entries as PLAIN, BIN or BULLET."""
        format: cython.int = kind
        length: cython.Py_ssize_t = PLAIN_LETTERS if format == PLAIN else BIN_BYTES if format == BIN else BULLET_BYTES
        room = cython.cast(cython.p_char, malloc(max(self.count * length, 1)))
        if room == cython.NULL:
            raise MemoryError(f"no memory for {self.count} entries")
        at: cython.Py_ssize_t = 0
        try:
            with cython.nogil:
                for index in range(self.count):
                    if format == PLAIN:
                        at += write_plain(self.at + index, room + at)
                    elif format == BIN:
                        write_bin(self.at + index, cython.cast(cython.pointer(uint8_t), room + at))
                        at += length
                    else:
                        write_bullet(self.at + index, cython.cast(cython.pointer(uint8_t), room + at))
                        at += length
            return PyBytes_FromStringAndSize(room, at)
        finally:
            free(room)

    def write_binpack(self, writer: BinpackWriter) -> bytes:
        """The blocks of a binpack that are full with these entries; the writer keeps what isn't."""
        blocks = []
        index: cython.Py_ssize_t = 0
        is_full: cython.bint
        while index < self.count:
            is_full = False
            with cython.nogil:
                while index < self.count and not is_full:
                    is_full = writer.add(self.at + index)
                    index += 1
            if is_full:
                blocks.append(writer.take_block())
        return b"".join(blocks)

    # ------------------------------------------------------------------ columns

    def texts(self) -> tuple[bytes, bytes, bytes, bytes]:
        """The positions as FENs and the moves as UCI: of both where each ends (32 bits), and the letters."""
        fens: TextColumn
        moves: TextColumn
        fens.letters = moves.letters = cython.NULL
        fens.ends = moves.ends = cython.NULL
        fens.used = fens.room = moves.used = moves.room = 0
        is_short: cython.bint = False
        try:
            if not has_ends(cython.address(fens), self.count) or not has_ends(cython.address(moves), self.count):
                raise MemoryError(f"no memory for {self.count} entries")
            with cython.nogil:
                for index in range(self.count):
                    if not has_letters(cython.address(fens), PLAIN_LETTERS) or not has_letters(
                        cython.address(moves), PLAIN_LETTERS
                    ):
                        is_short = True
                        break
                    entry = self.at + index
                    fens.used += write_fen_of(entry, fens.letters + fens.used)
                    fens.ends[index + 1] = fens.used
                    if entry.move != NO_MOVE:
                        moves.used += write_uci(entry.move, False, moves.letters + moves.used)
                    moves.ends[index + 1] = moves.used
            if is_short:
                raise MemoryError(f"no memory for {self.count} entries")
            return (*texts_of(cython.address(fens), self.count), *texts_of(cython.address(moves), self.count))
        finally:
            free(fens.letters)
            free(fens.ends)
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
            score_at[index] = self.at[index].score
            ply_at[index] = self.at[index].ply
            result_at[index] = self.at[index].result
        return scores, plies, results

    def take(self, fens: list, moves: list, scores: bytes, plies: bytes, results: bytes) -> None:
        """Have entries of columns, as ``texts`` and ``numbers`` have them. Raises ValueError that names a bad one."""
        places: TextList = TextList(fens)
        played: TextList = TextList(moves)
        count = places.count
        if played.count != count or len(scores) != 2 * count or len(plies) != 2 * count or len(results) != count:
            raise ValueError("columns of different length are no entries")
        score_at = cython.cast(cython.pointer(int16_t), PyBytes_AsString(scores))
        ply_at = cython.cast(cython.pointer(uint16_t), PyBytes_AsString(plies))
        result_at = cython.cast(cython.pointer(int8_t), PyBytes_AsString(results))
        self.count = 0
        for index in range(count):
            entry = self.added()
            if entry == cython.NULL:
                raise MemoryError(f"no memory for {count} entries")
            clear(entry)
            if places.letters[index] == cython.NULL:
                raise ValueError(f"entry {index + 1} is damaged")
            read_fen(places.letters[index], places.lengths[index], -1, cython.address(entry.written))
            if played.letters[index] != cython.NULL:
                entry.move = move_of_uci(entry, played.letters[index], played.lengths[index])
            entry.score = score_at[index]
            entry.ply = ply_at[index]
            entry.result = result_at[index]
            is_odd: cython.bint = played.letters[index] != cython.NULL and entry.move == NO_MOVE
            if entry.written.fault != SOUND or is_odd or entry.result < -1 or entry.result > 1:
                raise ValueError(f"entry {index + 1} is damaged")

    # ------------------------------------------------------------------ what is done with them

    def drop_known(self, known: KeySet) -> int:
        """Leave out entries whose position is known, and know the others; how many are left out."""
        kept: cython.Py_ssize_t = 0
        before = self.count
        outcome: cython.int = 0
        with cython.nogil:
            for index in range(before):
                outcome = known.add(key_of(self.at + index))
                if outcome < 0:
                    break
                if outcome:
                    if kept != index:
                        memcpy(self.at + kept, self.at + index, cython.sizeof(Entry))
                    kept += 1
        if outcome < 0:
            raise MemoryError(f"no memory for {known.count} positions")
        self.count = kept
        return before - kept

    def relabel(self, evaluator: Evaluator, teacher: HalfKA | None) -> int:
        """Score each entry anew, in centipawns, by a network of Stockfish or else the evaluator; how many could be.

        An entry whose position no game leads to keeps its score.
        """
        has_teacher: cython.bint = teacher is not None
        scored: cython.Py_ssize_t = 0
        with cython.nogil:
            for index in range(self.count):
                if not stand_up(self.at + index, self.position):
                    continue
                value: cython.int = (
                    value_of(teacher, self.position) if has_teacher else evaluator.evaluate(self.position)
                )
                self.at[index].score = max(min(value, 32000), -32000)
                scored += 1
        return scored

    def counts(self) -> tuple[int, int, int]:
        """Number of entries in check, of those whose move takes something, and of men in all."""
        checks: cython.Py_ssize_t = 0
        captures: cython.Py_ssize_t = 0
        men: cython.Py_ssize_t = 0
        with cython.nogil:
            for index in range(self.count):
                entry = self.at + index
                for square in range(64):
                    men += entry.written.men[square] != EMPTY
                sort = sort_of(entry.move)
                takes: cython.bint = entry.written.men[target_of(entry.move)] != EMPTY and sort != CASTLING
                captures += entry.move != NO_MOVE and (sort == EN_PASSANT or takes)
                checks += stand_up(entry, self.position) and self.position.checkers != 0
        return checks, captures, men


class KeySet:
    """Keys of positions, each once: a table of open addresses, never more than half full; 0 stands for none."""

    def __dealloc__(self):
        free(self.places)

    def add(self, key):
        """Add a key: 1 if it is new, 0 if it was there, -1 if there is no memory."""
        if 2 * self.count >= self.room and not self.grow():
            return -1
        key |= key == 0
        place = key & (self.room - 1)
        while self.places[place] != 0:
            if self.places[place] == key:
                return 0
            place = (place + 1) & (self.room - 1)
        self.places[place] = key
        self.count += 1
        return 1

    def grow(self):
        """Have twice the room; False if there is no memory."""
        room = max(2 * self.room, FIRST_ENTRIES)
        places = cython.cast(cython.pointer(uint64_t), calloc(room, cython.sizeof(uint64_t)))
        if places == cython.NULL:
            return False
        for index in range(self.room):
            key = self.places[index]
            if key != 0:
                place = key & (room - 1)
                while places[place] != 0:
                    place = (place + 1) & (room - 1)
                places[place] = key
        free(self.places)
        self.places = places
        self.room = room
        return True


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


def write_fen_of(entry, text):
    """Write an entry's FEN; how many letters it has."""
    written = cython.address(entry.written)
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


def write_plain(entry, text):
    """Write an entry as text, PLAIN_LETTERS at most; how many letters it has."""
    memcpy(text, b"fen ", 4)
    at: cython.int = 4 + write_fen_of(entry, text + 4)
    memcpy(text + at, b"\nmove ", 6)
    at += 6
    if entry.move == NO_MOVE:
        memcpy(text + at, b"0000", 4)
        at += 4
    else:
        at += write_uci(entry.move, False, text + at)
    memcpy(text + at, b"\nscore ", 7)
    at += 7
    at += write_number(entry.score, text + at)
    memcpy(text + at, b"\nply ", 5)
    at += 5
    at += write_number(entry.ply, text + at)
    memcpy(text + at, b"\nresult ", 8)
    at += 8
    at += write_number(entry.result, text + at)
    memcpy(text + at, b"\ne\n", 3)
    return at + 3


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
