"""The machine in Amaranth's own simulator: some hundred cycles a second, but every wire can be looked at."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import nullcontext
from pathlib import Path
from typing import Any

from kiebitz_hydra.question import BARE, PLIES, Answer, Knowledge, Question
from kiebitz_hydra.simulator.coprocessor import answer_of, word_of
from kiebitz_hydra.simulator.tools import need

CLOCK_HZ = 50e6
"""For the time axis of a trace: the document's clock."""

Look = Callable[[str, Callable[[Any], int]], None]
"""Called once a cycle with the name of the state and what reads a signal."""


class SteppedCoprocessor:
    """A machine to look into, with a stack of so many ``plies``. Raises MissingToolError.

    It has no ``knowledge`` unless it is given some: every module more makes it slower, the whole of it a hundred times.
    """

    def __init__(self, plies: int = PLIES, knowledge: Knowledge = BARE) -> None:
        need("amaranth")
        from kiebitz_hydra.circuit.search import Search

        self.machine: Any = Search(plies, knowledge)

    def ask(self, question: Question, look: Look | None = None, trace: Path | None = None) -> Answer:
        """Load the position, ask, and wait for the end; ``look`` sees each cycle, ``trace`` gets all of them as VCD.

        Raises OSError if the trace can't be written.
        """
        from amaranth.sim import Simulator

        from kiebitz_hydra.circuit.alpha_beta_fsm import STATES

        machine = self.machine
        cycles = [0] * len(STATES)
        moves: list[tuple[int, int]] = []
        outcome: list[int] = []

        async def bench(context: Any) -> None:
            for man in question.men:
                context.set(machine.load.as_value(), word_of(*man))
                await context.tick()
            context.set(machine.load.as_value(), 0)
            for name in ("black", "rights", "en_passant", "depth", "alpha", "beta", "perft"):
                context.set(getattr(machine, name), int(getattr(question, name)))
            context.set(machine.begin, 1)
            await context.tick()
            context.set(machine.begin, 0)
            while context.get(machine.busy):
                state = context.get(machine.state)
                cycles[state] += 1
                if context.get(machine.visited) and context.get(machine.ply) == 0:
                    moves.append((context.get(machine.move.as_value()), context.get(machine.evaluation)))
                if look:
                    look(STATES[state], context.get)
                await context.tick()
            outcome.extend(
                (context.get(machine.value), context.get(machine.best.as_value()), context.get(machine.nodes))
            )

        simulator = Simulator(machine)
        simulator.add_clock(1 / CLOCK_HZ)
        with simulator.write_vcd(str(trace)) if trace else nullcontext():
            # Not before: a bench that is there and never run is a warning.
            simulator.add_testbench(bench)
            simulator.run()
        value, best, nodes = outcome
        return answer_of(value, best, nodes, cycles, moves)
