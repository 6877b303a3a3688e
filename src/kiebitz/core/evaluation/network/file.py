"""A network as a file: what it was made of, its weights, and the proof that both are whole.

Numbers with the low byte first: a line that names the file, and its game if that isn't chess; the version; other
numbers of 32 bits; the length of a text, and the text itself (UTF-8): how the network was made; the weights; and the
BLAKE2b digest (RFC 7693) of all before it, 8 bytes. What the numbers mean, ``layers`` says.

- Version 1, a shallow network: HIDDEN, QA, ``qb``, ``scale``. Weights: the rows, the bias, the output weights, set by
  set, in 16 bits; the output biases in 32.
- Version 2, a deep one: its width, QA, its game's rooms, LAYER_1, LAYER_2, ``scale``. Weights: the rows, room by room,
  and the bias in 16 bits; then of each set and layer the biases in 32 bits and the weights in 8. One that is narrower
  than WIDE is read, and has neurons then that say nothing; one of chess with FORMER_ROOMS, too.
- Version 3, the same with its weights compressed (zlib, RFC 1950), as deep ones are written: the numbers of 16 bits as
  twice their size, or one less for negative ones, the low bytes of all of them before the high ones; then the rest.

Thread safety: a ``Network`` never changes; all threads may read it.
"""

import cython
from cython.cimports.kiebitz.core.chess.position import Position
from cython.cimports.kiebitz.core.evaluation.network.changes import SETS
from cython.cimports.kiebitz.core.evaluation.deep import LAYER_1, LAYER_2, WEIGHT, WIDE
from cython.cimports.kiebitz.core.evaluation.network.features import FORMER_ROOMS
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
import zlib
from functools import cache
from hashlib import blake2b
from pathlib import Path

from kiebitz.core.evaluation import network as room
from kiebitz.core.evaluation.network.features import former_rooms
from kiebitz.core.evaluation.network.games import CHESS, GAMES, SHOGI, NetworkGame
from kiebitz.core.evaluation.network.layers import NetworkError

SHALLOW, DEEP, COMPRESSED = 1, 2, 3
"""The version that says which kind of network it is, and how its weights are kept."""
VERSION_FIELD = struct.Struct("<I")
HEADERS = {SHALLOW: struct.Struct("<6I"), DEEP: struct.Struct("<8I"), COMPRESSED: struct.Struct("<8I")}
"""Version, numbers of the architecture, ``scale``, bytes of the text."""
SHALLOW_SHAPE = (HIDDEN, QA)
HALF = "half of the hybrid"
"""The words by which a file tells, in how it was made, that its network is meant to be mixed with the sum by hand."""
DIGEST_BYTES = 8
PARTS = {SHALLOW: ("rows", "output weights", "output biases"), COMPRESSED: ("rows", "sets")}
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
        self.layers = Layers(weights, qb, scale, game, len(weights) == len(PARTS[COMPRESSED]))
        self.game = game
        self.data = data
        self.made = made
        self.checksum = data[-DIGEST_BYTES:].hex()

    def __reduce__(self):
        return Network, (self.data,)

    @property
    def qb(self) -> int:
        """The unit of the output weights: what 1 is among them."""
        return self.layers.qb

    @property
    def scale(self) -> int:
        """Centipawns for each 1 of the output."""
        return self.layers.scale

    @property
    def deep(self) -> bool:
        """True if layers lie behind its first one."""
        return self.layers.deep

    @property
    def judges_by(self) -> str:
        """The evaluation that it is meant for: ``hybrid`` if its file says so, else ``network``."""
        return "hybrid" if HALF in self.made else "network"

    @property
    def parts(self) -> tuple[bytes, ...]:
        """The weights as ``pack`` or ``pack_deep`` takes them, a deep network's WIDE neurons wide, in all rooms."""
        weights = parse(self.data)[4]
        if self.layers.rooms != FORMER_ROOMS:
            return weights
        return divided(weights[0], 2 * self.layers.features * self.layers.width), *weights[1:]

    def __repr__(self) -> str:
        return f"<Network {self.checksum}: {self.made}>"

    def value(self, position: Position | ShogiPosition) -> int:
        """Value by the set for the number of men: centipawns from the view of the side to move, ±MAX_EVALUATION.

        The position is one of the network's game; any other is a TypeError.
        """
        if self.game is CHESS:
            chess: Position = position
            return evaluate_afresh(self.layers, chess)
        shogi: ShogiPosition = position
        return evaluate_afresh(self.layers, shogi)

    def outputs(self, position: Position | ShogiPosition) -> tuple[int, ...]:
        """Outputs of every set of output weights, whatever the number of men. Raises TypeError as ``value``."""
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
        """The loss of value without each piece but the kings, by its square: centipawns, its side's view.

        Of chess alone. Raises NetworkError.
        """
        self.require(CHESS)
        return self.layers.worths(position)


