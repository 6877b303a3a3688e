"""The transposition table: what was found out about a position, found again by its key.

Layout: entries of 10 bytes, three to a cluster of 32 bytes, clusters aligned so that none crosses a cache line (the
layout that Yane's article on the HASH of computer shogi describes). The cluster is chosen by the high half of key ×
count, so any size works; inside it the low 16 bits of the key tell the entries apart.

Replacement: an entry of the same position, else an empty one, else the one of least worth: depth, less eight plies for
each generation of age. A generation is one search.

Values: EXACT, or a LOWER or UPPER bound (as in 'MiniMAX und Hashtabellen'). Mate distances are counted from the stored
position, so that the entry is right wherever in the tree the position appears.

Thread safety: any number of searching threads share the table without a lock. They race on the fields of an entry, and
these races are intended: each field is read and written by relaxed atomics (plain moves in machine code), so that a
field is never half of one value and half of another. An entry may be: one thread's key with another's value, as rare as
two threads writing one entry in the same nanoseconds, and as harmful as a collision of keys; the move is checked for
legality before use. Resizing, clearing and moving the generation on wait until no thread searches.
"""

import cython
from cython.cimports.kiebitz.core.machine import (
    high_product,
    load_relaxed_8,
    load_relaxed_16,
    store_relaxed_8,
    store_relaxed_16,
)
from cython.cimports.kiebitz.core.machine import prefetch as prefetch_line
from cython.cimports.kiebitz.core.memory import Memory
from cython.cimports.kiebitz.core.move import NO_MOVE
from cython.cimports.kiebitz.core.value import LONGEST_MATE, NO_VALUE


def value_to_table(value, ply):
    """A value at ``ply`` as it is stored: mates counted from here, not from the root."""
    if value >= LONGEST_MATE:
        return value + ply
    if value <= -LONGEST_MATE:
        return value - ply
    return value


def value_from_table(value, ply):
    """A stored value as it is at ``ply``: mates counted from the root."""
    if value >= LONGEST_MATE:
        return value - ply
    if value <= -LONGEST_MATE:
        return value + ply
    return value


