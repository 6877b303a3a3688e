"""``kiebitz lab`` as users run it."""

import os
import signal
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

import kiebitz
from kiebitz_claims.claims.experiment import claim_ids, find
from kiebitz_claims.claims.paper import entries
from kiebitz_claims.claims.record import load
from kiebitz_claims.claims.results import PUBLISHED
from processes import wait_until

pytestmark = pytest.mark.check

PATIENCE_S = 120


def environment(home):
    """A user whose data lies under ``home``."""
    return {
        **os.environ,
        "PYTHONPATH": str(Path(kiebitz.__file__).parent.parent),
        "NO_COLOR": "1",
        "COLUMNS": "80",
        "XDG_DATA_HOME": str(home / "data"),
    }


def own(home):
    """Where such a user's results are kept."""
    return home / "data" / "kiebitz" / "results"


def lab(*arguments, cwd):
    return subprocess.run(
        [sys.executable, "-m", "kiebitz", "lab", *map(str, arguments)],
        env=environment(cwd),
        cwd=cwd,
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
        check=False,
    )


def test_list_names_every_claim_with_the_verdicts_that_come_with_kiebitz(tmp_path):
    done = lab("list", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    rows = {line.split()[0]: line for line in done.stdout.splitlines() if line.strip()}
    assert set(claim_ids()) <= set(rows)
    assert "One key for every move order" in rows["M1"]
    for claim_id in claim_ids():
        (entry,) = entries([(find(claim_id), load(PUBLISHED, claim_id))])
        assert (entry.verdict if entry.judgement is None else str(entry.judgement.verdict)) in rows[claim_id]
    assert list(tmp_path.iterdir()) == []


def test_a_result_of_ones_own_stands_above_the_published(tmp_path):
    published = load(PUBLISHED, "M1")
    replace(published, date="2031-01-01").save(own(tmp_path))
    done = lab("list", cwd=tmp_path)
    assert "2031-01-01" in done.stdout
    assert "results: M1" in " ".join(done.stdout.split())
    assert "2031-01-01" in lab("show", "M1", cwd=tmp_path).stdout


def test_without_a_home_a_directory_is_asked_for(tmp_path):
    code = (
        "import pathlib, sys; from kiebitz.cli import main\n"
        "def nowhere(): raise RuntimeError\n"
        "pathlib.Path.home = nowhere; sys.argv[1:] = ['lab', 'list']; main()"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={**environment(tmp_path), "XDG_DATA_HOME": ""},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (
        2,
        "kiebitz: there is no home directory to keep results in; name one with --results DIR\n",
    )


def test_a_quick_run_shows_claim_and_measurement_and_keeps_nothing(tmp_path):
    done = lab("run", "m1", "--quick", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert "Claim: The key of a position" in done.stdout
    assert "The claim holds." in done.stdout
    assert not list(own(tmp_path).iterdir())


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["run", "Q9"], "no experiment measures 'Q9'"),
        (["show", "Q9"], "no experiment measures 'Q9'"),
        (["run", "M1", "--quick", "--resume"], "nothing to resume"),
    ],
)
def test_faults_are_said_in_one_line(tmp_path, arguments, message):
    done = lab(*arguments, cwd=tmp_path)
    assert done.returncode == 2
    assert message in done.stderr
    assert len(done.stderr.splitlines()) == 1


def test_report_and_pages_measure_nothing(tmp_path):
    assert lab("report", "-o", "all.html", cwd=tmp_path).returncode == 0
    assert "Until 2026-11-21 the verdict was" in (tmp_path / "all.html").read_text()
    assert lab("pages", cwd=tmp_path).returncode == 0
    assert (tmp_path / "docs" / "claims.md").exists()


def test_a_damaged_result_is_named(tmp_path):
    results = own(tmp_path)
    results.mkdir(parents=True)
    (results / "M1.json").write_text("{")
    done = lab("list", cwd=tmp_path)
    assert done.returncode == 2
    assert "M1.json" in done.stderr


def test_a_result_that_cannot_be_judged_is_named(tmp_path):
    kept = load(PUBLISHED, "T1")
    replace(kept, plan=find("T1").plan.version, result=replace(kept.result, tables=())).save(own(tmp_path))
    done = lab("show", "T1", cwd=tmp_path)
    assert done.returncode == 2
    assert "the result of T1 doesn't fit its experiment any more" in done.stderr


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM])
def test_an_interrupted_run_can_go_on(tmp_path, how):
    """Ctrl-C in the middle of a long experiment, or the system's end: what is done is kept, and the way on is said."""
    command = [sys.executable, "-m", "kiebitz", "lab", "run", "M6"]
    process = subprocess.Popen(command, env=environment(tmp_path), cwd=tmp_path, stderr=subprocess.PIPE, text=True)
    journal = own(tmp_path) / "M6.json.journal"
    wait_until(lambda: journal.exists() and len(journal.read_text().splitlines()) >= 2)
    process.send_signal(how)
    _, said = process.communicate(timeout=PATIENCE_S)
    assert process.returncode == 130
    assert said.splitlines() == ["kiebitz: interrupted; go on with: kiebitz lab run M6 --resume"]
    assert len(journal.read_text().splitlines()) >= 2
