"""The views of the positions on a search's path: sums of rows, found again by key and brought up to date when needed.

Layout: for each ply, by its lowest bits, and each side there is a slot: its sums, and the key of the position they
belong to. Nobody tells the views of moves made and unmade. ``value_by_views`` looks whether the slot of its ply holds
its position; if not, it walks back along the position's states to a slot that fits, and follows the moves from there.
So a move costs two to four rows instead of thirty, and a node that is never evaluated costs nothing. A view is summed
up anew if no slot of the last FARTHEST plies fits, or if a move on the way changed its turn; in chess from the last
board that was summed up with this turn, by the men in which they differ. What a move changes, ``sight`` says.

Source of the boards kept by turn: today's practice ("refresh tables", Koivisto 2021).

Thread safety: a ``Views`` belongs to one thread; many may share their ``Layers``.
"""

import cython
from cython.cimports.kiebitz.core.chess.position import Position
from cython.cimports.kiebitz.core.evaluation.network.changes import Changes
from cython.cimports.kiebitz.core.evaluation.network.features import MOST_MEN, ROOM_SHIFT, feature_of
from cython.cimports.kiebitz.core.evaluation.network.layers import CACHE_LINE, Layers, add, sum_up_view, take
from cython.cimports.kiebitz.core.evaluation.network.sight import (
    bucket_at,
    key_at,
    key_before,
    list_changes,
    turn_at,
    turns_view,
)
from cython.cimports.kiebitz.core.game import AnyPosition
from cython.cimports.kiebitz.core.machine import allocate, deallocate, lowest, prefetch
from cython.cimports.kiebitz.core.shogi.position import ShogiPosition
from cython.cimports.libc.string import memcpy, memset


class Views:
    """One thread's memory of the views of a network's layers; ``rebuilt`` counts those summed up anew."""

    def __cinit__(self, layers: Layers):
        self.layers = layers
        self.width = layers.width
        view: cython.size_t = self.width * cython.sizeof(int16_t)
        self.sums = cython.cast(cython.pointer(int16_t), allocate(CACHE_LINE, 2 * SLOTS * view))
        self.kept_sums = cython.cast(cython.pointer(int16_t), allocate(CACHE_LINE, 2 * TURNS * view))
        if self.sums == cython.NULL or self.kept_sums == cython.NULL:
            raise MemoryError("no memory for a network's views")
        # No position has the key 0 but one of 2^64.
        memset(self.keys, 0, cython.sizeof(self.keys))
        # Kept at first: empty boards.
        memset(self.kept, 0, cython.sizeof(self.kept))
        for turn in range(2 * TURNS):
            memcpy(self.kept_sums + turn * self.width, layers.bias(), view)

    def __dealloc__(self):
        deallocate(self.sums)
        deallocate(self.kept_sums)

    def follow(self, changes, source, target):
        """Go one move on from ``source`` to ``target``: a row for each that went, and for each that came."""
        if changes.arrived_count == 0:
            memcpy(target, source, self.width * cython.sizeof(int16_t))
            return
        # With a constant width each has loops of its own.
        if self.width == WIDE:
            apply(self.layers, changes, source, target, WIDE)
        else:
            apply(self.layers, changes, source, target, HIDDEN)

    def bring_up(self, position, side, sums):
        """Sum a view of chess up from the board last summed up with its turn, and keep it in place of that."""
        came: cython.int[MOST_MEN]
        gone: cython.int[MOST_MEN]
        came_count: cython.int = 0
        gone_count: cython.int = 0
        turn = turn_at(position, side, self.layers.rooms)
        number: cython.int = 2 * (turn >> ROOM_SHIFT) + (turn & 1)
        kept = cython.address(self.kept[side][number])
        kept_sums = self.kept_sums + (side * TURNS + number) * self.width
        for kind in range(6):
            for colour in range(2):
                now = position.kinds[kind] & position.colours[colour]
                then = kept.kinds[kind] & kept.colours[colour]
                man: cython.int = 2 * kind + colour
                came_count = self.fetched(now & ~then, man, side, turn, came, came_count)
                gone_count = self.fetched(then & ~now, man, side, turn, gone, gone_count)
        memcpy(kept.kinds, position.kinds, cython.sizeof(kept.kinds))
        memcpy(kept.colours, position.colours, cython.sizeof(kept.colours))
        while came_count and gone_count:
            came_count -= 1
            gone_count -= 1
            exchange(kept_sums, self.layers.row(came[came_count]), self.layers.row(gone[gone_count]), self.width)
        while came_count:
            came_count -= 1
            add(kept_sums, self.layers.row(came[came_count]), self.width)
        while gone_count:
            gone_count -= 1
            take(kept_sums, self.layers.row(gone[gone_count]), self.width)
        memcpy(sums, kept_sums, self.width * cython.sizeof(int16_t))

    def fetched(self, squares, man, side, turn, rows, count):
        """Write the rows of a man on some squares behind ``count`` others, and fetch them; how many there are then."""
        while squares:
            rows[count] = feature_of(man, lowest(squares), side, turn)
            squares &= squares - 1
            row = self.layers.row(rows[count])
            prefetch(row)
            prefetch(row + LINE)
            count += 1
        return count

    def value(self, position: Position | ShogiPosition) -> int:
        """Evaluate as a search does, a position of the network's game: centipawns from the view of the side to move."""
        if isinstance(position, Position):
            chess: Position = position
            return value_by_views(self, chess)
        shogi: ShogiPosition = position
        return value_by_views(self, shogi)

    @cython.inline
    def slot(self, ply: cython.int, side: cython.int) -> cython.pointer(int16_t):
        """Where a ply's view is kept."""
        return self.sums + (2 * (ply & (SLOTS - 1)) + side) * self.width

    @cython.inline
    def key(self, ply: cython.int, side: cython.int) -> cython.pointer(uint64_t):
        """The key of the position that this view belongs to."""
        return cython.address(self.keys[ply & (SLOTS - 1)][side])


