"""A set of keys of positions: which positions were there already.

Thread safety: none.
"""

import cython
from cython.cimports.libc.stdint import uint64_t
from cython.cimports.libc.stdlib import calloc, free


class KeySet:
    """Keys of positions, each once: a table of open addresses, never more than half full; 0 stands for none."""

    def __dealloc__(self):
        free(self.places)

    def add(self, key):
        """Add a key: 1 if it is new, 0 if it was there, -1 if there is no memory."""
        if 2 * self.count >= self.room and not self.grow():
            return -1
        key |= key == 0
        place = key & (self.room - 1)
        while self.places[place] != 0:
            if self.places[place] == key:
                return 0
            place = (place + 1) & (self.room - 1)
        self.places[place] = key
        self.count += 1
        return 1

    def grow(self):
        """Have twice the room; False if there is no memory."""
        room = max(2 * self.room, FIRST_PLACES)
        places = cython.cast(cython.pointer(uint64_t), calloc(room, cython.sizeof(uint64_t)))
        if places == cython.NULL:
            return False
        for index in range(self.room):
            key = self.places[index]
            if key != 0:
                place = key & (room - 1)
                while places[place] != 0:
                    place = (place + 1) & (room - 1)
                places[place] = key
        free(self.places)
        self.places = places
        self.room = room
        return True
