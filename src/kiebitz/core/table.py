"""The transposition table: what was found out about a position, found again by its key.

Layout: entries of 10 bytes, three to a cluster of 32 bytes, clusters aligned so that none crosses a cache line (the
layout that Yane's article on the HASH of computer shogi describes). The cluster is chosen by the high half of key ×
count, so any size works; inside it the low 16 bits of the key tell the entries apart.

Replacement: an entry of the same position, else an empty one, else the one of least worth: depth, less eight plies for
each generation of age. A generation is one search.

Values: EXACT, or a LOWER or UPPER bound (as in 'MiniMAX und Hashtabellen'). Mate distances are counted from the stored
position, so that the entry is right wherever in the tree the position appears.

Thread safety: one searching thread at a time; resizing and clearing only while none searches.
"""

import cython
from cython.cimports.kiebitz.core.machine import high_product
from cython.cimports.kiebitz.core.machine import prefetch as prefetch_line
from cython.cimports.kiebitz.core.move import NO_MOVE
from cython.cimports.kiebitz.core.value import LONGEST_MATE, NO_VALUE
from cython.cimports.libc.stdlib import calloc, free
from cython.cimports.libc.string import memset


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

    def __cinit__(self):
        self.block = cython.NULL
        self.size_mb = 0

    def __init__(self, size_mb: int = 16):
        self.resize(size_mb)

    def __dealloc__(self):
        free(self.block)

    def resize(self, size_mb: int) -> None:
        """Take a new size and forget everything. Raises MemoryError or ValueError; the old table then stays."""
        if not SMALLEST_MB <= size_mb <= LARGEST_MB:
            raise ValueError(f"a table of {size_mb} MB can't be had; choose {SMALLEST_MB} to {LARGEST_MB}")
        count = cython.cast(uint64_t, size_mb) * (1 << 20) // CLUSTER_BYTES
        block = calloc(count * CLUSTER_BYTES + CACHE_LINE, 1)
        if block == cython.NULL:
            raise MemoryError(f"the system refuses {size_mb} MB for the table; the old one of {self.size_mb} MB stays")
        free(self.block)
        self.block = block
        self.clusters = cython.cast(
            cython.pointer(Cluster),
            (cython.cast(cython.size_t, block) + CACHE_LINE - 1) // CACHE_LINE * CACHE_LINE,
        )
        self.count = count
        self.size_mb = size_mb
        self.generation = 0

    def clear(self) -> None:
        """Forget everything."""
        with cython.nogil:
            memset(self.clusters, 0, self.count * CLUSTER_BYTES)
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
            if entry[index].key == cython.cast(uint16_t, key) and entry[index].mark & BOUND_BITS:
                hit.found = True
                hit.move = entry[index].move
                hit.value = value_from_table(entry[index].value, ply)
                hit.evaluation = entry[index].evaluation
                hit.depth = entry[index].depth
                hit.bound = entry[index].mark & BOUND_BITS
                hit.pv = (entry[index].mark & PV_BIT) != 0
                return

    def store(self, key, ply, move, value, evaluation, depth, bound, pv):
        """Remember a result. A missing move keeps the one known; a shallow bound does not displace a deep new entry."""
        entry = self.cluster_of(key).entries
        victim = cython.address(entry[0])
        least: cython.int = 1 << 30
        for index in range(CLUSTER_ENTRIES):
            this = cython.address(entry[index])
            if this.mark & BOUND_BITS == NO_BOUND or this.key == cython.cast(uint16_t, key):
                victim = this
                break
            age = (self.generation - (this.mark & GENERATION_BITS)) & GENERATION_BITS
            worth = this.depth - age // GENERATION_STEP * AGE_WEIGHT
            if worth < least:
                least = worth
                victim = this
        same: cython.bint = victim.key == cython.cast(uint16_t, key)
        if move != NO_MOVE or not same:
            victim.move = move
        # A much shallower bound of the same generation would only lose what is known.
        if (
            same
            and bound != EXACT
            and victim.mark & BOUND_BITS
            and (victim.mark & GENERATION_BITS) == self.generation
            and depth + 4 < victim.depth
        ):
            return
        victim.key = cython.cast(uint16_t, key)
        victim.value = value_to_table(value, ply)
        victim.evaluation = evaluation
        victim.depth = depth
        victim.mark = self.generation | (PV_BIT if pv else 0) | bound

    def new_search(self):
        """Move on to the next generation."""
        self.generation += GENERATION_STEP

    def permille(self):
        """Use in permille: entries of this generation among the first 1000."""
        used: cython.int = 0
        clusters = (HASHFULL_SAMPLE + CLUSTER_ENTRIES - 1) // CLUSTER_ENTRIES
        for index in range(clusters):
            for slot in range(CLUSTER_ENTRIES):
                mark = self.clusters[index].entries[slot].mark
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
