"""A test suite beside other programs: points and solutions of each, with the same time for each position.

    python benches/suite_beside.py JOURNAL.jsonl FILE.epd MOVETIME_MS JOBS PLAYER…      (stopped, it goes on)

A player is described as for ``kiebitz match``. Every position is given to all players in turn, so whatever else the
machine does hinders all alike; each forgets before it what it knows. ``JOBS`` positions are under way at a time. The
table has each player's points (``c8`` and ``c9`` of the EPD) or solutions (``bm``, ``am``), and how far it is from the
first player, with the 95% interval over positions.
"""

import json
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import contextmanager
from pathlib import Path
from queue import SimpleQueue
from typing import TypeAlias

from kiebitz.arena.match.make_player import make_player
from kiebitz.arena.match.openings import Opening
from kiebitz.arena.match.player import Player, Spec, parse_players
from kiebitz.arena.suite.epd import Task, read_suite
from kiebitz.engine.limit import Limit
from kiebitz_claims.measuring.statistics import mean

# Players that answer no sooner than this after their time are given up.
PATIENCE_S = 20.0
LEAST_POSITIONS = 2
Team: TypeAlias = dict[str, Player]
"""The players by name."""


@contextmanager
def teams_of(specs: tuple[Spec, ...], count: int) -> Iterator[SimpleQueue[Team]]:
    """So many teams, free to be borrowed; in the end they are closed, or killed if something went wrong."""
    free: SimpleQueue[Team] = SimpleQueue()
    everybody: list[Player] = []
    try:
        for _ in range(count):
            team = {}
            for spec in specs:
                team[spec.name] = make_player(spec)
                everybody.append(team[spec.name])
            free.put(team)
        yield free
    except BaseException:
        for player in everybody:
            player.kill()
        raise
    for player in everybody:
        player.close()


def attempts(task: Task, free: SimpleQueue[Team], movetime_ms: int) -> dict[str, object]:
    """A line of the journal: what each player of a team chose, and what that is worth."""
    team = free.get()
    found = {}
    try:
        for name, player in team.items():
            player.new_game()
            game = Opening(task.fen, chess960=task.chess960).begin()
            choice = player.choose(game, Limit(movetime_ms=movetime_ms), movetime_ms / 1000 + PATIENCE_S)
            mate = choice.score.mate if choice.score else None
            is_right = choice.move is not None and task.is_right(choice.move, mate)
            worth = task.points.get(choice.move or "", 0) if task.points else int(is_right)
            found[name] = {"move": choice.move, "worth": worth, "depth": choice.depth}
    finally:
        free.put(team)  # who waits for it would wait for ever
    return {"line": task.line, "most": task.most_points if task.points else 1, "players": found}


def journal(path: Path) -> Iterator[dict]:
    """The positions done in earlier sittings."""
    if path.exists():
        yield from map(json.loads, path.read_text().splitlines())


def report(rows: list[dict]) -> None:
    """Print the table."""
    names = list(rows[0]["players"])
    most = sum(row["most"] for row in rows)
    print(f"{len(rows)} positions, {most} to be had")
    for name in names:
        total = sum(row["players"][name]["worth"] for row in rows)
        line = f"{name:24} {total:>7} {total / most:>7.1%}"
        if name != names[0] and len(rows) >= LEAST_POSITIONS:
            gap = mean(row["players"][name]["worth"] - row["players"][names[0]]["worth"] for row in rows)
            scale = 100 * len(rows) / most
            line += f"  {scale * gap.value:+.1f}% ({scale * gap.low:+.1f} to {scale * gap.high:+.1f}) of {names[0]}'s"
        print(line)


def main() -> None:
    """Go on where the journal ends, then report."""
    if len(sys.argv) < 6:
        raise SystemExit(__doc__)
    path, suite, movetime_ms, jobs = Path(sys.argv[1]), Path(sys.argv[2]), int(sys.argv[3]), int(sys.argv[4])
    specs = parse_players(*sys.argv[5:])
    rows = list(journal(path))
    done = {row["line"] for row in rows}
    tasks = [task for task in read_suite(suite) if isinstance(task, Task) and task.line not in done]
    with path.open("a") as out, ThreadPoolExecutor(jobs) as pool, teams_of(specs, jobs) as free:
        try:
            for future in as_completed([pool.submit(attempts, task, free, movetime_ms) for task in tasks]):
                rows.append(future.result())
                out.write(json.dumps(rows[-1]) + "\n")
                out.flush()
                print(f"\r{len(rows)} of {len(done) + len(tasks)}", end="", file=sys.stderr, flush=True)
        finally:
            pool.shutdown(wait=False, cancel_futures=True)
    print(file=sys.stderr)
    report(rows)


if __name__ == "__main__":
    main()
