"""Numbers of men as hands have them."""

import pytest

from kiebitz.kifu.names import kanji_number, number_of


@pytest.mark.parametrize(
    ("text", "number"),
    [("", 1), ("一", 1), ("九", 9), ("十", 10), ("一十", 10), ("十一", 11), ("十八", 18), ("7", 7), ("18", 18)],
)
def test_what_is_counted(text, number):
    assert number_of(text) == number


@pytest.mark.parametrize("text", ["二十", "十十", "一二", "十一二", "歩", "0", "100", "9" * 5000])
def test_what_counts_nothing(text):
    assert number_of(text) == 0


@pytest.mark.parametrize("number", range(1, 19))
def test_what_is_written_is_read(number):
    assert number_of(kanji_number(number)) == number
