"""Probes are timed in the table that is asked for, and a table that can't be is refused."""

import pytest

from kiebitz.engine import TableDesign
from kiebitz.lab.measuring.probing import fresh_probe_ns

KEYS = [number * 0x9E3779B97F4A7C15 % 2**64 for number in range(1, 20_001)]


def test_a_probe_takes_nanoseconds():
    assert fresh_probe_ns(1, TableDesign(key_bits=64), KEYS) > 0


def test_no_such_table():
    with pytest.raises(ValueError, match="MB"):
        fresh_probe_ns(0, TableDesign(), KEYS)
