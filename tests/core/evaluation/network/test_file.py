"""A network's file: what is packed is read again, and nothing damaged, foreign or able to overflow is taken."""

import pickle
import zlib
from dataclasses import replace
from hashlib import blake2b

import chess
import pytest

from kiebitz.core.chess.position import Position
from kiebitz.core.evaluation.deep import WIDE
from kiebitz.core.evaluation.network import file as network_file
from kiebitz.core.evaluation.network.features import BUCKETS, FEATURES, FORMER_ROOMS, ROOMS
from kiebitz.core.evaluation.network.file import (
    Network,
    network_for,
    pack,
    pack_deep,
    packaged_network,
    read_network,
)
from kiebitz.core.evaluation.network.games import CHESS, SHOGI
from kiebitz.core.evaluation.network.layers import HIDDEN, QA, NetworkError
from kiebitz.core.shogi.position import ShogiPosition
from networks import SCALE, UNIT, DeepWeights, Weights

DRAWN = Weights.drawn(1)
ZERO = Weights.zero()
FILE = DRAWN.packed(made="drawn ♞")
DEEP = DeepWeights.drawn(2)
DEEP_FILE = DEEP.packed(made="deep ♞")
HEAD = len(b"Kiebitz network\n")
LARGEST = 32767
REFUSAL = r"is no network|is damaged"


def sealed(content: bytes) -> bytes:
    """A file with a checksum that fits."""
    return content + blake2b(content, digest_size=8).digest()


def with_word(number: int, value: int) -> bytes:
    """The file with another number in its header."""
    start = HEAD + 4 * number
    return sealed(FILE[:start] + value.to_bytes(4, "little") + FILE[start + 4 : -8])


def test_a_file_says_what_it_is():
    network = Network(FILE)
    assert (network.qb, network.scale, network.made) == (UNIT, SCALE, "drawn ♞")
    assert network.checksum == FILE[-8:].hex()
    assert network.data == FILE
    assert len(FILE) == HEAD + 24 + len("drawn ♞".encode()) + 2 * (769 * HIDDEN + 16 * HIDDEN) + 4 * BUCKETS + 8
    assert repr(network) == f"<Network {network.checksum}: drawn ♞>"


def test_a_network_goes_to_other_processes():
    assert pickle.loads(pickle.dumps(Network(FILE))).data == FILE


@pytest.mark.check
def test_a_deep_file_says_what_it_is():
    network = Network(DEEP_FILE)
    assert (network.deep, network.qb, network.scale, network.made) == (True, 64, SCALE, "deep ♞")
    assert (network.layers.width, network.layers.rooms) == (WIDE, ROOMS)
    assert pack_deep(*network.parts, scale=SCALE, made="deep ♞") == DEEP_FILE