def deep_shape(game):
    """The numbers of a deep network's architecture, and of its game."""
    return WIDE, QA, game.rooms, LAYER_1, LAYER_2


def sizes_of(game, version, width, rooms):
    """Bytes of the weights' parts in a network of a width, with a number of king rooms if it is deep."""
    if version == SHALLOW:
        return (2 * (game.features + 1) * width, 2 * OUTPUT_NUMBERS, 4 * SETS)
    behind = 4 * (LAYER_1 + LAYER_2 + 1) + LAYER_1 * width + LAYER_2 * LAYER_2 + LAYER_2
    return (2 * (rooms * game.features + 1) * width, SETS * behind)


def pack(
    rows: bytes, output: bytes, output_bias: bytes, *, qb: int, scale: int, made: str, game: NetworkGame = CHESS
) -> bytes:
    """Make the bytes of a shallow network's file; ``made`` says how it came about.

    ``rows``: the first layer's rows, the bias after them; ``output``: the sets of output weights, each the own view's
    before the other's; ``output_bias``: one for each set; as they lie in the file. Raises NetworkError for weights
    that no file may have.
    """
    return packed(SHALLOW, (*SHALLOW_SHAPE, qb), (rows, output, output_bias), scale, made, game)


def pack_deep(rows: bytes, sets: bytes, *, scale: int, made: str, game: NetworkGame = CHESS) -> bytes:
    """Make the bytes of a deep network's file; ``made`` says how it came about.

    ``rows``: the first layer's rows, room by room, and the bias; ``sets``: what lies behind; as version 2 has them.
    Raises NetworkError for weights that no file may have.
    """
    return packed(COMPRESSED, deep_shape(game), (rows, sets), scale, made, game)


def packed(version, shape, weights, scale, made, game):
    """The bytes of a file. Raises NetworkError."""
    text = made.encode()
    width, *_, last = shape
    check_units(last, scale)
    for name, part, size in zip(PARTS[version], weights, sizes_of(game, version, width, game.rooms), strict=True):
        if len(part) != size:
            raise NetworkError(f"the {name} of a network have {size} bytes, not {len(part)}; write them as in a file")
    header = HEADERS[version].pack(version, *shape, scale, len(text))
    rest = compressed(weights[0], weights[1]) if version == COMPRESSED else b"".join(weights)
    content = game.magic + header + text + rest
    data = content + digest_of(content)
    Network(data)
    return data


def check_units(qb, scale):
    """Raise NetworkError unless both are whole numbers that the sums have room for."""
    for name, unit in (("qb", qb), ("scale", scale)):
        if not 1 <= unit <= MAX_UNIT:
            raise NetworkError(f"the network's {name} is {unit}, not in 1 to {MAX_UNIT}; export it anew")


