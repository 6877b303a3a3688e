"""Numbers that people and programs write, within the range of their reader."""

import pytest

from kiebitz.commandline.whole_number import whole_number


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("2851", 2851),
        (" 007 ", 7),
        ("0", 0),
        ("9999", 9999),
        ("10000", None),
        ("000000000000000000000000000000001999", 1999),
        ("0" * 9000 + "1", 1),
        ("9" * 9000, None),
        ("", None),
        ("-", None),
        ("-5", None),
        ("2800.5", None),
        ("٢٨", None),
        ("²", None),
        ("1_000", None),
    ],
)
def test_a_number_is_read_within_its_range(text, number):
    assert whole_number(text, 9999) == number


@pytest.mark.parametrize(
    ("text", "number"), [("-5", -5), ("+5", 5), ("-6", None), ("-0", 0), ("--5", None), ("- 5", None)]
)
def test_a_negative_number_is_read_where_it_may_be(text, number):
    assert whole_number(text, 5, -5) == number
