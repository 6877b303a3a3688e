"""The points of moves against people, counted in games: ``python benches/against_people.py GAMES.pgn --rating 1500``.

Every second game is an archive (``--archive none``: none is), the others are held out. Of these the positions that most
games came to with players of the rating are asked for: the move that ``kiebitz repertoire suggest`` puts first, and the
engine's first choice. Where the two differ and both were played, the points that they scored are compared, each game's
less what the ratings foretell; a position weighs as its games have information. ``--output FILE`` writes what was
found, a line of JSON for a position.
"""

import argparse
import json
import time
from collections import defaultdict
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np

from kiebitz import Engine
from kiebitz.analysis.reading.games import read_games
from kiebitz.analysis.reading.tags import rating
from kiebitz.collection.adding import add_games
from kiebitz.collection.collection import Collection
from kiebitz.collection.repertoire.against_people import (
    RATING_WIDTH,
    AgainstPeople,
    engines_first,
    games_of,
)
from kiebitz.engine import position_from
from kiebitz.engine.positions import keys_along
from kiebitz.engine.strength import look_engine

PLIES = range(2, 17)
POINTS = {"1-0": 1.0, "1/2-1/2": 0.5, "0-1": 0.0}
RESAMPLES = 2000


def main() -> None:
    """Count."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="+")
    parser.add_argument("--rating", type=int, default=1500)
    parser.add_argument("--positions", type=int, default=400)
    parser.add_argument("--archive", choices=("half", "none"), default="half")
    parser.add_argument("--output", type=Path)
    options = parser.parse_args()
    games = list(read_games(*options.games, on_fault=lambda _: None))
    held = _held(games[1::2], options.rating)
    asked = sorted(held, key=lambda key: -len(held[key]))[: options.positions]
    rows, began = [], time.monotonic()
    with TemporaryDirectory() as folder, Collection(Path(folder) / "archive.sqlite") as archive:
        if options.archive == "half":
            add_games(archive, games[::2], on_fault=lambda _: None)
        played = games_of(archive, options.rating) if options.archive == "half" else None
        with Engine(hash_mb=16) as engine, look_engine() as look:
            tree = AgainstPeople(options.rating, engine, look, played=played)
            for key in asked:
                path = held[key][0][2]
                found = tree.suggestions(position_from(moves=path))
                results = defaultdict(list)
                for move, points, _, game in held[key]:
                    results[move].append((points, game))
                row = {
                    "moves": path,
                    "engines": engines_first(found).move,
                    "found": [[each.move, each.points, each.score.clipped(), each.games] for each in found],
                    "results": results,
                }
                rows.append(row)
    print(f"{len(rows)} positions in {time.monotonic() - began:.0f} s")
    if options.output:
        options.output.write_text("".join(json.dumps(row) + "\n" for row in rows))
    tell(rows)


def _held(games, asked):
    """By position, what was played: a move, its points less the foretold ones, the moves before, the game's number."""
    held = defaultdict(list)
    for number, game in enumerate(games):
        ratings = [rating(game.tags.get(side, "")) for side in ("WhiteElo", "BlackElo")]
        if (
            game.fen
            or game.result not in POINTS
            or None in ratings
            or max(abs(each - asked) for each in ratings) > RATING_WIDTH
        ):
            continue
        moves = game.moves[: PLIES.stop]
        for ply, key in enumerate(keys_along(position_from(), moves)):
            if ply in PLIES and ply < len(moves):
                own, other = ratings if ply % 2 == 0 else ratings[::-1]
                points = POINTS[game.result] if ply % 2 == 0 else 1 - POINTS[game.result]
                foretold = 1 / (1 + 10 ** ((other - own) / 400))
                held[key].append((moves[ply], points - foretold, moves[:ply], number))
    return {key: told for key, told in held.items() if len({each[0] for each in told}) > 1}


def tell(rows) -> None:
    """Print how the moves compare, with an interval by resampling games."""
    differ = [row for row in rows if row["found"][0][0] != row["engines"]]
    both = [row for row in differ if {row["found"][0][0], row["engines"]} <= row["results"].keys()]
    print(f"another move than the engine's in {len(differ)}; both were played in {len(both)}")
    sides = [[row["results"][row["found"][0][0]], row["results"][row["engines"]]] for row in both]
    games = sorted({game for pair in sides for side in pair for _, game in side})
    drawn = np.random.default_rng(1)

    def mean(weight):
        total = weights = 0.0
        for first, second in sides:
            counts = [sum(weight[game] for _, game in side) for side in (first, second)]
            if all(counts):
                means = [
                    sum(points * weight[game] for points, game in side) / count
                    for side, count in zip((first, second), counts, strict=True)
                ]
                share = counts[0] * counts[1] / sum(counts)
                total += share * (means[0] - means[1])
                weights += share
        return 100 * total / weights

    if not games:
        return
    found = mean(dict.fromkeys(games, 1))
    again = [
        mean(dict(zip(games, drawn.multinomial(len(games), [1 / len(games)] * len(games)).tolist(), strict=True)))
        for _ in range(RESAMPLES)
    ]
    low, high = np.percentile(again, (2.5, 97.5))
    print(f"points of 100 more than the engine's: {found:+.1f} ({low:+.1f} to {high:+.1f}), {len(games)} games")


if __name__ == "__main__":
    main()
