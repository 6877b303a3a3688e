from kiebitz.engine import Engine
from kiebitz.engine.techniques import TECHNIQUES


def test_every_technique_is_a_switch_of_the_engine():
    with Engine(hash_mb=1) as engine:
        assert {name: technique.is_on for name, technique in TECHNIQUES.items()} == {
            name: bool(engine.parameters[name]) for name in TECHNIQUES
        }
        engine.configure(**{name: not technique.is_on for name, technique in TECHNIQUES.items()})
        assert all(engine.parameters[name] == (not technique.is_on) for name, technique in TECHNIQUES.items())
    assert "Donninger" in TECHNIQUES["null_move"].meaning
