"""A proof read off a solver's table: for each position in which the attacker comes to move, his move.

The table knows a move for every position of the proof and how many plies the mate takes at most; whatever is replied,
it takes two less. So the book is read by following all replies, each position once, in two rounds. The first collects
moves; a position that is met again with fewer plies left may need a quicker one, and what follows it is gone through
again. The second writes the book of what the moves lead to, and how long the longest defence is.

Reading goes on in steps (``read``), between which whoever reads looks at his clock. Where the table has lost a proof
(``lost``, ``plies_left``) it must be found again before the next step.

Thread safety: none; nobody may search on the table meanwhile.
"""

import cython
from cython.cimports.kiebitz.core.mate.game import MOST_MOVES, NO_MOVE, Move, new_game
from cython.cimports.libc.stdlib import calloc, free


class BookReader:
    """The proof that a search has found for a position, of so many plies at most."""

    def __cinit__(self):
        self.pages = cython.cast(cython.pointer(Page), calloc(MOST_ATTACKS + 1, cython.sizeof(Page)))
        room = cython.cast(cython.size_t, MOST_ATTACKS + 1) * MOST_MOVES
        self.replies = cython.cast(cython.pointer(Move), calloc(room, cython.sizeof(Move)))
        if self.pages == cython.NULL or self.replies == cython.NULL:
            raise MemoryError("no memory for reading a proof")

    def __init__(self, search: MateSearch, position, plies: int):
        """Raises TypeError for what is no position, MemoryError."""
        self.search = search
        self.plies = plies
        self.game = new_game(position)
        self.game.begin(position)
        self.game.reserve(plies + 2)
        search.take_up(position)
        self.moves = {}
        self.delays = {}
        self.names = {}
        self.writes = False
        self.begin()

    def __dealloc__(self):
        free(self.pages)
        free(self.replies)

    def read(self, positions: cython.int) -> bool:
        """Go on for so many positions; whether the book is read to its end."""
        while positions > 0:
            if self.opens:
                here = self.place()
                if not self.open(here):
                    if self.lost is not None:
                        return False
                    # Known already: back to the reply that led here.
                    self.opens = False
                    if self.depth == 0:
                        break
                    self.game.unmake()
                positions -= 1
                continue
            page = cython.address(self.pages[self.depth - 1])
            if page.next < page.count:
                self.game.make(self.replies[(self.depth - 1) * MOST_MOVES + page.next])
                page.next += 1
                self.most = page.plies - 2
                self.opens = True
                continue
            self.close()
            if self.depth == 0:
                break
        if self.depth or self.opens:
            return False
        if self.writes:
            return True
        self.writes = True
        self.begin()
        return False

    @property
    def plies_left(self) -> int:
        """The plies that the mate may take in the position that is lost."""
        return self.most

    def book(self) -> dict[str, str]:
        """The moves that were read, by the positions' names."""
        return self.names

    def longest_line(self) -> tuple[str, ...]:
        """The line of the book that puts the mate off longest, to the mate; once it is read."""
        line = []
        made: cython.int = 0
        while True:
            here = self.place()
            move: Move = self.moves[here][0]
            line.append(self.game.text(move))
            self.game.make(move)
            made += 1
            reply: Move = self.delays[here][1]
            if reply == NO_MOVE:
                break
            line.append(self.game.text(reply))
            self.game.make(reply)
            made += 1
        for _ in range(made):
            self.game.unmake()
        return tuple(line)

    # ------------------------------------------------------------------ a step

    def begin(self):
        """Stand at the start, before the first position is opened."""
        self.depth = 0
        self.most = self.plies
        self.opens = True
        self.lost = None

    def place(self):
        """Key that tells the position from others: its hash, and the pieces the attacker holds."""
        return self.game.key(), self.game.hand()

    def known(self):
        """The move of a mate that is known to take ``most`` plies or fewer, and how many at most; else None."""
        entry = self.search.mate_entry(self.game, self.most)
        if entry == cython.NULL:
            return None
        return entry.move, entry.distance if self.search.checks_only else self.most

    def open(self, here):
        """Begin a page for the position; whether there is anything to follow that wasn't before."""
        self.lost = None
        if self.writes:
            if here in self.delays:
                return False
            move, plies = self.moves[here]
            self.names[self.game.name()] = self.game.text(move)
        else:
            before = self.moves.get(here)
            if before is not None and before[1] <= self.most:
                return False
            found = self.known()
            if found is None:
                self.lost = self.game.copied()
                return False
            self.moves[here] = found
            move, plies = found
        page = cython.address(self.pages[self.depth])
        page.move = move
        page.plies = plies
        self.game.make(page.move)
        page.count = self.game.moves(self.replies + self.depth * MOST_MOVES)
        page.next = 0
        self.depth += 1
        self.opens = False
        return True

    def close(self):
        """End the last page: back to the position before, whose replies are followed on."""
        page = cython.address(self.pages[self.depth - 1])
        self.game.unmake()
        if self.writes:
            longest: cython.int = -1
            delay: Move = NO_MOVE
            for index in range(page.count):
                reply = self.replies[(self.depth - 1) * MOST_MOVES + index]
                self.game.make(page.move)
                self.game.make(reply)
                after: cython.int = self.delays[self.place()][0]
                self.game.unmake()
                self.game.unmake()
                if after > longest:
                    longest = after
                    delay = reply
            self.delays[self.place()] = (longest + 2 if page.count else 1, delay)
        self.depth -= 1
        if self.depth:
            self.game.unmake()
