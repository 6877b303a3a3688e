"""Every door has a budget: whoever reads something from outside stands in the table, with bounds that the code has."""

from dataclasses import astuple

import pytest

from doors import DOORS, OURS, PIECES, bound, readers, table
from sources import PACKAGE, ROOT

OWN = {module for modules in OURS.values() for module in modules.split()}


def test_whoever_reads_something_from_outside_is_in_the_table():
    read = readers()
    named = [module for door in DOORS for module in door.modules]
    assert len(named) == len({*named}), "a module stands twice"
    missing = read - {*named} - OWN - {"processes.bounded"}
    assert not missing, f"say in tests/doors.py what these take at most: {sorted(missing)}"
    assert read >= OWN, f"these read nothing: {sorted(OWN - read)}"
    assert not OWN & {*named}
    for module in named:
        assert PACKAGE.joinpath(*module.split(".")).with_suffix(".py").is_file(), module


@pytest.mark.parametrize("door", DOORS, ids=lambda door: door.what)
def test_every_bound_is_a_number_of_the_code(door):
    assert door.budget.bytes, "a door without a bound on bytes"
    for reference in filter(None, astuple(door.budget)):
        assert reference == PIECES or 0 < bound(reference) < 2**63


def test_the_page_has_the_table():
    assert table() in (ROOT / "SECURITY.md").read_text(encoding="utf-8"), "print it by python tests/doors.py"
