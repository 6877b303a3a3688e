"""A collection measured: games added a second of processor time, size, opening, questions by position, memory.

Each question is asked in a process that has just opened the collection, and some times more: processor time, and in
brackets time by the clock. Questions for where all games have been, where many have, and where few; lists in their
orders; material and pawns. With ``-`` in the place of games those that the folder's collection has are asked about.

    python tools/made_up_games.py 100000 games.pgn
    python benches/collection_speed.py games.pgn [FOLDER]
"""

from __future__ import annotations

import resource
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import chess  # noqa: F401 - its import is not measured

import kiebitz
from kiebitz.analysis.reading.selection import GameSelection
from kiebitz.collection.adding import add_games
from kiebitz.collection.collection import Collection
from kiebitz.collection.position_search import visits
from kiebitz.collection.structures import games_with, material_of, pawns_of
from kiebitz.engine import Position

ROUNDS = 5
MANY = "rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"
FEW = "rnbqkb1r/pp2pp1p/3p1np1/8/3NP3/2N5/PPP2PPP/R1BQKB1R w KQkq - 0 6"
NEWEST = GameSelection(first=50)


def timed(name: str, act: Callable[[], int]) -> None:
    """Do it some times; print what came out and how long each took."""
    times = []
    for _ in range(ROUNDS):
        began, by_wall = time.process_time(), time.perf_counter()
        found = act()
        times.append((1000 * (time.process_time() - began), 1000 * (time.perf_counter() - by_wall)))
    (first, first_wall), (then, then_wall) = times[0], min(times[1:])
    told = f"first {first:.1f} ms ({first_wall:.0f}), then {then:.1f} ms at best ({then_wall:.0f})"
    print(f"{name}: {found:,}, {told}", flush=True)


def through(collection: Collection, fen: str) -> int:
    """A position's games, the first fifty of them by date, and what was played: what the page "My games" asks."""
    found = visits(collection, Position(fen))
    plies = dict(zip(found.games.tolist(), found.plies.tolist(), strict=True))
    collection.find(NEWEST, among=plies, sort="date", descending=True)
    return collection.count(NEWEST, among=plies)


def add(archive: str, file: Path) -> None:
    """Add the games."""
    began, by_wall = time.process_time(), time.perf_counter()
    with Collection(file) as collection:
        added = add_games(collection, kiebitz.read_games(archive))
    took, wall = time.process_time() - began, time.perf_counter() - by_wall
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(
        f"{added.games:,} games added: {added.games / took:,.0f} a second of processor time ({wall:.0f} s by the clock)"
    )
    print(f"{file.stat().st_size / 1e6:,.0f} MB, {memory:,.0f} MB of memory at most", flush=True)


def main(archive: str, folder: Path) -> None:
    """Measure."""
    file = folder / "collection.sqlite"
    if archive != "-":
        add(archive, file)
    began = time.perf_counter()
    collection = Collection(file)
    count = len(collection)
    print(f"opened, {count:,} games counted: {1000 * (time.perf_counter() - began):.0f} ms")
    start = kiebitz.Board().fen()
    for name, fen in (("explorer, the start", start), ("explorer, 1.e4 c5", MANY), ("explorer, the Dragon", FEW)):
        timed(name, lambda fen=fen: len(visits(collection, Position(fen)).games))  # type: ignore[misc]
    timed("games and explorer, 1.e4 c5", lambda: through(collection, MANY))
    timed("games and explorer, the Dragon", lambda: through(collection, FEW))
    timed(
        "explorer of a player, the start",
        lambda: len(visits(collection, Position(), GameSelection(player="864")).games),
    )
    for sort in ("added", "date", "white"):
        timed(f"the last fifty by {sort}", lambda sort=sort: len(collection.find(NEWEST, sort=sort, descending=True)))  # type: ignore[misc]
    timed("KRPvKR", lambda: len(games_with(collection, material_of("KRPvKR"))))
    timed("d4 -c -e / e6", lambda: len(games_with(collection, pawns_of("d4 -c -e / e6"))))


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as made:
        main(sys.argv[1], Path(sys.argv[2] if len(sys.argv) > 2 else made))
