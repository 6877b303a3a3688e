"""The gate of shogi: as ``gate``, played in these processes by searches of as many positions a move.

Games begin with random plies, each opening twice with sides exchanged; such a pair is what is counted. They end by the
rules of shogi (perpetual check and 27 points among them), and where a side has seen itself lost for some moves. Pairs
follow from the seed; each is a block of the match's file, so an interrupted match goes on.
"""

from __future__ import annotations

import json
import math
import random
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

from kiebitz.arena.train.block_file import BlockFile, BlockFileError, read_blocks
from kiebitz.arena.train.gate import EVEN, TEST, Verdict, verdict_of
from kiebitz.arena.train.generate import finished_tasks
from kiebitz.core.evaluation.network.file import Network
from kiebitz.core.parameters import SHOGI, complete
from kiebitz.core.search.iterative_deepening import think
from kiebitz.core.search.limits import SearchLimits
from kiebitz.core.search.shogi_worker import ShogiWorker
from kiebitz.core.shogi.declaration import may_declare
from kiebitz.core.shogi.notation import legal_moves, push
from kiebitz.core.shogi.position import ShogiPosition
from kiebitz.core.table.table import Table

MAGIC = b"Kiebitz match of shogi 1\n"
NODES = 3_000
MOST_PLIES = 320
"""A longer game is a draw."""
OPENING_PLIES = (6, 10)
"""Random plies before a game, at least and at most."""
LOST_VALUE, LOST_MOVES = -3_000, 4
"""The value, in centipawns, at or below which a side has lost after so many of its own moves."""
TABLE_MB = 4
PAIR = 2


@dataclass(frozen=True, slots=True)
class Side:
    """A side's player: an evaluation, and its network as its file has it."""

    evaluation: str
    network: bytes | None = None

    @property
    def name(self) -> str:
        """The evaluation, and the network's checksum."""
        return self.evaluation if self.network is None else f"{self.evaluation}-{Network(self.network).checksum}"


class Player:
    """A side at the board."""

    def __init__(self, side: Side) -> None:
        """Raises NetworkError."""
        self._table = Table(TABLE_MB)
        self._worker = ShogiWorker(self._table)
        network = None if side.network is None else Network(side.network)
        self._worker.configure(complete({"evaluation": side.evaluation}, SHOGI), network)

    def new_game(self) -> None:
        """Remember nothing of earlier games."""
        self._worker.new_game()
        self._table.clear()

    def choose(self, position: ShogiPosition) -> tuple[str, int]:
        """A move, and what it is worth to its mover, in centipawns."""
        self._worker.prepare(position, SearchLimits(nodes=NODES))
        think(self._worker)
        best = self._worker.results()[0]
        return best.moves[0], best.value


@dataclass(frozen=True, slots=True)
class Pair:
    """Two games from one opening, with sides exchanged."""

    opening: list[str]
    """Its random plies, as USI text."""
    games: list[list[str]]
    """The moves after it; the new network has Black in the first game."""
    points: list[float]
    """Of the new network, in each."""

    @property
    def half_points(self) -> int:
        """Its half points of both games together."""
        return round(2 * math.fsum(self.points))


def play_shogi_gate(
    new: Side,
    old: Side,
    path: Path,
    *,
    games: int,
    jobs: int,
    seed: int,
    stops_early: bool,
    on_game: Callable[[int, float], None],
) -> Verdict:
    """Play at most so many games (an even number) between two sides; as ``gate.play_gate``.

    Raises GenerationError, BlockFileError for the file of another match, and OSError.
    """
    about = {"new": new.name, "old": old.name, "nodes": NODES, "seed": seed}
    counts = [0] * (2 * PAIR + 1)
    verdict = None
    with BlockFile(path, MAGIC) as file:
        if not file.next:
            file.append(0, json.dumps(about).encode())
        for pair in _played(path, about):
            counts[pair.half_points] += 1
        if stops_early and any(counts):
            verdict = TEST.verdict(counts)
        played = sum(counts)
        if verdict is None and played < games // PAIR:
            numbers = range(played, games // PAIR)
            with finished_tasks(jobs, _prepare, (new, old, seed), _play_pair, numbers) as pairs:
                for pair in pairs:
                    file.append(PAIR, json.dumps(asdict(pair)).encode())
                    counts[pair.half_points] += 1
                    on_game(PAIR * sum(counts), _score(counts))
                    verdict = TEST.verdict(counts) if stops_early else None
                    if verdict is not None:
                        break
    return verdict_of(PAIR * sum(counts), _score(counts), counts, verdict)


def _score(counts: list[int]) -> float:
    """The share of the points, of pairs counted by their half points."""
    half_points = math.fsum(half * number for half, number in enumerate(counts))
    return half_points / ((len(counts) - 1) * max(1, sum(counts)))


def _played(path: Path, about: dict[str, object]) -> Iterator[Pair]:
    """The pairs of a match's file. Raises BlockFileError for the file of another match."""
    for block in read_blocks(path, MAGIC, lambda damage: None):
        data = json.loads(block.data)
        if block.number:
            yield Pair(**data)
        elif data != about:
            raise BlockFileError(f"{path} is the file of another match ({data}); move it away")


def _prepare(setting: tuple[Side, Side, int]) -> tuple[Player, Player, int]:
    new, old, seed = setting
    return Player(new), Player(old), seed


def _play_pair(state: tuple[Player, Player, int], number: int) -> Pair:
    """Play an opening twice."""
    new, old, seed = state
    opening = random_opening(random.Random(f"{seed} {number}"))
    games, points = [], []
    for black, white, own in ((new, old, 0), (old, new, 1)):
        moves, blacks = play(opening, black, white)
        games.append(moves)
        points.append(1 - blacks if own else blacks)
    return Pair(opening, games, points)


def random_opening(chance: random.Random) -> list[str]:
    """Random plies from the initial position, after which the game goes on."""
    while True:
        position, moves = ShogiPosition(), []
        for _ in range(chance.randint(*OPENING_PLIES)):
            legal = legal_moves(position)
            if not legal:
                break
            moves.append(chance.choice(legal))
            push(position, moves[-1])
        if legal_moves(position) and not position.is_check:
            return moves


def play(opening: list[str], black: Player, white: Player) -> tuple[list[str], float]:
    """Play a game from an opening; the moves after it, and Black's points."""
    position = ShogiPosition()
    moves: list[str] = []
    for move in opening:
        push(position, move)
    players = {True: black, False: white}
    losing = {True: 0, False: 0}
    for player in players.values():
        player.new_game()
    for _ in range(MOST_PLIES):
        turn = position.turn
        outcome = position.repetition_outcome()
        if outcome == "draw":
            return moves, EVEN
        if outcome == "win" or (outcome is None and may_declare(position)):
            return moves, float(turn)
        if outcome == "loss" or not legal_moves(position):
            return moves, float(not turn)
        move, value = players[turn].choose(position)
        losing[turn] = losing[turn] + 1 if value <= LOST_VALUE else 0
        if losing[turn] == LOST_MOVES:
            return moves, float(not turn)
        moves.append(move)
        push(position, move)
    return moves, EVEN