@pytest.mark.check
@pytest.mark.parametrize(("width", "rooms"), [(WIDE, ROOMS), (WIDE // 2, FORMER_ROOMS), (2, FORMER_ROOMS), (2, ROOMS)])
def test_deep_files_of_old_and_narrower_ones_are_read(width, rooms):
    weights = DeepWeights.drawn(7, width, rooms)
    network = Network(weights.packed_plainly())
    wandering = [
        "7k/" + rank * "8/" + king + (5 - rank) * "/8" + "/8 w - - 0 1" for rank in range(6) for king in ("1K6", "3K4")
    ]
    for fen in (chess.STARTING_FEN, "r1b1k2r/p4ppp/8/8/3Q4/8/P4PPP/4K2R b k - 0 1", *wandering):
        position = Position(fen)
        assert list(network.outputs(position)) == weights.outputs(position.setup())
    taught = Network(pack_deep(*network.parts, scale=SCALE, made=""))
    assert (taught.parts, taught.layers.rooms) == (network.parts, ROOMS)
    assert (network.layers.rooms, taught.outputs(position)) == (rooms, network.outputs(position))


@pytest.mark.check
def test_a_compressed_file_holds_neither_more_nor_less():
    start = HEAD + 32 + len("deep ♞".encode())
    weights = DEEP_FILE[start:-8]
    plain = zlib.decompress(weights)
    others = (plain + b"\0", plain[:-1], b"")
    for rest in (b"", weights[:-5], weights + b"\0", plain[:999], *(zlib.compress(other, 1) for other in others)):
        with pytest.raises(NetworkError, match="compressed weights are not the"):
            Network(sealed(DEEP_FILE[:start] + rest))


@pytest.mark.parametrize(("number", "value"), [(1, 2 * WIDE), (1, WIDE - 1), (2, 127), (3, 4), (4, 8), (5, 16)])
def test_a_deep_network_of_another_architecture_is_refused(number, value):
    start = HEAD + 4 * number
    content = DEEP_FILE[:start] + value.to_bytes(4, "little") + DEEP_FILE[start + 4 : -8]
    with pytest.raises(NetworkError, match=rf"\b{value}\b.* as the numbers of its architecture"):
        Network(sealed(content))


def test_a_deep_network_of_one_game_is_none_of_the_other():
    content = DEEP_FILE.replace(b"Kiebitz network\n", b"Kiebitz network of shogi\n")[:-8]
    with pytest.raises(NetworkError, match=rf"of shogi, with {WIDE}, {QA}, {ROOMS}, .*needs {WIDE}, {QA}, 1,"):
        Network(sealed(content))


@pytest.mark.check
def test_a_deep_file_of_shogi_says_what_it_is():
    drawn = DeepWeights.drawn(5, game=SHOGI)
    network = Network(drawn.packed(made="deep"))
    assert (network.game, network.deep, network.layers.rooms) == (SHOGI, True, 1)
    assert pack_deep(*network.parts, scale=SCALE, made="deep", game=SHOGI) == network.data
    position = ShogiPosition()
    assert list(network.outputs(position)) == drawn.outputs(position.setup())


@pytest.mark.check
def test_deep_sums_that_could_overflow_are_refused():
    rows = DEEP.rows.copy()
    rows[768 * 5 : 768 * 5 + 32, 9] = 1100
    with pytest.raises(NetworkError, match="a neuron of the network could reach"):
        replace(DEEP, rows=rows).network()
    bias = DEEP.bias_2.copy()
    bias[3, 31] = (1 << 25) + 1
    with pytest.raises(NetworkError, match="a bias of the network"):
        replace(DEEP, bias_2=bias).network()


@pytest.mark.parametrize(
    ("file", "step"),
    [(FILE, 3001), (Weights.drawn(3, SHOGI).packed(), 40009), pytest.param(FILE, 1, marks=[pytest.mark.full])],
    ids=["chess", "shogi", "all"],
)
def test_every_byte_damaged_is_refused(file, step):
    """Of chess each bit of the header, the text and the checksum, else one of a byte; a part of the weights."""
    weights = range(HEAD + 64, len(file) - 8)
    for place in [*range(HEAD + 64), *weights[::step], *range(len(file) - 8, len(file))]:
        for bit in range(8) if step < 5_000 and place not in weights else (place % 8,):
            damaged = bytearray(file)
            damaged[place] ^= 1 << bit
            with pytest.raises(NetworkError, match=REFUSAL):
                Network(bytes(damaged))


def test_a_file_cut_short_or_longer_is_refused():
    for size in (0, 1, HEAD, HEAD + 8, HEAD + 31, HEAD + 32, len(FILE) // 2, len(FILE) - 1):
        with pytest.raises(NetworkError, match=REFUSAL):
            Network(FILE[:size])
    with pytest.raises(NetworkError, match="damaged"):
        Network(FILE + b"\0")
    with pytest.raises(NetworkError, match="damaged"):
        Network(sealed(FILE[: HEAD + 23]))
    for content in (FILE[:-9], FILE[:-8] + b"\0", FILE[: HEAD + 24]):
        with pytest.raises(NetworkError, match="bytes of weights"):
            Network(sealed(content))


@pytest.mark.parametrize(
    ("file", "fault"),
    [
        (b"something else", "no network of Kiebitz"),
        (with_word(0, 4), "version 4"),
        (with_word(0, 2), "numbers of its architecture"),
        (with_word(0, 3), "numbers of its architecture"),
        (with_word(1, HIDDEN + 1), f"{HIDDEN + 1}, {QA} as the numbers"),
        (with_word(2, QA + 1), f"{HIDDEN}, {QA + 1} as the numbers"),
        (with_word(3, 0), "qb is 0"),
        (with_word(4, (1 << 32) - 1), "scale is 4294967295"),
        (with_word(5, (1 << 32) - 1), "bytes of weights"),
        (sealed(FILE.replace("♞".encode(), b"\xff\xff\xff")[:-8]), "no UTF-8"),
    ],
)
def test_the_fault_is_named(file, fault):
    with pytest.raises(NetworkError, match=fault):
        Network(file)


def test_what_is_not_packed_rightly_is_refused():
    rows, output, bias = DRAWN.rows.tobytes(), DRAWN.output.tobytes(), DRAWN.output_bias.tobytes()
    for parts in ((rows + b"\0\0", output[2:], bias), (rows, output + b"\0" * 4, bias[4:]), (rows[:-2], output, bias)):
        with pytest.raises(NetworkError, match="bytes"):
            pack(*parts, qb=UNIT, scale=SCALE, made="")
    with pytest.raises(NetworkError, match="qb is -1"):
        pack(rows, output, bias, qb=-1, scale=SCALE, made="")
    with pytest.raises(NetworkError, match="scale is 40000"):
        pack(rows, output, bias, qb=UNIT, scale=40000, made="")


@pytest.mark.parametrize("sign", [1, -1])
def test_a_sum_of_rows_that_could_overflow_is_refused(sign):
    """32 men on squares of their own; of the men that may stand on one square, the largest counts."""
    rows = ZERO.rows.copy()
    rows[:32, 7] = 1000 * sign
    rows[64:96, 7] = 900 * sign
    rows[FEATURES, 7] = 767 * sign
    replace(ZERO, rows=rows).network()
    rows[FEATURES, 7] = 768 * sign
    with pytest.raises(NetworkError, match="could reach 32768"):
        replace(ZERO, rows=rows).network()
    # One more square doesn't matter, one man more on a square of the 32 does.
    rows[FEATURES, 7] = 767 * sign
    rows[40, 7] = 1000 * sign
    replace(ZERO, rows=rows).network()
    rows[11 * 64 + 3, 7] = -1001 * sign
    with pytest.raises(NetworkError, match="could reach 32768"):
        replace(ZERO, rows=rows).network()


def test_the_least_number_of_16_bits_is_refused():
    rows = ZERO.rows.copy()
    rows[FEATURES, 5] = -LARGEST
    replace(ZERO, rows=rows).network()
    rows[FEATURES, 5] = -LARGEST - 1
    with pytest.raises(NetworkError, match="could reach 32768"):
        replace(ZERO, rows=rows).network()


@pytest.mark.parametrize("weight", [129, -129, -32768])
def test_an_output_weight_that_could_overflow_is_refused(weight):
    output = ZERO.output.copy()
    output[7, 1, HIDDEN - 1] = weight
    with pytest.raises(NetworkError, match=f"{weight}, beyond"):
        replace(ZERO, output=output).network()


def test_output_weights_whose_total_could_overflow_are_refused():
    """The largest total that HIDDEN allows at all decides whether there is such a file."""
    most = 33025
    output = ZERO.output.copy()
    output[3] = 128
    total = 2 * HIDDEN * 128
    if total <= most:
        replace(ZERO, output=output).network()
        return
    with pytest.raises(NetworkError, match=f"sum up to {total}, beyond {most}"):
        replace(ZERO, output=output).network()


def test_a_file_names_its_game():
    """Files of chess are as they always were; the first line of any other names the game."""
    shogi = Weights.drawn(1, SHOGI).network()
    assert (Network(FILE).game, shogi.game) == (CHESS, SHOGI)
    assert FILE.startswith(b"Kiebitz network\n")
    assert shogi.data.startswith(b"Kiebitz network of shogi\n")
    assert pickle.loads(pickle.dumps(shogi)).game is SHOGI
    assert pack(*shogi.parts, qb=shogi.qb, scale=shogi.scale, made=shogi.made, game=SHOGI) == shogi.data


@pytest.mark.parametrize(("own", "other"), [(CHESS, SHOGI), (SHOGI, CHESS)], ids=str)
def test_a_network_of_another_game_is_refused(tmp_path, own, other):
    """Wherever one comes in: as an object, as a file, and where its weights are packed for the wrong game."""
    network = Weights.drawn(2, own).network()
    path = tmp_path / "a.network"
    path.write_bytes(network.data)
    assert read_network(path, own).data == read_network(path).data == network.data
    for refuse, *given in ((network.require, other), (network_for, other, network), (read_network, path, other)):
        with pytest.raises(NetworkError, match=f"a network of {own}"):
            refuse(*given)
    with pytest.raises(NetworkError, match="rows of a network"):
        pack(*network.parts, qb=UNIT, scale=SCALE, made="", game=other)


@pytest.mark.parametrize("game", [CHESS, SHOGI])
def test_without_a_network_the_words_say_what_helps(monkeypatch, tmp_path, game):
    packaged_network.cache_clear()
    monkeypatch.setattr(network_file, "PACKAGED", tmp_path)
    with pytest.raises(NetworkError, match=f"no network of {game} .*EvalFile"):
        network_for(game, None)


@pytest.mark.parametrize("game", [CHESS, SHOGI])
def test_a_network_of_each_game_comes_along(game):
    assert network_for(game, None) is packaged_network(game)
    assert packaged_network(game).game is game


HAND_ROWS = 28 * 81
"""Where the rows of the hands begin."""


@pytest.mark.parametrize("sign", [1, -1])
@pytest.mark.parametrize(("on_board", "in_hands"), [(40, 0), (0, 40), (21, 19)])
def test_a_sum_of_shogi_that_could_overflow_is_refused(sign, on_board, in_hands):
    """40 men on squares of their own or steps of the hands: a man more than 40 doesn't matter, a larger weight does."""
    zero = Weights.zero(SHOGI)
    rows = zero.rows.copy()
    rows[:on_board, 7] = 800 * sign
    rows[HAND_ROWS : HAND_ROWS + in_hands, 7] = 800 * sign
    rows[SHOGI.features, 7] = 767 * sign
    replace(zero, rows=rows).network()
    # The same square again, for another man; and, with the 40 all there, a man on one square more.
    rows[81 : 81 + on_board, 7] = -800 * sign
    rows[80, 7] = 800 * sign
    replace(zero, rows=rows).network()
    larger = HAND_ROWS if in_hands else 27 * 81
    rows[larger, 7] = 801 * sign
    with pytest.raises(NetworkError, match="could reach 32768"):
        replace(zero, rows=rows).network()
