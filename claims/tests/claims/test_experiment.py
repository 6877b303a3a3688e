"""Every experiment runs in its quick mode and is well formed; what is kept is drawn by the tests of the report."""

import math

import pytest

from kiebitz_claims.claims.experiment import UnknownClaimError, claim_ids, every_experiment, find
from kiebitz_claims.claims.figure import draw_svg
from kiebitz_claims.claims.record import Record, load
from kiebitz_claims.claims.results import PUBLISHED
from kiebitz_claims.measuring.progress import Progress

# Those whose quick mode is not so quick: they run processes, play many games, or build hardware.
LONG = {"E1", "E2", "H1", "H2", "H4", "H5", "H6", "L3", "N1", "N4", "N9", "T2", "Y5"}
QUICK_MODES = [pytest.param(name, marks=[pytest.mark.check] if name in LONG else []) for name in claim_ids()]


@pytest.mark.parametrize("claim_id", QUICK_MODES)
def test_quick_mode(claim_id, tmp_path):
    experiment = find(claim_id)
    assert experiment.claim.id == claim_id
    assert experiment.method
    progress = Progress()
    result = experiment.measure(progress, quick=True)
    assert progress.total is None or progress.done == progress.total
    assert all(math.isfinite(measurement.value) for measurement in result.measurements)
    record = Record(claim_id, result, f"kiebitz lab run {claim_id} --quick", "2026-01-01", "0", "here", 1.0)
    record.save(tmp_path)
    kept = load(tmp_path, claim_id)
    assert kept is not None
    assert kept.result == result
    assert experiment.judge(kept.result) == experiment.judge(result)
    if experiment.has_figure and load(PUBLISHED, claim_id) is None:
        assert draw_svg(experiment, kept.result).startswith("<svg")


def test_claims_come_in_order():
    ids = claim_ids()
    assert [claim_id for claim_id in ids if claim_id[0] == "H"][:2] == ["H1", "H2"]
    assert ids.index("H5") < ids.index("HA1") < ids.index("L1")
    assert [experiment.claim.id for experiment in every_experiment()] == ids


def test_a_claim_is_found_in_either_case():
    assert find(" m1 ").claim.id == "M1"


def test_an_unknown_claim_is_refused():
    with pytest.raises(UnknownClaimError, match=r"no experiment measures 'Q9'; there are .*M1"):
        find("Q9")
