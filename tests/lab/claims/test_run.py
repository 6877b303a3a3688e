"""A run of an experiment: what is recorded of it, and that an interrupted one goes on."""

import time
from types import SimpleNamespace

import pytest

import kiebitz
from kiebitz.lab.claims.claim import Claim, Result, Verdict
from kiebitz.lab.claims.documents import KIEBITZ
from kiebitz.lab.claims.experiment import Experiment
from kiebitz.lab.claims.run import run_experiment

CLAIM = Claim("Z1", "Sleep", "A step takes as long as it sleeps.", KIEBITZ)
STEP_S = 0.2


def silent(progress, step):
    pass


def experiment(first, second):
    """An experiment of two steps."""

    def measure(quick, progress):
        steps = progress.step("first", first), progress.step("second", second)
        return Result(Verdict.HOLDS, f"Steps gave {steps}.")

    return Experiment(SimpleNamespace(CLAIM=CLAIM, measure=measure))


def sleep():
    time.sleep(STEP_S)
    return 1


def interrupt():
    raise KeyboardInterrupt


def never():
    pytest.fail("measured again")


def test_an_interrupted_run_goes_on_and_counts_the_seconds_of_both(tmp_path):
    with pytest.raises(KeyboardInterrupt):
        run_experiment(experiment(sleep, interrupt), tmp_path, silent, quick=True, resume=False)
    assert [path.name for path in tmp_path.iterdir()] == ["Z1.json.journal"]
    record = run_experiment(experiment(never, lambda: 2), tmp_path, silent, quick=True, resume=True)
    assert record.seconds >= STEP_S
    assert record.result.why == "Steps gave (1, 2)."
    assert (record.claim_id, record.version) == ("Z1", kiebitz.__version__)
    assert record.command == "kiebitz lab run Z1 --quick"
    assert record.signature is None
    assert list(tmp_path.iterdir()) == []
