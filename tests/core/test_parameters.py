"""The table of tunables and the C struct that the search reads are one list."""

import pytest

import write_parameters
from kiebitz.core import parameters


def test_table_and_struct_agree():
    assert [tunable.name for tunable in parameters.TABLE] == parameters.struct_names()


def test_what_follows_from_the_table_is_written_from_it():
    table = write_parameters.TABLE.read_text()
    assert write_parameters.struct(table) == write_parameters.STRUCT.read_text(), "run tools/write_parameters.py"
    options = write_parameters.OPTIONS.read_text()
    assert write_parameters.options(table, options) == options, "run tools/write_parameters.py"


def test_a_parameter_more_is_a_field_and_an_option_more():
    table = 'TABLE = (technique("patience", "wait"), choice("mood", "MOOD", ("off", "good"), "off", "how"))'
    _, body = write_parameters.struct(table).split("# mood\n")
    enum = "cdef enum:\n    MOOD_OFF = 0\n    MOOD_GOOD = 1\n"
    assert body == f"{enum}\ncdef struct Parameters:\n    int patience\n    int mood\n"
    head = f"class EngineOptions:\n    hash_mb: int\n{write_parameters.MARK}"
    written = write_parameters.options(table, f"{head}    gone: int\n\n\nREST = 1\n")
    assert written == f'{head}    patience: int\n    mood: int | Literal["off", "good"]\n\n\nREST = 1\n'
    with pytest.raises(ValueError, match="has no TABLE"):
        write_parameters.struct("LIST = ()")


def test_defaults_lie_within_their_bounds():
    for tunable in parameters.TABLE:
        assert tunable.minimum <= tunable.default <= tunable.maximum
        assert tunable.meaning


def test_a_complete_set_is_the_defaults_with_what_is_set_on_top():
    assert parameters.complete({}) == parameters.defaults()
    changed = parameters.complete({"null_move_policy": "off", "aspiration_window": 20})
    assert changed == parameters.defaults() | {"null_move_policy": 0, "aspiration_window": 20}
    for name, value, error in (("null_move", 2, ValueError), ("no_such_thing", 1, KeyError)):
        with pytest.raises(error):
            parameters.complete({name: value})
        with pytest.raises(error):
            parameters.checked(name, value)


def test_choices_take_names_numbers_and_off():
    policy = parameters.tunable_of("null_move_policy")
    for number, name in enumerate(policy.names):
        assert parameters.checked("null_move_policy", name) == number
        assert parameters.checked("null_move_policy", number) == number
        assert parameters.spoken("null_move_policy", number) == name
    assert parameters.checked("null_move_policy", False) == policy.names.index("off")
    assert parameters.checked("null_move_policy", True) == policy.default
    assert parameters.spoken("aspiration_window", 18) == 18
    for wrong in ("sometimes", 4, -1):
        with pytest.raises(ValueError, match="choose off, donninger"):
            parameters.checked("null_move_policy", wrong)
    with pytest.raises(ValueError, match="choose classical, tartan"):
        parameters.checked("evaluation", False)
    with pytest.raises(ValueError, match="1 to 1000"):
        parameters.checked("aspiration_window", "wide")


def test_a_search_is_exact_without_what_spoils_it():
    """Only what is 0 when it is off can be switched off; a technique that prunes spoils mates and values alike."""
    mates, values = (parameters.without(spoils) for spoils in (parameters.Spoils.MATES, parameters.Spoils.VALUES))
    for name in mates | values:
        assert parameters.checked(name, False) == 0
    assert set(mates) - set(values) == {"check_extension"}
    assert {"null_move", "static_selectivity", "late_move_reductions", "futility"} <= set(mates)
    assert {"transposition_table", "killers", "delta_pruning"} <= set(values) - set(mates)
    assert parameters.without(parameters.Spoils.NOTHING) == {}
