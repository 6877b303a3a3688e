"""FirstOrderValues: what a man is worth for standing where he stands, his plain value included. One cycle.

A block RAM holds a word for each colour, kind and square: both values, White's view, and the man's share of the game
phase. Three men are looked up at once: the one who has gone, the one who has come, the one who was taken; so a move
costs one addition to the sums, whatever it is. The numbers are the engine's own.
"""

from __future__ import annotations

from typing import Any

from amaranth.hdl import Module, signed
from amaranth.lib import data, wiring
from amaranth.lib.memory import Memory
from amaranth.lib.wiring import In, Out

from kiebitz.core.evaluation.classical.weights import PLACEMENT, WEIGHTS
from kiebitz_hydra.circuit.evaluate.game_phase import PHASE_SHARES
from kiebitz_hydra.circuit.men import Man

Sums = data.StructLayout({"middlegame": signed(16), "endgame": signed(16), "phase": signed(8)})
"""Centipawns, White's view, and shares of the game phase."""
SUMS = tuple(name for name, _ in Sums)


class FirstOrderValues(wiring.Component):
    """The change of the sums by the pieces of this cycle, a cycle later."""

    def __init__(self) -> None:
        super().__init__({"gone": In(Man), "come": In(Man), "taken": In(Man), "change": Out(Sums)})

    def elaborate(self, platform: Any) -> Module:
        """Build the circuit."""
        m = Module()
        m.submodules.table = table = Memory(shape=Sums, depth=1 << Man.size, init=placement_table())
        found = []
        for man in (self.gone, self.come, self.taken):
            port = table.read_port()
            m.d.comb += port.addr.eq(man.as_value())
            found.append(port.data)
        gone, come, taken = found
        m.d.comb += [self.change[name].eq(come[name] - gone[name] - taken[name]) for name in SUMS]
        return m


def placement_table() -> list[dict[str, int]]:
    """The words of the block RAM, by the number that a ``Man`` is; nobody's are zeros."""
    table = [dict.fromkeys(SUMS, 0) for _ in range(1 << Man.size)]
    for kind, (value, grids) in enumerate(zip(WEIGHTS["piece_values"].values, PLACEMENT.values(), strict=True), 1):
        for square in range(64):
            row, column = 7 - square // 8, min(square % 8, 7 - square % 8)
            middlegame, endgame = (plain + grid[row][column] for plain, grid in zip(value, grids, strict=True))
            white = {"middlegame": middlegame, "endgame": endgame, "phase": PHASE_SHARES[kind]}
            black = white | {"middlegame": -middlegame, "endgame": -endgame}
            table[Man.const({"square": square, "kind": kind, "black": 0}).as_value().value] = white
            table[Man.const({"square": square ^ 56, "kind": kind, "black": 1}).as_value().value] = black
    return table
