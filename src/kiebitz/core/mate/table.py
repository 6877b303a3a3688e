"""The table of the mate solver: proof numbers by board and hand, overwriting or collecting garbage.

Layout: entries of 32 bytes (``Entry``). A table that overwrites looks for a board at one index, or at the four entries
that begin there (``keep large``). One that collects looks on from the key's index until it comes to a free entry, so
nothing is overwritten; when a share of the table is in use, the search collects: it marks what it still needs
(``reached``), the rest is dropped, and if that wasn't half, so are the entries of the smallest subtrees. That is done
in slices, one whenever some nodes were newly written, so the search never stands still for long.

A board may have an entry for each hand of the attacker. What is settled tells of other hands, too: a proof of all that
are as good, a disproof of all that are no better (``tells_of``).

Invariants of a collecting table: ``used`` entries have a key; between a key's index and the entry that holds it none
is free (``drop`` sees to that); at least one entry is free; no board has two entries for one hand; ``counts`` has the
entries in use by the sizes of their subtrees.

Thread safety: none; one search at a time.
"""

import cython
from cython.cimports.kiebitz.core.machine import high_product, highest, now_us
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
        self.phase = IDLE
        self.mark = 1
        for size in range(WORK_CLASSES):
            self.counts[size] = 0

    def home(self, key):
        """The index at which a key is looked for first."""
        return high_product(key, self.entries)

    def find(self, key, hand, attacks):
        """Look a node up by its own entry, or by one that settles it, too; NULL if there is none.

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

    def find_settled(self, key, hand, attacks):
        """Look up a disproof of a node, or the shortest proof of a mate; NULL if none is known.

        ``attacks``: the attacker is to move there.
        """
        index = self.home(key)
        shortest: cython.pointer(Entry) = cython.NULL
        left: uint64_t = self.entries
        if self.keeping <= KEEP_LARGE:
            left = 1 if self.keeping == OVERWRITE else BUCKET
        while left and (self.slots[index].key != 0 or self.keeping <= KEEP_LARGE):
            entry = cython.address(self.slots[index])
            if entry.key == key and tells_of(entry, hand, attacks):
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
        """Write down a node; in a table that collects, no slice of a collection may be due (``is_due``)."""
        if self.keeping <= KEEP_LARGE:
            entry = self.overwritten(news.key, news.hand)
        else:
            entry = self.place(news.key, news.hand)
        self.replace(entry, news)

    def replace(self, entry, news):
        """Let an entry, which may be free, hold a node that has its index there."""
        if entry.key == 0:
            self.used += 1
        else:
            self.counts[work_class(entry.work)] -= 1
        self.counts[work_class(news.work)] += 1
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
        sizes: uint64_t[WORK_CLASSES]
        for size in range(WORK_CLASSES):
            sizes[size] = 0
        for index in range(self.entries):
            entry = cython.address(self.slots[index])
            if entry.key != 0:
                counted += 1
                sizes[work_class(entry.work)] += 1
                found = self.find_exactly(entry.key, entry.hand)
                assert found == entry, f"entry {index} is lost"
        assert counted == self.used, f"{counted} entries are in use, not {self.used}"
        for size in range(WORK_CLASSES):
            assert sizes[size] == self.counts[size], f"subtrees of size {size} are miscounted"
        assert self.keeping < COLLECT_SMALL or counted < self.entries, "no entry is free"

    def permille(self):
        """Use of the first thousand entries in permille, as the field tells HASH; of all if there are fewer."""
        looked_at: cython.int = min(SAMPLE, self.entries)
        counted: cython.int = 0
        for index in range(looked_at):
            counted += self.slots[index].key != 0
        return counted * 1000 // looked_at

    # ------------------------------------------------------------------ garbage

    def is_due(self):
        """True if a slice of a collection is to be done before a new entry is written."""
        if self.keeping <= KEEP_LARGE:
            return False
        if self.phase == IDLE:
            return self.used >= self.most
        self.written += 1
        return self.written >= WRITTEN_A_SLICE or self.used + 1 >= self.entries

    def begin_slice(self):
        """Go on collecting, or begin; whether the search is to begin marking what it needs."""
        self.pause_began_us = now_us()
        self.written = 0
        if self.phase != IDLE:
            return False
        self.mark = self.mark % MOST_MARKS + 1
        self.phase = MARKING
        if self.keeping == COLLECT_UNREACHED:
            return True
        self.begin_sweep()
        return False

    def end_slice(self):
        """Take down how long the search stood still."""
        self.longest_pause_us = max(self.longest_pause_us, now_us() - self.pause_began_us)

    def forget_marks(self):
        """Give a collection up that is still marking: the search that it marks for is over."""
        if self.phase == MARKING:
            self.phase = IDLE

    def begin_sweep(self):
        """Begin to drop: what was not marked or, where nothing was marked or that was done, the smallest subtrees."""
        self.cursor = 0
        if self.phase == MARKING and self.keeping == COLLECT_UNREACHED:
            self.phase = DROPPING_UNREACHED
            return
        self.phase = DROPPING_SMALL
        left = self.used
        self.smallest = 0
        while left > self.most // 2 and self.smallest < WORK_CLASSES:
            left -= self.counts[self.smallest]
            self.smallest += 1

    def sweep(self, steps):
        """Look at so many entries and drop what is garbage, if it is time for that."""
        while steps and self.phase >= DROPPING_UNREACHED:
            steps -= 1
            entry = cython.address(self.slots[self.cursor])
            if entry.key != 0 and self.is_garbage(entry):
                # Another entry may move here.
                self.drop(self.cursor)
                continue
            self.cursor += 1
            if self.cursor < self.entries:
                continue
            if self.phase == DROPPING_UNREACHED and self.used > self.most // 2:
                self.begin_sweep()
            else:
                self.phase = IDLE
                self.collections += 1
                self.survivors = self.used

    def is_garbage(self, entry):
        """True if an entry is to be dropped."""
        if self.phase == DROPPING_UNREACHED:
            return entry.reached != self.mark
        return work_class(entry.work) < self.smallest

    def drop(self, index):
        """Free an entry, and let those behind it that are kept from their index move up: none is behind a gap."""
        self.used -= 1
        self.counts[work_class(self.slots[index].work)] -= 1
        gap: uint64_t = index
        while True:
            index = index + 1 if index + 1 < self.entries else 0
            if self.slots[index].key == 0:
                break
            home = self.home(self.slots[index].key)
            if self.steps_between(home, index) >= self.steps_between(gap, index):
                self.slots[gap] = self.slots[index]
                gap = index
        self.slots[gap].key = 0

    def steps_between(self, one, other):
        """Distance from an index on to another, round the end."""
        return other - one if other >= one else other + self.entries - one


def tells_of(entry, hand, attacks):
    """True if an entry of the board settles the node with this hand."""
    if not is_settled(entry.numbers):
        return False
    if (entry.numbers.proof == 0) == attacks:
        return is_as_good(hand, entry.hand)
    return is_as_good(entry.hand, hand)


def work_class(work):
    """The size of a subtree as a power of two."""
    return highest(work) if work else 0
