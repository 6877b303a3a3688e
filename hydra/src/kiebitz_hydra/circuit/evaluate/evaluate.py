"""Evaluate: what the position is worth to a side. Four cycles at least, ten with all modules, TestCheck beside it.

In the first FirstOrderValues has looked up the men of the move, and the sums take them in. They are incremental: they
belong to the node and are kept in SearchStack, so that UndoMove needs no evaluation. The other modules look at the
board anew, all at once, so the slowest of them says how long it takes; then WeightedSum adds up what they say.

The board stands still meanwhile. So a register half way needs no partner on the other ways: whatever is behind it is
right a cycle later and stays so, and a module's ``CYCLES`` are the most registers on a way through it.

Which modules there are is said when the circuit is made (``question.KNOWLEDGE`` names them). The result is what
``core.evaluation.evaluator`` says with the same modules (``reference.evaluator``), but from the view of the side that
has moved: so it can be compared with that side's window as it is.
"""

from __future__ import annotations

from typing import Any

from amaranth.hdl import Module, Mux, signed
from amaranth.lib import wiring
from amaranth.lib.wiring import In, Out

from kiebitz.core.evaluation.classical.weights import WEIGHTS
from kiebitz_hydra.circuit.evaluate.adders import PHASES
from kiebitz_hydra.circuit.evaluate.attacks import Attacks
from kiebitz_hydra.circuit.evaluate.dynamic import Dynamic
from kiebitz_hydra.circuit.evaluate.first_order_values import FirstOrderValues, Sums
from kiebitz_hydra.circuit.evaluate.game_phase import GamePhase
from kiebitz_hydra.circuit.evaluate.handle_special_cases import HandleSpecialCases
from kiebitz_hydra.circuit.evaluate.king_cover import KingCover
from kiebitz_hydra.circuit.evaluate.pawn_structure import PawnStructure
from kiebitz_hydra.circuit.evaluate.piece_values import PieceValues
from kiebitz_hydra.circuit.evaluate.spans import SIDES
from kiebitz_hydra.circuit.evaluate.weighted_sum import FULL_SCALE, WeightedSum
from kiebitz_hydra.circuit.men import Man, Men
from kiebitz_hydra.question import FULL, Knowledge

MODULES = {
    "piece_values": PieceValues,
    "pawn_structure": PawnStructure,
    "king_cover": KingCover,
    "special_cases": HandleSpecialCases,
    "dynamic": Dynamic,
}
"""The modules that look at the board, as ``core.evaluation.classical`` names them."""


class Evaluate(wiring.Component):
    """The evaluation unit with these modules beside GamePhase, PieceValues, FirstOrderValues and tempo.

    ``modules`` are those that look at the board, by name. KingCover is there for Dynamic, too, which takes the cover
    off the danger; what it is worth itself counts only if it is among the knowledge. ``cycles`` after a move is on the
    board the value stands.
    """

    def __init__(self, knowledge: Knowledge = FULL) -> None:
        self.counting = {"piece_values", *knowledge}
        needed = self.counting | ({"king_cover"} if "dynamic" in knowledge else set())
        self.modules: dict[str, Any] = {name: make() for name, make in MODULES.items() if name in needed}
        self.said = [module for name, module in self.modules.items() if name in self.counting]
        self.weighted_sum = WeightedSum(len(self.said) + 2, has_scales="special_cases" in knowledge)
        self.cycles = max(module.CYCLES for module in self.modules.values()) + self.weighted_sum.cycles
        super().__init__(
            {
                # Looked up at the end of this cycle: what the sums lose and win.
                "gone": In(Man),
                "come": In(Man),
                "taken": In(Man),
                # What those of the cycle before change.
                "change": Out(Sums),
                # The node's sums, White's view, and its rights to castle.
                "sums": In(Sums),
                "rights": In(4),
                "white": In(Men),
                "black": In(Men),
                "black_to_move": In(1),
                # Centipawns from the view of the side that has moved.
                "value": Out(signed(16)),
            }
        )

    def elaborate(self, platform: Any) -> Module:
        """Build the circuit."""
        m = Module()
        m.submodules.first_order_values = first_order_values = FirstOrderValues()
        m.submodules.game_phase = game_phase = GamePhase()
        for name, module in self.modules.items():
            m.submodules[name] = module
        self.inform(m)
        m.submodules.weighted_sum = weighted_sum = self.weighted_sum
        tempo = WEIGHTS["tempo"].values[0]
        for number, phase in enumerate(PHASES):
            to_move = Mux(self.black_to_move, -tempo[number], tempo[number])
            worths = [self.sums[phase], to_move, *(getattr(module, phase) for module in self.said)]
            m.d.comb += [to.eq(worth) for to, worth in zip(getattr(weighted_sum, phase), worths, strict=True)]
        special_cases = self.modules.get("special_cases")
        for side, _, _ in SIDES:
            scale = f"{side}_scale"
            m.d.comb += getattr(weighted_sum, scale).eq(getattr(special_cases, scale, FULL_SCALE))
        m.d.comb += [
            *(getattr(first_order_values, man).eq(getattr(self, man)) for man in ("gone", "come", "taken")),
            self.change.eq(first_order_values.change),
            game_phase.sum.eq(self.sums.phase),
            weighted_sum.phase.eq(game_phase.phase),
            weighted_sum.for_black.eq(~self.black_to_move),
            self.value.eq(weighted_sum.value),
        ]
        return m

    def inform(self, m: Module) -> None:
        """Tell the modules all that they ask for, of the position and of each other."""
        pieces, pawns, cover, cases, dynamic = (self.modules.get(name) for name in MODULES)
        if pawns:
            m.d.comb += pawns.black_to_move.eq(self.black_to_move)
        if cover:
            m.d.comb += cover.rights.eq(self.rights)
        if cases:
            m.d.comb += cases.black_to_move.eq(self.black_to_move)
        for side, enemy, up in SIDES:
            men, enemies = getattr(self, side), getattr(self, enemy)
            wiring.connect(m, wiring.flipped(men), *(getattr(module, side) for module in self.modules.values()))
            if cases:
                m.d.comb += getattr(cases, f"{side}_numbers").eq(getattr(pieces, f"{side}_numbers"))
            if pawns or dynamic:
                m.submodules[f"{side}_attacks"] = attacks = Attacks(up)
                wiring.connect(m, wiring.flipped(men), attacks.men)
                wiring.connect(m, wiring.flipped(enemies), attacks.enemies)
                if pawns:
                    m.d.comb += getattr(pawns, f"{side}_attacks").eq(attacks.sent.all)
                if dynamic:
                    wiring.connect(m, attacks.sent, getattr(dynamic, f"{side}_sent"))
                    m.d.comb += getattr(dynamic, f"{side}_cover").eq(getattr(cover, f"{side}_cover"))
