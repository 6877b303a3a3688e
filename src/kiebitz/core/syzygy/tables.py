"""Syzygy tables of directories: the result of a position (WDL), and how far the next capture or pawn move is (DTZ).

Files are found by their names, and mapped into memory when they are first asked for. Tables hold no position after a
capture that decides, no en passant, no castling: so captures are tried first, by a search in the smaller tables, and
what is stored counts only if none is better.

A file that is damaged is refused once and for all (``faults`` says why), and a probe in it comes to UNREADABLE.

Source: Ronald de Man's Syzygy tables (2013); the search of captures after Stockfish (``syzygy/tbprobe.cpp``).

Thread safety: any number of threads may ask. A file is opened with the GIL, and seen by others when that is done.
"""

import cython
from cython.cimports.kiebitz.core.chess.bitboard import BLACK, EMPTY, KINDS, PAWN, WHITE
from cython.cimports.kiebitz.core.chess.move import CASTLING, EN_PASSANT, MAX_MOVES, Move, origin_of, sort_of, target_of
from cython.cimports.kiebitz.core.chess.movegen import has_legal_move, legal_moves
from cython.cimports.kiebitz.core.chess.notation import parse_move
from cython.cimports.kiebitz.core.chess.position import MAX_PLY, Position
from cython.cimports.kiebitz.core.machine import count_relaxed, load_acquire, load_relaxed, popcount, store_release
from cython.cimports.kiebitz.core.syzygy.places import MOST_MEN
from cython.cimports.kiebitz.core.syzygy.table_file import (
    ASK_OTHER_SIDE,
    CLOSED,
    DAMAGED,
    NO_ANSWER,
    READY,
    Table,
    read_head,
    release,
    value_of,
)
from cython.cimports.kiebitz.core.value import DRAW, KNOWN_WIN, NO_VALUE
from cython.cimports.libc.stdint import uint8_t, uint64_t
from cython.cimports.libc.stdlib import calloc, free

import mmap
import os
import re
import threading

LETTERS = "PNBRQK"
NAME = re.compile(r"(K[QRBNP]{0,5})v(K[QRBNP]{0,5})\.rtb([wz])")
OPENING = threading.RLock()
"""Held while a file is opened."""


class DamagedTableError(ValueError):
    """A table that can't be read; the message names the file and says why."""


def key_of(men, others):
    """The key of material: how many there are of each kind and colour, four bits each."""
    key: uint64_t = 0
    for letter in men:
        key += cython.cast(uint64_t, 1) << (4 * LETTERS.index(letter))
    for letter in others:
        key += cython.cast(uint64_t, 1) << (4 * (KINDS + LETTERS.index(letter)))
    return key


