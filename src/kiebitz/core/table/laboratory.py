"""The transposition table of the laboratory and the eras: every design of ``table_design`` but the default one.

Layout: entries of 16 bytes, a key and a data word (``table_policy``); a bucket of them shares one index. Of the key the
low ``key_bits`` are kept; the index is taken from its high end unless the design lets both use the same bits, or gives
the index codes of its own. Buckets
stand one after the other, four entries filling a cache line; as *neighbours* they overlap, each beginning at any entry.
A verifying table keeps in a second block each entry's whole position: four bit planes that say what stands on each
square (3 bits for the kind, 1 for the colour) and a word for side to move, castling rights and en passant square.

Lockless (Hyatt and Mann 2002): the key word is XORed with the data word. If two threads write one entry at once, so
that the key of one stands beside the data of the other, the XOR gives neither key and the entry is not recognised.

Thread safety: as ``table``: any number of searching threads, racing by intention on the words of entries, positions and
counters, all of them relaxed atomics; resizing, clearing and a new generation wait until none searches. A verified
position is several words, so with several threads a torn one may be counted as a false hit.
"""

import cython
from cython.cimports.kiebitz.core.game import NO_MOVE, index_code, key_without_rights, write_planes
from cython.cimports.kiebitz.core.machine import (
    count_relaxed,
    high_product,
    load_relaxed_64,
    store_relaxed_64,
)
from cython.cimports.kiebitz.core.machine import prefetch as prefetch_line
from cython.cimports.kiebitz.core.table.memory import Memory
from cython.cimports.kiebitz.core.table.table_entry import (
    BOUND_BITS,
    GENERATION_BITS,
    GENERATION_STEP,
    HASHFULL_SAMPLE,
    NO_BOUND,
    PERMILLE,
    PV_BIT,
    value_from_table,
    value_to_table,
)
from cython.cimports.kiebitz.core.table.policy import (
    CLEARED_DEPTH,
    CLEARING,
    GREATEST_DEPTH,
    KEEP,
    LOCKLESS,
    TWO_TIER,
    Applicant,
    Bucket,
    choose,
    depth_in,
    evaluation_in,
    is_taken,
    mark_in,
    move_in,
    own_entry,
    packed,
    value_in,
    with_depth,
    with_move,
)
from cython.cimports.kiebitz.core.value import NO_VALUE

from kiebitz.core.table.memory import require_available
from kiebitz.core.table.design import INDEXES, KEYS, POLICIES, VERIFICATIONS, ProbeCounts, TableDesign

WHOLE_KEY_BITS = 64
# The index is taken from here on if it is to share no bit with a key of up to 32 bits.
HIGH_HALF = 32


