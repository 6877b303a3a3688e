"""The options' types against the table of tunables and the engine."""

import os
from typing import Literal, get_args, get_type_hints

import pytest

from kiebitz import Engine, OptionError
from kiebitz.core.evaluation.nnue.half_ka import HalfKA
from kiebitz.core.parameters import TABLE
from kiebitz.core.table.design import POLICIES, TableDesign
from kiebitz.engine import EngineOptions, Network, options_by_name
from kiebitz.engine.engine import OPTIONS
from kiebitz.engine.options import Worth
from networks import Weights

HINTS = get_type_hints(EngineOptions)


def test_every_option_is_typed_and_no_other():
    assert list(HINTS) == [*OPTIONS, *(tunable.name for tunable in TABLE)]
    assert not EngineOptions.__required_keys__


@pytest.mark.check
def test_a_parameter_takes_what_its_type_says():
    with Engine(hash_mb=1, network=Weights.drawn(1).network()) as engine:
        for tunable in TABLE:
            takes = int | Literal[tunable.names] if tunable.names else int
            assert HINTS[tunable.name] == (takes | Worth if tunable.name == "evaluation" else takes)
            values = {tunable.minimum, tunable.maximum, *tunable.names, tunable.default}
            # Whom these two ask is given by another option (core/evaluation/nnue/test_half_ka.py), or is the value.
            for value in values - {"teacher", "function", *([tunable.maximum] if tunable.name == "evaluation" else [])}:
                engine.configure(**{tunable.name: value})
                assert engine.parameters[tunable.name] in (value, *range(len(tunable.names)))


def test_the_others_take_what_their_types_say():
    assert {name: HINTS[name] for name in OPTIONS} == {
        "hash_mb": int,
        "table_design": TableDesign,
        "table_policy": str,
        "threads": int,
        "move_overhead_ms": int,
        "network": Network | HalfKA | str | os.PathLike[str] | None,
        "era": str,
        "elo": int | None,
    }
    with Engine(hash_mb=2, table_policy="depth", threads=2, move_overhead_ms=5, era="nimzo") as engine:
        assert (engine.hash_mb, engine.table_policy, engine.threads) == (2, "depth", 2)
    assert "depth" in POLICIES
    assert get_args(HINTS["null_move_policy"])


def test_options_by_name_go_on_top_of_known_ones():
    on_top = options_by_name({"hash_mb": 2, "null_move": False}, hash_mb=1, threads=2)
    assert on_top == {"hash_mb": 2, "null_move": False, "threads": 2}
    with pytest.raises(OptionError, match="null_move"):
        Engine(**options_by_name({"nul_move": 1}))
