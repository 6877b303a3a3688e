"""A block of memory for a table: aligned, on huge pages where the system grants them, cleared by several threads.

Layout: blocks of 2 MB and more begin at a huge page, smaller ones at a cache line. On Linux the kernel is asked for
huge pages (``madvise``): a table is read at random, and with pages of 4 KB nearly every probe would also miss the
processor's table of pages. Where there are none, the block works all the same, with small pages.

A block notes which of its ``PARTS`` parts were written since it was cleared, if its owner says so (``note``): then
``clear_written`` costs only what was filled. A new block counts as written all over.

Thread safety: threads may race on the words of a block by relaxed atomics, as its owner arranges. ``read`` copies by
such loads and may run beside them, as ``note`` may; ``clear``, ``write`` and the end of the block need all others idle.
"""

import cython
from cython.cimports.kiebitz.core.machine import (
    advise_huge_pages,
    allocate,
    deallocate,
    load_relaxed_8,
    load_relaxed_64,
    store_relaxed_8,
)
from cython.cimports.libc.string import memcpy, memset

from itertools import pairwise

from kiebitz.core.table.available_memory import available_bytes
from kiebitz.processes.cores import usable_cores
from kiebitz.processes.thread_start import start_thread


class Memory:
    """A block of ``size`` bytes (a multiple of 8), cleared. Raises MemoryError if it can't be had.

    ``freed`` is what the caller gives back as soon as it has the new block: it counts as available, too.
    """

    def __cinit__(self, size: cython.size_t, freed: cython.size_t = 0):
        self.start = cython.NULL
        require_available(size, freed)
        alignment = HUGE_PAGE if size >= HUGE_PAGE else CACHE_LINE
        self.start = cython.cast(cython.pointer(uint8_t), allocate(alignment, size))
        if self.start == cython.NULL:
            raise MemoryError(f"the system refuses {size >> 20} MB")
        self.size = size
        self.part_shift = 0
        while (size - 1) >> self.part_shift >= PARTS:
            self.part_shift += 1
        memset(self.written, 0, PARTS)
        memset(self.written, 1, ((size - 1) >> self.part_shift) + 1)
        self.huge_pages = alignment == HUGE_PAGE and advise_huge_pages(self.start, size)

    def __dealloc__(self):
        deallocate(self.start)

    def clear(self) -> None:
        """Set every byte to zero, in several threads where the block is large."""
        size: cython.size_t = self.size
        threads: cython.size_t = max(1, min(usable_cores(), size // MIN_SHARE))
        share: cython.size_t = size // threads // CACHE_LINE * CACHE_LINE
        bounds = [index * share for index in range(threads)] + [size]
        helpers = []
        for start, end in pairwise(bounds[1:]):
            try:
                helpers.append(start_thread(self.clear_between, start, end, name="kiebitz-clear"))
            except RuntimeError:  # The system refuses a thread.
                self.clear_between(start, end)
        self.clear_between(0, bounds[1])
        for helper in helpers:
            helper.join()
        memset(self.written, 0, PARTS)

    def clear_written(self) -> None:
        """Set to zero what was written since the block was cleared: all that its owner noted."""
        if self.written_parts() << self.part_shift >= MIN_SHARE:
            self.clear()
        else:
            with cython.nogil:
                self.clear_parts()

    def written_parts(self):
        """Number of parts written since the block was cleared."""
        count: cython.size_t = 0
        for part in range(PARTS):
            count += self.written[part]
        return count

    def clear_parts(self):
        """Set to zero the parts that were written since the block was cleared."""
        words = cython.cast(cython.pointer(uint64_t), self.written)
        for word in range(PARTS // WORD):
            if words[word] == 0:
                continue
            for part in range(word * WORD, word * WORD + WORD):
                if self.written[part]:
                    start: cython.size_t = cython.cast(cython.size_t, part) << self.part_shift
                    end: cython.size_t = start + (cython.cast(cython.size_t, 1) << self.part_shift)
                    self.clear_part(start, end if end < self.size else self.size)
            words[word] = 0

    @cython.inline
    def note(self, place: cython.pointer(cython.void)) -> None:
        """Note that something is written at a place of the block. Any number of threads may."""
        part: cython.size_t = (cython.cast(cython.pointer(uint8_t), place) - self.start) >> self.part_shift
        # Asked first: what all threads only read costs none of them anything.
        if not load_relaxed_8(cython.address(self.written[part])):
            store_relaxed_8(cython.address(self.written[part]), 1)

    def clear_between(self, start: cython.size_t, end: cython.size_t) -> None:
        """Set the bytes from ``start`` up to ``end`` to zero, without the GIL. Raises IndexError outside the block."""
        if not start <= end <= self.size:
            raise IndexError(f"there are no bytes {start} to {end} in a block of {self.size}")
        with cython.nogil:
            self.clear_part(start, end)

    def clear_part(self, start, end):
        """Set the bytes from ``start`` up to ``end`` to zero."""
        memset(self.start + start, 0, end - start)

    def check_part(self, offset, size):
        """Raise IndexError unless the part is whole words inside the block."""
        if offset % WORD or size % WORD or offset > self.size or size > self.size - offset:
            raise IndexError(f"no {size} bytes at {offset} in words of {WORD} in a block of {self.size}")

    def read(self, offset: cython.size_t, size: cython.size_t) -> bytearray:
        """A copy of a part, in whole words of 8 bytes. May race with a search; each word is then of one moment.

        Raises IndexError outside the block.
        """
        self.check_part(offset, size)
        copy: bytearray = bytearray(size)
        target = cython.cast(cython.pointer(uint64_t), cython.cast(cython.p_char, copy))
        source = cython.cast(cython.pointer(uint64_t), self.start + offset)
        words: cython.size_t = size // WORD
        index: cython.size_t
        with cython.nogil:
            for index in range(words):
                target[index] = load_relaxed_64(source + index)
        return copy

    def write(self, offset: cython.size_t, content: bytes) -> None:
        """Put bytes into a part, in whole words of 8 bytes; nobody else may look. Raises IndexError outside."""
        self.check_part(offset, len(content))
        size: cython.size_t = len(content)
        memcpy(self.start + offset, cython.cast(cython.p_char, content), size)
        if size:
            first: cython.size_t = offset >> self.part_shift
            memset(self.written + first, 1, ((offset + size - 1) >> self.part_shift) - first + 1)


def require_available(size: int, freed: int = 0) -> None:
    """Raise MemoryError unless so many bytes can be had once ``freed`` others are given back."""
    available = available_bytes()
    if available is not None and size > available + freed:
        raise MemoryError(f"{size >> 20} MB are more than the {(available + freed) >> 20} MB available")
