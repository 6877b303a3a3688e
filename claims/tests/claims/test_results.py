"""Results of one's own stand above those that come with Kiebitz."""

from dataclasses import replace
from pathlib import Path

import pytest

from kiebitz_claims.claims.record import load
from kiebitz_claims.claims.results import PUBLISHED, Results, own_directory


@pytest.mark.parametrize(
    ("named", "directory"),
    [
        ("/srv/data", "/srv/data/kiebitz/results"),
        ("", "/home/someone/.local/share/kiebitz/results"),
        # XDG has relative paths ignored.
        ("data", "/home/someone/.local/share/kiebitz/results"),
    ],
)
def test_the_data_directory_is_the_one_that_xdg_names(monkeypatch, named, directory):
    monkeypatch.setenv("XDG_DATA_HOME", named)
    monkeypatch.setenv("HOME", "/home/someone")
    assert own_directory() == Path(directory)


def test_a_claim_without_a_result_of_ones_own_has_the_published_one(tmp_path):
    results = Results(tmp_path)
    assert results.load("M1") == load(PUBLISHED, "M1")
    assert results.own(["M1", "M2"]) == []
    own = replace(load(PUBLISHED, "M1"), date="2031-01-01")
    own.save(results.directory)
    assert results.load("M1") == own
    assert results.load("M2") == load(PUBLISHED, "M2")
    assert results.own(["M1", "M2"]) == ["M1"]


def test_the_published_results_are_nobodys_own():
    assert Results(PUBLISHED).own(["M1"]) == []
