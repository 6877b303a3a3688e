"""The table of tunables and the C struct that the search reads are one list."""

import pytest

from kiebitz.core import parameters


def test_table_and_struct_agree():
    assert [tunable.name for tunable in parameters.TABLE] == parameters.struct_names()


def test_defaults_lie_within_their_bounds():
    for tunable in parameters.TABLE:
        assert tunable.minimum <= tunable.default <= tunable.maximum
        assert tunable.meaning


def test_values_are_checked():
    assert parameters.checked("null_move", 0) == 0
    with pytest.raises(ValueError, match="outside 0 to 1"):
        parameters.checked("null_move", 2)
    with pytest.raises(KeyError):
        parameters.checked("no_such_thing", 1)
