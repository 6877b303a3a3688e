"""Mate search by proof numbers, depth first: df-pn (Nagai 2002), for mates within a given number of moves.

A node is a position and the plies left, so that no line comes back to a node: repetitions need no care, and what the
table says is true wherever it is read. The attacker moves when an odd number of plies is left; with ``checks_only``
every move of his gives check, as in the Japanese tsume problems. The rule of fifty moves is left out.

Nothing but the table knows what was searched: a subtree whose entry is lost is searched again. That is why a table that
overwrites can lose a mate, and why such a solver collects garbage instead (``table``).
"""

import cython
from cython.cimports.kiebitz.core.machine import high_product
from cython.cimports.kiebitz.core.mate.numbers import INFINITE, added, is_settled
from cython.cimports.kiebitz.core.mate.table import COLLECT_UNREACHED, ProofTable
from cython.cimports.kiebitz.core.chess.move import MAX_MOVES, NO_MOVE, Move
from cython.cimports.kiebitz.core.chess.movegen import count_moves, gives_check, legal_moves
from cython.cimports.kiebitz.core.chess.position import MAX_PLY, Position
from cython.cimports.libc.stdint import uint64_t
from cython.cimports.libc.string import memcpy

from collections.abc import Sequence

from kiebitz.core.mate.proof import MateProof
from kiebitz.core.chess.notation import move_text, parse_move

# Spreads the plies left over the bits of a key (the golden ratio, as in Fibonacci hashing).
GOLDEN = cython.declare(cython.ulonglong, 0x9E3779B97F4A7C15)


