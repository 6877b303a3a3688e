"""Training data converted: vectors made by hand after the formats' documents, and round trips that change no byte."""

import random
import struct

import chess
import pytest

import kiebitz
from commands import refused, run_here
from kiebitz.arena.records.files import FORMATS, RecordError, format_of, read_entries, writing
from kiebitz.core.records.any_entries import BIN, BINPACK, BULLET, PLAIN
from kiebitz.core.records.binpack import BinpackWriter
from kiebitz.core.records.entries import Entries
from sources import DATA, ROOT

MATCH = ROOT / "examples" / "kasparov-deep-blue-1997.pgn"
SQUARES = [chess.square(file, rank) for rank in range(7, -1, -1) for file in range(8)]
# From where games start e2e4 (+20, White wins), then e7e5 (-18); made by hand after docs/binpack.md of Stockfish's
# branch tools and the documents that it names.
PLAIN_GAME = f"""fen {chess.STARTING_FEN}
move e2e4
score 20
ply 0
result 1
e
fen rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1
move e7e5
score -18
ply 1
result -1
e
""".encode()
STEM = bytes.fromhex("ffff00000000ffff 2d844ad2 00000000 11111111 3e955be3 0c70 0028 8000 0000")
CHAIN = STEM + b"\0\1" + b"\x41\x00"
BINPACK_GAME = b"BINP" + struct.pack("<I", len(CHAIN)) + CHAIN


def packed(board, move, score, ply, result):
    """A record of ``bin``, bit by bit as its document says."""
    bits = [int(not board.turn)]

    def put(value, count):
        bits.extend(value >> index & 1 for index in range(count))

    for side in (chess.WHITE, chess.BLACK):
        put(board.king(side), 6)
    codes = {chess.PAWN: 1, chess.KNIGHT: 3, chess.BISHOP: 5, chess.ROOK: 7, chess.QUEEN: 9}
    for square in SQUARES:
        piece = board.piece_at(square)
        if piece is None:
            put(0, 1)
        elif piece.piece_type != chess.KING:
            put(codes[piece.piece_type], 4)
            put(int(not piece.color), 1)
    for side in (chess.WHITE, chess.BLACK):
        bits += [int(board.has_kingside_castling_rights(side)), int(board.has_queenside_castling_rights(side))]
    put(board.has_legal_en_passant(), 1)
    if board.has_legal_en_passant():
        put(board.ep_square, 6)
    put(board.halfmove_clock, 6)
    put(board.fullmove_number, 16)
    put(board.halfmove_clock >> 6, 1)
    data = sum(bit << index for index, bit in enumerate(bits)).to_bytes(32, "little")
    sort = 1 if move.promotion else 2 if board.is_en_passant(move) else 3 if board.is_castling(move) else 0
    target = move.to_square
    if sort == 3:
        target = chess.square(7 if target > move.from_square else 0, chess.square_rank(target))
    code = target | move.from_square << 6 | ((move.promotion or 2) - 2) << 12 | sort << 14
    return data + struct.pack("<hHHbB", score, code, ply, result, 255)


def games(seed, count=25):
    """Random games as boards with moves, to whose ends they go on."""
    numbers = random.Random(seed)
    for _ in range(count):
        board, result = chess.Board(), numbers.choice((1, 0, -1))
        while not board.is_game_over() and board.ply() < numbers.randrange(40, 300):
            moves = list(board.legal_moves)
            special = [m for m in moves if m.promotion or board.is_en_passant(m) or board.is_castling(m)]
            move = numbers.choice(special or moves)
            yield board, move, numbers.randrange(-32000, 32000), board.ply(), result if board.turn else -result
            board.push(move)


def as_plain(rows):
    return "".join(
        f"fen {board.fen()}\nmove {move.uci()}\nscore {score}\nply {ply}\nresult {result}\ne\n"
        for board, move, score, ply, result in rows
    ).encode()


def read(kind, data):
    entries = Entries()
    assert entries.read(kind, data) == len(data)
    return entries