def digest_of(content):
    """The bytes that the file must end with."""
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
            f"the network has version {version} of the format, not {SHALLOW} to {COMPRESSED}; use the Kiebitz that it"
            " was made for"
        )
    if len(content) < start + header.size:
        raise NetworkError("the network has no whole header; export it anew")
    _, *shape, last, scale, text_bytes = header.unpack_from(content, start)
    start += header.size
    is_deep = version != SHALLOW
    qb: cython.int = WEIGHT if is_deep else min(last, MAX_UNIT + 1)
    told = (*shape, last) if is_deep else tuple(shape)
    width, unit, *others = told
    needed, *known = deep_shape(game) if is_deep else SHALLOW_SHAPE
    rooms = others[0] if is_deep else 1
    if game is CHESS and rooms == FORMER_ROOMS:
        others[0] = game.rooms
    is_wide_enough = width == needed or (is_deep and 0 < width < needed and width % 2 == 0)
    if not is_wide_enough or [unit, *others] != known:
        raise NetworkError(
            f"the network is of {game}, with {', '.join(map(str, told))} as the numbers of its architecture; this"
            f" Kiebitz needs {', '.join(map(str, (needed, *known)))}, so train one for it"
        )
    check_units(qb, scale)
    sizes = sizes_of(game, version, width, rooms)
    rest = content[start + text_bytes :]
    if version == COMPRESSED:
        rest = unpacked(rest, sizes)
    elif len(rest) != sum(sizes):
        raise NetworkError(f"the network has {len(rest)} bytes of weights, not {sum(sizes)}; export it anew")
    try:
        made = content[start : start + text_bytes].decode()
    except UnicodeDecodeError:
        raise NetworkError("the network's text is no UTF-8; export it anew") from None
    weights = []
    for size in sizes:
        weights.append(rest[:size])
        rest = rest[size:]
    if is_deep and width < WIDE:
        weights = widened(weights[0], weights[1], width)
    return game, made, qb, scale, tuple(weights)


def compressed(rows, sets):
    """The weights as version 3 keeps them."""
    count: cython.Py_ssize_t = len(rows) // 2
    source: cython.p_uchar = rows
    written = bytearray(len(rows))
    bytes_of: cython.p_char = written
    number: cython.int
    index: cython.Py_ssize_t
    for index in range(count):
        number = int16_at(source, index)
        number = -2 * number - 1 if number < 0 else 2 * number
        bytes_of[index] = cython.cast(cython.char, number & 255)
        bytes_of[count + index] = cython.cast(cython.char, number >> 8)
    return zlib.compress(bytes(written) + sets, zlib.Z_BEST_SPEED)


def unpacked(rest, sizes):
    """The weights of version 3 as version 2 has them. Raises NetworkError unless they are just so many."""
    unpacking = zlib.decompressobj()
    try:
        written = unpacking.decompress(rest, sum(sizes) + 1)
    except zlib.error:
        written = b""
    if len(written) != sum(sizes) or not unpacking.eof or unpacking.unused_data:
        raise NetworkError(
            f"the network's compressed weights are not the {sum(sizes)} bytes they must be; export it anew"
        )
    count: cython.Py_ssize_t = sizes[0] // 2
    source: cython.p_uchar = written
    rows = bytearray(sizes[0])
    bytes_of: cython.p_char = rows
    number: cython.int
    index: cython.Py_ssize_t
    for index in range(count):
        number = source[index] | source[count + index] << 8
        number = -(number >> 1) - 1 if number & 1 else number >> 1
        bytes_of[2 * index] = cython.cast(cython.char, number & 255)
        bytes_of[2 * index + 1] = cython.cast(cython.char, number >> 8)
    return bytes(rows) + written[sizes[0] :]


def divided(rows, room_bytes):
    """The rows of FORMER_ROOMS rooms, and the bias, for ROOMS of chess: each part of a room has the room's rows."""
    rooms = [rows[room_bytes * room : room_bytes * (room + 1)] for room in former_rooms()]
    return b"".join([*rooms, rows[FORMER_ROOMS * room_bytes :]])


def widened(rows, sets, width):
    """The weights of a narrower deep network for WIDE neurons: to each half come some that say nothing, unheard."""
    # A half of a view's neurons: as many bytes of the first layer as there are neurons, half as many behind it.
    more = bytes(WIDE - width)
    wide_rows = [
        rows[at : at + width] + more + rows[at + width : at + 2 * width] + more for at in range(0, len(rows), 2 * width)
    ]
    half = width // 2
    less = bytes((WIDE - width) // 2)
    biases, set_bytes = 4 * LAYER_1, len(sets) // SETS
    wide_sets = []
    for start in range(0, len(sets), set_bytes):
        begin, end = start + biases, start + biases + LAYER_1 * width
        wide_sets.append(sets[start:begin])
        wide_sets.extend(sets[at : at + half] + less for at in range(begin, end, half))
        wide_sets.append(sets[end : start + set_bytes])
    return [b"".join(wide_rows), b"".join(wide_sets)]