class Tables:
    """The tables of several directories, whose earlier ones count first."""

    def __cinit__(self, *args):
        self.tables = cython.NULL
        self.slots = cython.NULL
        self.count = 0

    def __init__(self, directories: list) -> None:
        """Find the tables. Raises OSError for a directory that can't be read, and MemoryError."""
        self.paths = []
        self.held = []
        self.faults_found = {}
        found: list = []
        names: set = set()
        for directory in directories:
            for name in sorted(os.listdir(directory)):
                match = NAME.fullmatch(name)
                path = os.path.join(directory, name)
                if match and name not in names and len(match[1]) + len(match[2]) <= MOST_MEN and os.path.isfile(path):
                    names.add(name)
                    found.append((path, match[1], match[2], match[3] == "z"))
        slots: uint64_t = 16
        while slots < 8 * len(found):
            slots *= 2
        self.slot_mask = slots - 1
        self.tables = cython.cast(cython.pointer(Table), calloc(max(len(found), 1), cython.sizeof(Table)))
        self.slots = cython.cast(cython.pointer(Slot), calloc(slots, cython.sizeof(Slot)))
        if self.tables == cython.NULL or self.slots == cython.NULL:
            raise MemoryError("no memory for the list of tables")
        for path, white, black, is_dtz in found:
            table = cython.address(self.tables[self.count])
            table.key = key_of(white, black)
            table.mirrored = key_of(black, white)
            table.count = len(white) + len(black)
            table.is_dtz = is_dtz
            table.has_pawns = "P" in white or "P" in black
            table.unique = sum([side.count(letter) == 1 for side in (white, black) for letter in LETTERS]) > 2
            pawns = [white.count("P"), black.count("P")]
            if pawns[1] and (not pawns[0] or pawns[1] < pawns[0]):
                pawns.reverse()
            table.pawns[0], table.pawns[1] = pawns
            for key in (table.key, table.mirrored):
                slot = self.slot_of(key)
                if slot.key == 0:
                    slot.key = key
                    slot.results = slot.distances = NO_TABLE
                if is_dtz:
                    slot.distances = self.count
                else:
                    slot.results = self.count
            self.most_men = max(self.most_men, table.count if not is_dtz else 0)
            self.wdl_files += not is_dtz
            self.dtz_files += is_dtz
            self.paths.append(path)
            self.held.append(None)
            self.count += 1

    def __dealloc__(self):
        for number in range(self.count):
            release(self.tables + number)
        free(self.tables)
        free(self.slots)

    def slot_of(self, key):
        """The place of an ending; where its key is 0, there are no tables of it."""
        index: uint64_t = (key * GOLDEN) >> 20
        while self.slots[index & self.slot_mask].key not in (0, key):
            index += 1
        return self.slots + (index & self.slot_mask)

    def is_ready(self, number):
        """True if a file can be asked; it is opened, if need be."""
        state = load_acquire(cython.address(self.tables[number].state))
        if state == CLOSED:
            with cython.gil:
                self.open_file(number)
            state = load_acquire(cython.address(self.tables[number].state))
        return state == READY

    def open_file(self, number):
        """Map a file and read its head; what is wrong with it is kept among the faults."""
        table = cython.address(self.tables[number])
        name = os.path.basename(self.paths[number])
        with OPENING:
            if load_acquire(cython.address(table.state)) != CLOSED:
                return
            state: cython.int = DAMAGED
            try:
                with open(self.paths[number], "rb") as file:
                    mapping = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
                if hasattr(mmap, "MADV_RANDOM"):
                    mapping.madvise(mmap.MADV_RANDOM)
                view: cython.const[cython.uchar][::1] = mapping
                self.held[number] = (mapping, view)
                table.bytes = cython.cast(cython.pointer(cython.const[uint8_t]), cython.address(view[0]))
                table.size = view.shape[0]
                if read_head(table):
                    state = READY
                else:
                    release(table)
                    self.faults_found[name] = f"{name} is damaged; copy it again"
            except (OSError, ValueError, MemoryError) as error:
                self.faults_found[name] = f"{name} can't be read: {error}"
            store_release(cython.address(table.state), state)

    # ------------------------------------------------------------------ what is stored

    def stored(self, position, result, outcome):
        """The value in a file, if ``outcome`` is FOUND: the result where ``result`` is DRAWN, else its distance."""
        men: uint64_t[16]
        key: uint64_t = 0
        kind: cython.int
        men[0] = 0
        for kind in range(KINDS):
            men[kind + 1] = position.men(WHITE, kind)
            men[kind + 9] = position.men(BLACK, kind)
            key += cython.cast(uint64_t, popcount(men[kind + 1])) << (4 * kind)
            key += cython.cast(uint64_t, popcount(men[kind + 9])) << (4 * (KINDS + kind))
        outcome[0] = FOUND
        if popcount(position.occupied()) == 2:
            return DRAWN
        slot = self.slot_of(key)
        number: cython.int = NO_TABLE
        if slot.key:
            number = slot.distances if result else slot.results
        if number == NO_TABLE:
            outcome[0] = MISSING
            return DRAWN
        if not self.is_ready(number):
            outcome[0] = UNREADABLE
            return DRAWN
        value = value_of(self.tables + number, men, position.side, result)
        if value == NO_ANSWER:
            store_release(cython.address(self.tables[number].state), DAMAGED)
            outcome[0] = UNREADABLE
            return DRAWN
        return value

    # ------------------------------------------------------------------ results and distances

    def result(self, position, pawns_too, outcome):
        """The result for the side to move, if the counter of the fifty moves stood at 0: LOST to WON.

        ``pawns_too``: moves of pawns are tried as well as captures, to know whether the best move is one of them.
        """
        moves: Move[MAX_MOVES]
        best: cython.int = LOST
        tried: cython.int = 0
        count = legal_moves(position, moves)
        index: cython.int
        for index in range(count):
            if not (zeroes(position, moves[index]) if pawns_too else captures(position, moves[index])):
                continue
            tried += 1
            position.make(moves[index])
            value: cython.int = -self.result(position, False, outcome)
            position.unmake()
            if outcome[0] >= MISSING:
                return DRAWN
            if value > best:
                best = value
                if value == WON:
                    outcome[0] = BY_ZEROING
                    return WON
        none_left: cython.bint = tried > 0 and tried == count
        known: cython.int = best
        if not none_left:
            known = self.stored(position, DRAWN, outcome)
            if outcome[0] >= MISSING:
                return DRAWN
        # Where a capture wins, something else may be stored.
        if best >= known:
            outcome[0] = BY_ZEROING if best > DRAWN or none_left else FOUND
            return best
        outcome[0] = FOUND
        return known

    def distance(self, position, outcome):
        """Plies to the next capture or pawn move with best play, or to the mate: above 0 who wins, 100 more if cursed.

        May be one more than is stored, as some files count moves.
        """
        moves: Move[MAX_MOVES]
        result = self.result(position, True, outcome)
        if outcome[0] >= MISSING or result == DRAWN:
            return 0
        if outcome[0] == BY_ZEROING:
            return before_zeroing(result)
        found: cython.int = self.stored(position, result, outcome)
        if outcome[0] >= MISSING:
            return 0
        if found != ASK_OTHER_SIDE:
            return (found + (100 if result in (BLESSED, CURSED) else 0)) * sign(result)
        nearest: cython.int = FARTHEST
        index: cython.int
        for index in range(legal_moves(position, moves)):
            found = self.distance_with(position, moves[index], outcome)
            if outcome[0] >= MISSING:
                return 0
            if found < nearest and sign(found) == sign(result):
                nearest = found
        outcome[0] = FOUND
        return -1 if nearest == FARTHEST else nearest

    def distance_with(self, position, move, outcome):
        """The same if the side to move plays a move; 1 for a mate."""
        is_zeroing: cython.bint = zeroes(position, move)
        found: cython.int
        outcome[0] = FOUND
        position.make(move)
        if position.checkers and not has_legal_move(position):
            found = 1
        elif is_zeroing:
            found = -before_zeroing(self.result(position, False, outcome))
        else:
            found = -self.distance(position, outcome)
            found += sign(found)
        position.unmake()
        return found

    def value(self, position, ply, fifty_moves):
        """The value of a position ``ply`` plies below the root, just after a capture or pawn move; NO_VALUE if unknown.

        Wins are worth more the nearer to the root; ``fifty_moves``: whether cursed wins and blessed losses are draws.
        """
        if position.halfmove or position.castling:
            return NO_VALUE
        outcome: cython.int = FOUND
        result = self.result(position, False, cython.address(outcome))
        if outcome >= MISSING:
            return NO_VALUE
        count_relaxed(cython.address(self.found))
        if result == DRAWN or (fifty_moves and (result == CURSED or result == BLESSED)):
            return DRAW + result
        return sign(result) * (KNOWN_WIN + MAX_PLY - ply)

    # ------------------------------------------------------------------ for Python

    @property
    def hits(self) -> int:
        """Positions found for searches so far."""
        return load_relaxed(cython.address(self.found))

    @property
    def faults(self) -> dict[str, str]:
        """Files that can't be read, by name, and why."""
        for number in range(self.count):
            if load_acquire(cython.address(self.tables[number].state)) == DAMAGED:
                name = os.path.basename(self.paths[number])
                self.faults_found.setdefault(name, f"{name} is damaged; copy it again")
        return dict(self.faults_found)

    def result_of(self, position: Position) -> int | None:
        """The result for the side to move, -2 to 2, as if the clock of the fifty moves stood at 0; None if unknown."""
        return self.known(position, False)

    def distance_of(self, position: Position) -> int | None:
        """Plies to zeroing as ``python-chess`` counts them (DTZ50''), for the side to move; None if unknown."""
        return self.known(position, True)

    def known(self, position, by_distance):
        """The result, or the plies to zeroing; None if unknown. Raises DamagedTableError."""
        outcome: cython.int = FOUND
        walked: Position = position.copy()
        walked.reserve(4 * MOST_MEN)
        if walked.castling:
            return None
        with cython.nogil:
            if by_distance:
                value = self.distance(walked, cython.address(outcome))
            else:
                value = self.result(walked, False, cython.address(outcome))
        self.complain(outcome)
        return None if outcome == MISSING else value

    def distances(self, position: Position, moves: list) -> dict[str, int] | None:
        """Plies to zeroing with each move (UCI text), above 0 if it wins; None if a table is missing.

        Raises DamagedTableError for a damaged one, and MoveError.
        """
        outcome: cython.int = FOUND
        walked: Position = position.copy()
        walked.reserve(4 * MOST_MEN)
        found: dict = {}
        if walked.castling or popcount(walked.occupied()) > self.most_men:
            return None
        for text in moves:
            move: Move = parse_move(walked, text)
            with cython.nogil:
                value = self.distance_with(walked, move, cython.address(outcome))
            self.complain(outcome)
            if outcome == MISSING:
                return None
            found[text] = value
        return found

    def complain(self, outcome):
        """Raise DamagedTableError for a probe that met a damaged file."""
        if outcome == UNREADABLE:
            raise DamagedTableError("; ".join(self.faults.values()))


def captures(position, move):
    """True if a move takes a man."""
    sort = sort_of(move)
    return sort == EN_PASSANT or (position.board[target_of(move)] != EMPTY and sort != CASTLING)


def zeroes(position, move):
    """True if a move sets the counter of the fifty moves to 0."""
    return position.board[origin_of(move)] >> 1 == PAWN or captures(position, move)


def before_zeroing(result):
    """Plies to zeroing with a move that zeroes, given the result."""
    if result == WON or result == LOST:
        return 1 if result == WON else -1
    if result == CURSED or result == BLESSED:
        return 101 if result == CURSED else -101
    return 0


def sign(value):
    """1 above 0, -1 below."""
    return (value > 0) - (value < 0)
