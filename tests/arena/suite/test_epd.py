import contextlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kiebitz.arena.suite.epd import EpdFault, SuiteError, Task, TaskError, read_suite, read_task
from suite_lines import KAUFMAN_3, MATE_1, STS_1, WAC_1


def test_best_move():
    task = read_task(WAC_1, 7)
    assert (task.line, task.name, task.best, task.wanted) == (7, "WAC.001", ("g3g6",), "Qg6")
    assert task.is_right("g3g6", None)
    assert not task.is_right("g3g5", None)


def test_move_to_avoid():
    task = read_task(KAUFMAN_3)
    assert task.wanted == "not Rd1"
    assert task.is_right("e1e8", None)
    assert not task.is_right("e1d1", None)


def test_commas_between_moves():
    position = "4k3/8/8/4p3/3P4/8/8/4K2R w K -"
    for moves in ("dxe5, Rh8+", "dxe5,Rh8+", "dxe5 ,  Rh8+,", "dxe5 Rh8+"):
        task = read_task(f'{position} id "bm a, b; am c, d"; am Ke2, Kf2; bm {moves};')
        assert task.best == ("d4e5", "h1h8")
        assert task.avoid == ("e1e2", "e1f2")
        assert task.name == "bm a, b; am c, d"


@pytest.mark.parametrize(
    ("line", "best", "avoid"),
    [
        ('6k1/5ppp/8/8/8/8/8/R3K3 w - -; bm Ra8; id "semicolon after the position";', ["a1a8"], []),
        ("6k1/5ppp/8/8/8/8/8/R3K3 w - - 3 9; bm Ra8+!;", ["a1a8"], []),
        ("6k1/5ppp/8/8/8/8/8/R3K3 w Q - ;bm 1. Ra8+!! 1.0-0-0 ?!;", ["a1a8", "e1c1"], []),
        ("4k3/8/8/8/8/8/8/4K2R w K - am 0-0;", [], ["e1g1"]),
        ("6k1/5ppp/8/8/8/8/8/R3K3 w Q - bm Ra8 mate or 0-0-0 +-; am Kd1 ?!", ["a1a8", "e1c1"], ["e1d1"]),
        ("4k3/8/8/8/8/8/8/4K2R w K - am 0–0, ♖h8; bm 1.Kd2", ["e1d2"], ["e1g1", "h1h8"]),
        ("7k/P7/8/8/8/8/8/4K3 w - - bm a8(Q)+; am 1. a8/R +, a8=N", ["a7a8q"], ["a7a8r", "a7a8n"]),
        ("4k3/8/8/3p4/4P3/8/8/4K3 b - - bm 1...d5×e4; am 1... Kd7?;", ["d5e4"], ["e8d7"]),
    ],
)
def test_moves_as_people_write_them(line, best, avoid):
    task = read_task(line)
    assert (list(task.best), list(task.avoid)) == (best, avoid)


def test_mate_and_en_passant():
    task = read_task(MATE_1)
    assert (task.mate, task.wanted) == (1, "mate in 1")
    assert task.is_right("d5e6", 1)
    assert not task.is_right("d5e6", 2)
    assert not task.is_right("d5e6", -1)
    assert not task.is_right("d5e6", None)


def test_points():
    task = read_task(STS_1)
    assert task.points == {"f4f5": 10, "d4e5": 2, "d4f2": 3, "f3g4": 2}
    assert task.most_points == 10
    assert task.is_right("f4f5", None)
    assert not task.is_right("d4f2", None)


def test_points_without_best_move():
    task = read_task(STS_1.replace("bm f5; ", ""))
    assert task.wanted == "f5"
    assert task.is_right("f4f5", None)
    assert not task.is_right("d4f2", None)


def test_all_operations_must_hold():
    task = read_task("8/8/p1p5/1p5p/1P5p/8/PPP2K1p/4R1rk w - - dm 10; bm Rf1;")
    assert task.wanted == "Rf1, mate in 10"
    assert task.name == "line 1"
    assert task.is_right("e1f1", 10)
    assert not task.is_right("e1f1", None)
    assert not task.is_right("e1g1", 5)


