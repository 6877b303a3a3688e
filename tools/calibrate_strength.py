"""Measures the levels of ``kiebitz.engine.strength`` on the scale of ``kiebitz gauntlet``, that of Stockfish's levels.

    python tools/calibrate_strength.py JOURNAL.jsonl [--games N] [--jobs N] [--seed N] [--only ELO …] [--pgn FILE]

From the highest level down, each plays two of Stockfish's levels near it (``UCI_Elo``; 50 ms a move, which is time
enough for the depth at which such a level chooses); a level below the lowest of those plays the two Kiebitz levels
above it, as they were just rated. Openings are those of ``kiebitz match``, each played with both colours. What is
played is kept in the journal, and the same command goes on where it ends; ``--pgn`` adds the games to a file.

Prints each level's rating with its 95% interval (opponents' ratings taken as exact), and where on the curve of nodes
and noise the levels belong by that: to be put into ``LEVELS``, and measured again.
"""

import argparse
import itertools
import json
import math
import os
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from kiebitz import Engine, Limit
from kiebitz.arena.match.anchors import ANCHORS, SCALE
from kiebitz.arena.match.anchors import LEVELS as STOCKFISH_LEVELS
from kiebitz.arena.match.elo import Estimate
from kiebitz.arena.match.make_player import make_player
from kiebitz.arena.match.openings import Opening, read_book
from kiebitz.arena.match.player import Choice, Player, parse_player
from kiebitz.arena.match.rating import performance
from kiebitz.arena.match.record import ScheduledGame, summarise
from kiebitz.arena.match.referee import Rules, play_game
from kiebitz.arena.match.time_control import MatchLimit
from kiebitz.arena.match.written_game import RecordStyle, write_game
from kiebitz.engine.eras import TODAY
from kiebitz.engine.strength import LEVELS, Handicap, Level, level_of, settings_of
from kiebitz.games.live_game import LiveGame

STOCKFISH_MS = 50
# A game this long without a result is a draw of two players who can't win.
MOST_MOVES = 150
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

    def player(self, seed: int) -> Player:
        """The player itself."""
        return LevelPlayer(self.level, seed) if self.level else StockfishLevel(self.name)


class LevelPlayer:
    """A level of Kiebitz with an engine, and so a table, of its own."""

    def __init__(self, level: Level, seed: int) -> None:
        self._handicap = Handicap(level, seed)
        self._engine = Engine(hash_mb=1, **settings_of(TODAY))

    def new_game(self) -> None:
        """Forget the last game."""
        self._engine.new_game()

    def choose(self, game: LiveGame, limit: Limit, timeout_s: float) -> Choice:
        """Its choice, by its own limit."""
        del limit, timeout_s
        info = self._engine.analyse(game.position, self._handicap.limit(Limit()), multipv=self._handicap.candidates)
        line = self._handicap.choose(info.lines)
        return Choice(line.moves[0], line.score, info.depth, info.nodes)

    def game_over(self, points: float) -> None:
        """Nothing to do."""

    def close(self) -> None:
        """End it."""
        self._engine.close()

    kill = close


class StockfishLevel:
    """One of Stockfish's levels, with a fixed time for each move."""

    def __init__(self, name: str) -> None:
        described = next(anchor.player for anchor in ANCHORS if anchor.name == name)
        if described is None:
            raise SystemExit("stockfish is missing; on Debian, apt install stockfish")
        self._player = make_player(parse_player(described))
        self.new_game, self.close, self.kill = self._player.new_game, self._player.close, self._player.kill
        self.game_over = self._player.game_over

    def choose(self, game: LiveGame, limit: Limit, timeout_s: float) -> Choice:
        """Its choice."""
        del limit
        return self._player.choose(game, Limit(movetime_ms=STOCKFISH_MS), timeout_s)


def play_pair(opening: Opening, level: Level, opponent: Opponent, seed: int) -> tuple[float, str]:
    """Points of the level in two games from one opening, colours exchanged (0 to 2), and the games in PGN."""
    rules = Rules(MatchLimit(nodes=level.nodes), draw=None, resign=None, most_moves=MOST_MOVES)
    style = RecordStyle((f"kiebitz-{level.elo}", opponent.name), SCALE, date.today().isoformat(), rules.limit)
    total, games = 0.0, []
    for number in range(2):
        players = LevelPlayer(level, 4 * seed + number), opponent.player(4 * seed + number + 2)
        try:
            record = play_game(ScheduledGame(2 * seed + number, opening), players, rules)
        finally:
            for player in players:
                player.close()
        if record.fault:
            raise RuntimeError(f"{level} against {opponent.name}: {record.ending.reason}")
        game = summarise(record, write_game(record, style))
        total += game.points
        games.append(game.pgn)
    return total, "\n".join(games)


def opponents_of(level: Level, rated: dict[int, Estimate]) -> list[Opponent]:
    """Two near it."""
    if level.elo >= STOCKFISH_LEVELS[0] - REACH:
        near = sorted(STOCKFISH_LEVELS, key=lambda elo: abs(elo - level.elo))[:OPPONENTS]
        return [Opponent(f"stockfish-{elo}", elo, None) for elo in near]
    above = [other for other in LEVELS if other.elo > level.elo and other.elo in rated][:OPPONENTS]
    return [Opponent(f"kiebitz-{other.elo}", rated[other.elo].value, other) for other in above]


def journal_of(path: Path) -> Iterator[tuple[tuple, float]]:
    """The games of earlier sittings."""
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
    parser.add_argument("--pgn", type=Path, default=os.devnull, help="a file to which the games are added")
    arguments = parser.parse_args()
    openings = read_book().shuffled(arguments.seed)
    done = dict(journal_of(arguments.journal))
    pairs = max(arguments.games // (2 * OPPONENTS), 1)
    rated: dict[int, Estimate] = {}
    print("claimed  measured  95% interval     nodes  noise  points")
    with (
        ProcessPoolExecutor(arguments.jobs) as pool,
        arguments.journal.open("a") as out,
        open(arguments.pgn, "a") as pgn,
    ):
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
                played = pool.map(play_pair, *zip(*tasks.values(), strict=True)) if tasks else ()
                for key, (points, games) in zip(tasks, played, strict=True):
                    done[key] = points
                    out.write(json.dumps([*key, points]) + "\n")
                    out.flush()
                    print(games, file=pgn, flush=True)
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
