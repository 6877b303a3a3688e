import sys

import pytest

from kiebitz.arena.match.make_player import make_player
from kiebitz.arena.match.outside_player import OutsidePlayer
from kiebitz.arena.match.own_player import OwnPlayer
from kiebitz.arena.match.player import PlayerError, parse_player


def test_each_description_has_its_sort_of_player():
    assert isinstance(make_player(parse_player("null_move=off,hash=1")), OwnPlayer)
    for protocol in ("uci", "xboard"):
        # Nothing runs yet: a program that could not start is made all the same.
        assert isinstance(make_player(parse_player(f"{protocol}:{sys.executable} -c pass")), OutsidePlayer)


def test_settings_that_do_not_exist():
    with pytest.raises(PlayerError, match="no option 'null_mov'"):
        make_player(parse_player("null_mov=off"))
    with pytest.raises(PlayerError, match="outside"):
        make_player(parse_player("reduction_divisor=1"))
