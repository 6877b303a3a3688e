import pytest

from kiebitz import Engine
from kiebitz.commandline.switches import SwitchError, parse_switches


def test_values():
    assert parse_switches(["null_move=off", " hash_mb = 64 ", "a=ON", "b=-3", "c=true", "d=No", "e=Nimzo"]) == {
        "null_move": False,
        "hash_mb": 64,
        "a": True,
        "b": -3,
        "c": True,
        "d": False,
        "e": "nimzo",
    }
    assert parse_switches([]) == {}


def test_a_path_is_taken_as_it_is_written():
    assert parse_switches(["network=Nets/my Net=2.network"]) == {"network": "Nets/my Net=2.network"}


@pytest.mark.parametrize("text", ["", "null_move", "=3", "a=", "a=may be", "a=1.5", "a=" + "9" * 5000])
def test_what_is_none_is_refused(text):
    with pytest.raises(SwitchError, match=r"write for example|a value is"):
        parse_switches([text])


def test_the_engine_takes_them():
    with Engine(**parse_switches(["null_move=off", "hash_mb=2"])) as engine:
        assert engine.parameters["null_move"] == 0
        assert engine.hash_mb == 2