class LaboratoryTable:
    """A table of a given design and size in MB. Raises MemoryError; what it holds is arbitrary until ``clear``.

    ``freed`` is what the table that it takes the place of has, in bytes.
    """

    def __init__(self, design: TableDesign, size_mb: int, freed: int = 0):
        self.design = design
        self.bucket = design.bucket_entries
        self.policy = list(POLICIES).index(design.policy)
        self.indexing = list(INDEXES).index(design.index)
        self.verification = list(VERIFICATIONS).index(design.verify)
        self.reduced = design.key == "reduced"
        self.own_index_codes = design.own_index_codes
        self.neighbours = design.neighbours
        self.lockless = self.policy == LOCKLESS
        self.key_mask = (1 << design.key_bits) - 1
        if self.own_index_codes:
            # A product looks at the high end, where a number of 32 bits has nothing yet.
            self.index_shift = HIGH_HALF if self.indexing == MULTIPLY else 0
        elif self.indexing == MULTIPLY:
            self.index_shift = 0 if design.independent_index else WHOLE_KEY_BITS - design.key_bits
        else:
            self.index_shift = HIGH_HALF if design.independent_index else 0
        entries: uint64_t = (cython.cast(uint64_t, size_mb) << 20) // ENTRY_BYTES
        if design.entries is not None:
            entries = min(entries, cython.cast(uint64_t, design.entries))
        buckets: uint64_t = entries - self.bucket + 1 if self.neighbours else entries // self.bucket
        if self.indexing == AND:
            buckets = cython.cast(uint64_t, 1) << (cython.cast(object, buckets).bit_length() - 1)
        self.buckets = buckets
        self.entries = buckets + self.bucket - 1 if self.neighbours else buckets * self.bucket
        require_available(self.entries * (ENTRY_BYTES + (BOARD_BYTES if self.verification else 0)), freed)
        self.memory = Memory(self.entries * ENTRY_BYTES, freed)
        self.slots = cython.cast(cython.pointer(Slot), self.memory.start)
        self.boards = cython.NULL
        if self.verification:
            self.board_memory = Memory(self.entries * BOARD_BYTES, freed)
            self.boards = cython.cast(cython.pointer(Board), self.board_memory.start)

    def clear(self) -> None:
        """Forget everything, the counters too."""
        self.memory.clear()
        if self.board_memory is not None:
            self.board_memory.clear()
        self.generation = 0
        self.probes = 0
        self.hits = 0
        self.false_hits = 0
        self.rights_hits = 0

    def counts(self) -> ProbeCounts:
        """Counts since the last ``clear``; all zero unless verifying."""
        return ProbeCounts(self.probes, self.hits, self.false_hits, self.rights_hits)

    # ------------------------------------------------------------------ a position in the table

    def key_of(self, position):
        """The position's key as this table sees it."""
        return key_without_rights(position) if self.reduced else position.key

    def identify(self, position, who):
        """Identity of the position here: its key and, if verifying, the whole of it."""
        who.key = self.key_of(position)
        who.place = index_code(position) if self.own_index_codes else who.key
        if self.verification == TRUST:
            return
        write_planes(position, who.board)

    def first_slot(self, place):
        """Where a bucket begins, by the number that its index is taken from."""
        index: uint64_t = 0
        if self.indexing == MULTIPLY:
            index = high_product(place << self.index_shift, self.buckets)
        elif self.indexing == AND:
            index = place >> self.index_shift & self.buckets - 1
        else:
            index = (place >> self.index_shift) % self.buckets
        return index if self.neighbours else index * self.bucket

    def prefetch(self, position):
        """Fetch a position's bucket into the cache before it is asked for."""
        if not self.own_index_codes:
            prefetch_line(self.slots + self.first_slot(self.key_of(position)))

    def is_genuine(self, slot, who):
        """True if the position kept beside an entry is the one asked for; counts what it finds."""
        count_relaxed(cython.address(self.hits))
        board = cython.address(self.boards[slot].words[0])
        difference: uint64_t = 0
        for word in range(RIGHTS_WORD):
            difference |= load_relaxed_64(board + word) ^ who.board[word]
        rights = load_relaxed_64(board + RIGHTS_WORD) ^ who.board[RIGHTS_WORD]
        if difference or rights & 1:
            count_relaxed(cython.address(self.false_hits))
            return False
        if rights:
            count_relaxed(cython.address(self.rights_hits))
            return False
        return True

    # ------------------------------------------------------------------ probe and store

    def probe(self, position, ply, hit):
        """Look a position up; ``hit`` takes the answer, its value counted for ``ply``."""
        who: Identity
        self.identify(position, cython.address(who))
        self.probe_identity(cython.address(who), ply, hit)

    def probe_identity(self, who, ply, hit):
        """Look a position up by its place and what its entry keeps to tell it apart."""
        hit.found = False
        hit.move = NO_MOVE
        hit.bound = NO_BOUND
        hit.evaluation = NO_VALUE
        first = self.first_slot(who.place)
        if self.verification:
            count_relaxed(cython.address(self.probes))
        for index in range(self.bucket):
            slot = cython.address(self.slots[first + index])
            key = load_relaxed_64(cython.address(slot.key))
            data = load_relaxed_64(cython.address(slot.data))
            if self.lockless:
                key ^= data
            if key != who.key & self.key_mask or not is_taken(data):
                continue
            if self.verification and not self.is_genuine(first + index, who) and self.verification == REJECT_FALSE:
                continue
            mark = mark_in(data)
            hit.found = True
            hit.move = move_in(data)
            hit.value = value_from_table(value_in(data), ply)
            hit.evaluation = evaluation_in(data)
            hit.depth = depth_in(data)
            hit.bound = mark & BOUND_BITS
            hit.pv = (mark & PV_BIT) != 0
            if hit.depth == CLEARED_DEPTH:
                # Only the move is left, and what the position itself is worth at first sight.
                hit.depth = 0
                hit.bound = NO_BOUND
                hit.value = 0
            return

    def store(self, position, ply, move, value, evaluation, depth, bound, pv):
        """Offer a result; the policy decides. A missing move keeps the one known."""
        who: Identity
        self.identify(position, cython.address(who))
        self.store_identity(cython.address(who), ply, move, value, evaluation, depth, bound, pv)

    def store_identity(self, who, ply, move, value, evaluation, depth, bound, pv):
        """Offer a result for what a position is known by."""
        bucket: Bucket
        new: Applicant
        first = self.first_slot(who.place)
        bucket.size = self.bucket
        for index in range(self.bucket):
            bucket.keys[index] = load_relaxed_64(cython.address(self.slots[first + index].key))
            bucket.data[index] = load_relaxed_64(cython.address(self.slots[first + index].data))
            if self.lockless:
                bucket.keys[index] ^= bucket.data[index]
        new.key = who.key & self.key_mask
        new.depth = min(depth, GREATEST_DEPTH)
        new.bound = bound
        new.generation = self.generation
        own = own_entry(cython.address(bucket), new.key)
        if move == NO_MOVE and own != KEEP:
            move = move_in(bucket.data[own])
        chosen = choose(self.policy, cython.address(bucket), cython.address(new), own)
        if chosen == KEEP:
            # The depth stays, but the newer move is the better guess. Not under the article's plain rule of depth.
            if own != KEEP and self.bucket > 1:
                self.write(first + own, new.key, with_move(bucket.data[own], move), cython.NULL)
            return
        if self.policy == TWO_TIER and chosen == 0 and own != 0 and is_taken(bucket.data[0]):
            self.move_down(first, bucket.keys[0], bucket.data[0])
        mark = self.generation | (PV_BIT if pv else 0) | bound
        data = packed(move, value_to_table(value, ply), evaluation, new.depth, mark)
        self.write(first + chosen, new.key, data, cython.address(who.board[0]))

    def write(self, slot, key, data, board):
        """Fill an entry, and the position beside it if one is given and kept."""
        if self.lockless:
            key ^= data
        store_relaxed_64(cython.address(self.slots[slot].key), key)
        store_relaxed_64(cython.address(self.slots[slot].data), data)
        if self.verification and board != cython.NULL:
            for word in range(BOARD_WORDS):
                store_relaxed_64(cython.address(self.boards[slot].words[word]), board[word])

    def move_down(self, slot, key, data):
        """The first tier's entry becomes the second's."""
        board: uint64_t[BOARD_WORDS]
        if self.verification:
            for word in range(BOARD_WORDS):
                board[word] = load_relaxed_64(cython.address(self.boards[slot].words[word]))
        self.write(slot + 1, key, data, cython.address(board[0]))

    def new_search(self):
        """Move on to the next generation; under MiniMAX's clearing every depth becomes an impossible one."""
        self.generation = self.generation + GENERATION_STEP & GENERATION_BITS
        if self.policy != CLEARING:
            return
        index: uint64_t = 0
        while index < self.entries:
            data = load_relaxed_64(cython.address(self.slots[index].data))
            if is_taken(data):
                store_relaxed_64(cython.address(self.slots[index].data), with_depth(data, CLEARED_DEPTH))
            index += 1

    def permille(self, used):
        """Use in permille: entries of this search in the first 1000 buckets, or (``used``) all among the first 1000."""
        entries: cython.int = HASHFULL_SAMPLE if used or self.neighbours else HASHFULL_SAMPLE * self.bucket
        if self.entries < cython.cast(uint64_t, entries):
            entries = self.entries
        count: cython.int = 0
        for index in range(entries):
            data = load_relaxed_64(cython.address(self.slots[index].data))
            count += is_taken(data) and (used or mark_in(data) & GENERATION_BITS == self.generation)
        return count * PERMILLE // entries
