"""The comparator tree: a knock-out tournament of the 64 squares in six rounds; of equals the lower square wins.

Worths are written in unary, a wire for each step: the greater of two is then one gate a wire, and all matches are
decided almost at once, for none has to wait until the worths below it are chosen. The winner's number grows by a bit a
round. On the way up the tree also learns whether a second square has any worth at all: that saves the search a last,
vain question.
"""

from __future__ import annotations

from typing import NamedTuple

from amaranth.hdl import C, Cat, Module, Mux, Signal, Value


class Winner(NamedTuple):
    """The tree's answer, as signals."""

    worth: Signal
    """In unary; nothing (0) if no square has any."""
    square: Signal
    more: Signal
    """True if another square has any worth, too."""


def comparator_tree(m: Module, name: str, worths: list[Value]) -> Winner:
    """Build the tree for the worths of 64 squares, all equally wide: wire n tells whether one is worth more than n."""
    players = [Winner(worth, C(0, 0), C(0, 1)) for worth in worths]
    while len(players) > 1:
        pairs = zip(players[::2], players[1::2], strict=True)
        players = [
            _match(m, f"{name}_{len(players) // 2}_{number}", left, right) for number, (left, right) in enumerate(pairs)
        ]
    return players[0]


def _match(m: Module, name: str, left: Winner, right: Winner) -> Winner:
    """One match: the right square wins only if it is worth more."""
    right_wins = Signal(name=f"{name}_right")
    winner = Winner(
        Signal(len(left.worth), name=f"{name}_worth"),
        Signal(len(left.square) + 1, name=f"{name}_square"),
        Signal(name=f"{name}_more"),
    )
    m.d.comb += [
        right_wins.eq((right.worth & ~left.worth).any()),
        winner.worth.eq(left.worth | right.worth),
        winner.square.eq(Cat(Mux(right_wins, right.square, left.square), right_wins)),
        winner.more.eq(left.more | right.more | (left.worth[0] & right.worth[0])),
    ]
    return winner
