"""Hydra as a whole: processors with a card each, that divide a search among them, in simulated time.

``kiebitz hardware search --processors`` for 1 to 32: the cluster's protocol, the messages and the upper plies are real,
and so is what a card answers, as its circuit is simulated clock by clock; its time is its cycles at 50 MHz. No clock of
this machine is asked, so that 32 processors need no 32 cores and everything repeats exactly. H1 measures the cluster in
software, whose subtrees take five milliseconds each.

What it depends on is how long a search lasts, for only what is known to be wanted can be given away: the document's
searches took seven hours with one processor, these take some milliseconds, as simulating a card costs a hundred times
its own time and more. So these figures are of the machine at the beginning of a search, and a lower bound for longer
ones.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

import chess

from kiebitz_claims.claims.claim import Result
from kiebitz_claims.claims.judging import Judgement
from kiebitz_claims.claims.study import Study
from kiebitz_claims.measuring.card import card
from kiebitz_claims.measuring.positions import positions_of_phases, taken_games
from kiebitz_claims.measuring.progress import Progress
from kiebitz_claims.measuring.statistics import ratio_of_sums
from kiebitz_hydra.hydra import Hydra
from kiebitz_hydra.question import Answer, Knowledge, Question

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from kiebitz_hydra.simulator.coprocessor import Coprocessor

GAMES, QUICK_GAMES = 8, 1
DEPTH, QUICK_DEPTH, ABOVE, QUICK_ABOVE = 5, 2, 2, 1
PRINTED = {"two": (2, 1.99), "four": (4, 3.5), "eight": (8, 6.5), "sixteen": (16, 12.0), "thirty_two": (32, 17.0)}
"""By statement: processors and the printed speed-up."""
SIZES = (1, *(processors for processors, _ in PRINTED.values()))
PHASES = 3


class Row(NamedTuple):
    """A position searched by so many processors."""

    game: str
    phase: str
    processors: int
    milliseconds: float
    nodes: int
    calls: int
    busy: float


STUDY = Study(__file__, Row, positions=PHASES * GAMES, games=GAMES, depth=DEPTH, above=ABOVE)


@dataclass(slots=True)
class Remembering:
    """A card that simulates each question once, whoever asks; all cards are the same."""

    machine: Coprocessor
    said: dict[Question, Answer] = field(default_factory=dict)

    def ask(self, question: Question) -> Answer:
        """The machine's answer."""
        if question not in self.said:
            self.said[question] = self.machine.ask(question)
        return self.said[question]


def searched(machine: Coprocessor, fen: str, depth: int, above: int) -> list[list[float]]:
    """Simulated milliseconds, nodes, calls and the share of time that cards work, by number of processors."""
    remembering = Remembering(machine)
    found = []
    for processors in SIZES:
        hydra = Hydra(remembering, processors)
        search = hydra.search(chess.Board(fen), depth, above)
        busy = search.searching_s / (processors * search.seconds)
        found.append([1000 * search.seconds, search.nodes, hydra.calls, busy])
    return found


def measure(quick: bool, progress: Progress) -> Result:
    """Every position with every number of processors; nothing without a simulator."""
    machine = card(Knowledge())
    depth, above = (QUICK_DEPTH, QUICK_ABOVE) if quick else (DEPTH, ABOVE)
    samples = positions_of_phases(taken_games(quick, GAMES, QUICK_GAMES))
    rows: list[Row] = []
    if not isinstance(machine, str):
        progress.expect(len(samples))
        for phase, sample in samples:
            found = progress.step(
                f"{sample.fen}, depth {depth}, {above} above", partial(searched, machine, sample.fen, depth, above)
            )
            for processors, (milliseconds, nodes, calls, busy) in zip(SIZES, found, strict=True):
                rows.append(Row(sample.name, phase, processors, milliseconds, int(nodes), int(calls), busy))
    return STUDY.result(
        rows, machine=machine if isinstance(machine, str) else "the bare machine, simulated by Verilator"
    )


def judge(rows: list[Row]) -> Judgement:
    """Summed times of one processor by those of so many, errors by games; undecided where nothing was simulated."""
    by_size = {size: [row for row in rows if row.processors == size] for size in SIZES}
    predictions = STUDY.predictions
    if not rows:
        return STUDY.judgement(**{name: predictions[name].undecided("no simulator of the card") for name in PRINTED})
    games = [row.game for row in by_size[1]]
    alone = [row.milliseconds for row in by_size[1]]
    parts = {
        name: predictions[name].judged(
            ratio_of_sums(alone, [row.milliseconds for row in by_size[size]], games), len(set(games)), "games"
        )
        for name, (size, _) in PRINTED.items()
    }
    nodes = {size: sum(row.nodes for row in found) for size, found in by_size.items()}
    busy = {
        size: sum(row.busy * row.milliseconds for row in found) / sum(row.milliseconds for row in found)
        for size, found in by_size.items()
    }
    told = ", ".join(
        f"{size} processors {100 * (nodes[size] / nodes[1] - 1):.0f}% and {100 * busy[size]:.0f}%" for size in SIZES[1:]
    )
    mean_ms = sum(alone) / len(alone)
    return STUDY.judgement(
        f"With one processor a search takes {mean_ms:.1f} ms. Search overhead, and share of the time that cards work: "
        f"{told}.",
        **parts,
    )


def draw(result: Result, figure: Figure) -> None:
    """The speed-ups beside those printed."""
    axes = figure.add_subplot()
    rows = STUDY.rows(result, Row)
    sums = {size: sum(row.milliseconds for row in rows if row.processors == size) for size in SIZES}
    axes.plot(SIZES, SIZES, color="grey", linewidth=0.8, label="as many times as processors")
    axes.plot(*zip((1, 1.0), *PRINTED.values(), strict=True), "s--", label="printed")
    axes.plot(SIZES, [sums[1] / sums[size] for size in SIZES], "o-", label="here")
    axes.set_xscale("log", base=2)
    axes.set_yscale("log", base=2)
    axes.set_xticks(SIZES, [str(size) for size in SIZES])
    axes.set_xlabel("processors with a card each")
    axes.set_ylabel("speed-up")
    axes.legend()
