"""PawnStructure: what is lasting about the pawns, and the fight for the passed ones. Five cycles.

The lasting part is sets of squares: pawns fill the board ahead or behind, three steps of gates for a whole file, and a
pawn is isolated, backward, doubled, connected or passed where it stands in or outside what others have filled. Adders
count the sets, the connected and passed ones rank by rank.

Of doubled pawns only the first one is passed, so each file has one passed pawn at most and a unit of its own for it. A
unit reads off its file how far the kings are from the square ahead, whether that is free, safe and defended, whether
the whole way is safe, and multiplies by the urgency of the pawn's rank. Whether anything on the way is attacked is a
signal that runs back along the file to the pawn; a rook or queen behind it sends one up the file, and whose it is
decides who holds the way.

The passed pawns are kept first. Two cycles later, when it is known what is attacked, each file has found what its way
is like; then come weights and urgency, then the sum. The lasting part has long been ready.
"""

from __future__ import annotations

from typing import Any

from amaranth.hdl import Cat, Module, Mux, Signal, Value, signed
from amaranth.lib import wiring
from amaranth.lib.wiring import In, Out

from kiebitz.core.evaluation.classical.weights import NUMBERS, WEIGHTS
from kiebitz_hydra.circuit.evaluate.adders import PHASES, added, count, counted, weighted
from kiebitz_hydra.circuit.evaluate.attacks import ray_of
from kiebitz_hydra.circuit.evaluate.spans import (
    SIDES,
    ahead,
    beside,
    column,
    files,
    filled,
    passed_among,
    pawn_attacks,
    row,
    span,
    within,
)
from kiebitz_hydra.circuit.geometry import either, kept, named
from kiebitz_hydra.circuit.men import Men

PAWN_RANKS = range(1, 7)
LAST_RANK = 7
FAR = 5
"""King steps beyond which it makes no difference how far a king is from a passed pawn."""
URGENCY = NUMBERS["urgency"].values
URGENT_RANKS = [number for number in PAWN_RANKS if URGENCY[number]]


class PawnStructure(wiring.Component):
    """White's pawns less Black's, White's view, in centipawns."""

    CYCLES = 5

    def __init__(self) -> None:
        super().__init__(
            {
                "white": In(Men),
                "black": In(Men),
                # What either side's men attack; they stand after two cycles.
                "white_attacks": In(64),
                "black_attacks": In(64),
                "black_to_move": In(1),
                "middlegame": Out(signed(16)),
                "endgame": Out(signed(16)),
            }
        )

    def elaborate(self, platform: Any) -> Module:
        """Build the circuit."""
        m = Module()
        by_side = [Side(self, m, *side) for side in SIDES]
        for phase, name in enumerate(PHASES):
            white, black = (side.lasting[phase] + side.fight[phase] for side in by_side)
            m.d.sync += getattr(self, name).eq(white - black)
        return m


