"""``kiebitz lab`` as users run it."""

import os
import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import pytest

import kiebitz
from kiebitz.lab.claims.claim import Verdict
from kiebitz.lab.claims.record import load
from sources import ROOT

PUBLISHED = ROOT / "experiments" / "results"
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


def test_a_kept_result_is_judged_anew(tmp_path):
    """A verdict that the figures don't bear out changes, with a reason, and only with one."""
    kept = replace(load(PUBLISHED, "N1"), earlier=())
    replace(kept, result=replace(kept.result, verdict=Verdict.HOLDS)).save(tmp_path)
    refused = lab("judge", "n1", "--results", tmp_path, cwd=tmp_path)
    assert refused.returncode == 2
    assert "N1: the verdict changes from 'holds' to 'holds in part'; say why with --because" in refused.stderr
    done = lab("judge", "N1", "--because", "The Elo is excluded.", "--results", tmp_path, cwd=tmp_path)
    assert done.stdout == "N1: holds in part (before: holds)\n"
    judged = load(tmp_path, "N1")
    assert judged.result == kept.result
    assert [(said.verdict, said.reason) for said in judged.earlier] == [(Verdict.HOLDS, "The Elo is excluded.")]


def test_a_result_that_cannot_be_judged_again_is_told(tmp_path):
    load(PUBLISHED, "T1").save(tmp_path)
    done = lab("judge", "T1", "--results", tmp_path, cwd=tmp_path)
    assert done.returncode == 0
    assert "the result of T1 keeps too little to be judged again; measure it again" in done.stdout


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
