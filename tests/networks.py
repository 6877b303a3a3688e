"""Networks with random weights, and what they say of a position by NumPy: the meaning of a file, computed otherwise."""

import struct
from dataclasses import dataclass
from hashlib import blake2b

import numpy as np

from kiebitz.core.chess.fen import Setup
from kiebitz.core.evaluation.deep import LAYER_1, LAYER_2, SKIPPED, SUM, WIDE
from kiebitz.core.evaluation.network.features import BUCKETS, FEATURES, FORMER_ROOMS, ROOMS
from kiebitz.core.evaluation.network.file import Network, pack, pack_deep
from kiebitz.core.evaluation.network.games import CHESS, SHOGI, NetworkGame
from kiebitz.core.evaluation.network.layers import HIDDEN, QA
from kiebitz.core.shogi.sfen import EMPTY as NO_MAN
from kiebitz.core.shogi.sfen import KING as SHOGI_KING
from kiebitz.core.shogi.sfen import SET
from kiebitz.core.shogi.sfen import Setup as ShogiSetup

EMPTY = 12
KING = 10
UNIT = 128
SCALE = 400


@dataclass(frozen=True)
class Weights:
    """A network's numbers; what is drawn at random spreads as in trained ones."""

    rows: np.ndarray
    """FEATURES rows of HIDDEN, and the bias."""
    output: np.ndarray
    """By bucket and view."""
    output_bias: np.ndarray
    """By bucket."""
    game: NetworkGame = CHESS

    @classmethod
    def drawn(cls, seed: int, game: NetworkGame = CHESS) -> "Weights":
        """Random weights, the same for a seed everywhere."""
        rng = np.random.default_rng(seed)
        return cls(
            rng.normal(0, 30, (game.features + 1, HIDDEN)).round().clip(-500, 500).astype("<i2"),
            rng.normal(0, 30, (BUCKETS, 2, HIDDEN)).round().clip(-128, 128).astype("<i2"),
            rng.integers(-QA * UNIT // 2, QA * UNIT // 2, BUCKETS).astype("<i4"),
            game,
        )

    @classmethod
    def zero(cls, game: NetworkGame = CHESS) -> "Weights":
        """Weights that find every position equal."""
        return cls(
            np.zeros((game.features + 1, HIDDEN), "<i2"),
            np.zeros((BUCKETS, 2, HIDDEN), "<i2"),
            np.zeros(BUCKETS, "<i4"),
            game,
        )

    def packed(self, *, qb: int = UNIT, scale: int = SCALE, made: str = "at random") -> bytes:
        """The bytes of its file."""
        parts = (self.rows.tobytes(), self.output.tobytes(), self.output_bias.tobytes())
        return pack(*parts, qb=qb, scale=scale, made=made, game=self.game)

    def network(self) -> Network:
        """The network itself."""
        return Network(self.packed())

    def outputs(self, position: Setup | ShogiSetup) -> list[int]:
        """What each set of output weights says, centipawns for the side to move."""
        clipped = np.stack([self.view(position, side).clip(0, QA) for side in (position.side, 1 - position.side)])
        totals = (clipped * clipped * self.output.astype(np.int64)).sum(axis=(1, 2))
        sums = np.trunc(totals / QA).astype(np.int64) + self.output_bias
        return [int(value) for value in np.trunc(sums * SCALE / (QA * UNIT))]

    def value(self, position: Setup | ShogiSetup) -> int:
        """What the set for the number of men says."""
        return self.outputs(position)[set_of(position)]

    def view(self, position: Setup | ShogiSetup, side: int) -> np.ndarray:
        """The sums of one side's view, not clipped yet."""
        seen = rows_of_chess if isinstance(position, Setup) else rows_of_shogi
        return self.rows[[*seen(position, side), self.game.features]].astype(np.int64).sum(axis=0)


@dataclass(frozen=True)
class DeepWeights:
    """The numbers of a deep network, WIDE neurons wide or narrower."""

    rows: np.ndarray
    """Of each room FEATURES rows, and the bias."""
    bias_1: np.ndarray
    weights_1: np.ndarray
    bias_2: np.ndarray
    weights_2: np.ndarray
    bias_3: np.ndarray
    weights_3: np.ndarray
    game: NetworkGame = CHESS

    @classmethod
    def drawn(cls, seed: int, width: int = WIDE, rooms: int | None = None, game: NetworkGame = CHESS) -> "DeepWeights":
        """Random weights by which hardly a neuron is always closed, the same for a seed everywhere."""
        rng = np.random.default_rng(seed)
        rows = rng.normal(0, 30, ((rooms or game.rooms) * game.features + 1, width)).round()
        rows[-1] += QA // 3

        def weights(*shape: int) -> np.ndarray:
            return rng.normal(4, 40, shape).round().clip(-127, 127).astype("i1")

        def biases(*shape: int) -> np.ndarray:
            return rng.integers(-SUM // 2, SUM // 2, (BUCKETS, *shape)).astype("<i4")

        return cls(
            rows.clip(-500, 500).astype("<i2"),
            biases(LAYER_1),
            weights(BUCKETS, LAYER_1, width),
            biases(LAYER_2),
            weights(BUCKETS, LAYER_2, LAYER_2),
            biases(),
            weights(BUCKETS, LAYER_2),
            game,
        )

    @property
    def rooms(self) -> int:
        """Rooms of the own king."""
        return len(self.rows) // self.game.features

    @property
    def sets(self) -> bytes:
        """What lies behind the first layer, as in a file."""
        behind = (self.bias_1, self.weights_1, self.bias_2, self.weights_2, self.bias_3, self.weights_3)
        return b"".join(part[bucket].tobytes() for bucket in range(BUCKETS) for part in behind)

    def packed(self, *, scale: int = SCALE, made: str = "at random") -> bytes:
        """The bytes of its file."""
        return pack_deep(self.rows.tobytes(), self.sets, scale=scale, made=made, game=self.game)

    def packed_plainly(self) -> bytes:
        """The bytes of its file as the format's version 2 had them."""
        shape = (2, self.rows.shape[1], QA, self.rooms, LAYER_1, LAYER_2, SCALE, 0)
        content = self.game.magic + struct.pack("<8I", *shape) + self.rows.tobytes() + self.sets
        return content + blake2b(content, digest_size=8).digest()

    def network(self) -> Network:
        """The network itself."""
        return Network(self.packed())

    def outputs(self, position: Setup | ShogiSetup) -> list[int]:
        """What each set says, centipawns for the side to move."""
        views = [self.view(position, side).clip(0, QA) for side in (position.side, 1 - position.side)]
        half = self.rows.shape[1] // 2
        seen = np.concatenate([view[:half] * view[half:] >> 9 for view in views])
        sums = self.weights_1.astype(np.int64) @ seen + self.bias_1
        first = np.zeros((BUCKETS, LAYER_2), np.int64)
        first[:, : LAYER_1 - 1] = (sums[:, :-1] ** 2 >> 19).clip(max=127)
        first[:, LAYER_1 - 1 : SKIPPED] = (sums[:, :-1] >> 6).clip(0, 127)
        second = (self.weights_2.astype(np.int64) @ first[:, :, None])[:, :, 0] + self.bias_2
        told = (self.weights_3.astype(np.int64) * (second >> 6).clip(0, 127)).sum(axis=1)
        return [int(value) for value in np.trunc((told + self.bias_3 + sums[:, -1]) * SCALE / SUM)]

    def value(self, position: Setup | ShogiSetup) -> int:
        """What the set for the number of men says."""
        return self.outputs(position)[set_of(position)]

    def view(self, position: Setup | ShogiSetup, side: int) -> np.ndarray:
        """The sums of one side's view, not clipped yet."""
        if isinstance(position, ShogiSetup):
            return self.rows[[*rows_of_shogi(position, side), -1]].astype(np.int64).sum(axis=0)
        king = position.men.index(KING + side)
        turn = (56 if side else 0) ^ (7 if king % 8 >= 4 else 0)
        first = FEATURES * room_of(king ^ turn, self.rooms)
        seen = [first + row for row in rows_of_chess(position, side)]
        return self.rows[[*seen, -1]].astype(np.int64).sum(axis=0)


def set_of(position: Setup | ShogiSetup) -> int:
    """The set for the number of men."""
    if isinstance(position, Setup):
        return (sum(man != EMPTY for man in position.men) - 2) // 4
    return max(0, min((sum(man != NO_MAN for man in position.men) - 24) // 2, 7))


def rows_of_chess(position: Setup, side: int) -> list[int]:
    """The rows of a position, as a side sees it."""
    turn = 56 if side else 0
    if position.men.index(KING + side) % 8 >= 4:
        turn ^= 7
    return [(man ^ side) * 64 + (square ^ turn) for square, man in enumerate(position.men) if man != EMPTY]


def rows_of_shogi(position: ShogiSetup, side: int) -> list[int]:
    """The rows of a position, as a side sees it: men on the board, and the steps of both hands."""

    def seen(square: int) -> tuple[int, int]:
        file, rank = divmod(square - (square > 63), 9)
        return (8 - file, 8 - rank) if side else (file, rank)

    king = 2 * SHOGI_KING + side
    in_mirror = king in position.men and seen(position.men.index(king))[0] > 4
    rows = []
    for square, man in enumerate(position.men):
        if man != NO_MAN:
            file, rank = seen(square)
            rows.append((man ^ side) * 81 + 9 * (8 - file if in_mirror else file) + rank)
    for owner in range(2):
        step = SHOGI.features - 76 + 38 * (owner ^ side)
        for kind, most in sorted(SET.items()):
            rows += range(step, step + position.hands[owner][kind])
            step += most
    return rows


def room_of(king: int, rooms: int = ROOMS) -> int:
    """The room of a king by its square in its owner's view, on the files a to d."""
    rank, file = divmod(king, 8)
    if rooms == FORMER_ROOMS:
        return (file, 4 + file // 2, 6, 7)[min(rank, 3)]
    return (file, 4 + file, 8 + file // 2, 10 + file // 2, 12 + file // 2, 14, 15)[min(rank, 6)]
