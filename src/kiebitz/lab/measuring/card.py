"""What Hydra's coprocessor, simulated, takes for calls of some depth."""

from __future__ import annotations

from itertools import islice

import chess

from kiebitz.hardware.budget import bench_boards, budget_of
from kiebitz.hardware.question import Answer, question_of
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


def calls_of_depth(
    machine: Coprocessor, depth: int, *, quick: bool, is_null: bool = False
) -> tuple[int, int, dict[str, int]]:
    """Calls, their nodes, and their cycles by module, over the bench's positions; ``quick``: over the first of them.

    The window is open; or, if ``is_null``, a centipawn wide: whether the value is exceeded.
    """
    from kiebitz.hardware.circuit.alpha_beta_fsm import STATES

    def ask(board: chess.Board) -> Answer:
        answer = machine.ask(question_of(board, depth))
        return machine.ask(question_of(board, depth, answer.value, answer.value + 1)) if is_null else answer

    boards = islice(bench_boards(), QUICK_POSITIONS if quick else None)
    budget = budget_of(map(ask, boards), STATES)
    return budget.calls, budget.nodes, budget.cycles
