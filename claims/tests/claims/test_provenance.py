"""Which engine a result is of."""

import subprocess
from dataclasses import replace

import pytest

from kiebitz_claims.claims.provenance import Provenance, hash_of, provenance
from sources import ROOT

KNOWN = Provenance("abc", "43c1e75", True, 3, 4)


def test_the_hash_knows_names_and_contents_of_sources_only(tmp_path):
    (tmp_path / "search").mkdir()
    (tmp_path / "search" / "worker.py").write_text("a")
    (tmp_path / "search" / "worker.pxd").write_text("b")
    found = hash_of(tmp_path)
    (tmp_path / "search" / "worker.so").write_text("c")
    assert hash_of(tmp_path) == found
    (tmp_path / "search" / "worker.pxd").write_text("c")
    changed = hash_of(tmp_path)
    (tmp_path / "search" / "worker.pxd").rename(tmp_path / "search" / "other.pxd")
    assert len({found, changed, hash_of(tmp_path)}) == 3


@pytest.mark.parametrize(
    ("other", "is_same"),
    [
        (replace(KNOWN, commit="another", is_clean=False), True),
        (replace(KNOWN, core="abd"), False),
        (replace(KNOWN, signature=5), False),
        (replace(KNOWN, classical_signature=5), False),
    ],
)
def test_a_run_goes_on_with_the_same_engine_whatever_the_commit(other, is_same):
    assert (other.key == KNOWN.key) is is_same


@pytest.mark.check
def test_the_commit_is_that_of_the_checkout():
    asked = subprocess.run(["git", "rev-parse", "HEAD"], cwd=ROOT, capture_output=True, text=True, check=False)
    if asked.returncode:
        pytest.skip("this is no checkout of Kiebitz")
    found = provenance(quick=True)
    assert asked.stdout.startswith(found.commit)
    assert found.is_clean is not None
    assert (found.signature, found.classical_signature) == (None, None)


@pytest.mark.check
def test_the_signatures_are_those_of_the_file_bench():
    found = provenance(quick=False)
    said = dict(line.split() for line in (ROOT / "BENCH").read_text().splitlines())
    assert (str(found.signature), str(found.classical_signature)) == (said["today"], said["classical"])
