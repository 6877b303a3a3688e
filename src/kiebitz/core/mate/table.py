"""The table of the mate solver: proof numbers by position and moves left, overwriting or collecting garbage.

Layout: entries of 24 bytes (``Entry``). A table that overwrites looks for a key at one index, or at the four entries
that begin there (``keep large``). One that collects looks on from the key's index until it comes to the key or to a
free entry, so nothing is overwritten; when a share of the table is in use, the search collects: it marks what it still
needs (``reached``), the rest is dropped, and if that wasn't half, so are the entries of the smallest subtrees.

Invariants of a collecting table: ``used`` entries have a key; between a key's index and the entry that holds it none
is free (``close_gaps`` restores this after a collection); at least one entry is free.

Thread safety: none; one search at a time.
"""

import cython
from cython.cimports.kiebitz.core.machine import high_product
from cython.cimports.kiebitz.core.table.memory import Memory
from cython.cimports.libc.stdint import uint64_t

from kiebitz.core.mate.design import KEEPINGS, ProofTableDesign


class ProofTable:
    """An empty table. Raises MemoryError."""

    def __init__(self, design: ProofTableDesign):
        self.entries = design.entries
        self.keeping = KEEPINGS.index(design.keeping)
        self.most = max(1, min(self.entries - 1, int(design.collect_at * self.entries)))
        self.memory = Memory(self.entries * ENTRY_BYTES)
        self.slots = cython.cast(cython.pointer(Entry), self.memory.start)
        self.clear()

    def clear(self) -> None:
        """Forget everything."""
        self.memory.clear()
        self.used = 0
        self.collections = 0

    def home(self, key):
        """The index at which a key is looked for first."""
        return high_product(key, self.entries)

    def find(self, key):
        """What is known of a node; NULL if nothing is."""
        index = self.home(key)
        if self.keeping == OVERWRITE:
            return cython.address(self.slots[index]) if self.slots[index].key == key else cython.NULL
        if self.keeping == KEEP_LARGE:
            for step in range(BUCKET):
                entry = cython.address(self.slots[(index + step) % self.entries])
                if entry.key == key:
                    return entry
            return cython.NULL
        entry = self.place(key)
        return entry if entry.key == key else cython.NULL

    def store(self, key, numbers, work, move):
        """Write down a node; a table that collects must not be full (``is_full``)."""
        entry = self.overwritten(key) if self.keeping <= KEEP_LARGE else self.place(key)
        if entry.key == 0:
            self.used += 1
        entry.key = key
        entry.numbers = numbers
        entry.work = work
        entry.move = move
        entry.reached = False

    def overwritten(self, key):
        """The entry that a node takes in a table that overwrites."""
        index = self.home(key)
        if self.keeping == OVERWRITE:
            return cython.address(self.slots[index])
        least = cython.address(self.slots[index])
        for step in range(BUCKET):
            entry = cython.address(self.slots[(index + step) % self.entries])
            if entry.key == key or entry.key == 0:
                return entry
            if entry.work < least.work:
                least = entry
        return least

    def place(self, key):
        """The entry that holds a key in a table that collects, or the free one where it belongs."""
        index = self.home(key)
        while self.slots[index].key != 0 and self.slots[index].key != key:
            index = index + 1 if index + 1 < self.entries else 0
        return cython.address(self.slots[index])

    def check_invariants(self) -> None:
        """Raise AssertionError unless every entry is counted and found again."""
        counted: uint64_t = 0
        for index in range(self.entries):
            key = self.slots[index].key
            if key != 0:
                counted += 1
                assert self.find(key) == cython.address(self.slots[index]), f"entry {index} is not found"
                assert not self.slots[index].reached, f"entry {index} is still marked"
        assert counted == self.used, f"{counted} entries are in use, not {self.used}"
        assert self.keeping < COLLECT_SMALL or counted < self.entries, "no entry is free"

    # ------------------------------------------------------------------ garbage

    def is_full(self):
        """Whether garbage is to be collected before anything new is written."""
        return self.keeping >= COLLECT_SMALL and self.used >= self.most

    def first_free(self):
        """Where a gap is: in a table that collects no entry is looked for beyond one."""
        index: uint64_t = 0
        while self.slots[index].key != 0:
            index += 1
        return index

    def drop_unreached(self):
        """Drop what was not marked, and take the marks off the rest."""
        for index in range(self.entries):
            if self.slots[index].key != 0 and not self.slots[index].reached:
                self.slots[index].key = 0
                self.used -= 1
            self.slots[index].reached = False

    def drop_small(self):
        """Drop the entries of the smallest subtrees until at most half of what may be in use is."""
        counts: uint64_t[WORK_CLASSES]
        for size in range(WORK_CLASSES):
            counts[size] = 0
        for index in range(self.entries):
            if self.slots[index].key != 0:
                counts[work_class(self.slots[index].work)] += 1
        left = self.used
        smallest: cython.int = 0
        while left > self.most // 2 and smallest < WORK_CLASSES:
            left -= counts[smallest]
            smallest += 1
        for index in range(self.entries):
            if self.slots[index].key != 0 and work_class(self.slots[index].work) < smallest:
                self.slots[index].key = 0
                self.used -= 1

    def close_gaps(self, start):
        """Move every entry as near to its index as the others let it, from an entry on that was free before dropping.

        The end of a collection.
        """
        self.collections += 1
        for step in range(1, self.entries):
            index = (start + step) % self.entries
            entry = self.slots[index]
            if entry.key != 0:
                self.slots[index].key = 0
                self.place(entry.key)[0] = entry


def work_class(work):
    """The size of a subtree as a power of two."""
    size: cython.int = 0
    while work > 1:
        work >>= 1
        size += 1
    return size
