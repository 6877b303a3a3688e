"""A network as a file: what it was made of, its weights, and the proof that both are whole.

Numbers with the low byte first: a line that names the file, and its game if that isn't chess; the version; other
numbers of 32 bits; the length of a text, and the text itself (UTF-8): how the network was made; the weights; and the
BLAKE2b digest (RFC 7693) of all before it, 8 bytes. What the numbers mean, ``layers`` says.

- Version 1, a shallow network: HIDDEN, QA, ``qb``, ``scale``. Weights: the rows, the bias, the output weights, set by
  set, in 16 bits; the output biases in 32.
- Version 2, a deep one, of chess: WIDE, QA, ROOMS, LAYER_1, LAYER_2, ``scale``. Weights: the rows, room by room, and
  the bias in 16 bits; then of each set and layer the biases in 32 bits and the weights in 8.

Thread safety: a ``Network`` never changes; all threads may read it.
"""

import cython
from cython.cimports.kiebitz.core.chess.position import Position
from cython.cimports.kiebitz.core.evaluation.network.changes import SETS
from cython.cimports.kiebitz.core.evaluation.deep import LAYER_1, LAYER_2, WEIGHT, WIDE
from cython.cimports.kiebitz.core.evaluation.network.features import ROOMS
from cython.cimports.kiebitz.core.evaluation.network.layers import (
    HIDDEN,
    MAX_INT16,
    OUTPUT_NUMBERS,
    QA,
    Layers,
    evaluate_afresh,
    outputs_afresh,
)
from cython.cimports.kiebitz.core.shogi.position import ShogiPosition

import os
import struct
from functools import cache
from hashlib import blake2b
from pathlib import Path

from kiebitz.core.evaluation import network as room
from kiebitz.core.evaluation.network.games import CHESS, GAMES, SHOGI, NetworkGame
from kiebitz.core.evaluation.network.layers import NetworkError

SHALLOW, DEEP = 1, 2
"""The version that says which kind of network it is."""
VERSION_FIELD = struct.Struct("<I")
HEADERS = {SHALLOW: struct.Struct("<6I"), DEEP: struct.Struct("<8I")}
"""Version, numbers of the architecture, ``scale``, bytes of the text."""
DEEP_SHAPE = (WIDE, QA, ROOMS, LAYER_1, LAYER_2)
DIGEST_BYTES = 8
PARTS = {SHALLOW: ("rows", "output weights", "output biases"), DEEP: ("rows", "sets")}
MOST_BYTES = 1 << 24
"""No file is larger; of one that is, no more is read."""
MAX_UNIT = MAX_INT16
"""``qb`` and ``scale`` are no larger."""
PACKAGED = Path(room.__path__[0]) / "data"
"""Where the networks lie that come with Kiebitz; this file itself may lie in the folder of a variant."""


