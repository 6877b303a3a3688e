"""De Groot's factor can't be measured here; what programs have come to can, and is told beside it.

De Groot (1946) had grandmasters think aloud over a few positions and counted the moves that they named. No protocol of
his is at hand, and nobody can be asked: so the sentence is not testable here. What is measured is the other side of the
comparison: by how much the nodes of a search grow with each ply, of the programs of the time and of today's.
"""

from __future__ import annotations

from typing import NamedTuple

from kiebitz_claims.claims.claim import Result
from kiebitz_claims.claims.judging import Judgement
from kiebitz_claims.claims.study import Study
from kiebitz_claims.measuring.null_move_settings import NIMZO, OFF
from kiebitz_claims.measuring.positions import championship_positions, taken_games
from kiebitz_claims.measuring.progress import Progress
from kiebitz_claims.measuring.searching import search_once
from kiebitz_claims.measuring.settings import TODAY, SearchSettings
from kiebitz_claims.measuring.statistics import geometric_mean

FIRST, LAST, QUICK_FIRST, QUICK_LAST = 3, 7, 2, 4
TODAY_DEEPER = 5
"""Plies that today's search goes deeper, to take about as long."""
GAMES, QUICK_GAMES, HASH_MB = 20, 2, 16
SEARCHES: dict[str, SearchSettings] = {
    "nimzo, no null move": {**NIMZO, "null_move_policy": OFF},
    "nimzo": NIMZO,
    "today": TODAY,
}


class Searched(NamedTuple):
    """A position under one search: the factor, root of that between the first ply and the last."""

    search: str
    game: str
    factor: float


STUDY = Study(__file__, Searched, games=GAMES, first=FIRST, last=LAST)


def factor(fen: str, settings: SearchSettings, first: int, last: int) -> float:
    """Factor of nodes by a ply, in the mean of those behind the first."""
    lines = search_once(fen, settings, hash_mb=HASH_MB, depth=last)["iterations"]
    # Nodes since the search began: their growth over several plies is that of a ply, for late ones outweigh the rest.
    nodes = {line["depth"]: line["nodes"] for line in lines}
    return float((nodes[last] / nodes[first]) ** (1 / (last - first)))


def measure(quick: bool, progress: Progress) -> Result:
    """Every search of every position."""
    samples = championship_positions("middlegame", taken_games(quick, GAMES, QUICK_GAMES))
    first, last = (QUICK_FIRST, QUICK_LAST) if quick else (FIRST, LAST)
    progress.expect(len(SEARCHES) * len(samples))
    rows = []
    for name, settings in SEARCHES.items():
        deeper = 0 if quick or settings is not TODAY else TODAY_DEEPER
        for sample in samples:
            depths = first + deeper, last + deeper
            found = progress.step(f"{name}, {sample.name}, {depths}", factor, sample.fen, settings, *depths)
            rows.append(Searched(name, sample.name, found))
    return STUDY.result(rows)


def judge(searched: list[Searched]) -> Judgement:
    """Not testable: it is about people whom nobody can ask here; what programs have is told."""
    told = []
    for name in SEARCHES:
        found = geometric_mean(row.factor for row in searched if row.search == name)
        told.append(f"{found.value:.2f} ({found.low:.2f} to {found.high:.2f}) with {name}")
    factor = STUDY.predictions["factor"].untestable("no grandmaster and no protocol of de Groot's is at hand")
    return STUDY.judgement(f"A ply multiplies the nodes by {', '.join(told)}.", factor=factor)
