"""Training data of shogi, converted: equal to what cshogi writes and reads, and round trips that change no byte."""

import random
import struct

import pytest

import kiebitz
from commands import refused, run_here
from kiebitz.arena.records.files import game_of, read_entries
from kiebitz.core.records.any_entries import HCPE, PLAIN, PSV
from kiebitz.core.records.shogi_entries import ShogiEntries
from kiebitz.core.shogi.sfen import START_SFEN

HANDICAPS = (START_SFEN.replace("1r5b1", "9").replace(" b ", " w "), "4k4/9/9/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1")
START = f"sfen {START_SFEN}\nmove 7g7f\nscore 31\nply 1\nresult 1\ne\n".encode()
# How its records begin, by hand: Black to move, the kings on 5i and 5a.
HEAD = 0 | 44 << 1 | 36 << 8


def read(kind, data):
    entries = ShogiEntries()
    assert entries.read(kind, data) == len(data)
    return entries


def read_all(kind, data):
    """All entries, a portion at a time."""
    portions = []
    while data:
        portions.append(ShogiEntries())
        data = data[portions[-1].read(kind, data) :]
    return portions


def written(portions, kind):
    return b"".join(entries.write(kind) for entries in portions)


def rows(seed, games=25):
    """Random games in cshogi: SFEN, move, score, ply, result, and records as cshogi and NumPy write them."""
    cshogi, numpy = pytest.importorskip("cshogi"), pytest.importorskip("numpy")
    numbers = random.Random(seed)
    for game in range(games):
        board, winner = cshogi.Board(), numbers.randrange(3)
        if game % 4 == 3:
            board.set_sfen(numbers.choice(HANDICAPS))
        for _ in range(numbers.randrange(60, 200)):
            moves = list(board.legal_moves)
            if not moves:
                break
            move, score = numbers.choice(moves), numbers.randrange(-32768, 32768)
            result = 0 if winner == 0 else 1 if winner == board.turn + 1 else -1
            psv, hcpe = numpy.zeros(1, cshogi.PackedSfenValue), numpy.zeros(1, cshogi.HuffmanCodedPosAndEval)
            board.to_psfen(psv[0]["sfen"])
            board.to_hcp(hcpe[0]["hcp"])
            code = cshogi.move16(move)
            told = struct.pack("<hHHbB", score, cshogi.move16_to_psv(code), board.move_number, result, 7)
            yield (
                (board.sfen(), cshogi.move_to_usi(move), score, board.move_number, result),
                psv.tobytes()[:32] + told,
                hcpe.tobytes()[:32] + struct.pack("<hHBB", score, code, winner, 9),
            )
            board.push(move)


def as_plain(told):
    return "".join(
        f"sfen {sfen}\nmove {move}\nscore {score}\nply {ply}\nresult {result}\ne\n"
        for sfen, move, score, ply, result in told
    ).encode()


def test_the_first_position_by_hand():
    entries = read(PLAIN, START)
    for kind, size, move, behind in ((PSV, 40, 59 | 60 << 7, b"\1\0\1\0"), (HCPE, 38, 59 | 60 << 7, b"\1\0")):
        record = entries.write(kind)
        assert len(record) == size
        assert int.from_bytes(record, "little") & 0x7FFF == HEAD
        # White's lance on 1a, a free square, White's pawn on 1c, and free ones: the first bit of a code is the lowest.
        white_lance, white_pawn = ("110001", "1001") if kind == PSV else ("110010", "1010")
        codes = "".join(str(byte >> bit & 1) for byte in record for bit in range(8))[15:]
        assert codes.startswith(white_lance + "0" + white_pawn + "000")
        assert record[32:36] == struct.pack("<hH", 31, move)
        assert record[36:] == behind
        assert read(kind, record).write(kind) == record
    assert read(PSV, entries.write(PSV)).write(PLAIN) == START


@pytest.mark.check
@pytest.mark.parametrize("seed", range(2))
def test_records_are_those_of_cshogi(seed):
    told, psv, hcpe = (list(column) for column in zip(*rows(seed), strict=True))
    text = as_plain(told)
    assert written(read_all(PLAIN, text), PLAIN) == text
    hcpes = b"".join(hcpe)
    assert written(read_all(HCPE, hcpes), HCPE) == hcpes
    # As text they have no padding; as hcpe no ply.
    plain = read_all(PLAIN, text)
    assert written(plain, HCPE) == b"".join(record[:-1] + b"\0" for record in hcpe)
    psvs = b"".join(psv)
    found = written(read_all(PSV, psvs), PSV)
    assert written(read_all(PSV, psvs), PLAIN) == text
    assert written(read_all(PSV, found), PSV) == found
    # cshogi writes golds off the board before bishops and rooks there, YaneuraOu behind them: nothing else may differ.
    cshogi, numpy = pytest.importorskip("cshogi"), pytest.importorskip("numpy")
    board = cshogi.Board()
    for index, (row, record) in enumerate(zip(told, psv, strict=True)):
        mine = found[40 * index : 40 * index + 40]
        men = row[0].split()[0].upper()
        assert mine == record or (men.count("G") < 4 and men.count("B") + men.count("R") < 4)
        board.set_psfen(numpy.frombuffer(mine[:32], numpy.uint8))
        assert board.sfen().split()[:3] == row[0].split()[:3]