class Network:
    """A network from the bytes of its file. Raises NetworkError.

    ``made`` says how it came about, ``checksum`` (16 hexadecimal digits) which one it is, ``game`` what it judges;
    ``data`` are the bytes.
    """

    def __cinit__(self, data: bytes):
        game, made, qb, scale, weights = parse(data)
        self.layers = Layers(weights, qb, scale, game, len(weights) == len(PARTS[DEEP]))
        self.game = game
        self.data = data
        self.made = made
        self.checksum = data[-DIGEST_BYTES:].hex()

    def __reduce__(self):
        return Network, (self.data,)

    @property
    def qb(self) -> int:
        """What 1 is among the output weights."""
        return self.layers.qb

    @property
    def scale(self) -> int:
        """Centipawns for each 1 of the output."""
        return self.layers.scale

    @property
    def deep(self) -> bool:
        """Whether layers lie behind its first one."""
        return self.layers.deep

    @property
    def parts(self) -> tuple[bytes, ...]:
        """The weights as they lie in the file, and as ``pack`` or ``pack_deep`` takes them."""
        return parse(self.data)[4]

    def __repr__(self) -> str:
        return f"<Network {self.checksum}: {self.made}>"

    def value(self, position: Position | ShogiPosition) -> int:
        """What the set for the number of men says: centipawns from the view of the side to move, ±MAX_EVALUATION.

        The position is one of the network's game; any other is a TypeError.
        """
        if self.game is CHESS:
            chess: Position = position
            return evaluate_afresh(self.layers, chess)
        shogi: ShogiPosition = position
        return evaluate_afresh(self.layers, shogi)

    def outputs(self, position: Position | ShogiPosition) -> tuple[int, ...]:
        """What every set of output weights says, whatever the number of men. Raises TypeError as ``value``."""
        if self.game is CHESS:
            chess: Position = position
            return outputs_afresh(self.layers, chess)
        shogi: ShogiPosition = position
        return outputs_afresh(self.layers, shogi)

    def require(self, game: NetworkGame) -> None:
        """Raise NetworkError unless the network is one of this game."""
        if self.game is not game:
            raise NetworkError(
                f"this is a network of {self.game}, for {self.game.player}; give one of {game},"
                f" as 'kiebitz train --game {game}' writes it"
            )

    def worths(self, position: Position) -> dict[str, int]:
        """What the value would lose without each man but the kings, by his square: centipawns, his side's view.

        Of chess alone. Raises NetworkError.
        """
        self.require(CHESS)
        return self.layers.worths(position)


def sizes_of(game, version):
    """Bytes of the weights' parts."""
    if version == SHALLOW:
        return (2 * (game.features + 1) * HIDDEN, 2 * OUTPUT_NUMBERS, 4 * SETS)
    behind = 4 * (LAYER_1 + LAYER_2 + 1) + LAYER_1 * WIDE + LAYER_2 * LAYER_2 + LAYER_2
    return (2 * (ROOMS * game.features + 1) * WIDE, SETS * behind)


def pack(
    rows: bytes, output: bytes, output_bias: bytes, *, qb: int, scale: int, made: str, game: NetworkGame = CHESS
) -> bytes:
    """Make the bytes of a shallow network's file; ``made`` says how it came about.

    ``rows``: the first layer's rows, the bias after them; ``output``: the sets of output weights, each the own view's
    before the other's; ``output_bias``: one for each set; as they lie in the file. Raises NetworkError for weights
    that no file may have.
    """
    return packed(SHALLOW, (HIDDEN, QA, qb), (rows, output, output_bias), scale, made, game)


def pack_deep(rows: bytes, sets: bytes, *, scale: int, made: str) -> bytes:
    """Make the bytes of a deep network's file; ``made`` says how it came about.

    ``rows``: the first layer's rows, room by room, and the bias; ``sets``: what lies behind; as they lie in the file.
    Raises NetworkError for weights that no file may have.
    """
    return packed(DEEP, DEEP_SHAPE, (rows, sets), scale, made, CHESS)


def packed(version, shape, weights, scale, made, game):
    """The bytes of a file. Raises NetworkError."""
    text = made.encode()
    *_, last = shape
    check_units(last, scale)
    for name, part, size in zip(PARTS[version], weights, sizes_of(game, version), strict=True):
        if len(part) != size:
            raise NetworkError(f"the {name} of a network have {size} bytes, not {len(part)}; write them as in a file")
    header = HEADERS[version].pack(version, *shape, scale, len(text))
    content = game.magic + header + text + b"".join(weights)
    data = content + digest_of(content)
    Network(data)
    return data


def check_units(qb, scale):
    """Raise NetworkError unless both are whole numbers that the sums have room for."""
    for name, unit in (("qb", qb), ("scale", scale)):
        if not 1 <= unit <= MAX_UNIT:
            raise NetworkError(f"the network's {name} is {unit}, not in 1 to {MAX_UNIT}; export it anew")


