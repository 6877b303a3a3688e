"""``kiebitz suite`` as users run it."""

import json
import os
import signal
import subprocess
import time

import pytest

from commands import COMMAND, ENVIRONMENT, PATIENCE_S, refused, run_here
from suite_lines import KAUFMAN_3, MATE_1, STS_1, WAC_1


@pytest.fixture
def suite_file(tmp_path):
    path = tmp_path / "mixed.epd"
    path.write_text("\n".join(["# four kinds", WAC_1, "broken line", KAUFMAN_3, MATE_1, STS_1]) + "\n")
    return path


@pytest.mark.check
def test_a_table_and_a_total_in_plain_text(suite_file):
    done = run_here("suite", suite_file, "--nodes", 5_000, "--jobs", 2, "--set", "null_move=off")
    assert done.status == 0, done.err
    assert done.err.splitlines() == [
        f"kiebitz: {suite_file}, line 3: not an EPD line: {done.err.split('line: ')[1].strip()}"
    ]
    assert "\x1b" not in done.out
    lines = done.out.splitlines()
    assert "WAC.001" in done.out
    assert any("Qg6" in line and line.split()[0] in ("yes", "no") for line in lines)
    assert "of 4 solved" in lines[-1]
    assert "of 10 points" in lines[-1]
    assert "1 line skipped" in lines[-1]


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ("6k1/5ppp/8/8/8/8/8/R5K1 w Q -", "castling 'Q' dropped: only Chess960 castles with the king on g1"),
        ("6k1/5ppp/8/8/8/8/8/R5K1 w - e3", "en passant square e3 dropped: with w to move it is on rank 6"),
        ("6k1/5ppp/8/8/8/8/8/R5K1 w kq -", "castling 'kq' dropped: there is no rook of Black to castle with"),
    ],
)
def test_what_is_dropped_of_a_position_is_told(tmp_path, fields, said):
    path = tmp_path / "strayed.epd"
    path.write_text(f"# one\n{fields} bm Ra8#;\n")
    done = run_here("suite", path, "--depth", 3, "--json")
    assert done.status == 0, done.err
    (line,) = done.err.splitlines()
    assert line.startswith(f"kiebitz: {path}, line 2: {said}")
    assert json.loads(done.out.splitlines()[0])["solved"]


def test_json(suite_file):
    done = run_here("suite", suite_file, "--depth", 4, "--json")
    assert done.status == 0, done.err
    records = [json.loads(line) for line in done.out.splitlines()]
    assert [record.get("id") for record in records] == [
        "WAC.001",
        "L.Kaufman CCR Test No.3",
        "matetrack.dm1",
        "STS(v1.0) Undermine.001",
        None,
    ]
    assert records[2]["mate"] == 1
    assert records[-1]["total"]["done"] == 4


@pytest.mark.check
@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM])
@pytest.mark.parametrize("jobs", [1, 2])
def test_an_interruption_shows_what_is_done(tmp_path, jobs, how):
    path = tmp_path / "endless.epd"
    path.write_text(f"{MATE_1}\n" + f"{KAUFMAN_3}\n" * 3)
    process = subprocess.Popen(
        [*COMMAND, "suite", str(path), "--movetime", "500000", "--json", "-j", str(jobs)],
        env=ENVIRONMENT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    try:
        assert json.loads(process.stdout.readline())["id"] == "matetrack.dm1"
        time.sleep(0.5)
        if how == signal.SIGINT:
            os.killpg(process.pid, how)  # As a terminal does: to all processes of the command.
        else:
            process.send_signal(how)
        rest, errors = process.communicate(timeout=PATIENCE_S)
    finally:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
    assert process.returncode == 130, errors
    assert errors == "kiebitz: interrupted\n"
    assert json.loads(rest.splitlines()[-1])["total"]["done"] == 1


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["none.epd"], "No such file"),
        (["SUITE", "--set", "null_move"], "write for example null_move=off"),
        (["SUITE", "--set", "nonsense=on"], "there is no option 'nonsense'"),
        (["SUITE", "--nodes", "0"], "--nodes"),
        (["EMPTY"], "holds no position"),
    ],
)
def test_mistakes_are_said_in_one_line(suite_file, tmp_path, arguments, said):
    empty = tmp_path / "empty.epd"
    empty.write_text("# nothing\n")
    names = {"SUITE": suite_file, "EMPTY": empty}
    assert said in refused("suite", *(names.get(argument, argument) for argument in arguments))
