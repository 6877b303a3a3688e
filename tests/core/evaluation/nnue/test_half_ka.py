"""Stockfish's networks are asked to the unit as NumPy asks them, and as an installed Stockfish does."""

import pickle
import random
import subprocess

import chess
import numpy as np
import pytest

from kiebitz import Engine, Limit, OptionError, ShogiEngine, evaluate_batch
from kiebitz.arena.match.anchors import installed
from kiebitz.core.chess.position import Position
from kiebitz.core.evaluation.nnue.file import HEADER, NnueError, cut_nnue, name_of, nnue_of, read_nnue
from kiebitz.core.training.packed_position import FIELDS, packed_bytes
from nnue_files import BODY, made

pytestmark = pytest.mark.check
MATERIAL = {chess.KNIGHT: 781, chess.BISHOP: 825, chess.ROOK: 1276, chess.QUEEN: 2538}


@pytest.fixture(scope="module")
def data():
    return made()


@pytest.fixture(scope="module")
def network(data):
    return nnue_of(data)


def boards(count, seed=2):
    numbers = random.Random(seed)
    while count:
        board = chess.Board()
        for _ in range(numbers.randrange(120)):
            if board.is_game_over():
                break
            board.push(numbers.choice(list(board.legal_moves)))
        yield board
        count -= 1


def said(data, board):
    """Worths and layers by NumPy, straight from the words of the architecture."""
    body = np.frombuffer(data, BODY, 1, HEADER.size + HEADER.unpack_from(data)[2])[0]
    stack = body["stacks"][(len(board.piece_map()) - 1) // 4]
    views, worths = [], []
    for side in (board.turn, not board.turn):
        turn = (0 if side else 56) ^ (7 if chess.square_file(board.king(side)) < 4 else 0)
        rank, file = divmod(board.king(side) ^ turn, 8)
        rows = []
        for square, piece in board.piece_map().items():
            plane = 10 if piece.piece_type == chess.KING else 2 * (piece.piece_type - 1) + (piece.color != side)
            rows.append((square ^ turn) + 64 * plane + 704 * (4 * (7 - rank) + 7 - file))
        views.append(np.clip(body["bias"] + body["rows"][rows].astype(int).sum(0), 0, 127))
        worths.append(int(body["worths"][rows, (len(board.piece_map()) - 1) // 4].sum()))
    seen = np.concatenate([view[:512] * view[512:] >> 7 for view in views])
    first = stack["bias_1"] + stack["weights_1"].astype(int) @ seen
    inputs = np.concatenate([np.minimum(127, first[:15] ** 2 >> 19), np.clip(first[:15] >> 6, 0, 127), [0, 0]])
    second = np.clip((stack["bias_2"] + stack["weights_2"].astype(int) @ inputs) >> 6, 0, 127)
    layers = int(stack["bias_3"] + stack["weights_3"].astype(int) @ second) + int(int(first[15]) * 9600 / 8128)
    return int((worths[0] - worths[1]) / 2), layers


def test_as_numpy_asks_it(data, network):
    for board in boards(60):
        position = Position(board.fen())
        worths, layers = said(data, board)
        assert network.said(position) == (worths, layers)
        material = sum(MATERIAL.get(piece.piece_type, 0) for piece in board.piece_map().values())
        shift = 24 - material // 9560
        value = int(((1024 - shift) * worths + (1024 + shift) * layers) / (1024 * 16))
        assert network.value(position) == int(value * 100 / 208), board.fen()


def test_labels_are_its_values_as_white_sees_them(network):
    positions = [Position(board.fen()) for board in boards(40)]
    packed = bytearray(b"".join(map(packed_bytes, positions)))
    network.label(packed)
    scores = np.frombuffer(packed, list(FIELDS))["score"].tolist()
    assert scores == [network.value(each) * (-1 if each.fen().split()[1] == "b" else 1) for each in positions]
    with pytest.raises(ValueError, match="whole positions"):
        network.label(bytearray(31))


def test_files(data, tmp_path):
    path = tmp_path / "teacher.nnue"
    path.write_bytes(data)
    assert read_nnue(path).name == name_of(data)
    assert cut_nnue(b"\x7fELF" + data[:8] + b"\xff" * 99 + data + b"more") == data
    assert pickle.loads(pickle.dumps(nnue_of(data))).name == name_of(data)


def too_large(body):
    body["worths"][7, 7] = 1 << 26


@pytest.mark.parametrize(
    ("broken", "fault"),
    [
        (lambda data: b"", "no network of Stockfish"),
        (lambda data: b"\x7fELF" + data, "no network of Stockfish"),
        (lambda data: data[:4] + bytes(4) + data[8:], "another architecture"),
        (lambda data: data[:-1], "bytes, not"),
        (lambda data: made(change=too_large), "damaged"),
    ],
)
def test_what_is_no_network_is_told(data, broken, fault, tmp_path):
    path = tmp_path / "broken.nnue"
    path.write_bytes(broken(data))
    with pytest.raises(NnueError, match=f"broken.nnue: .*{fault}"):
        read_nnue(path)
    with pytest.raises(NnueError, match="no network in it"):
        cut_nnue(data[:-1])


def test_an_engine_searches_by_it_and_columns_hold_it(data, network, tmp_path):
    path = tmp_path / "teacher.nnue"
    path.write_bytes(data)
    fens = [board.fen() for board in boards(5)]
    taught = evaluate_batch([*fens, "nonsense"], teacher=path)["teacher"].tolist()
    assert taught == [*(network.value(Position(fen)) for fen in fens), None]
    with Engine(network=path, hash_mb=1) as engine:
        assert engine.network.name == network.name
        position = Position(fens[0])
        whole = engine.evaluate(
            position,
        ).total
        assert engine.analyse(position, Limit(nodes=2000)).depth
        assert (whole > 0) == (network.value(position) > 0)
        with pytest.raises(OptionError, match="evaluation=teacher alone"):
            engine.configure(evaluation="network")
        with pytest.raises(OptionError, match="teacher needs"):
            engine.configure(evaluation="teacher", network=None)
        assert engine.evaluate(position).total == whole
    with pytest.raises(OptionError, match="network"):
        ShogiEngine(network=path)


def test_as_an_installed_stockfish_asks_it():
    program = installed("stockfish")
    if program is None:
        pytest.skip("no Stockfish: apt-get install stockfish")
    try:
        with open(program, "rb") as file:
            network = nnue_of(cut_nnue(file.read()))
    except NnueError as error:
        pytest.skip(f"another Stockfish: {error}")
    chosen = [board for board in boards(60, seed=5) if not board.is_check()]
    asked = "".join(f"position fen {board.fen()}\neval\n" for board in chosen)
    told = subprocess.run([program], input=asked, capture_output=True, text=True, check=True, timeout=60).stdout
    values = [line.split()[2] for line in told.splitlines() if line.startswith("NNUE evaluation")]
    for board, value in zip(chosen, values, strict=True):
        own = int(sum(network.said(Position(board.fen()))) / 16) * (1 if board.turn else -1)
        assert abs(float(value) - own / 361) < 0.0051, board.fen()