def test_castling_in_chess_and_chess960():
    assert read_task("4k3/8/8/8/8/8/8/4K2R w K - bm O-O;").best == ("e1g1",)
    task = read_task("1k6/8/8/8/8/8/8/1K4R1 w G - bm O-O;")
    assert task.chess960
    assert task.best == ("b1g1",)


def test_castling_of_chess960_counts_where_it_is_meant():
    """``K`` beside a king on c1 is an oversight; the rook's file is not."""
    line = "r6r/pp3pkp/8/3P1b2/3Rn3/8/PP2BPPP/2K4R w {} - bm {};"
    assert not read_task(line.format("K", "Rf1")).chess960
    assert read_task(line.format("K", "Rf1")).fen.split()[2] == "-"
    with pytest.raises(TaskError, match="not an EPD line"):
        read_task(line.format("K", "O-O"))
    assert read_task(line.format("H", "O-O")).best == ("c1h1",)


def test_counters_of_a_fen():
    task = read_task('4k3/8/8/8/8/8/8/4K2R w K - 12 40 bm Rh8+; id "x";')
    assert task.fen.endswith(" 12 40")
    assert task.best == ("h1h8",)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("nonsense", "not an EPD line"),
        ("8/8/8/8/8/8/8/8 w - - bm Ke1;", "not an EPD line"),
        ("8/8/8/8/8/8/8/8 w - - dm 3;", "not a position"),
        ("4k3/8/8/8/8/8/8/4K2R w K - bm Qh8;", "illegal|invalid|not an EPD line"),
        ("4k3/8/8/8/8/8/8/4K2R w K - ce 5;", "nothing to find"),
        ("4k3/8/8/8/8/8/8/4K2R w K - bm;", "bm needs moves"),
        ('4k3/8/8/8/8/8/8/4K2R w K - bm "Rh8+";', "bm needs moves"),
        ("4k3/8/8/8/8/8/8/4K2R w K - dm 0;", "dm needs a number"),
        ("4k3/8/8/8/8/8/8/4K2R w K - dm x;", "not an EPD line"),
        ('4k3/8/8/8/8/8/8/4K2R w K - c8 "1 2"; c9 "h1h8";', "2 points for the 1 moves"),
        ('4k3/8/8/8/8/8/8/4K2R w K - c8 "1"; c9 "h1a8";', "c9:"),
        ("7k/5Q2/6K1/8/8/8/8/8 b - - am Kg8;", "not an EPD line|illegal"),
        ("7k/5Q2/6K1/8/8/8/8/8 b - - dm 1;", "no legal move"),
        ("4k3/8/8/8/8/8/8/4K2R w K - bm Rh8;" + "x" * 20_000, "longer than"),
    ],
)
def test_faults_are_named(line, said):
    with pytest.raises(TaskError, match=said):
        read_task(line)


@pytest.mark.check
@given(st.text(max_size=80), st.integers(0, len(STS_1)), st.integers(0, 20))
def test_nothing_else_is_raised(text, at, cut):
    for line in (text, STS_1[:at] + text + STS_1[at + cut :]):
        with contextlib.suppress(TaskError):
            read_task(line)


def test_files(tmp_path):
    path = tmp_path / "suite.epd"
    path.write_bytes(b"\xef\xbb\xbf# a comment\n\n" + WAC_1.encode() + b"\r\n\xff\xfe broken\n" + MATE_1.encode())
    read = list(read_suite(path))
    assert [type(item) for item in read] == [Task, EpdFault, Task]
    assert [item.line for item in read] == [3, 4, 5]
    assert str(read[1]).startswith(f"{path}, line 4: not an EPD line")
    assert str(read[1]).endswith("; skipped")
    with pytest.raises(SuiteError, match="No such file"):
        list(read_suite(tmp_path / "none.epd"))
    with pytest.raises(SuiteError, match="directory"):
        list(read_suite(tmp_path))