class MateSearch:
    """A solver with its table.

    ``checks_only``: the attacker only gives check. ``table_only``: a node's children are known from the table alone;
    otherwise a node that is being searched remembers what its children came to, even if the table has lost it.
    """

    def __init__(self, table: ProofTable, checks_only: bool = False, table_only: bool = False):
        self.table = table
        self.checks_only = checks_only
        self.table_only = table_only
        self.position = Position()
        self.root = Position()

    def prove(
        self, position: Position, moves: cython.int, node_limit: cython.longlong, first: Sequence[str] = ()
    ) -> MateProof:
        """Whether the side to move mates within so many moves of its own; the table keeps what it knows.

        ``first``: the only moves it may begin with, as UCI text; any if there are none. Raises ValueError if ``moves``
        is not in 1..MAX_PLY / 2 or ``node_limit`` isn't positive, and MoveError for a first move that is illegal.
        """
        if not 1 <= moves <= MAX_PLY // 2:
            raise ValueError(f"a mate in {moves} moves can't be searched for; take 1 to {MAX_PLY // 2}")
        if node_limit < 1:
            raise ValueError(f"{node_limit} nodes are too few; take 1 at least")
        begin = {parse_move(position, text): text for text in first}
        self.first_count = 0
        for first_move in begin:
            self.first[self.first_count] = first_move
            self.first_count += 1
        self.position.copy_from(position)
        self.position.reserve(0)
        self.root.copy_from(position)
        self.root.reserve(0)
        self.plies = 2 * moves - 1
        self.nodes = 0
        self.node_limit = node_limit
        collections = self.table.collections
        limits: Numbers
        limits.proof = limits.disproof = INFINITE
        with cython.nogil:
            found = self.explore(self.plies, limits)
        move = None
        if found.proof == 0:
            entry = self.table.find(self.root_key())
            assert entry != cython.NULL  # written last
            move = move_text(position, entry.move)
        return MateProof(
            mate=True if found.proof == 0 else False if found.disproof == 0 else None,
            move=move,
            nodes=self.nodes,
            collections=self.table.collections - collections,
        )

    def explore(self, left, limits):
        """Search a node until one of its numbers has come to its limit, and say what they are."""
        children: Child[MAX_MOVES]
        numbers: Numbers
        below: Numbers
        before = self.nodes
        self.nodes += 1
        key = self.root_key() if left == self.plies else node_key(self.position, left)
        self.line[self.plies - left] = key
        count = self.look_ahead(left, children)
        move: Move = NO_MOVE
        while True:
            # A node is won if one child is lost, and lost if all of them are won.
            numbers.proof = INFINITE
            numbers.disproof = 0
            next_best: Number = INFINITE
            best: cython.int = 0
            for index in range(count):
                numbers.disproof = added(numbers.disproof, children[index].numbers.proof)
                if children[index].numbers.disproof < numbers.proof:
                    next_best = numbers.proof
                    numbers.proof = children[index].numbers.disproof
                    best = index
                elif children[index].numbers.disproof < next_best:
                    next_best = children[index].numbers.disproof
            if count > 0:
                move = children[best].move
            if numbers.proof >= limits.proof or numbers.disproof >= limits.disproof or self.nodes >= self.node_limit:
                break
            # On with the most promising child until it is no longer that, or until this node is decided.
            below.disproof = min(limits.proof, added(next_best, next_best // PATIENCE + 1))
            below.proof = min(INFINITE, limits.disproof - numbers.disproof + children[best].numbers.proof)
            self.position.make(move)
            children[best].numbers = self.explore(left - 1, below)
            self.position.unmake()
            for index in range(count):
                self.look_up(cython.address(children[index]))
        self.remember(key, numbers, self.nodes - before, move)
        return numbers

    def root_key(self):
        """The root's key; another one for each set of first moves, whose outcome says nothing of the position."""
        key = node_key(self.root, self.plies)
        for index in range(self.first_count):
            key = (key ^ self.first[index]) * GOLDEN | 1
        return key

    def look_ahead(self, left, children):
        """The children of the node, with what is known of them or guessed; only one if it settles the node."""
        moves: Move[MAX_MOVES]
        count = self.candidates(self.position, left, moves)
        for index in range(count):
            child = cython.address(children[index])
            child.move = moves[index]
            self.position.make(moves[index])
            child.key = node_key(self.position, left - 1)
            child.guess = child.numbers = self.first_guess(left - 1)
            self.position.unmake()
            if not is_settled(child.numbers):
                self.look_up(child)
            if child.numbers.disproof == 0:
                children[0] = child[0]
                return 1
        return count

    def first_guess(self, left):
        """What the rules say of the position, for the side to move; or how many leaves there may be below it."""
        numbers: Numbers
        attacks: cython.bint = left & 1
        numbers.proof = numbers.disproof = 1
        if not attacks:
            replies = count_moves(self.position)
            mated: cython.bint = replies == 0 and self.position.checkers != 0
            escaped: cython.bint = not mated and (left == 0 or replies == 0)
            if mated:
                numbers.proof = INFINITE
                numbers.disproof = 0
                return numbers
            if escaped:
                numbers.proof = 0
                numbers.disproof = INFINITE
                return numbers
            numbers.disproof = replies
        if self.position.is_material_draw():
            numbers.proof = INFINITE if attacks else 0
            numbers.disproof = 0 if attacks else INFINITE
        return numbers

    def look_up(self, child):
        """Take over what the table knows of a child."""
        if is_settled(child.guess):
            return
        entry = self.table.find(child.key)
        if entry != cython.NULL:
            child.numbers = entry.numbers
        elif self.table_only:
            child.numbers = child.guess

    def remember(self, key, numbers, work, move):
        """Write a node into the table, having made room for it."""
        entry = self.table.find(key)
        if entry != cython.NULL:
            work += entry.work
        elif self.table.is_full():
            self.collect()
        self.table.store(key, numbers, cython.cast(cython.uint, min(work, INFINITE)), move)

    # ------------------------------------------------------------------ garbage

    def collect(self):
        """Give up what is needed least, until at most half of what may be in use is."""
        gap = self.table.first_free()
        if self.table.keeping == COLLECT_UNREACHED:
            entry = self.table.find(self.line[0])
            if entry != cython.NULL:
                entry.reached = True
            self.mark(self.plies, True)
            self.table.drop_unreached()
        self.table.drop_small()
        self.table.close_gaps(gap)

    def mark(self, left, on_line):
        """Mark the entries that the search can come to from a node through nodes that are not settled.

        ``on_line``: the node is one of those being searched, which the table may not know yet.
        """
        moves: Move[MAX_MOVES]
        count = self.candidates(self.root, left, moves)
        for index in range(count):
            self.root.make(moves[index])
            key = node_key(self.root, left - 1)
            follows: cython.bint = on_line and self.line[self.plies - left + 1] == key
            entry = self.table.find(key)
            news: cython.bint = entry != cython.NULL and not entry.reached
            if news:
                entry.reached = True
            if left > 1 and (follows or news and not is_settled(entry.numbers)):
                self.mark(left - 1, follows)
            self.root.unmake()

    def candidates(self, position, left, moves):
        """The moves that are searched with so many plies left."""
        count = legal_moves(position, moves)
        if left == self.plies and self.first_count:
            count = self.first_count
            memcpy(moves, self.first, count * cython.sizeof(Move))
        if not left & 1 or not (self.checks_only or left == 1):
            return count
        checks: cython.int = 0
        for index in range(count):
            if gives_check(position, moves[index]):
                moves[checks] = moves[index]
                checks += 1
        return checks


def node_key(position, left):
    """A position with so many plies left; never 0, which means a free entry."""
    key: uint64_t = (position.key ^ GOLDEN * cython.cast(uint64_t, left + 1)) | 1
    return key
