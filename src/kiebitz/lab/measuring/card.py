"""What Hydra's coprocessor, simulated, takes for calls of some depth."""

from __future__ import annotations

from itertools import islice

from kiebitz.hardware.budget import bench_boards, budget_of
from kiebitz.hardware.question import question_of
from kiebitz.hardware.simulator.choice import SimulatorName, coprocessor
from kiebitz.hardware.simulator.coprocessor import Coprocessor
from kiebitz.hardware.simulator.tools import MissingToolError

QUICK_POSITIONS = 2


def card() -> Coprocessor | str:
    """The machine, or the sentence that says why there is none."""
    try:
        return coprocessor(SimulatorName.VERILATOR)
    except MissingToolError as error:
        return str(error)


def calls_of_depth(machine: Coprocessor, depth: int, *, quick: bool) -> tuple[int, int, dict[str, int]]:
    """Calls, their nodes, and their cycles by module, over the bench's positions; ``quick``: over the first of them."""
    from kiebitz.hardware.circuit.alpha_beta_fsm import STATES

    boards = islice(bench_boards(), QUICK_POSITIONS if quick else None)
    budget = budget_of((machine.ask(question_of(board, depth)) for board in boards), STATES)
    return budget.calls, budget.nodes, budget.cycles