@pytest.mark.check
def test_files_are_converted(tmp_path):
    pytest.importorskip("pyarrow")
    text = as_plain([told for told, *_ in rows(3, 8)])
    (tmp_path / "x.plain").write_bytes(text)
    for form in ("psv", "parquet"):
        assert run_here("data", "convert", tmp_path / "x.plain", tmp_path / f"x.{form}").status == 0
        assert game_of(tmp_path / f"x.{form}", form) == "shogi"
        assert run_here("data", "convert", tmp_path / f"x.{form}", tmp_path / f"{form}.plain").status == 0
        assert (tmp_path / f"{form}.plain").read_bytes() == text
    assert run_here("data", "convert", tmp_path / "x.plain", tmp_path / "x.hcpe").status == 0
    assert run_here("data", "convert", tmp_path / "x.hcpe", tmp_path / "y.psv").status == 0
    back = b"".join(entries.write(PLAIN) for entries in read_entries(tmp_path / "y.psv", "psv"))
    assert back.splitlines() == [
        b"ply 0" if line.startswith(b"ply") else line.rsplit(b" ", 1)[0] + b" 1" if line.startswith(b"sfen") else line
        for line in text.splitlines()
    ]


@pytest.mark.check
def test_equal_positions_once_and_new_scores(tmp_path):
    text = as_plain([told for told, *_ in rows(4, 2)])
    (tmp_path / "x.plain").write_bytes(text * 2)
    fens = [line[5:] for line in text.decode().splitlines() if line.startswith("sfen")]
    different = len({sfen.rsplit(" ", 1)[0] for sfen in fens})
    assert (
        f"{different:,} of {2 * len(fens):,}"
        in run_here("data", "dedupe", tmp_path / "x.plain", tmp_path / "y.hcpe").out
    )
    assert run_here("data", "relabel", tmp_path / "x.plain", tmp_path / "y.plain").status == 0
    scores = [int(line[6:]) for line in (tmp_path / "y.plain").read_text().splitlines() if line.startswith("score")]
    with kiebitz.ShogiEngine(hash_mb=1) as engine:
        assert scores == 2 * [engine.evaluate(sfen).total for sfen in fens]
    told = run_here("data", "stat", tmp_path / "x.plain").out
    assert f"{2 * len(fens):,} positions in 4 chains" in told
    assert "--teacher" in refused("data", "relabel", "x.plain", "z.plain", "--teacher", "x.nnue", cwd=tmp_path)


@pytest.mark.parametrize("target", ["y.bin", "y.binpack", "y.bullet"])
def test_formats_of_the_other_game_are_refused(tmp_path, target):
    (tmp_path / "x.plain").write_bytes(START)
    assert "is of chess" in refused("data", "convert", "x.plain", target, cwd=tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["x.plain"]


@pytest.mark.parametrize(
    ("kind", "data"),
    [
        (PLAIN, START.replace(b"lnsgk", b"lnsgg")),
        (PLAIN, START.replace(b"9/9/9", b"9/9/8")),
        (PLAIN, START.replace(b"9/9/9", b"9/9/9/9")),
        (PLAIN, START.replace(b"b - 1", b"x - 1")),
        (PLAIN, START.replace(b"b - 1", b"b 2P 1")),
        (PLAIN, START.replace(b"b - 1", b"b - 1x")),
        (PLAIN, START.replace(b"lns", b"+g+n+")),
        (PLAIN, START.replace(b"7g7f", b"7g7j")),
        (PLAIN, START.replace(b"7g7f", b"K*5e")),
        (PLAIN, START.replace(b"7g7f", b"P*5e+")),
        (PSV, bytes(40)),
        (PSV, bytes(39)),
        (PSV, read(PLAIN, START).write(PSV)[:38] + b"\2\0"),
        (PSV, read(PLAIN, START).write(PSV)[:34] + b"\x7f\0" + b"\0\0\0\0"),
        (HCPE, read(PLAIN, START).write(HCPE)[:36] + b"\3\0"),
        (HCPE, read(PLAIN, START).write(HCPE)[:20] + bytes(18)),
        (HCPE, b"\xff" * 38),
    ],
)
def test_what_is_damaged_is_refused(kind, data):
    with pytest.raises(ValueError, match=r"entry [0-9]+ is (damaged|cut short)"):
        read_all(kind, data)


@pytest.mark.check
@pytest.mark.parametrize("seed", range(2))
def test_noise_crashes_nothing(seed):
    numbers = random.Random(seed)
    sound = {kind: read(PLAIN, START).write(kind) for kind in (PLAIN, PSV, HCPE)}
    evaluator = kiebitz.ShogiEngine(hash_mb=1).evaluator()
    for kind, data in sound.items():
        for _ in range(2_000):
            noisy = bytearray(data)
            for _ in range(numbers.randrange(1, 6)):
                noisy[numbers.randrange(len(noisy))] = numbers.randrange(256)
            entries = ShogiEntries()
            try:
                entries.read(kind, bytes(noisy))
            except ValueError:
                continue
            entries.counts()
            assert entries.relabel(evaluator) == entries.count
            for other in (PLAIN, PSV, HCPE):
                entries.write(other)