class Side:
    """One side's pawns, as wires."""

    def __init__(self, unit: PawnStructure, m: Module, own: str, enemy: str, up: int) -> None:
        self.name, self.up = own, up
        self.men, self.enemies = getattr(unit, own), getattr(unit, enemy)
        self.attacks, self.enemy_attacks = getattr(unit, f"{own}_attacks"), getattr(unit, f"{enemy}_attacks")
        self.enemy_to_move = unit.black_to_move if own == "white" else ~unit.black_to_move
        self.passed = self.kept(m, "passed_pawns", passed_among(m, own, self.men.pawns, self.enemies.pawns, up))
        self.lasting = self.lasting_worth(m)
        self.fight = self.worth_of_fight(m)

    def named(self, m: Module, name: str, value: Value) -> Signal:
        """A value of this side under a name."""
        return named(m, f"{self.name}_{name}", value)

    def kept(self, m: Module, name: str, value: Value) -> Signal:
        """A value of this side in a register."""
        return kept(m, f"{self.name}_{name}", value)

    def lasting_worth(self, m: Module) -> tuple[Signal, Signal]:
        """Value that follows from the pawns alone, own view."""
        name, up, pawns, enemies = self.name, self.up, self.men.pawns, self.enemies.pawns
        flanks = self.named(m, "flanks", beside(pawns))
        enemy_aside = self.named(m, "enemy_aside", pawn_attacks(enemies, -up))
        opposed = span(m, f"{name}_opposed", enemies, -up)
        isolated = self.named(m, "isolated", pawns & ~files(m, f"{name}_flanks", flanks))
        left_behind = pawns & ~isolated & ~filled(m, f"{name}_flanks_ahead", flanks, up)
        backward = self.named(m, "backward", left_behind & ahead(enemies | enemy_aside, -up))
        doubled = pawns & span(m, f"{name}_doubled", pawns, -up)
        supported = self.named(m, "supported", pawns & pawn_attacks(pawns, up))
        connected = self.named(m, "connected", supported | (pawns & flanks))
        sets = {
            "isolated": isolated,
            "backward": backward,
            "weak_on_open_file": (isolated | backward) & ~opposed,
            "doubled": doubled,
            "supported": supported,
        }
        terms = [
            (self.kept(m, f"{each}_pawns", counted(m, f"{name}_{each}", pawns_)), WEIGHTS[each].values[0])
            for each, pawns_ in sets.items()
        ]
        for each, pawns_ in (("connected", connected), ("passed", self.passed)):
            for number in PAWN_RANKS:
                on_rank = count(m, f"{name}_{each}_{number}", row(pawns_, number, up))
                terms.append((self.kept(m, f"{each}_on_{number}", on_rank), WEIGHTS[each].values[number]))
        middlegame, endgame = weighted(m, f"{name}_lasting", terms)
        return self.kept(m, "lasting_middlegame_kept", middlegame), self.kept(m, "lasting_endgame_kept", endgame)

    def worth_of_fight(self, m: Module) -> tuple[Value, Value]:
        """Value of the passed pawns' ways, own view."""
        name, up, men, enemies, passed = self.name, self.up, self.men, self.enemies, self.passed
        occupied = self.named(m, "occupied", men.all | enemies.all)
        stop = self.named(m, "stop", ahead(passed, up))
        king_near = within(m, f"{name}_own_king", men.king)
        enemy_king_near = within(m, f"{name}_enemy_king", enemies.king)

        # Who stands right behind a pawn and slides on files: that side holds the whole way.
        push = ray_of(m, f"{name}_push", men.straight, ~occupied, (0, up))
        chase = ray_of(m, f"{name}_chase", enemies.straight, ~occupied, (0, up))
        pushed = self.kept(m, "pushed", span(m, f"{name}_pushed", passed & push, up))
        chased = self.kept(m, "chased", span(m, f"{name}_chased", passed & chase, up))
        defended = self.named(m, "defended", self.attacks | pushed)
        attacked = self.named(m, "attacked", self.enemy_attacks | chased)
        unsafe = filled(m, f"{name}_unsafe", attacked | enemies.all, -up)
        free_stop = self.named(m, "free_stop", stop & ~occupied)
        sets = {
            "passed_free_stop": free_stop,
            "passed_safe_stop": free_stop & ~attacked,
            "passed_safe_path": free_stop & ~unsafe,
            "passed_defended_stop": free_stop & defended,
        }
        features = {each: [self.named(m, each, squares)] for each, squares in sets.items()}
        for each, near in (("passed_enemy_king", enemy_king_near), ("passed_own_king", king_near)):
            features[each] = [self.named(m, f"{each}_{steps}", stop & ~near[steps]) for steps in range(FAR)]
        by_file = [self.file_unit(m, file, stop, features) for file in range(8)]

        caught = self.race(m, occupied, enemy_king_near)
        only_pawns = ~(enemies.knights | enemies.diagonal | enemies.straight).any()
        runs_free = self.kept(m, "runs_free", only_pawns & ~caught)
        unstoppable = WEIGHTS["passed_unstoppable"].values[0]
        middlegame, endgame = (
            added([*(unit[phase] for unit in by_file), Mux(runs_free, unstoppable[phase], 0)])
            for phase in range(len(PHASES))
        )
        return middlegame, endgame

    def file_unit(self, m: Module, file: int, stop: Value, features: dict[str, list[Signal]]) -> tuple[Signal, Signal]:
        """Value of the way of a file's passed pawn, times its urgency.

        A feature counts as often as it has sets with the square ahead of the pawn.
        """
        name = f"{self.name}_{file}"
        stops = column(stop, file, self.up)
        urgent = [stops[number + 1] for number in URGENT_RANKS]
        urgency = kept(
            m,
            f"{name}_urgency",
            either(Mux(here, URGENCY[number], 0) for here, number in zip(urgent, URGENT_RANKS, strict=True)),
        )
        terms = []
        for each, sets in features.items():
            found = kept(m, f"{name}_{each}", Cat(column(squares, file, self.up).any() for squares in sets))
            terms.append((named(m, f"{name}_{each}_number", added(found)), WEIGHTS[each].values[0]))
        way = weighted(m, f"{name}_way", terms)
        worth = tuple(Signal(signed(12), name=f"{name}_{phase}") for phase in PHASES)
        m.d.sync += [to.eq(each * urgency) for to, each in zip(worth, way, strict=True)]
        return worth[0], worth[1]

    def race(self, m: Module, occupied: Value, enemy_king_near: list[Signal]) -> Value:
        """True if the enemy king catches every passed pawn with a free way."""
        runners = self.kept(m, "runners", self.passed & ~span(m, f"{self.name}_blocked", occupied, -self.up))
        runs_home = []
        for number in PAWN_RANKS:
            steps = LAST_RANK - number - (number == PAWN_RANKS[0])
            in_time = Mux(self.enemy_to_move, enemy_king_near[steps + 1], enemy_king_near[steps])
            for file in range(8):
                runner = column(runners, file, self.up)[number]
                runs_home.append(runner & ~column(in_time, file, self.up)[LAST_RANK])
        return ~either(runs_home)
