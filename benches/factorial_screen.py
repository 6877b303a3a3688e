"""Elo of each of several settings, all from the same games (a factorial screen, after Fisher 1935).

For every pair of games a lot is drawn for each factor: one side plays with its second values, the other with its first.
So all games tell of every factor, and what the others do is noise that the lots average out. The points of a pair are
regressed on the lots; a hundredth of a point a game counts as seven Elo. Interactions are not seen, so what a screen
promises a match must prove. A factor may join settings: ``futility_base+futility_margin=80/120,56/84``.

The journal keeps every pair, and the same command goes on. Processes with different seeds share the work, each with a
journal of its own; ``--and`` counts those of the others in.

    python benches/factorial_screen.py JOURNAL PAIRS NODES NAME=FIRST,SECOND ... [--seed N] [--and JOURNAL ...]
"""

import argparse
import json
import math
import random
from pathlib import Path

import numpy as np

from kiebitz.arena.match.openings import read_book
from kiebitz.arena.match.own_player import OwnPlayer
from kiebitz.arena.match.record import ScheduledGame, summarise
from kiebitz.arena.match.referee import Rules, play_game
from kiebitz.arena.match.time_control import MatchLimit
from kiebitz.engine import Engine, options_by_name

ELO_PER_POINT = 400 / math.log(10) * 4
SEED = 20261122


def table_of(rows: list[tuple[list[int], float]], names: list[str]) -> str:
    """Elo of each factor's second value against its first, with 95% intervals."""
    lots, points = (np.array(column, dtype=float) for column in zip(*rows, strict=True))
    # Per game, above the half.
    scores = (points - 1.0) / 2.0
    effects, *_ = np.linalg.lstsq(lots, scores, rcond=None)
    rest = scores - lots @ effects
    variance = rest @ rest / max(len(scores) - lots.shape[1], 1)
    errors = np.sqrt(np.diag(np.linalg.pinv(lots.T @ lots)) * variance)
    lines = [
        f"{name:60} {effect * ELO_PER_POINT:+7.1f} +-{1.96 * error * ELO_PER_POINT:5.1f}"
        for name, effect, error in zip(names, effects, errors, strict=True)
    ]
    return "\n".join([f"{len(points)} pairs of games", *lines])


def factor_of(spec: str) -> tuple[dict[str, str], dict[str, str]]:
    """The settings that a factor chooses between."""
    names, values = spec.split("=")
    first, second = (dict(zip(names.split("+"), side.split("/"), strict=True)) for side in values.split(","))
    return first, second


def rows_in(journal: Path) -> list[tuple[list[int], float]]:
    """The pairs played so far: lots and points."""
    return [tuple(json.loads(line)) for line in journal.read_text().splitlines()] if journal.exists() else []


def main() -> None:
    """Play, and tell now and then."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("journal", type=Path)
    parser.add_argument("pairs", type=int)
    parser.add_argument("nodes", type=int)
    parser.add_argument("specs", nargs="+", metavar="NAME=FIRST,SECOND")
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--and", dest="others", type=Path, nargs="*", default=[], metavar="JOURNAL")
    asked = parser.parse_args()
    factors = [factor_of(spec) for spec in asked.specs]
    rows = rows_in(asked.journal)
    others = [row for journal in asked.others for row in rows_in(journal)]
    openings = read_book().shuffled(asked.seed)
    rules = Rules(MatchLimit(nodes=asked.nodes))
    with Engine() as one, Engine() as other, asked.journal.open("a") as out:
        players = OwnPlayer(one), OwnPlayer(other)
        for number in range(len(rows), asked.pairs):
            chance = random.Random(f"{asked.seed} {number}")
            lots = [chance.choice((-1, 1)) for _ in factors]
            for engine, sign in ((one, 1), (other, -1)):
                values = {}
                for factor, lot in zip(factors, lots, strict=True):
                    values |= {name: int(value) for name, value in factor[lot * sign > 0].items()}
                engine.configure(**options_by_name(values))
            opening = openings[number % len(openings)]
            records = [play_game(ScheduledGame(game, opening), players, rules) for game in range(2)]
            points = sum(summarise(record, None).points for record in records)
            rows.append((lots, points))
            out.write(json.dumps(rows[-1]) + "\n")
            out.flush()
            if (number + 1) % 50 == 0:
                print(table_of(rows + others, asked.specs), flush=True)
    print(table_of(rows + others, asked.specs))


if __name__ == "__main__":
    main()
