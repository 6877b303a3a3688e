"""Memory of large texts, given back to the system as soon as they are gone.

The C library keeps what was freed for the next that asks, and the larger the texts it has seen, the more it keeps, once
for each thread. A server that lives for days, and is sent texts of megabytes now and then, would keep gigabytes.
"""

from __future__ import annotations

import sys

M_MMAP_THRESHOLD = -3
"""glibc's name for the size from which on memory is the system's own, not carved out of the library's."""
LARGE_BYTES = 1 << 18


def give_large_memory_back() -> None:
    """From now on; where the C library can't be told so, nothing changes."""
    if sys.platform.startswith("linux"):
        import ctypes

        library = ctypes.CDLL(None)
        if hasattr(library, "gnu_get_libc_version"):
            library.mallopt(M_MMAP_THRESHOLD, LARGE_BYTES)
