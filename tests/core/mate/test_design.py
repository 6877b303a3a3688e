"""Designs of the mate solver's table that can't be."""

import pytest

from kiebitz.core.mate.design import ENTRY_BYTES, ProofTableDesign
from kiebitz.core.mate.table import ProofTable


def test_the_fault_is_named():
    for wrong, said in (
        ({"entries": 63}, "63"),
        ({"entries": 100, "keeping": "all"}, "'all'"),
        ({"entries": 100, "collect_at": 0}, "at 0"),
        ({"entries": 100, "collect_at": 1}, "at 1"),
    ):
        with pytest.raises(ValueError, match=said):
            ProofTableDesign(**wrong)


def test_an_entry_has_the_size_stated():
    assert ProofTable(ProofTableDesign(1000)).memory.size == 1000 * ENTRY_BYTES


def test_a_table_that_no_machine_holds_is_refused():
    with pytest.raises(MemoryError):
        ProofTable(ProofTableDesign(1 << 45))
