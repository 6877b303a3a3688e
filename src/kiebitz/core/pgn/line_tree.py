"""The variations of a game, as ``movetext`` walks through them: played on the one board, and taken back.

Layout: lines in the order in which they begin, the main line first; their moves, one after another as they are written,
each with its line's number. A variation replaces the last move of the line that it branches from: that move is taken
back when it opens; when it closes its own moves are, and that move is made again.

Invariants: while a variation is under way, all its moves and those of the lines it stands in can be taken back, for
positions are forgotten between moves of the main line only, and the reader makes room for as many as the text may hold.

Thread safety: none; it belongs to a reader.
"""

import cython
from cython.cimports.kiebitz.core.chess.move import NO_MOVE, NULL_MOVE, Move
from cython.cimports.kiebitz.core.chess.position import Position
from cython.cimports.libc.stdlib import free, realloc


class LineTree:
    """The lines of the game under way."""

    def __cinit__(self):
        self.lines = cython.NULL
        self.moves = cython.NULL
        self.line_room = self.move_room = 0
        self.forget()

    def __dealloc__(self):
        free(self.lines)
        free(self.moves)

    def forget(self):
        """Begin a new game."""
        self.move_count = self.depth = self.line = 0
        self.is_cut = self.is_short_of_memory = False
        self.count = 0
        self.begin(0, 0, NO_MOVE)

    def begin(self, parent, ply, replaced):
        """Have another line; False if there is no memory."""
        if self.count == self.line_room:
            room: cython.Py_ssize_t = max(2 * self.line_room, FIRST_LINES)
            lines = cython.cast(cython.pointer(PlayedLine), realloc(self.lines, room * cython.sizeof(PlayedLine)))
            if lines == cython.NULL:
                self.is_short_of_memory = True
                return False
            self.lines = lines
            self.line_room = room
        line = cython.address(self.lines[self.count])
        line.parent = parent
        line.ply = ply
        line.plies = 0
        line.replaced = replaced
        line.last = NO_MOVE
        self.line = self.count
        self.count += 1
        return True

    def add(self, move):
        """Note a move of the line under way."""
        line = cython.address(self.lines[self.line])
        line.plies += 1
        line.last = move

    def open(self, position):
        """Begin a variation, if there is a move that it could replace, and room."""
        line = cython.address(self.lines[self.line])
        if line.plies == 0 or self.depth >= MOST_DEPTH or self.is_short_of_memory:
            return False
        parent = self.line
        last = line.last
        if not self.begin(parent, line.ply + line.plies - 1, last):
            return False
        take_back(position, 1)
        self.depth += 1
        return True

    def close(self, position):
        """End the variation under way, if one is: the line that it branches from goes on."""
        if self.depth == 0:
            return
        line = cython.address(self.lines[self.line])
        take_back(position, line.plies)
        make(position, line.replaced)
        self.line = line.parent
        self.depth -= 1
        self.is_cut = False

    def play(self, position, move):
        """Play a move of a variation."""
        if self.move_count == self.move_room:
            room: cython.Py_ssize_t = max(2 * self.move_room, FIRST_LINES)
            moves = cython.cast(cython.pointer(LineMove), realloc(self.moves, room * cython.sizeof(LineMove)))
            if moves == cython.NULL:
                self.is_short_of_memory = True
                return
            self.moves = moves
            self.move_room = room
        self.moves[self.move_count].line = self.line
        self.moves[self.move_count].move = move
        self.move_count += 1
        make(position, move)
        self.add(move)

    def taken(self) -> list[tuple[int, int, bytes]]:
        """The variations, in the order in which they begin.

        Each is the line that it branches from (0 is the main line), how many moves of the game were played before its
        first, and its moves, 16 bits each.
        """
        codes = [bytearray() for _ in range(self.count)]
        for index in range(self.move_count):
            code: bytes = cython.cast(cython.p_char, cython.address(self.moves[index].move))[: cython.sizeof(Move)]
            codes[self.moves[index].line] += code
        return [
            (self.lines[number].parent, self.lines[number].ply, bytes(codes[number])) for number in range(1, self.count)
        ]


def make(position, move):
    """Make a move or a null move."""
    if move == NULL_MOVE:
        position.make_null()
    else:
        position.make(move)


def take_back(position, plies):
    """Take so many moves back, null moves among them."""
    for _ in range(plies):
        if position.states[position.ply - 1].move == NULL_MOVE:
            position.unmake_null()
        else:
            position.unmake()
