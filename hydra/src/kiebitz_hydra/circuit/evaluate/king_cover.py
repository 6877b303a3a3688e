"""KingCover: the pawns before the king, enemy pawns that storm it, open files, how far its pawns are. Three cycles.

In the first each file has a unit that finds the nearest own and the nearest enemy pawn before the king, by priority
from the side's own edge, and reads from small tables what shield and storm there are worth. In the second the king's
file says which three units count, and units of their own say to what cover castling would lead: they look at the files
where the king would stand, on its home rank, where every pawn is before it. In the third the best cover is chosen. The
distance from the pawns is counted in the squares round the king, a ring a step, that hold none.
"""

from __future__ import annotations

from typing import Any

from amaranth.hdl import Array, C, Cat, Module, Mux, Signal, Value, signed
from amaranth.lib import wiring
from amaranth.lib.wiring import In, Out

from kiebitz.core.evaluation.classical.weights import WEIGHTS
from kiebitz_hydra.circuit.evaluate.adders import PHASES, added, times
from kiebitz_hydra.circuit.evaluate.spans import SIDES, column, within
from kiebitz_hydra.circuit.geometry import C_FILE, G_FILE, either, kept, named
from kiebitz_hydra.circuit.men import Men

SHIELDS = ("shield_rim", "shield_knight_file", "shield_bishop_file", "shield_centre")
"""By the distance of a file from the board's rim."""
WINGS = (G_FILE, C_FILE)
"""Where a king stands who has castled: short, long."""
PAWN_RANKS = range(1, 7)
STEPS = range(1, 7)
"""Steps of a king; a pawn that isn't so near is one step farther."""

Cover = tuple[Signal, Signal]
"""Middlegame and endgame, in centipawns."""


class KingCover(wiring.Component):
    """White's cover less Black's, White's view, in centipawns."""

    CYCLES = 3

    def __init__(self) -> None:
        super().__init__(
            {
                "white": In(Men),
                "black": In(Men),
                # Rights to castle: White short and long, Black short and long.
                "rights": In(4),
                "middlegame": Out(signed(16)),
                "endgame": Out(signed(16)),
                # Each side's cover in the middlegame, its own view, a cycle before.
                "white_cover": Out(signed(12)),
                "black_cover": Out(signed(12)),
            }
        )

    def elaborate(self, platform: Any) -> Module:
        """Build the circuit."""
        m = Module()
        covers = []
        for number, (own, enemy, up) in enumerate(SIDES):
            side = Side(own, up, getattr(self, own), getattr(self, enemy).pawns)
            best = side.best_cover(m, self.rights[2 * number : 2 * number + 2])
            m.d.comb += getattr(self, f"{own}_cover").eq(best[0])
            covers.append(best)
        for name, white, black in zip(PHASES, *covers, strict=True):
            m.d.sync += getattr(self, name).eq(white - black)
        return m


class Side:
    """One side's king and the pawns, as wires."""

    def __init__(self, name: str, up: int, men: Any, enemies: Value) -> None:
        self.name, self.up, self.men, self.enemies = name, up, men, enemies

    def best_cover(self, m: Module, rights: Value) -> tuple[Value, Value]:
        """The best cover within reach, and the king's distance from its pawns; own view."""
        name, men = self.name, self.men
        king_files = [column(men.king, file, self.up) for file in range(8)]
        king_rank = named(m, f"{name}_king_rank", either(king_files))
        before = named(m, f"{name}_before", Cat(king_rank[: number + 1].any() for number in range(8)))
        units = [self.file_unit(m, f"{name}_{file}", file, before) for file in range(8)]
        on_files = [files.any() for files in king_files]
        here = [
            [
                Mux(either(on_files[king] for king in range(8) if abs(inside_rim(king) - file) <= 1), unit[phase], 0)
                for file, unit in enumerate(units)
            ]
            for phase in range(len(PHASES))
        ]
        best: tuple[Signal, ...] = cover(m, f"{name}_here", added(here[0]), added(here[1]))
        for wing, king in enumerate(WINGS):
            there = [
                self.file_unit(m, f"{name}_castled_{file}", file, C(0xFF, 8)) for file in range(king - 1, king + 2)
            ]
            castled = cover(m, f"{name}_castled_{wing}", *(added(unit[phase] for unit in there) for phase in range(2)))
            better = rights[wing] & (castled[0] > best[0])
            best = tuple(
                named(m, f"{name}_best_{wing}_{phase}", Mux(better, new, old))
                for phase, new, old in zip(PHASES, castled, best, strict=True)
            )
        near = within(m, f"{name}_king", men.king)
        rings = [men.pawns.any(), *(men.pawns.any() & ~(men.pawns & near[step]).any() for step in STEPS)]
        steps = added(kept(m, f"{name}_rings", Cat(rings)))
        far = WEIGHTS["king_far_from_pawns"].values[0]
        return added([best[0], *times(steps, far[0])]), added([best[1], *times(steps, far[1])])

    def file_unit(self, m: Module, name: str, file: int, before: Value) -> Cover:
        """Value of shield and storm on a file to a king before whom the ranks ``before`` lie."""
        own, enemy = column(self.men.pawns, file, self.up), column(self.enemies, file, self.up)
        own_rank = nearest(m, f"{name}_own", own & before)
        enemy_rank = nearest(m, f"{name}_enemy", enemy & before)
        rammed = own_rank.any() & (enemy_rank == own_rank + 1)
        shield = SHIELDS[min(file, 7 - file)]
        worth = [
            looked_up(shield, own_rank, phase)
            + Mux(rammed, looked_up("storm_rammed", enemy_rank, phase), looked_up("storm_free", enemy_rank, phase))
            + Mux((own | enemy).any(), 0, WEIGHTS["open_king_file"].values[0][phase])
            for phase in range(len(PHASES))
        ]
        return cover(m, name, *worth)


def inside_rim(file: int) -> int:
    """The file nearest to a king's that has one on either side."""
    return min(max(file, 1), 6)


def cover(m: Module, name: str, middlegame: Value, endgame: Value) -> Cover:
    """Both phases of a cover, kept."""
    phases = Signal(signed(10), name=f"{name}_middlegame"), Signal(signed(10), name=f"{name}_endgame")
    m.d.sync += [phases[0].eq(middlegame), phases[1].eq(endgame)]
    return phases


def nearest(m: Module, name: str, pawns: Value) -> Signal:
    """The rank of the first pawn of a file; 0 if there is none."""
    first = Signal(range(8), name=f"{name}_rank")
    for number in reversed(PAWN_RANKS):
        with m.If(pawns[number]):
            m.d.comb += first.eq(number)
    return first


def looked_up(feature: str, rank: Value, phase: int) -> Value:
    """A weight by rank: a small table."""
    return Array(C(worth[phase], signed(8)) for worth in WEIGHTS[feature].values)[rank]