def read_all(kind, data):
    """Read until nothing is left."""
    entries = Entries()
    while taken := entries.read(kind, data):
        data = data[taken:]


def test_vectors_of_the_documents():
    entries = read(PLAIN, PLAIN_GAME)
    board = chess.Board()
    first = packed(board, chess.Move.from_uci("e2e4"), 20, 0, 1)
    board.push_uci("e2e4")
    assert entries.write(BIN) == first + packed(board, chess.Move.from_uci("e7e5"), -18, 1, -1)
    writer = BinpackWriter()
    assert entries.write_binpack(writer) + writer.finish() == BINPACK_GAME
    assert read(BINPACK, BINPACK_GAME).write(PLAIN) == PLAIN_GAME
    # Of bullet's struct: both see the same men, but for the pawn that has gone on.
    white, black = entries.write(BULLET)[:32], entries.write(BULLET)[32:]
    men = bytes.fromhex("ffff00000000ffff 13422531 00000000 88888888 9bcaadb9")
    assert white == men + struct.pack("<hBBB3x", 20, 2, 4, 4)
    assert black[24:] == struct.pack("<hBBB3x", -18, 0, 4, 4)
    assert struct.unpack("<Q", black[:8])[0] == 0xFFFF00000000FFFF ^ (1 << chess.E7 | 1 << chess.E5)


def test_what_stockfish_wrote():
    # Chains of a real file, and what the reference library makes of them; it counts moves from 0.
    chains = (DATA / "records" / "stockfish.binpack").read_bytes()
    records = (DATA / "records" / "stockfish.bin").read_bytes()
    for kind, data in ((BINPACK, chains), (BIN, records)):
        entries, writer = read(kind, data), BinpackWriter()
        assert entries.count == 265
        assert entries.write_binpack(writer) + writer.finish() == chains
    assert entries.write(BIN) == records
    unpacked = [
        read(kind, data).write(PLAIN).decode().splitlines() for kind, data in ((BINPACK, chains), (BIN, records))
    ]
    assert [line.rsplit(" ", line.startswith("fen"))[0] for line in unpacked[0]] == [
        line.rsplit(" ", line.startswith("fen"))[0] for line in unpacked[1]
    ]


@pytest.mark.check
@pytest.mark.parametrize("seed", range(2))
def test_round_trips_change_no_byte(seed, tmp_path):
    rows = [(board.copy(), *rest) for board, *rest in games(seed)]
    text, records = as_plain(rows), b"".join(packed(*row) for row in rows)
    files = {form: tmp_path / f"x.{form}" for form in ("plain", "bin", "binpack", "bullet", "parquet")}
    files["plain"].write_bytes(text)
    for form in ("bin", "binpack", "parquet"):
        assert run_here("data", "convert", files["plain"], files[form]).status == 0
        back = tmp_path / f"back.{form}.plain"
        assert run_here("data", "convert", files[form], back).status == 0
        assert back.read_bytes() == text
    assert files["bin"].read_bytes() == records
    assert files["binpack"].stat().st_size < len(records) / 8
    again = tmp_path / "again.binpack"
    assert run_here("data", "convert", files["bin"], again).status == 0
    assert again.read_bytes() == files["binpack"].read_bytes()
    assert run_here("data", "convert", files["bin"], files["bullet"]).status == 0
    assert run_here("data", "convert", files["bullet"], tmp_path / "y.plain").status == 0
    assert run_here("data", "convert", tmp_path / "y.plain", tmp_path / "y.bullet").status == 0
    assert (tmp_path / "y.bullet").read_bytes() == files["bullet"].read_bytes()


@pytest.mark.check
def test_pieces_and_blocks_are_put_together(tmp_path, monkeypatch):
    monkeypatch.setattr("kiebitz.arena.records.files.PIECE_BYTES", 777)
    rows = [(board.copy(), *rest) for board, *rest in games(7, 4)]
    path, out = tmp_path / "x.plain", tmp_path / "x.binpack"
    path.write_bytes(as_plain(rows))
    for source, form, target, other in ((path, "plain", out, "binpack"), (out, "binpack", tmp_path / "y", "plain")):
        with writing(target, other) as writer:
            for entries in read_entries(source, form):
                writer.add(entries)
    assert (tmp_path / "y").read_bytes() == path.read_bytes()


