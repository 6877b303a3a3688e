"""Measures the levels of ``kiebitz.engine.strength`` on the scale of ``kiebitz gauntlet``, that of Stockfish's levels.

    python tools/calibrate_strength.py JOURNAL.jsonl [--games N] [--jobs N] [--seed N] [--only ELO …]

From the highest level down, each plays two of Stockfish's levels near it (``UCI_Elo``; 50 ms a move, which is time
enough for the depth at which such a level chooses); a level below the lowest of those plays the two Kiebitz levels
above it, as they were just rated. Openings are those of ``kiebitz match``, each played with both colours. What is
played is kept in the journal, and the same command goes on where it ends.

Prints each level's rating with its 95% interval (opponents' ratings taken as exact), and where on the curve of nodes
and noise the levels belong by that: to be put into ``LEVELS``, and measured again.
"""

import argparse
import itertools
import json
import math
import shutil
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path

import chess
import chess.engine

from kiebitz import Engine, Limit
from kiebitz.engine.eras import TODAY
from kiebitz.engine.strength import LEVELS, Handicap, Level, level_of, settings_of
from kiebitz.match.anchors import LEVELS as STOCKFISH_LEVELS
from kiebitz.match.elo import Estimate
from kiebitz.match.openings import read_book
from kiebitz.match.rating import performance

STOCKFISH_SECONDS = 0.05
# A game this long without a result is a draw of two players who can't win.
MAX_PLIES = 300
OPPONENTS = 2
# Stockfish's levels are asked as long as the claimed rating is no further below the lowest.
REACH = 100


@dataclass(frozen=True)
class Opponent:
    """Whom a level plays."""

    name: str
    rating: float
    level: Level | None
    """None for one of Stockfish's."""


class Own:
    """A level of Kiebitz with an engine, and so a table, of its own."""

    def __init__(self, level: Level, seed: int) -> None:
        self._handicap = Handicap(level, seed)
        self._engine = Engine(hash_mb=1, **settings_of(TODAY))

    def move(self, board: chess.Board) -> chess.Move:
        """Its choice."""
        info = self._engine.analyse(board, self._handicap.limit(Limit()), multipv=self._handicap.candidates)
        return chess.Move.from_uci(self._handicap.choose(info.lines).moves[0])

    def close(self) -> None:
        """End it."""
        self._engine.close()


class Stockfish:
    """One of Stockfish's levels."""

    def __init__(self, elo: int) -> None:
        path = shutil.which("stockfish") or shutil.which("stockfish", path="/usr/games")
        if path is None:
            raise SystemExit("stockfish is missing; on Debian, apt install stockfish")
        self._engine = chess.engine.SimpleEngine.popen_uci(path)
        self._engine.configure({"Threads": 1, "Hash": 16, "UCI_LimitStrength": True, "UCI_Elo": elo})

    def move(self, board: chess.Board) -> chess.Move:
        """Its choice."""
        return self._engine.play(board, chess.engine.Limit(time=STOCKFISH_SECONDS)).move

    def close(self) -> None:
        """End it."""
        self._engine.quit()


def white_points(fen: str, white: Own | Stockfish, black: Own | Stockfish) -> float:
    """White's points: 1, 0.5 or 0."""
    board = chess.Board(fen)
    players = {chess.WHITE: white, chess.BLACK: black}
    while not (board.is_game_over() or board.is_repetition(3) or board.is_fifty_moves()) and board.ply() < MAX_PLIES:
        board.push(players[board.turn].move(board))
    outcome = board.outcome()
    return {chess.WHITE: 1.0, chess.BLACK: 0.0}.get(outcome.winner if outcome else None, 0.5)


def play_pair(task: tuple[str, Level, Opponent, int]) -> float:
    """Points of the level in two games from one opening, colours exchanged: 0 to 2."""
    fen, level, opponent, seed = task
    total = 0.0
    for number in range(2):
        own = Own(level, 4 * seed + number)
        other = Own(opponent.level, 4 * seed + number + 2) if opponent.level else Stockfish(round(opponent.rating))
        total += white_points(fen, own, other) if number == 0 else 1 - white_points(fen, other, own)
        own.close()
        other.close()
    return total


def opponents_of(level: Level, rated: dict[int, Estimate]) -> list[Opponent]:
    """Two near it."""
    if level.elo >= STOCKFISH_LEVELS[0] - REACH:
        near = sorted(STOCKFISH_LEVELS, key=lambda elo: abs(elo - level.elo))[:OPPONENTS]
        return [Opponent(f"stockfish-{elo}", elo, None) for elo in near]
    above = [other for other in LEVELS if other.elo > level.elo and other.elo in rated][:OPPONENTS]
    return [Opponent(f"kiebitz-{other.elo}", rated[other.elo].value, other) for other in above]


def journal_of(path: Path) -> Iterator[tuple[tuple, float]]:
    """What was played in earlier sittings."""
    if path.exists():
        for line in path.read_text().splitlines():
            *key, points = json.loads(line)
            yield tuple(key), points


def main() -> None:
    """Measure, and say where the levels belong."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("journal", type=Path)
    parser.add_argument("--games", type=int, default=100, help="games of a level, against all its opponents")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", type=int, nargs="*", help="levels to measure")
    arguments = parser.parse_args()
    openings = [opening.fen for opening in read_book().shuffled(arguments.seed)]
    done = dict(journal_of(arguments.journal))
    pairs = max(arguments.games // (2 * OPPONENTS), 1)
    rated: dict[int, Estimate] = {}
    print("claimed  measured  95% interval     nodes  noise  points")
    with ProcessPoolExecutor(arguments.jobs) as pool, arguments.journal.open("a") as out:
        for level in reversed(LEVELS):
            if arguments.only and level.elo not in arguments.only:
                continue
            meetings, told = [], []
            for opponent in opponents_of(level, rated):
                keys = [(level.nodes, level.noise, opponent.name, arguments.seed, number) for number in range(pairs)]
                tasks = {
                    key: (openings[key[-1] % len(openings)], level, opponent, key[-1])
                    for key in keys
                    if key not in done
                }
                for key, points in zip(tasks, pool.map(play_pair, tasks.values()), strict=True):
                    done[key] = points
                    out.write(json.dumps([*key, points]) + "\n")
                    out.flush()
                counts = [sum(done[key] == half / 2 for key in keys) for half in range(5)]
                meetings.append((opponent.rating, counts))
                told.append(f"{sum(done[key] for key in keys):g} of {2 * pairs} against {opponent.name}")
            rated[level.elo] = found = performance(meetings)
            print(
                f"{level.elo:>7} {found.value:>9.0f}  {found.low:>5.0f} to {found.high:<5.0f} {level.nodes:>9,} "
                f"{level.noise:>6.1f}  {', '.join(told)}",
                flush=True,
            )
    print_places(rated)


def print_places(rated: dict[int, Estimate]) -> None:
    """Nodes and noise that each rating belongs to, along the curve of the levels measured."""
    curve = sorted((found.value, claimed) for claimed, found in rated.items() if math.isfinite(found.value))
    if len(curve) < OPPONENTS:
        return
    print("\nrating   nodes  noise   (along the curve of the levels measured)")
    for rating in range(600, 3000, 200):
        for (low, first), (high, second) in itertools.pairwise(curve):
            if low <= rating <= high:
                place = level_of(round(first + (second - first) * (rating - low) / (high - low)))
                print(f"{rating:>6} {place.nodes:>7,} {place.noise:>6.1f}")


if __name__ == "__main__":
    main()
