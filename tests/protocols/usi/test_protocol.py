"""USI text: what lines mean, and what is answered."""

import pytest

from kiebitz.engine import START_SFEN
from kiebitz.engine.mate_solver import MateSolution
from kiebitz.protocols.uci.protocol import ProtocolError, SetOption
from kiebitz.protocols.usi.protocol import (
    MOST_MS,
    Go,
    GoMate,
    SetPosition,
    UnreadableTimeError,
    Word,
    checkmate_line,
    outcome_line,
    parse_command,
)

SFEN = "4k4/9/4P4/9/9/9/9/9/9 b G 1"


@pytest.mark.parametrize(
    ("line", "command"),
    [
        ("", None),
        (" \t ", None),
        ("usi", Word.USI),
        ("gameover win", Word.GAME_OVER),
        ("setoption name USI_Hash value 32", SetOption("USI_Hash", "32")),
        ("position startpos", SetPosition(START_SFEN, ())),
        ("position startpos moves 7g7f 3c3d", SetPosition(START_SFEN, ("7g7f", "3c3d"))),
        (f"position  sfen {SFEN}", SetPosition(SFEN, ())),
        (f"position sfen {SFEN} moves G*5b", SetPosition(SFEN, ("G*5b",))),
        ("go mate 5000", GoMate(5000)),
        ("go mate infinite", GoMate(None)),
        ("go mate -3", GoMate(1)),
        (f"go mate {10**30}", GoMate(MOST_MS)),
        ("go btime 1000 wtime 1000 byoyomi 500", Go()),
        ("go", Go()),
    ],
)
def test_what_lines_mean(line, command):
    assert parse_command(line) == command


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("uci", "unknown command 'uci'"),
        ("position", "'position' needs"),
        ("position fen 8/8", "'position' needs"),
        ("position startpos 7g7f", "'position' needs"),
        ("setoption USI_Hash 3", "'setoption' needs a name"),
    ],
)
def test_what_means_nothing(line, message):
    with pytest.raises(ProtocolError, match=message):
        parse_command(line)


@pytest.mark.parametrize("time", ["", "soon", "5000 nodes 3", "5.0"])
def test_a_time_that_can_not_be_read(time):
    with pytest.raises(UnreadableTimeError, match="needs milliseconds or 'infinite'"):
        parse_command(f"go mate {time}")


def test_what_is_said_of_a_search():
    found = MateSolution(True, 3, False, 500, 0.25, 4, 0, 0, 0.0)
    line = ("G*5c", "5b4a", "G*4b")
    assert outcome_line(found, 3, line) == (
        "info depth 3 score mate 3 time 250 nodes 500 nps 2000 hashfull 4 pv G*5c 5b4a G*4b"
    )
    # A mate whose line couldn't be read off in time.
    assert outcome_line(found, 5, ()) == "info depth 5 score mate 5 time 250 nodes 500 nps 2000 hashfull 4"
    assert outcome_line(found, 0, ()) == "info time 250 nodes 500 nps 2000 hashfull 4"
    assert checkmate_line(True, line) == "checkmate G*5c 5b4a G*4b"
    assert checkmate_line(False) == "checkmate nomate"
    assert checkmate_line(None) == checkmate_line(True) == "checkmate timeout"
