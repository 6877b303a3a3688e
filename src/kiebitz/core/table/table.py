"""The transposition table: what was found out about a position, found again by its key.

Layout: entries of 10 bytes, three to a cluster of 32 bytes, clusters aligned so that none crosses a cache line (the
layout that Yane's article on the HASH of computer shogi describes). The cluster is chosen by the high half of key ×
count, so any size works; inside it the low 16 bits of the key tell the entries apart.

Replacement: an entry of the same position, else an empty one, else the one of least worth: depth, less eight plies for
each generation of age. A generation is one search.

Values and mate distances are as ``table_entry`` says. Other designs (``table_design``) live in ``laboratory_table``: a
table of another design hands every question on to it, which costs the default one predictable branch.

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
from cython.cimports.kiebitz.core.table.memory import Memory
from cython.cimports.kiebitz.core.table.laboratory import Identity, LaboratoryTable
from cython.cimports.kiebitz.core.table.policy import evaluation_in, is_taken, value_in
from cython.cimports.kiebitz.core.game import NO_MOVE, Position
from cython.cimports.kiebitz.core.table.table_entry import (
    BOUND_BITS,
    EXACT,
    GENERATION_BITS,
    GENERATION_STEP,
    HASHFULL_SAMPLE,
    KEPT_DEPTH,
    NO_BOUND,
    PERMILLE,
    PV_BIT,
    Hit,
    plies_of_age,
    value_from_table,
    value_to_table,
)
from cython.cimports.kiebitz.core.value import MATE, NO_VALUE

from kiebitz.core.table.design import ProbeCounts, TableDesign


@cython.inline
def settles(hit: cython.pointer(Hit), alpha: cython.int, beta: cython.int) -> cython.bint:
    """True if a hit says all that a search within (alpha, beta) asks."""
    if hit.value >= beta:
        return hit.bound & LOWER
    if hit.value <= alpha:
        return hit.bound & UPPER
    return hit.bound == EXACT


class Table:
    """A transposition table of a size in MB and a design."""

    def __init__(self, size_mb: int = 16, design: TableDesign | None = None):
        """Make an empty table. Raises MemoryError or ValueError for a size that can't be had."""
        self.size_mb = 0
        self.resize(size_mb, TableDesign() if design is None else design)

    def resize(self, size_mb: int, design: TableDesign | None = None) -> None:
        """Take a new size, and another design if one is given, and forget everything.

        Raises MemoryError or ValueError; the old table then stays.
        """
        if not SMALLEST_MB <= size_mb <= LARGEST_MB:
            raise ValueError(f"a table of {size_mb} MB can't be had; choose {SMALLEST_MB} to {LARGEST_MB}")
        if design is None:
            design = self.design
        memory: Memory = None
        laboratory: LaboratoryTable = None
        freed = sum(block.size for block in self.blocks) if self.size_mb else 0
        try:
            if design.is_default_layout:
                memory = Memory(cython.cast(uint64_t, size_mb) << 20, freed)
            else:
                laboratory = LaboratoryTable(design, size_mb, freed)
        except MemoryError as error:
            stays = f"; the old table of {self.size_mb} MB stays" if self.size_mb else ""
            raise MemoryError(f"a table of {size_mb} MB can't be had: {error}{stays}; choose a smaller one") from None
        # Here the old one is freed, before the new one is touched.
        self.memory = memory
        self.laboratory = laboratory
        if memory is not None:
            self.clusters = cython.cast(cython.pointer(Cluster), memory.start)
            self.count = memory.size // CLUSTER_BYTES
        self.size_mb = size_mb
        self.design = design
        self.special = laboratory is not None
        self.counts_all = design.hashfull == "used"
        self.clear()

    def clear(self) -> None:
        """Forget everything: what was filled is cleared, in several threads where that is much."""
        if self.special:
            self.laboratory.clear()
        else:
            self.memory.clear_written()
        self.generation_mark = 0

    def empty(self):
        """Forget everything without the GIL, in this thread: for small tables of the default layout."""
        self.memory.clear_parts()
        self.generation_mark = 0

    def cluster_of(self, key):
        """Where a position's entries are."""
        return self.clusters + high_product(key, self.count)

    def prefetch(self, position):
        """Fetch a position's cluster into the cache before it is asked for."""
        if self.special:
            self.laboratory.prefetch(position)
        else:
            prefetch_line(self.cluster_of(position.key))

    def prefetch_key(self, key):
        """The same for a key; the default layout alone."""
        if not self.special:
            prefetch_line(self.cluster_of(key))

    def prefetch_after(self, position, move):
        """The same for the position after a move, as early as the move is known; the default layout alone."""
        if not self.special:
            prefetch_line(self.cluster_of(position.likely_key(move)))

    def probe(self, position, ply, hit):
        """Look a position up; ``hit`` takes the answer, its value counted for ``ply``."""
        if self.special:
            self.laboratory.probe(position, ply, hit)
        else:
            self.probe_key(position.key, ply, hit)

    def probe_key(self, key, ply, hit):
        """Look a key up in the default layout."""
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

    def store(self, position, ply, move, value, evaluation, depth, bound, pv):
        """Remember a result. A missing move keeps the one known; a shallow bound does not displace a deep new entry."""
        if self.special:
            self.laboratory.store(position, ply, move, value, evaluation, depth, bound, pv)
        else:
            self.store_key(position.key, ply, move, value, evaluation, depth, bound, pv)

    def store_key(self, key, ply, move, value, evaluation, depth, bound, pv):
        """Store a result in the default layout."""
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
            worth = this_depth - plies_of_age(mark, self.generation_mark)
            if same or mark & BOUND_BITS == NO_BOUND or worth < least:
                victim = this
                victim_mark = mark
                victim_depth = this_depth
                least = worth
                if same or mark & BOUND_BITS == NO_BOUND:
                    break
        self.memory.note(victim)
        if move != NO_MOVE or not same:
            store_relaxed_16(cython.address(victim.move), move)
        # A much shallower bound of the same generation would only lose what is known.
        if (
            same
            and bound != EXACT
            and victim_mark & BOUND_BITS
            and (victim_mark & GENERATION_BITS) == self.generation_mark
            and depth + KEPT_DEPTH < victim_depth
        ):
            return
        store_relaxed_16(cython.address(victim.key), cython.cast(uint16_t, key))
        store_relaxed_16(cython.address(victim.value), value_to_table(value, ply))
        store_relaxed_16(cython.address(victim.evaluation), evaluation)
        store_relaxed_8(cython.address(victim.depth), depth)
        store_relaxed_8(cython.address(victim.mark), self.generation_mark | (PV_BIT if pv else 0) | bound)

    # A game whose positions are known by their keys alone: see ``identify_key`` for the designs that do for it.

    def probe_bare(self, key, ply, hit):
        """Look a key up in any such design."""
        who: Identity
        if self.special:
            who.key = key
            who.place = key
            self.laboratory.probe_identity(cython.address(who), ply, hit)
        else:
            self.probe_key(key, ply, hit)

    def store_bare(self, key, ply, move, value, evaluation, depth, bound, pv):
        """Remember a result for a key in any such design."""
        who: Identity
        if self.special:
            who.key = key
            who.place = key
            self.laboratory.store_identity(cython.address(who), ply, move, value, evaluation, depth, bound, pv)
        else:
            self.store_key(key, ply, move, value, evaluation, depth, bound, pv)

    def new_search(self):
        """Move on to the next generation."""
        self.generation_mark += GENERATION_STEP
        if self.special:
            self.laboratory.new_search()

    def permille(self):
        """Use in permille by the design's rule: see ``table_design.HASHFULL_RULES``."""
        if self.special:
            return self.laboratory.permille(self.counts_all)
        entries = HASHFULL_SAMPLE if self.counts_all else HASHFULL_SAMPLE * CLUSTER_ENTRIES
        used: cython.int = 0
        for index in range(entries):
            entry = cython.address(self.clusters[index // CLUSTER_ENTRIES].entries[index % CLUSTER_ENTRIES])
            mark = load_relaxed_8(cython.address(entry.mark))
            used += mark & BOUND_BITS != NO_BOUND and (
                self.counts_all or mark & GENERATION_BITS == self.generation_mark
            )
        return used * PERMILLE // entries

    # ------------------------------------------------------------------ for Python

    def hashfull(self) -> int:
        """Use in permille by the design's rule."""
        return self.permille()

    def advance(self) -> None:
        """Begin a new generation, as every search does."""
        self.new_search()

    def counts(self) -> ProbeCounts | None:
        """Counts of a verifying table since it was cleared; None if the design doesn't verify."""
        if self.design.verify == "off":
            return None
        return self.laboratory.counts()

    @property
    def entries(self) -> int:
        """Number of entries in the table."""
        return self.laboratory.entries if self.special else self.count * CLUSTER_ENTRIES

    def is_within_scale(self) -> bool:
        """True if all values and evaluations are such as searches store: those of a file may be anybody's."""
        index: uint64_t = 0
        if self.special:
            while index < self.laboratory.entries:
                data: uint64_t = self.laboratory.slots[index].data
                if is_taken(data) and (abs(value_in(data)) > MATE or abs(evaluation_in(data)) > NO_VALUE):
                    return False
                index += 1
            return True
        while index < self.count * CLUSTER_ENTRIES:
            this = cython.address(self.clusters[index // CLUSTER_ENTRIES].entries[index % CLUSTER_ENTRIES])
            value: cython.int = cython.cast(int16_t, this.value)
            evaluation: cython.int = cython.cast(int16_t, this.evaluation)
            if this.mark & BOUND_BITS and (abs(value) > MATE or abs(evaluation) > NO_VALUE):
                return False
            index += 1
        return True

    @property
    def generation(self) -> int:
        """Which search the table is at, from 0 to 31, round and round."""
        return self.generation_mark // GENERATION_STEP

    @property
    def blocks(self) -> tuple[Memory, ...]:
        """The table's memory: entries and, if the design verifies, the positions beside them. For view and file."""
        if not self.special:
            return (self.memory,)
        boards = self.laboratory.board_memory
        return (self.laboratory.memory,) if boards is None else (self.laboratory.memory, boards)

    def snapshot(self) -> tuple[TableDesign, int, tuple[Memory, ...]]:
        """Design, generation and blocks as they belong together, whatever another thread does next."""
        return self.design, self.generation, self.blocks

    def adopt(self, other: Table, generation: int) -> None:
        """Become what ``other`` is, and leave it empty-handed: it becomes what this was.

        Raises ValueError if the designs differ or there is no such generation.
        """
        if other.design != self.design:
            raise ValueError(f"a table of the design {self.design} can't become one of {other.design}")
        if not 0 <= generation <= GENERATION_BITS // GENERATION_STEP:
            raise ValueError(f"there is no generation {generation}; they go from 0 to 31")
        self.clusters, other.clusters = other.clusters, self.clusters
        self.count, other.count = other.count, self.count
        self.memory, other.memory = other.memory, self.memory
        self.laboratory, other.laboratory = other.laboratory, self.laboratory
        self.size_mb, other.size_mb = other.size_mb, self.size_mb
        other.generation_mark = self.generation_mark
        self.generation_mark = generation * GENERATION_STEP
        if self.special:
            self.laboratory.generation = self.generation_mark

    def bucket_of(self, place: Position | int) -> int:
        """The number of the bucket in which a position, or a key, has its place. Raises as ``look_up``."""
        who: Identity
        if not self.special:
            key: uint64_t = cython.cast(Position, place).key if isinstance(place, Position) else place
            return high_product(key, self.count)
        if isinstance(place, Position):
            self.laboratory.identify(place, cython.address(who))
        else:
            self.identify_key(place, cython.address(who))
        first = self.laboratory.first_slot(who.place)
        return first if self.laboratory.neighbours else first // self.laboratory.bucket

    def look_up(self, place: Position | int, ply: int = 0) -> dict[str, int] | None:
        """Look up a position, or a key where the design knows positions by keys alone.

        The answer has move (16-bit code), value (as of ``ply``), evaluation, depth, bound (0: only the move is left)
        and pv.
        Raises ValueError for a key where the design needs the position.
        """
        hit: Hit
        who: Identity
        if isinstance(place, Position):
            self.probe(place, ply, cython.address(hit))
        elif self.special:
            self.identify_key(place, cython.address(who))
            self.laboratory.probe_identity(cython.address(who), ply, cython.address(hit))
        else:
            self.probe_key(place, ply, cython.address(hit))
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
        place: Position | int,
        *,
        value: int,
        depth: int,
        bound: int,
        move: int = 0,
        evaluation: int = 0,
        ply: int = 0,
        pv: bool = False,
    ) -> None:
        """Store a result as the search would. ``bound``: 1 upper, 2 lower, 3 exact.

        Raises ValueError out of range, and for a key where the design needs the position.
        """
        who: Identity
        if not (0 <= depth < 255 and 1 <= bound <= 3 and abs(value) <= MATE and abs(evaluation) <= NO_VALUE):
            raise ValueError("depth must be 0 to 254, bound 1 to 3, value and evaluation within 16 bits")
        if isinstance(place, Position):
            self.store(place, ply, move, value, evaluation, depth, bound, pv)
        elif self.special:
            self.identify_key(place, cython.address(who))
            self.laboratory.store_identity(cython.address(who), ply, move, value, evaluation, depth, bound, pv)
        else:
            self.store_key(place, ply, move, value, evaluation, depth, bound, pv)

    def identify_key(self, key, who):
        """Identity of a bare key. Raises ValueError where it isn't enough."""
        if self.design.verify != "off" or self.design.key != "whole" or self.design.own_index_codes:
            raise ValueError(
                "a key alone doesn't say what this table asks (whole positions, reduced keys, or an index of its own):"
                " give a Position"
            )
        who.key = key
        who.place = key
