"""Every key is looked up once, and a table that can't be made is refused."""

from dataclasses import dataclass, field

import pytest

from kiebitz.engine import TableDesign
from kiebitz_claims.measuring.probing import fresh_probe_ns, probe_ns

KEYS = [number * 0x9E3779B97F4A7C15 % 2**64 for number in range(1, 20_001)]


@dataclass
class Asked:
    """What stands where a table would, and keeps what it is asked."""

    keys: list[int] = field(default_factory=list)

    def look_up(self, key: int) -> None:
        self.keys.append(key)


def test_every_key_is_looked_up_once():
    asked = Asked()
    assert probe_ns(asked, KEYS) > 0
    assert asked.keys == KEYS


def test_a_table_of_its_own():
    assert fresh_probe_ns(1, TableDesign(key_bits=64), KEYS) > 0


def test_no_such_table():
    with pytest.raises(ValueError, match="MB"):
        fresh_probe_ns(0, TableDesign(), KEYS)
