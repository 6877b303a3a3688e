"""Whether the figures printed of Hydra fit one another.

Nothing is searched: each printed figure is computed from others, and held against the range that rounds to it in its
last printed digit; 100 and 150 million are taken as rounded to tens. The lecture gives two speeds of the whole machine,
150 million positions a second and 100 million search nodes a second; of the latter it says that it follows from the
speed-up, of the former not where it comes from. That the one counts what 32 cards do and the other what a speed-up of
17 leaves of it is our reading.

The nine cycles are those of generating, making, judging and taking back a move. Of the modules listed that is
GenVictim and GenAggressor, Board, Evaluate, and Board once more. TestCheck, CastleStatus and SearchStack have to work
beside them.
"""

from __future__ import annotations

from typing import Any

from kiebitz_claims.claims.claim import Result
from kiebitz_claims.claims.judging import Judgement, Prediction, exactly
from kiebitz_claims.claims.study import Study
from kiebitz_claims.measuring.progress import Progress
from kiebitz_hydra.budget import HYDRA_CLOCK_HZ, HYDRA_CYCLES_A_NODE

MILLION = 1e6
CARD_NODES = 5.4 * MILLION
PROCESSORS, SPEED_UP = 32, 17
MODULES = {
    "CastleStatus": 0.5,
    "GenVictim": 2.0,
    "GenAggressor": 2.0,
    "TestCheck": 2.0,
    "Board": 1.0,
    "SearchStack": 0.5,
    "Evaluate": 3.0,
}
"""Cycles, as printed."""
OF_A_MOVE = ("GenVictim", "GenAggressor", "Board", "Evaluate", "Board")
"""The states that generate, make, judge and take back a move, one after another."""
TIMES_S = {1: 24_213, 2: 12_139, 4: 6_888, 8: 3_488, 16: 2_011, 32: 1_424}
SPEED_UPS = {2: 1.99, 4: 3.5, 8: 6.5, 16: 12.0, 32: 17.0}
ROUNDINGS = {2: 0.01, 4: 0.1, 8: 0.1, 16: 1.0, 32: 1.0}
"""The last printed digit of each speed-up."""
COMPUTED, FIGURES, CYCLES = "Computed", "Printed figures by the others", "The modules' cycles, as printed"


def printed(statement: str, measure: str, value: float, last_digit: float, unit: str = "") -> Prediction:
    """A printed figure, as what rounds to it."""
    return Prediction(
        statement,
        measure,
        value - last_digit / 2,
        value + last_digit / 2,
        unit,
        margin=f"what rounds to {value:g}",
    )


PREDICTIONS = (
    printed("a card makes 5.4 million nodes a second", "50 MHz by nine cycles", 5.4, 0.1, "million"),
    printed(
        "a move is generated, made, judged and taken back in nine cycles",
        "sum of the cycles of the modules that do this",
        HYDRA_CYCLES_A_NODE,
        1,
        "cycles",
    ),
    printed("150 million positions a second", "32 cards of 5.4 million", 150, 10, "million"),
    printed("100 million nodes a second", "5.4 million by a speed-up of 17", 100, 10, "million"),
    *(
        printed(
            f"{number} processors {value:g} times as fast", "the printed times by each other", value, ROUNDINGS[number]
        )
        for number, value in SPEED_UPS.items()
    ),
)
STUDY = Study(__file__, constants=globals(), predictions=PREDICTIONS)


def measure(quick: bool, progress: Progress) -> Result:
    """Compute each figure from the others; both modes are the same."""
    progress.expect(0)
    values = [
        HYDRA_CLOCK_HZ / HYDRA_CYCLES_A_NODE / MILLION,
        sum(MODULES[module] for module in OF_A_MOVE),
        PROCESSORS * CARD_NODES / MILLION,
        SPEED_UP * CARD_NODES / MILLION,
        *(TIMES_S[1] / TIMES_S[number] for number in SPEED_UPS),
    ]
    return STUDY.result(
        [(each.statement, each.measure, value) for each, value in zip(PREDICTIONS, values, strict=True)],
        MODULES.items(),
        conditions={"figures": "as printed in the lecture"},
    )


def judge(values: list[float], listed: float) -> Judgement:
    """Each figure computed from the others must round to the one printed; the cycles of all modules listed are told."""
    return Judgement(
        tuple(each.judged(exactly(value)) for each, value in zip(PREDICTIONS, values, strict=True)),
        f"All modules listed, each once, take {listed:g} cycles.",
    )


def kept(result: Result) -> tuple[Any, ...]:
    """The arguments of ``judge``, out of a stored result."""
    return [row[2] for row in result.rows(FIGURES)], sum(row[1] for row in result.rows(CYCLES))