def digest_of(content):
    """What the file's last bytes must be."""
    return blake2b(content, digest_size=DIGEST_BYTES).digest()


def read_network(path: str | os.PathLike[str], game: NetworkGame | None = None) -> Network:
    """Read a network's file, of any game unless one is given. Raises NetworkError, which names the file."""
    path = Path(path)
    if path.exists() and not path.is_file():
        # A pipe would keep its reader waiting.
        raise NetworkError(f"{path} is no file; give one that 'kiebitz train' wrote")
    try:
        with path.open("rb") as file:
            network = Network(file.read(MOST_BYTES))
        if game is not None:
            network.require(game)
        return network
    except OSError as error:
        raise NetworkError(f"can't read the network {path}: {error.strerror}") from error
    except NetworkError as error:
        raise NetworkError(f"{path}: {error}") from error


def network_for(game: NetworkGame, network: Network | None) -> Network:
    """The network that evaluates a game where it is asked for: the one that is given, or the one that comes along.

    Raises NetworkError for one of another game, and if there is none.
    """
    if network is None:
        return packaged_network(game)
    network.require(game)
    return network


@cache
def packaged_network(game: NetworkGame = CHESS) -> Network:
    """The network that comes with Kiebitz for a game, read once. Raises NetworkError if there is none."""
    path = PACKAGED / game.packaged
    if not path.exists():
        raise NetworkError(
            f"no network of {game} comes with this Kiebitz; give one with network=FILE (UCI, USI: EvalFile), or choose"
            " evaluation=classical"
        )
    return read_network(path, game)


def parse(data):
    """Take a file apart: its game, how it was made, ``qb``, ``scale``, and the weights: rows, output, output biases.

    Raises NetworkError for a file that is foreign, damaged, of a newer format or of another architecture.
    """
    game = next((game for game in GAMES if data.startswith(game.magic)), None)
    if game is None:
        raise NetworkError("this is no network of Kiebitz; give a file that 'kiebitz train' wrote")
    content, digest = data[:-DIGEST_BYTES], data[-DIGEST_BYTES:]
    start = len(game.magic)
    if len(content) < start + HEADERS[SHALLOW].size or digest != digest_of(content):
        raise NetworkError("the network is damaged: its checksum doesn't fit; copy the file anew")
    (version,) = VERSION_FIELD.unpack_from(content, start)
    header = HEADERS.get(version)
    if header is None:
        raise NetworkError(
            f"the network has version {version} of the format, not {SHALLOW} or {DEEP}; use the Kiebitz that it was"
            " made for"
        )
    if len(content) < start + header.size:
        raise NetworkError("the network has no whole header; export it anew")
    _, *shape, last, scale, text_bytes = header.unpack_from(content, start)
    start += header.size
    qb: cython.int = WEIGHT if version == DEEP else min(last, MAX_UNIT + 1)
    told = (*shape, last) if version == DEEP else tuple(shape)
    known = DEEP_SHAPE if version == DEEP else (HIDDEN, QA)
    if told != known or (version == DEEP and game is not CHESS):
        raise NetworkError(
            f"the network is of {game}, with {', '.join(map(str, told))} as the numbers of its architecture; this"
            f" Kiebitz needs {', '.join(map(str, known))}{' and chess' if version == DEEP else ''}, so train one for it"
        )
    check_units(qb, scale)
    sizes = sizes_of(game, version)
    if len(content) != start + text_bytes + sum(sizes):
        raise NetworkError(
            f"the network has {len(content) - start - text_bytes} bytes of weights, not {sum(sizes)}; export it anew"
        )
    try:
        made = content[start : start + text_bytes].decode()
    except UnicodeDecodeError:
        raise NetworkError("the network's text is no UTF-8; export it anew") from None
    start += text_bytes
    weights = []
    for size in sizes:
        weights.append(content[start : start + size])
        start += size
    return game, made, qb, scale, tuple(weights)
