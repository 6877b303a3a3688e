"""What numbers in a trace mean: each has one name, and each field of a row is described."""

import pytest

from kiebitz.core import trace


def test_names_come_in_the_order_of_their_numbers():
    assert trace.named({1: "b", 0: "a", 2: "c"}, 3) == ("a", "b", "c")


@pytest.mark.parametrize("names", [{}, {0: "a"}, {0: "a", 2: "c"}, {0: "a", 1: "b", 2: "c"}, {1: "a", 2: "b"}])
def test_a_number_without_a_name_or_a_name_without_a_number_is_refused(names):
    with pytest.raises(ImportError, match=r"trace\.pxd counts 2"):
        trace.named(names, 2)


def test_the_fields_are_those_of_the_row_in_c():
    assert trace.row_names() == tuple(name for name, _ in trace.FIELDS)
    assert len(set(trace.REASONS)) == len(trace.REASONS)
