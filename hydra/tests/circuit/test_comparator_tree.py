import random

from amaranth.hdl import Module, Signal
from amaranth.sim import Simulator

from kiebitz_hydra.circuit.comparator_tree import comparator_tree


def test_the_first_of_the_greatest_wins():
    m = Module()
    worths = [Signal(7, name=f"worth_{square}") for square in range(64)]
    winner = comparator_tree(m, "tree", worths)
    numbers = random.Random(3)

    async def bench(context):
        for density in (0, 0.02, 0.1, 0.5, 1):
            for _ in range(8):
                values = [numbers.randrange(1, 8) if numbers.random() < density else 0 for _ in worths]
                for signal, value in zip(worths, values, strict=True):
                    context.set(signal, (1 << value) - 1)
                await context.delay(1e-6)
                assert context.get(winner.worth) == (1 << max(values)) - 1
                assert context.get(winner.square) == (values.index(max(values)) if any(values) else 0)
                assert context.get(winner.more) == (sum(map(bool, values)) > 1)

    simulator = Simulator(m)
    simulator.add_testbench(bench)
    simulator.run()
