"""The table of options."""

import itertools

import pytest

from kiebitz import Engine, OptionError
from kiebitz.core import parameters
from kiebitz.protocols.uci import options
from kiebitz.protocols.uci.options import (
    AS_ERA,
    OPTIONS,
    Button,
    Check,
    Combo,
    OptionValues,
    SettingError,
    Spin,
    find_option,
)


def test_declarations_as_the_protocol_writes_them():
    assert [option.declaration() for option in OPTIONS] == [
        "option name Hash type spin default 16 min 1 max 1048576",
        "option name Clear Hash type button",
        "option name Threads type spin default 1 min 1 max 256",
        "option name MultiPV type spin default 1 min 1 max 218",
        "option name Ponder type check default false",
        "option name Move Overhead type spin default 10 min 0 max 5000",
        "option name UCI_Chess960 type check default false",
        "option name UCI_ShowWDL type check default false",
        "option name UCI_LimitStrength type check default false",
        "option name UCI_Elo type spin default 1500 min 600 max 2400",
        "option name Skill Level type spin default 20 min 0 max 20",
        "option name OwnBook type check default false",
        "option name BookFile type string default <empty>",
        "option name SyzygyPath type string default <empty>",
        "option name SyzygyProbeDepth type spin default 1 min 1 max 100",
        "option name SyzygyProbeLimit type spin default 7 min 0 max 7",
        "option name Syzygy50MoveRule type check default true",
        "option name EvalFile type string default <empty>",
        "option name Era type combo default today var tartan var minimax var minimax+depth var minimax+clearing "
        "var minimax+etc var nimzo1 var nimzo var hydra var classical var today",
        "option name Null Move Policy type combo default era var era var off var donninger var verified var adaptive",
        "option name Static Selectivity type combo default era var era var off var strict var relaxed",
    ]


@pytest.mark.parametrize("option", OPTIONS)
def test_names_in_any_case_and_spacing(option):
    assert find_option(option.name.upper()) is option
    assert find_option("  " + option.name.lower().replace(" ", "   ")) is option
    assert option.meaning


@pytest.mark.parametrize("name", ["", "Hashes", "Clear", "ClearHash", "x" * 10_000, "\0"])
def test_an_unknown_name_lists_the_known(name):
    with pytest.raises(SettingError, match="there are Hash, Clear Hash, Threads"):
        find_option(name)


@pytest.mark.parametrize("option", [option for option in OPTIONS if isinstance(option, Spin)])
def test_numbers_are_held_in_their_range(option):
    assert option.minimum <= option.default <= option.maximum
    assert option.parse(f" {option.minimum} ") == option.minimum
    assert option.parse(str(option.maximum)) == option.maximum
    beyond = {
        str(option.minimum - 1): option.minimum,
        str(option.maximum + 1): option.maximum,
        "9" * 9999: option.maximum,
    }
    for text, end in beyond.items() if option.is_clamped else ():
        assert option.parse(text) == end
        assert f"; {end} taken instead of" in option.changed(text, end)
    for text in ("abc", "", None, "1.5", "true", "1 1", *(() if option.is_clamped else beyond)):
        with pytest.raises(SettingError, match=f"{option.name} is a whole number from {option.minimum} to"):
            option.parse(text)


@pytest.mark.parametrize("option", [option for option in OPTIONS if isinstance(option, Combo)])
def test_choices_are_those_that_the_engine_knows(option):
    assert option.default in option.choices
    for choice in option.choices:
        assert option.parse(f" {choice.upper()} ") == choice
        if choice != AS_ERA:
            Engine(hash_mb=1, **{option.engine_keyword: choice}).close()
    if option is not options.ERA:
        assert option.choices == (AS_ERA, *parameters.tunable_of(option.engine_keyword).names)
    for text in ("", None, "1", "yes", "9" * 9999):
        with pytest.raises(SettingError, match=f"{option.name} is one of {option.choices[0]}, "):
            option.parse(text)


@pytest.mark.parametrize("option", [option for option in OPTIONS if isinstance(option, Check)])
def test_switches_are_true_or_false(option):
    assert option.parse("true") is True
    assert option.parse(" False ") is False
    for text in ("", None, "1", "yes", "truefalse"):
        with pytest.raises(SettingError, match=f"{option.name} is 'true' or 'false'"):
            option.parse(text)


def test_texts_are_taken_as_they_are():
    assert options.BOOK_FILE.parse(" C:\\My Books\\a.bin ") == "C:\\My Books\\a.bin"
    assert options.BOOK_FILE.parse("<empty>") == options.BOOK_FILE.parse(None) == ""


def test_settings_start_at_the_defaults_and_keep_what_is_stored():
    settings = OptionValues()
    assert settings.engine_arguments() == {"hash_mb": 16, "threads": 1, "move_overhead_ms": 10, "era": "today"}
    settings.store(options.HASH, 32)
    settings.store(options.CHESS960, True)
    assert settings.engine_arguments()["hash_mb"] == 32
    assert settings.check(options.CHESS960)
    assert settings.spin(options.MULTI_PV) == 1


@pytest.mark.check
def test_the_engine_knows_every_keyword_and_agrees_on_ranges():
    with Engine(**OptionValues().engine_arguments()) as engine:
        for option in OPTIONS:
            if isinstance(option, Button) or option.engine_keyword is None:
                continue
            if isinstance(option, Combo):
                continue
            assert getattr(engine, option.engine_keyword) == option.default
            assert isinstance(option, Spin)
            if option is not options.HASH:
                engine.configure(**{option.engine_keyword: option.maximum})
        with pytest.raises(OptionError):
            engine.configure(hash_mb=options.HASH.maximum + 1)


def test_a_new_era_leaves_the_choices_that_were_made_beside_it():
    settings = OptionValues()
    settings.store(options.NULL_MOVE_POLICY, "verified")
    assert settings.style_arguments(options.ERA, "nimzo") == {"era": "nimzo", "null_move_policy": "verified"}
    assert settings.style_arguments(options.NULL_MOVE_POLICY, AS_ERA) == {"era": "today"}


def test_levels_are_played_with_the_evaluation_they_were_measured_with():
    settings = OptionValues()
    settings.store(options.EVAL_FILE, "own.network")
    classical = {"era": "today", "evaluation": "classical"}
    assert settings.style_arguments(options.LIMIT_STRENGTH, True) == classical
    settings.store(options.LIMIT_STRENGTH, True)
    assert settings.engine_arguments().items() >= classical.items()
    assert settings.style_arguments(options.EVAL_FILE, "b.network") == classical | {"network": "b.network"}
    assert settings.style_arguments(options.ERA, "tartan") == {"era": "tartan"}
    assert settings.style_arguments(options.LIMIT_STRENGTH, False) == {"era": "today"}


def test_skill_levels_are_ratings_in_equal_steps():
    settings = OptionValues()
    assert settings.rating() is None
    ratings = []
    for skill in range(20):
        settings.store(options.SKILL, skill)
        ratings.append(settings.rating())
    assert (ratings[0], ratings[-1], settings.engine_arguments()["evaluation"]) == (600, 2400, "classical")
    assert all(94 <= higher - lower <= 95 for lower, higher in itertools.pairwise(ratings))
    settings.store(options.LIMIT_STRENGTH, True)
    assert settings.rating() == 1500


def test_a_network_is_told_the_engine_beside_the_era():
    settings = OptionValues()
    assert "network" not in settings.engine_arguments()
    settings.store(options.EVAL_FILE, "a.network")
    assert settings.engine_arguments()["network"] == "a.network"
    assert settings.style_arguments(options.EVAL_FILE, "") == {"era": "today", "network": None}