@cython.inline
def exchange(sums: Int16Row, came: ConstInt16Row, gone: ConstInt16Row, width: cython.int) -> None:
    """Add a row, and take another away."""
    for index in range(width):
        sums[index] += came[index] - gone[index]


def value_by_views(views, position):
    """The value in centipawns from the view of the side to move, within ±MAX_EVALUATION."""
    side = position.side
    own = view_of(views, position, side)
    other = view_of(views, position, side ^ 1)
    return views.layers.output(own, other, bucket_at(position))


def view_of(views, position, side):
    """The sums of one side's view, brought up to date."""
    changes: Changes
    ply = position.ply
    sums = views.slot(ply, side)
    if views.key(ply, side)[0] == key_at(position):
        return sums
    known = nearest_view(views, position, side)
    if known == UNKNOWN:
        sum_up(views, position, side, sums)
        views.rebuilt += 1
    else:
        turn = turn_at(position, side, views.layers.rooms)
        while known < ply:
            source = views.slot(known, side)
            views.key(known, side)[0] = key_before(position, known)
            list_changes(position, known, side, turn, cython.address(changes))
            known += 1
            views.follow(cython.address(changes), source, views.slot(known, side))
    views.key(ply, side)[0] = key_at(position)
    return sums


def nearest_view(views, position, side):
    """The last ply before this one whose view is known and turned alike, or UNKNOWN."""
    known = position.ply
    farthest = max(0, known - FARTHEST)
    while known > farthest:
        known -= 1
        if turns_view(position, known, side, views.layers.rooms):
            return UNKNOWN
        if views.key(known, side)[0] == key_before(position, known):
            return known
    return UNKNOWN


def sum_up(views, position, side, sums):
    """Sum a view up anew."""
    if AnyPosition is Position:
        views.bring_up(position, side, sums)
    else:
        sum_up_view(views.layers, position, side, sums)


@cython.inline
def apply(
    layers: Layers,
    changes: cython.pointer(cython.const(Changes)),
    source: ConstInt16Row,
    target: Int16Row,
    width: cython.int,
) -> None:
    """Go one move on, with a loop for each number of rows that come and go: sums are read and written once."""
    added: ConstInt16Row
    removed: ConstInt16Row
    added_too: ConstInt16Row
    removed_too: ConstInt16Row
    added = layers.row(changes.arrived[0])
    removed = layers.row(changes.left[0])
    if changes.left_count == 1:
        for index in range(width):
            target[index] = source[index] + added[index] - removed[index]
        return
    removed_too = layers.row(changes.left[1])
    if changes.arrived_count == 1:
        for index in range(width):
            target[index] = source[index] + added[index] - removed[index] - removed_too[index]
        return
    added_too = layers.row(changes.arrived[1])
    for index in range(width):
        target[index] = source[index] + added[index] - removed[index] + added_too[index] - removed_too[index]
