"""A network as a file: what it was made of, its weights, and the proof that both are whole.

Numbers with the low byte first: a line that names the file, and its game if that isn't chess; five numbers of 32 bits:
version, HIDDEN, QA, ``qb``, ``scale``; the length of a text, and the text itself (UTF-8): how the network was made;
numbers of 16 bits: the rows, the bias, the output weights, set by set; the output biases in 32 bits; and, in any
version, the BLAKE2b digest (RFC 7693) of all before it, 8 bytes. What the numbers mean, ``layers`` says.

Thread safety: a ``Network`` never changes; all threads may read it.
"""

import cython
from cython.cimports.kiebitz.core.chess.position import Position
from cython.cimports.kiebitz.core.evaluation.network.changes import SETS
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

VERSION = 1
HEADER = struct.Struct("<6I")
"""Version, HIDDEN, QA, ``qb``, ``scale``, bytes of the text."""
DIGEST_BYTES = 8
PARTS = ("rows", "output weights", "output biases")
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
        self.layers = Layers(weights, qb, scale, game)
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
    def parts(self) -> tuple[bytes, bytes, bytes]:
        """Rows, output weights and output biases, as they lie in the file and as ``pack`` takes them."""
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


def sizes_of(game):
    """Bytes of the weights' parts."""
    return (2 * (game.features + 1) * HIDDEN, 2 * OUTPUT_NUMBERS, 4 * SETS)


def pack(
    rows: bytes, output: bytes, output_bias: bytes, *, qb: int, scale: int, made: str, game: NetworkGame = CHESS
) -> bytes:
    """Make the bytes of a network's file; ``made`` says how it came about.

    ``rows``: the first layer's rows, the bias after them; ``output``: the sets of output weights, each the own view's
    before the other's; ``output_bias``: one for each set; as they lie in the file. Raises NetworkError for weights
    that no file may have.
    """
    text = made.encode()
    check_units(qb, scale)
    for name, part, size in zip(PARTS, (rows, output, output_bias), sizes_of(game), strict=True):
        if len(part) != size:
            raise NetworkError(f"the {name} of a network have {size} bytes, not {len(part)}; write them as in a file")
    content = game.magic + HEADER.pack(VERSION, HIDDEN, QA, qb, scale, len(text)) + text + rows + output + output_bias
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
    sizes = sizes_of(game)
    content, digest = data[:-DIGEST_BYTES], data[-DIGEST_BYTES:]
    start = len(game.magic) + HEADER.size
    if len(content) < start or digest != digest_of(content):
        raise NetworkError("the network is damaged: its checksum doesn't fit; copy the file anew")
    version, hidden, qa, qb, scale, text_bytes = HEADER.unpack_from(content, len(game.magic))
    if version != VERSION:
        raise NetworkError(
            f"the network has version {version} of the format, not {VERSION}; use the Kiebitz that it was made for"
        )
    if (hidden, qa) != (HIDDEN, QA):
        raise NetworkError(
            f"the network has {hidden} neurons of {qa} steps; this Kiebitz needs {HIDDEN} of {QA}, so train one for it"
        )
    check_units(qb, scale)
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