@pytest.mark.parametrize(
    ("kind", "data"),
    [
        (PLAIN, b"fen nonsense\ne\n"),
        (PLAIN, b"hello\n"),
        (PLAIN, PLAIN_GAME.replace(b"e2e4", b"e2e9")),
        (PLAIN, PLAIN_GAME.replace(b"score 20", b"score 99999")),
        (PLAIN, PLAIN_GAME.replace(b"result 1", b"result 7")),
        (PLAIN, PLAIN_GAME[:-2]),
        (BIN, bytes(40)),
        (BIN, read(PLAIN, PLAIN_GAME).write(BIN)[:38] + b"\2\0"),
        (BIN, bytes(39)),
        (BULLET, b"\xff" * 32),
        (BINPACK, b"NONE" + bytes(40)),
        (BINPACK, BINPACK_GAME[:-1]),
        (BINPACK, BINPACK_GAME[:40] + b"\xff\xff" + b"\x41\x00"),
        (BINPACK, b"BINP\xff\xff\xff\xff"),
        (BINPACK, b"BINP" + struct.pack("<I", 34) + STEM.replace(b"\x0c\x70", b"\xff\xff") + b"\0\1\0\0"),
    ],
)
def test_what_is_damaged_is_refused(kind, data):
    with pytest.raises(ValueError, match=r"entry [0-9]+ is (damaged|cut short)"):
        read_all(kind, data)


@pytest.mark.check
@pytest.mark.parametrize("seed", range(3))
def test_noise_crashes_nothing(seed):
    numbers = random.Random(seed)
    sound = {PLAIN: PLAIN_GAME, BIN: read(PLAIN, PLAIN_GAME).write(BIN), BINPACK: BINPACK_GAME}
    sound[BULLET] = read(PLAIN, PLAIN_GAME).write(BULLET)
    for kind, data in sound.items():
        for _ in range(2_000):
            noisy = bytearray(data)
            for _ in range(numbers.randrange(1, 6)):
                noisy[numbers.randrange(len(noisy))] = numbers.randrange(256)
            entries = Entries()
            try:
                entries.read(kind, bytes(noisy))
            except ValueError:
                continue
            entries.counts()
            entries.write(PLAIN)


@pytest.mark.check
def test_equal_positions_once_and_new_scores(tmp_path):
    path, once, scored = tmp_path / "x.plain", tmp_path / "once.plain", tmp_path / "scored.plain"
    path.write_bytes(PLAIN_GAME * 3)
    done = run_here("data", "dedupe", path, once)
    assert (done.status, once.read_bytes()) == (0, PLAIN_GAME)
    assert "2 of 6" in done.out
    done = run_here("data", "relabel", path, scored)
    assert done.status == 0
    fens = [line[4:] for line in PLAIN_GAME.decode().splitlines() if line.startswith("fen")]
    expected = kiebitz.evaluate_batch(fens)["centipawns"].tolist()
    assert [int(line[6:]) for line in scored.read_text().splitlines() if line.startswith("score")] == expected * 3
    told = run_here("data", "stat", path).out
    assert "6 positions" in told


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("convert", "x.what", "y.bin"), "which format"),
        (("convert", "none.bin", "y.plain"), "none.bin"),
        (("convert", MATCH, "y.plain", "--from", "bin"), "entry 1 can't be read as bin"),
        (("stat", "x.plain", "--from", "csv"), "csv"),
    ],
)
def test_what_the_command_refuses(tmp_path, arguments, words):
    assert words in refused("data", *arguments, cwd=tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_formats_by_names():
    assert [format_of(f"a.{end}", None) for end in FORMATS] == list(FORMATS)
    with pytest.raises(RecordError, match="which format"):
        format_of("a", None)
