"""``kiebitz lab`` as users run it."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import kiebitz

PATIENCE_S = 120
ENVIRONMENT = {**os.environ, "PYTHONPATH": str(Path(kiebitz.__file__).parent.parent), "NO_COLOR": "1"}


def lab(*arguments, cwd):
    return subprocess.run(
        [sys.executable, "-m", "kiebitz", "lab", *map(str, arguments)],
        env=ENVIRONMENT,
        cwd=cwd,
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
        check=False,
    )


def test_list_names_every_claim(tmp_path):
    done = lab("list", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert "M1" in done.stdout
    assert "One key for every move order" in done.stdout


def test_a_quick_run_shows_claim_and_measurement_and_keeps_nothing(tmp_path):
    done = lab("run", "m1", "--quick", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert "Claim: The key of a position" in done.stdout
    assert "The claim holds." in done.stdout
    assert not list((tmp_path / "experiments" / "results").iterdir())


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["run", "Q9"], "no experiment measures 'Q9'"),
        (["run", "M1", "--resume"], "nothing to resume"),
    ],
)
def test_faults_are_said_in_one_line(tmp_path, arguments, message):
    done = lab(*arguments, cwd=tmp_path)
    assert done.returncode == 2
    assert message in done.stderr
    assert len(done.stderr.splitlines()) == 1


def test_report_and_pages_measure_nothing(tmp_path):
    assert lab("report", "-o", "all.html", cwd=tmp_path).returncode == 0
    assert "not measured yet" in (tmp_path / "all.html").read_text()
    assert lab("pages", cwd=tmp_path).returncode == 0
    assert (tmp_path / "docs" / "claims.md").exists()


def test_a_damaged_result_is_named(tmp_path):
    results = tmp_path / "experiments" / "results"
    results.mkdir(parents=True)
    (results / "M1.json").write_text("{")
    done = lab("list", cwd=tmp_path)
    assert done.returncode == 2
    assert "M1.json" in done.stderr


def test_an_interrupted_run_can_go_on(tmp_path):
    """Ctrl-C in the middle of a long experiment: what is done is kept, and the way on is said."""
    command = [sys.executable, "-m", "kiebitz", "lab", "run", "M6"]
    process = subprocess.Popen(command, env=ENVIRONMENT, cwd=tmp_path, stderr=subprocess.PIPE, text=True)
    journal = tmp_path / "experiments" / "results" / "M6.json.journal"
    deadline = time.monotonic() + PATIENCE_S
    while time.monotonic() < deadline and (not journal.exists() or len(journal.read_text().splitlines()) < 2):
        time.sleep(0.05)
    process.send_signal(signal.SIGINT)
    _, said = process.communicate(timeout=PATIENCE_S)
    assert process.returncode == 130
    assert said.splitlines() == ["kiebitz: interrupted; go on with: kiebitz lab run M6 --resume"]
    assert len(journal.read_text().splitlines()) >= 2
