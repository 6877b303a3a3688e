"""``kiebitz tune`` as people run it."""

import json
import signal
import subprocess
import sys
from xml.etree import ElementTree

import pytest

from commands import COMMAND, ENVIRONMENT, refused, run_apart, run_here
from kiebitz.arena.tune.tuning import BEHIND
from kiebitz.core.parameters import tunable_of
from kiebitz.processes.journal_file import journal_path
from processes import wait_until

NUMBERS = ["futility_margin:50", "reduction_base=30:20"]


def words(output, *more):
    return ["tune", *NUMBERS, "-o", output, "--nodes", 400, "--pairs", 10, "--rate", 0.5, *more]


@pytest.mark.check
def test_the_outcome_is_the_same_in_one_process_or_two(tmp_path):
    one, two, figure = (tmp_path / name for name in ("one.json", "two.json", "path.svg"))
    longer = ["--nodes", 300, "--pairs", BEHIND + 10]
    done = run_apart(*words(one, *longer, "-j", 1, "--figure", figure))
    assert done.returncode == 0, done.stderr
    assert run_apart(*words(two, *longer, "-j", 2)).returncode == 0
    assert one.read_bytes() == two.read_bytes()
    outcome = json.loads(one.read_text())
    assert [point["pairs"] for point in outcome["path"]] == [*range(0, BEHIND + 10, 8), BEHIND + 10]
    first = outcome["path"][0]
    assert (first["futility_margin"], first["reduction_base"]) == (84, 30)
    assert any((point["futility_margin"], point["reduction_base"]) != (84, 30) for point in outcome["path"])
    settings = "futility_margin={futility_margin},reduction_base={reduction_base}".format(**outcome["values"])
    assert f"Settings: {settings}" in done.stdout.decode().splitlines()
    assert done.stdout.decode().splitlines()[-1].startswith("tune: pairs=74/74 rate=0.5 seed=1 limit=nodes 300 ")
    assert len(list(ElementTree.parse(figure).iter("{http://www.w3.org/2000/svg}polyline"))) == 2
    assert not journal_path(one).exists()


@pytest.mark.check
def test_an_interrupted_run_goes_on(tmp_path):
    """To the same outcome, as ``test_kill_matrix`` shows."""
    parts = tmp_path / "parts.json"
    more = ["--pairs", 40]
    command = [*COMMAND, *map(str, words(parts, *more, "-j", 1))]
    process = subprocess.Popen(command, env=ENVIRONMENT, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    journal = journal_path(parts)
    wait_until(lambda: journal.exists() and journal.read_bytes().count(b"\n") > 1)
    process.send_signal(signal.SIGINT)
    _, told = process.communicate()
    assert process.returncode == 130, told
    assert b"go on with --resume" in told
    assert "--resume" in refused(*words(parts, *more))
    assert "was" in refused(*words(parts, "--pairs", 30, "--resume"))
    done = run_here(*words(parts, *more, "--resume"))
    assert done.status == 0, done.err
    assert "pairs were played before" in done.err
    assert json.loads(parts.read_text())["path"][-1]["pairs"] == 40
    assert "holds the outcome" in refused(*words(parts, *more))


@pytest.mark.check
def test_a_run_that_was_ended_at_the_very_end_is_done(tmp_path):
    """The outcome is written, but its journal is there still, or the command couldn't say that it was done."""
    output, figure, journal = tmp_path / "out.json", tmp_path / "path.svg", tmp_path / "out.json.journal"
    first = run_here(*words(output))
    written, pictures = output.read_bytes(), []
    for left in (None, b"", b'{"kiebitz tuning": 1, "settings": {}}\n'):
        if left is not None:
            journal.write_bytes(left)
        done = run_here(*words(output, "--resume", "--figure", figure))
        assert done.status == 0, done.err
        assert "nothing is left to do" in done.err
        assert done.out == first.out
        assert output.read_bytes() == written
        assert not journal.exists()
        pictures.append(figure.read_bytes())
    assert len(set(pictures)) == 1
    assert "holds the outcome" in refused(*words(output, "--resume", "--seed", 2))
    damaged = (written.replace(b"path", b"pass"), written.replace(b'"pairs": 10', b'"pairs": 8'))
    for foreign in (b"", b"[]", b"{}", b"\xff", *damaged):
        output.write_bytes(foreign)
        assert "holds the outcome" in refused(*words(output, "--resume"))
        assert output.read_bytes() == foreign


@pytest.mark.check
def test_numbers_of_shogi_are_found_by_games_of_shogi(tmp_path):
    """From shogi's own defaults and its book; numbers of chess alone, and another game's programs, are refused."""
    output = tmp_path / "out.json"
    more = ["-o", output, "--nodes", 200, "--pairs", 2, "-j", 1]
    done = run_here("tune", "--game", "shogi", "delta_margin:60", *more)
    assert done.status == 0, done.err
    outcome = json.loads(output.read_text())
    assert (outcome["game"], outcome["openings"]) == ("shogi", "balanced_openings.sfen (500)")
    assert outcome["path"][0]["delta_margin"] == tunable_of("delta_margin").default
    assert len(outcome["path"]) == 2
    assert "changes nothing in shogi" in refused("tune", "--game", "shogi", "king_cover", *more)
    assert "plays chess" in refused("tune", "--game", "shogi", "delta_margin", *more, "--player", "uci:/bin/true")


@pytest.mark.parametrize(
    ("number", "fault"),
    [
        ("futility", "a switch"),
        ("evaluation", "a choice"),
        ("fish", "there is no parameter 'fish'"),
        ("futility_margin=0", "futility_margin = 0 is outside 1 to 2000"),
        ("futility_margin:0", "the step of futility_margin is 0"),
        ("futility_margin=1:2:3", "names no parameter"),
        ("see_pruning_quiet=x", "names no parameter"),
    ],
)
def test_what_is_no_number(tmp_path, number, fault):
    assert fault in refused("tune", number, "-o", tmp_path / "out.json")


@pytest.mark.check
def test_what_can_not_be_begun(tmp_path):
    output = tmp_path / "out.json"
    assert "named twice" in refused("tune", "futility_margin", "futility_margin=9", "-o", output)
    program = refused("tune", "futility_margin", "-o", output, "--player", f"uci:{sys.executable}")
    assert "can't be tuned" in program
    assert "leave times out" in refused("tune", "futility_margin", "-o", output, "--player", "times=2")
    told = refused("tune", "futility_margin", "-o", output, "--player", "futility_margin=90")
    assert "futility_margin is tuned" in told
    assert "there is no directory" in refused("tune", "futility_margin", "-o", tmp_path / "none" / "out.json")
    assert list(tmp_path.iterdir()) == []
