import pytest

from kiebitz.engine import Engine
from kiebitz.engine.engine import ShogiEngine
from kiebitz.engine.techniques import TECHNIQUES, TECHNIQUES_OF


@pytest.mark.parametrize(("game", "kind"), [("chess", Engine), ("shogi", ShogiEngine)])
def test_every_technique_is_a_switch_of_the_engine(game, kind):
    techniques = TECHNIQUES_OF[game]
    with kind(hash_mb=1) as engine:
        assert {name: technique.is_on for name, technique in techniques.items()} == {
            name: bool(engine.parameters[name]) for name in techniques
        }
        engine.configure(**{name: not technique.is_on for name, technique in techniques.items()})
        assert all(engine.parameters[name] == (not technique.is_on) for name, technique in techniques.items())
    assert "Donninger" in techniques["null_move"].meaning


def test_shogi_has_the_switches_that_its_engine_knows():
    with ShogiEngine(hash_mb=1) as engine:
        assert TECHNIQUES_OF["shogi"].keys() == TECHNIQUES.keys() & engine.parameters.keys()
