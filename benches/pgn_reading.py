"""Games a second: ``kiebitz.read_games`` against python-chess's reader, and the memory that a large file takes.

Both read the same archive, tags and main lines, in turn, in one thread; python-chess is asked by a visitor, so that it
makes no tree. Speeds are by processor time, medians of the rounds. Then the archive's text is repeated to a file of so
many MiB, which is read once; reported are speed and the process's greatest memory before and after. Without an archive
the games of an example are read.

    python benches/pgn_reading.py [ARCHIVE.pgn [MEGABYTES [ROUNDS]]]
"""

import resource
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import chess.pgn

import kiebitz

EXAMPLE = Path(__file__).parents[1] / "examples" / "kasparov-deep-blue-1997.pgn"
MEGABYTES, ROUNDS = 100, 5
MEGABYTE = 1 << 20


class Moves(chess.pgn.BaseVisitor[int]):
    """Counts the moves of a main line; no tree is made."""

    def begin_game(self) -> None:
        """Begin anew."""
        self.moves = 0

    def begin_variation(self) -> chess.pgn.SkipType:
        """Pass a variation over."""
        return chess.pgn.SKIP

    def visit_move(self, board: chess.Board, move: chess.Move) -> None:
        """Count a move."""
        self.moves += 1

    def result(self) -> int:
        """Number of moves."""
        return self.moves


def ours(path: Path) -> list[int]:
    """Plies of each game, read by Kiebitz."""
    return [game.plies for game in kiebitz.read_games(path, on_fault=lambda fault: None)]


def theirs(path: Path) -> list[int]:
    """Plies of each game, read by python-chess."""
    with path.open(encoding="utf-8-sig", errors="replace") as file:
        return list(iter(lambda: chess.pgn.read_game(file, Visitor=Moves), None))


def tags_alone(path: Path) -> list[int]:
    """Games, of which Kiebitz reads no move."""
    return [game.plies for game in kiebitz.read_games(path, moves=False, on_fault=lambda fault: None)]


def games_a_second(read: Callable[[Path], list[int]], path: Path) -> float:
    """Games read in a second of processor time."""
    started = time.process_time()
    games = len(read(path))
    return games / (time.process_time() - started)


def peak_mib() -> float:
    """The greatest memory that this process has had, in MiB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def main(archive: Path, megabytes: int, rounds: int) -> None:
    """Time both in turn and print."""
    tags_alone(EXAMPLE)  # so that nothing is imported while it is timed
    speeds: dict[str, list[float]] = {"read_games": [], "tags alone": [], "python-chess": []}
    for _ in range(rounds):
        for name, read in zip(speeds, (ours, tags_alone, theirs), strict=True):
            speeds[name].append(games_a_second(read, archive))
    for name, each in speeds.items():
        print(f"{name:>12}: {statistics.median(each):8.0f} games a second ({min(each):.0f} to {max(each):.0f})")
    with tempfile.TemporaryDirectory() as folder:
        large = Path(folder) / "large.pgn"
        text = archive.read_bytes().rstrip() + b"\n\n"
        with large.open("wb") as file:
            for _ in range(megabytes * MEGABYTE // len(text) + 1):
                file.write(text)
        before, started = peak_mib(), time.process_time()
        games = sum(1 for _ in kiebitz.read_games(large, on_fault=lambda fault: None))
        seconds = time.process_time() - started
        size = large.stat().st_size / MEGABYTE
    print(
        f"{size:.0f} MiB, {games:,} games: {games / seconds:.0f} games and {size / seconds:.1f} MiB a second;"
        f" memory at most {before:.0f} MiB before, {peak_mib():.0f} after"
    )


if __name__ == "__main__":
    given = sys.argv[1:]
    main(
        Path(given[0]) if given else EXAMPLE,
        int(given[1]) if len(given) > 1 else MEGABYTES,
        int(given[2]) if len(given) > 2 else ROUNDS,
    )
