"""Results on disk."""

import pytest

from kiebitz.lab.claims.claim import Measurement, Result, Table, Verdict
from kiebitz.lab.claims.record import Record, RecordError, load, path_of

RESULT = Result(
    Verdict.CONDITIONALLY,
    "Only at depth.",
    (Measurement("nodes", 5, error=0.5),),
    (Table("Nodes", ("depth", "nodes", "note"), ((1, 20, "a"), (2, None, "b"))),),
    {"hash": "16 MB"},
)
RECORD = Record("M2", RESULT, "kiebitz lab run M2", "2026-01-01", "0.1.0", "a machine", 12.5)


def test_what_is_saved_is_what_is_loaded(tmp_path):
    RECORD.save(tmp_path / "new")
    assert load(tmp_path / "new", "M2") == RECORD


def test_no_result_yet(tmp_path):
    assert load(tmp_path, "M2") is None


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"format": 0}', '{"format": 1, "result": {"verdict": "maybe"}}'])
def test_a_damaged_file_is_refused(tmp_path, text):
    path_of(tmp_path, "M2").write_text(text)
    with pytest.raises(RecordError, match=r"M2\.json .*measure again"):
        load(tmp_path, "M2")
