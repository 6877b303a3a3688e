"""``kiebitz suite`` as users run it."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import kiebitz
from suite_lines import KAUFMAN_3, MATE_1, STS_1, WAC_1

COMMAND = [sys.executable, "-m", "kiebitz", "suite"]
ENVIRONMENT = {**os.environ, "PYTHONPATH": str(Path(kiebitz.__file__).parent.parent), "NO_COLOR": "1"}
PATIENCE_S = 120


def suite_run(*arguments):
    return subprocess.run(
        [*COMMAND, *map(str, arguments)],
        env=ENVIRONMENT,
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
        check=False,
    )


@pytest.fixture
def suite_file(tmp_path):
    path = tmp_path / "mixed.epd"
    path.write_text("\n".join(["# four kinds", WAC_1, "broken line", KAUFMAN_3, MATE_1, STS_1]) + "\n")
    return path


def test_a_table_and_a_total_in_plain_text(suite_file):
    done = suite_run(suite_file, "--nodes", 20_000, "--jobs", 2, "--set", "null_move=off")
    assert done.returncode == 0, done.stderr
    assert done.stderr.splitlines() == [
        f"kiebitz: {suite_file}, line 3: not an EPD line: {done.stderr.split('line: ')[1].strip()}"
    ]
    assert "\x1b" not in done.stdout
    lines = done.stdout.splitlines()
    assert "WAC.001" in done.stdout
    assert any("Qg6" in line and line.split()[0] in ("yes", "no") for line in lines)
    assert "of 4 solved" in lines[-1]
    assert "of 10 points" in lines[-1]
    assert "1 line skipped" in lines[-1]


def test_json(suite_file):
    done = suite_run(suite_file, "--depth", 4, "--json")
    assert done.returncode == 0, done.stderr
    records = [json.loads(line) for line in done.stdout.splitlines()]
    assert [record.get("id") for record in records] == [
        "WAC.001",
        "L.Kaufman CCR Test No.3",
        "matetrack.dm1",
        "STS(v1.0) Undermine.001",
        None,
    ]
    assert records[2]["mate"] == 1
    assert records[-1]["total"]["done"] == 4


@pytest.mark.parametrize("concurrency", [1, 2])
def test_ctrl_c_shows_what_is_done(tmp_path, concurrency):
    path = tmp_path / "endless.epd"
    path.write_text(f"{MATE_1}\n" + f"{KAUFMAN_3}\n" * 3)
    process = subprocess.Popen(
        [*COMMAND, str(path), "--movetime", "500000", "--json", "-j", str(concurrency)],
        env=ENVIRONMENT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    try:
        assert json.loads(process.stdout.readline())["id"] == "matetrack.dm1"
        time.sleep(0.5)
        os.killpg(process.pid, signal.SIGINT)  # As a terminal does: to all processes of the command.
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
    done = suite_run(*(names.get(argument, argument) for argument in arguments))
    assert done.returncode == 2
    assert said in done.stderr
    assert len(done.stderr.splitlines()) == 1
    assert done.stdout == ""
