"""The table of the mate solver: proof numbers by board and hand, overwriting or collecting garbage.

Layout: entries of 32 bytes (``Entry``). A table that overwrites looks for a board at one index, or at the four entries
that begin there (``keep large``). One that collects looks on from the key's index until it comes to a free entry, so
nothing is overwritten; when a share of the table is in use, the search collects: it marks what it still needs
(``reached``), the rest is dropped, and if that wasn't half, so are the entries of the smallest subtrees.

A board may have an entry for each hand of the attacker. What is settled tells of other hands, too: a proof of all that
are as good, a disproof of all that are no better (``tells_of``).

Invariants of a collecting table: ``used`` entries have a key; between a key's index and the entry that holds it none
is free (``end_collection`` restores this); at least one entry is free; no board has two entries for one hand.

Thread safety: none; one search at a time.
"""

import cython
from cython.cimports.kiebitz.core.machine import high_product, now_us
from cython.cimports.kiebitz.core.mate.numbers import is_settled
from cython.cimports.kiebitz.core.shogi.hand import is_as_good
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
        self.survivors = 0
        self.longest_pause_us = 0

    def home(self, key):
        """The index at which a key is looked for first."""
        return high_product(key, self.entries)

    def find(self, key, hand, attacks):
        """What is known of a node, by its own entry or by one that settles it, too; NULL if nothing is.

        ``attacks``: the attacker is to move there.
        """
        index = self.home(key)
        exact: cython.pointer(Entry) = cython.NULL
        left: uint64_t = self.entries
        if self.keeping <= KEEP_LARGE:
            left = 1 if self.keeping == OVERWRITE else BUCKET
        while left:
            entry = cython.address(self.slots[index])
            if entry.key == 0 and self.keeping >= COLLECT_SMALL:
                break
            if entry.key == key:
                if tells_of(entry, hand, attacks):
                    return entry
                if entry.hand == hand:
                    exact = entry
                    if not self.has_hands:
                        break
            index = index + 1 if index + 1 < self.entries else 0
            left -= 1
        return exact

    def find_proof(self, key, hand):
        """The shortest proof for a node of the attacker; NULL if none is known.

        It was made of shorter ones, so who follows it from node to node, as long as none is lost, comes to the mate.
        """
        index = self.home(key)
        shortest: cython.pointer(Entry) = cython.NULL
        left: uint64_t = self.entries
        if self.keeping <= KEEP_LARGE:
            left = 1 if self.keeping == OVERWRITE else BUCKET
        while left and (self.slots[index].key != 0 or self.keeping <= KEEP_LARGE):
            entry = cython.address(self.slots[index])
            if entry.key == key and entry.numbers.proof == 0 and tells_of(entry, hand, True):
                if shortest == cython.NULL or entry.distance < shortest.distance:
                    shortest = entry
            index = index + 1 if index + 1 < self.entries else 0
            left -= 1
        return shortest

    def find_exactly(self, key, hand):
        """The entry of a board and a hand; NULL if there is none."""
        entry = self.overwritten(key, hand) if self.keeping <= KEEP_LARGE else self.place(key, hand)
        return entry if entry.key == key and entry.hand == hand else cython.NULL

    def store(self, news):
        """Write down a node; a table that collects must not be full (``is_full``)."""
        if self.keeping <= KEEP_LARGE:
            entry = self.overwritten(news.key, news.hand)
        else:
            entry = self.place(news.key, news.hand)
        if entry.key == 0:
            self.used += 1
        entry[0] = news[0]

    def overwritten(self, key, hand):
        """The entry that a node takes in a table that overwrites."""
        index = self.home(key)
        if self.keeping == OVERWRITE:
            return cython.address(self.slots[index])
        least = cython.address(self.slots[index])
        for step in range(BUCKET):
            entry = cython.address(self.slots[(index + step) % self.entries])
            if (entry.key == key and entry.hand == hand) or entry.key == 0:
                return entry
            if entry.work < least.work:
                least = entry
        return least

    def place(self, key, hand):
        """The entry that holds a board and a hand in a table that collects, or the free one where they belong."""
        index = self.home(key)
        while self.slots[index].key != 0 and not (self.slots[index].key == key and self.slots[index].hand == hand):
            index = index + 1 if index + 1 < self.entries else 0
        return cython.address(self.slots[index])

    def check_invariants(self) -> None:
        """Raise AssertionError unless every entry is counted and found again."""
        counted: uint64_t = 0
        for index in range(self.entries):
            entry = cython.address(self.slots[index])
            if entry.key != 0:
                counted += 1
                found = self.find_exactly(entry.key, entry.hand)
                assert found == entry, f"entry {index} is lost"
                assert not self.slots[index].reached, f"entry {index} is still marked"
        assert counted == self.used, f"{counted} entries are in use, not {self.used}"
        assert self.keeping < COLLECT_SMALL or counted < self.entries, "no entry is free"

    # ------------------------------------------------------------------ garbage

    def is_full(self):
        """Whether garbage is to be collected before anything new is written."""
        return self.keeping >= COLLECT_SMALL and self.used >= self.most

    def begin_collection(self):
        """Say where a gap is: in a table that collects no entry is looked for beyond one."""
        self.pause_began_us = now_us()
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

    def end_collection(self, start):
        """Move every entry as near to its index as the others let it, from an entry on that was free all along."""
        for step in range(1, self.entries):
            index = (start + step) % self.entries
            entry = self.slots[index]
            if entry.key != 0:
                self.slots[index].key = 0
                self.place(entry.key, entry.hand)[0] = entry
        self.collections += 1
        self.survivors = self.used
        self.longest_pause_us = max(self.longest_pause_us, now_us() - self.pause_began_us)


def tells_of(entry, hand, attacks):
    """Whether an entry of the board settles the node with this hand."""
    if not is_settled(entry.numbers):
        return False
    if (entry.numbers.proof == 0) == attacks:
        return is_as_good(hand, entry.hand)
    return is_as_good(entry.hand, hand)


def work_class(work):
    """The size of a subtree as a power of two."""
    size: cython.int = 0
    while work > 1:
        work >>= 1
        size += 1
    return size
