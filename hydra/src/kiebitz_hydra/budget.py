"""The budget of cycles: what a node costs, module by module, beside what the document says; and what a call costs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from kiebitz_hydra.question import KNOWLEDGE, Answer, Knowledge

if TYPE_CHECKING:
    import chess

HYDRA_CLOCK_HZ = 50_000_000
HYDRA_CYCLES_A_NODE = 9
HYDRA_CALLS_A_SECOND = 100_000


@dataclass(frozen=True, slots=True)
class Item:
    """A module of the budget."""

    module: str
    states: tuple[str, ...]
    """The machine's states whose cycles it takes."""
    document: str
    """The document's share for it."""


ITEMS = (
    Item("GenVictim", ("VICTIM WAIT", "VICTIM"), "2.0"),
    Item("GenAggressor", ("AGGRESSOR WAIT", "AGGRESSOR"), "2.0"),
    Item("Board", ("DO MOVE", "DO SPECIAL", "UNDO MOVE", "UNDO SPECIAL"), "1.0 an update"),
    Item("Evaluate", ("EVALUATE 1", "EVALUATE 2", "EVALUATE 3"), "3.0"),
    Item("TestCheck", (), "2.0"),
    Item("CastleStatus", (), "0.5"),
    Item("SearchStack", ("NODE DONE",), "0.5"),
)
"""TestCheck and CastleStatus work beside the others, so they have no state of their own."""

IN_EVALUATE = {
    "FirstOrderValues": "cycle 1",
    "PieceValues": "cycles 1 to 2",
    "PawnStructure": "cycles 1 to 5",
    "KingCover": "cycles 1 to 3",
    "HandleSpecialCases": "cycles 1 to 4",
    "Dynamic": "cycles 1 to 7",
    "GamePhase": "with WeightedSum",
    "WeightedSum": "last 3 cycles",
}
"""Evaluate's modules, and in which of its cycles they work, all at once; the document has one number for them all."""
WITHOUT_SCALES = {"WeightedSum": "last 2 cycles"}
"""The differences without HandleSpecialCases."""
NAMES = dict(zip(KNOWLEDGE, ("PawnStructure", "KingCover", "HandleSpecialCases", "Dynamic"), strict=True))
"""The modules that a machine may be made without, as the document names them."""


def in_evaluate(knowledge: Knowledge) -> dict[str, str]:
    """The modules that a machine has, and in which of Evaluate's cycles they work."""
    missing = {NAMES[module] for module in KNOWLEDGE if module not in knowledge}
    working = IN_EVALUATE if "special_cases" in knowledge else IN_EVALUATE | WITHOUT_SCALES
    return {module: cycles for module, cycles in working.items() if module not in missing}


@dataclass(frozen=True, slots=True)
class Budget:
    """The cost of calls of one depth."""

    calls: int
    nodes: int
    cycles: dict[str, int]
    """By module, over all calls."""

    @property
    def cycles_a_node(self) -> float:
        """Cycles for each node, everything included but loading the position."""
        return sum(self.cycles.values()) / self.nodes

    @property
    def nodes_a_call(self) -> float:
        """Nodes for each call."""
        return self.nodes / self.calls

    def calls_a_second(self, clock_hz: float) -> float:
        """Calls a second at a clock."""
        return clock_hz * self.calls / sum(self.cycles.values())


def bench_boards() -> Iterator[chess.Board]:
    """The positions of the bench that the machine takes and that have a move."""
    from kiebitz.engine import board_of, position_from
    from kiebitz.engine.bench import POSITIONS

    for fen in POSITIONS:
        board = board_of(position_from(fen, chess960=None))
        if not board.chess960 and any(board.legal_moves):
            yield board


def budget_of(answers: Iterable[Answer], states: tuple[str, ...]) -> Budget:
    """The sum over answers; ``states`` names the machine's states in their order. There must be a node."""
    answers = tuple(answers)
    by_state = dict.fromkeys(states, 0)
    for answer in answers:
        for state, cycles in zip(states, answer.cycles, strict=False):
            by_state[state] += cycles
    by_module = {item.module: sum(by_state[state] for state in item.states) for item in ITEMS}
    return Budget(len(answers), sum(answer.nodes for answer in answers), by_module)