class Table:
    """A transposition table of a given size in MiB."""

    def __init__(self, size_mb: int = 16):
        self.size_mb = 0
        self.resize(size_mb)

    def resize(self, size_mb: int) -> None:
        """Take a new size and forget everything. Raises MemoryError or ValueError; the old table then stays."""
        if not SMALLEST_MB <= size_mb <= LARGEST_MB:
            raise ValueError(f"a table of {size_mb} MB can't be had; choose {SMALLEST_MB} to {LARGEST_MB}")
        before = cython.cast(uint64_t, self.size_mb) << 20
        try:
            memory = Memory(cython.cast(uint64_t, size_mb) << 20, before)
        except MemoryError as error:
            stays = f"; the old table of {self.size_mb} MB stays" if self.size_mb else ""
            raise MemoryError(f"a table of {size_mb} MB can't be had: {error}{stays}; choose a smaller one") from None
        self.memory = memory  # which frees the old one before the new one is touched
        self.clusters = cython.cast(cython.pointer(Cluster), memory.start)
        self.count = memory.size // CLUSTER_BYTES
        self.size_mb = size_mb
        self.clear()

    def clear(self) -> None:
        """Forget everything, in several threads where the table is large."""
        self.memory.clear()
        self.generation = 0

    def cluster_of(self, key):
        """Where a position's entries are."""
        return self.clusters + high_product(key, self.count)

    def prefetch(self, key):
        """Fetch a position's cluster into the cache before it is asked for."""
        prefetch_line(self.clusters + high_product(key, self.count))

    def probe(self, key, ply, hit):
        """Look a position up; ``hit`` takes the answer, its value counted for ``ply``."""
        entry = self.cluster_of(key).entries
        hit.found = False
        hit.move = NO_MOVE
        hit.bound = NO_BOUND
        hit.evaluation = NO_VALUE
        for index in range(CLUSTER_ENTRIES):
            this = cython.address(entry[index])
            if load_relaxed_16(cython.address(this.key)) == cython.cast(uint16_t, key):
                mark: cython.int = load_relaxed_8(cython.address(this.mark))
                if mark & BOUND_BITS == NO_BOUND:
                    continue
                hit.found = True
                hit.move = load_relaxed_16(cython.address(this.move))
                hit.value = value_from_table(cython.cast(int16_t, load_relaxed_16(cython.address(this.value))), ply)
                hit.evaluation = cython.cast(int16_t, load_relaxed_16(cython.address(this.evaluation)))
                hit.depth = load_relaxed_8(cython.address(this.depth))
                hit.bound = mark & BOUND_BITS
                hit.pv = (mark & PV_BIT) != 0
                return

    def store(self, key, ply, move, value, evaluation, depth, bound, pv):
        """Remember a result. A missing move keeps the one known; a shallow bound does not displace a deep new entry."""
        entry = self.cluster_of(key).entries
        victim = cython.address(entry[0])
        victim_mark: cython.int = NO_BOUND
        victim_depth: cython.int = 0
        same: cython.bint = False
        least: cython.int = 1 << 30
        for index in range(CLUSTER_ENTRIES):
            this = cython.address(entry[index])
            mark: cython.int = load_relaxed_8(cython.address(this.mark))
            this_depth: cython.int = load_relaxed_8(cython.address(this.depth))
            same = load_relaxed_16(cython.address(this.key)) == cython.cast(uint16_t, key)
            age = (self.generation - (mark & GENERATION_BITS)) & GENERATION_BITS
            worth = this_depth - age // GENERATION_STEP * AGE_WEIGHT
            if same or mark & BOUND_BITS == NO_BOUND or worth < least:
                victim = this
                victim_mark = mark
                victim_depth = this_depth
                least = worth
                if same or mark & BOUND_BITS == NO_BOUND:
                    break
        if move != NO_MOVE or not same:
            store_relaxed_16(cython.address(victim.move), move)
        # A much shallower bound of the same generation would only lose what is known.
        if (
            same
            and bound != EXACT
            and victim_mark & BOUND_BITS
            and (victim_mark & GENERATION_BITS) == self.generation
            and depth + KEPT_DEPTH < victim_depth
        ):
            return
        store_relaxed_16(cython.address(victim.key), cython.cast(uint16_t, key))
        store_relaxed_16(cython.address(victim.value), value_to_table(value, ply))
        store_relaxed_16(cython.address(victim.evaluation), evaluation)
        store_relaxed_8(cython.address(victim.depth), depth)
        store_relaxed_8(cython.address(victim.mark), self.generation | (PV_BIT if pv else 0) | bound)

    def new_search(self):
        """Move on to the next generation."""
        self.generation += GENERATION_STEP

    def permille(self):
        """Use in permille: entries of this generation among the first 1000."""
        used: cython.int = 0
        clusters = (HASHFULL_SAMPLE + CLUSTER_ENTRIES - 1) // CLUSTER_ENTRIES
        for index in range(clusters):
            for slot in range(CLUSTER_ENTRIES):
                mark = load_relaxed_8(cython.address(self.clusters[index].entries[slot].mark))
                used += mark & BOUND_BITS != NO_BOUND and mark & GENERATION_BITS == self.generation
        return used * 1000 // (clusters * CLUSTER_ENTRIES)

    # ------------------------------------------------------------------ for Python

    def hashfull(self) -> int:
        """Use in permille: entries of the last search among the first thousand."""
        return self.permille()

    def advance(self) -> None:
        """Begin a new generation, as every search does."""
        self.new_search()

    def look_up(self, key: int, ply: int = 0) -> dict[str, int] | None:
        """What is known of a position: move (16-bit code), value (as of ``ply``), evaluation, depth, bound, pv."""
        hit: Hit
        self.probe(key, ply, cython.address(hit))
        if not hit.found:
            return None
        return {
            "move": hit.move,
            "value": hit.value,
            "evaluation": hit.evaluation,
            "depth": hit.depth,
            "bound": hit.bound,
            "pv": hit.pv,
        }

    def remember(
        self,
        key: int,
        *,
        value: int,
        depth: int,
        bound: int,
        move: int = 0,
        evaluation: int = 0,
        ply: int = 0,
        pv: bool = False,
    ) -> None:
        """Store an entry as the search would. ``bound``: 1 upper, 2 lower, 3 exact. Raises ValueError out of range."""
        if not (0 <= depth < 256 and 1 <= bound <= 3 and abs(value) <= 32000 and abs(evaluation) <= 32002):
            raise ValueError("depth must be 0 to 255, bound 1 to 3, value and evaluation within 16 bits")
        self.store(key, ply, move, value, evaluation, depth, bound, pv)
