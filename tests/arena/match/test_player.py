import sys

import pytest

from kiebitz.arena.match.player import OutsideSpec, OwnSpec, PlayerError, parse_player, parse_players


@pytest.mark.parametrize(
    ("text", "spec"),
    [
        ("kiebitz", OwnSpec("Kiebitz")),
        ("null_move=off, hash=64", OwnSpec("Kiebitz null_move=off,hash=64", (("null_move", False), ("hash_mb", 64)))),
        (
            "era=nimzo,null_move_policy=off",
            OwnSpec("Kiebitz era=nimzo,null_move_policy=off", (("era", "nimzo"), ("null_move_policy", False))),
        ),
        (
            "kiebitz,name=Slow,reduction_divisor=200,improving=on",
            OwnSpec("Slow", (("reduction_divisor", 200), ("improving", True))),
        ),
        ("history=off,times=0.5", OwnSpec("Kiebitz history=off", (("history", False),), 0.5)),
        (f"{sys.executable};times=2;name=B", OutsideSpec("B", "uci", (sys.executable,), times=2.0)),
        ("kiebitz,network=/a b/C.network,name=Own", OwnSpec("Own", (("network", "/a b/C.network"),))),
        (
            f"uci:{sys.executable} -c 'a b';Threads=1;Skill Level=3;Path=/a\\;/b;name=Py",
            OutsideSpec(
                *("Py", "uci", (sys.executable, "-c", "a b")),
                (("Threads", "1"), ("Skill Level", "3"), ("Path", "/a;/b")),
            ),
        ),
        (f"xboard:{sys.executable} --xboard", OutsideSpec("{}", "xboard", (sys.executable, "--xboard"))),
        (f"{sys.executable};Hash=1", OutsideSpec("{}", "uci", (sys.executable,), (("Hash", "1"),))),
    ],
)
def test_descriptions(text, spec):
    parsed = parse_player(text)
    if spec.name == "{}":
        assert parsed.name == sys.executable.rpartition("/")[2]
        spec = type(spec)(parsed.name, spec.protocol, spec.command, spec.options)
    assert parsed == spec


def test_options_that_follow_from_the_match_are_left_out():
    spec = parse_player(f"uci:{sys.executable};Ponder=true;Hash=1;multipv=3")
    assert (spec.options, spec.left_out) == ((("Hash", "1"),), ("Ponder", "multipv"))
    assert parse_player(f"xboard:{sys.executable};ponder=1").left_out == ()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("stockfish", "is no player"),
        ("null_move=may be", "a whole number"),
        ("null_move=off,history", "no option with a value"),
        ("uci:", "names no program"),
        ("uci:/no/such/program", "no program /no/such/program"),
        ("/no/such/program", "no program"),
        ("uci:sh 'x", "is no command"),
        ("uci:sh;Hash", "is no option"),
        ("history=off,times=twice", "times=twice"),
        ("uci:sh;times=0", "times=0"),
    ],
)
def test_broken_descriptions(text, message):
    with pytest.raises(PlayerError, match=message):
        parse_player(text)


def test_equal_names_are_told_apart():
    assert [spec.name for spec in parse_players("kiebitz", "kiebitz")] == ["Kiebitz (A)", "Kiebitz (B)"]
    several = parse_players("kiebitz", "hash=1,name=Own", "kiebitz")
    assert [spec.name for spec in several] == ["Kiebitz (A)", "Own", "Kiebitz (B)"]
