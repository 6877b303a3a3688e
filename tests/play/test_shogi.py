"""A game of shogi in the terminal."""

import io
from itertools import pairwise

import pytest
from rich.console import Console

from commands import refused, run_here
from kiebitz import Limit
from kiebitz.engine.strength import SHOGI_LEVELS, Handicap
from kiebitz.games.shogi.game import SHOGI
from kiebitz.kifu.handicaps import ENGLISH, STARTS, start_named
from kiebitz.kifu.reading import read_kifu
from kiebitz.kifu.record import Ending
from kiebitz.play.dialogue import Dialogue
from kiebitz.play.opponent import Opponent
from kiebitz.play.played_game import PlayedGame

START = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1"
# White is mated by a gold, and Black by one.
MATE_IN_ONE = "4k4/9/4P4/9/9/9/9/9/4K4 b GS 1"
DECLARED = "1+R1K1+B3/GSGSGS3/+P+P+P+P5/9/9/9/9/9/4k4 b RBS2N4L5P 1"


def talk(*lines, sfen=START, player=True, nodes=500, level=None, is_terminal=False):
    """A whole dialogue: the game and what was said."""
    game = PlayedGame(SHOGI, player, "Kiebitz", sfen)
    target = io.StringIO()
    typed = iter(lines)

    def read(prompt):
        target.write(prompt)
        try:
            return next(typed)
        except StopIteration:
            raise EOFError from None

    limit, handicap = (
        (Limit(nodes=nodes), None) if level is None else (Limit(), Handicap(SHOGI_LEVELS[level - 1], seed=1))
    )
    with Opponent(SHOGI, limit, handicap) as opponent:
        console = Console(file=target, width=120, force_terminal=is_terminal, color_system=None)
        Dialogue(game, opponent, console, analyse=lambda path: None, read=read, unicode=False).run()
    assert next(typed, None) is None or "quit" in lines
    return game, target.getvalue()


def test_moves_and_answers():
    game, said = talk("76歩", "", "P-2f", "nonsense", "quit")
    assert game.moves[::2] == ["7g7f", "2g2f"]
    assert len(game.moves) == 4
    assert "1. ☗７六歩 (7g7f)" in said
    assert "2. ☖" in said
    assert "'nonsense' is no move. 'help' says what can be typed." in said


def test_white_begins_in_a_handicap_game_and_its_record_says_so(tmp_path):
    path = tmp_path / "game.kif"
    game, said = talk("76歩", f"save {path}", "undo", sfen=STARTS["二枚落ち"])
    assert "1. ☖" in said
    assert len(game.moves) == 1
    (kifu,) = read_kifu(path)
    assert (kifu.sfen, kifu.black, kifu.white) == (STARTS["二枚落ち"], "Player", "Kiebitz")
    assert len(kifu.moves) == 3


@pytest.mark.parametrize(
    ("sfen", "player", "line", "words", "ending"),
    [
        (MATE_IN_ONE, True, "52金打", "Black mates.", Ending.MATE),
        (START, True, "resign", "Black resigns.", Ending.RESIGNATION),
        (DECLARED, True, "declare", "Black wins by declaration (27 points).", Ending.ENTERING_KING),
        (DECLARED, False, "board", "Black declares", Ending.ENTERING_KING),
        ("8k/9/8P/7G1/9/9/9/9/4K4 b G 1", True, "G*2c", "White resigns", Ending.RESIGNATION),
    ],
)
def test_ends(sfen, player, line, words, ending):
    game, said = talk(line, sfen=sfen, player=player, nodes=20_000)
    assert words in said
    assert _ending(game) is ending
    assert "0-1" not in said
    assert "1-0" not in said


def _ending(game):
    """How its record says that it ended."""
    (kifu,) = read_kifu(game.record_text())
    return kifu.ending


def test_saving(tmp_path):
    path, other = tmp_path / "my game.csa", tmp_path / "other.kif"
    other.write_text("precious")
    _, said = talk(
        "76歩", f"save {path}", "26歩", f"save {path}", f"save {other}", f"save {tmp_path}/no/x.kif", "save x"
    )
    assert said.count(f"Saved: {path}") == 2
    assert len(next(read_kifu(path)).moves) == 4
    assert f"{other} exists already" in said
    assert other.read_text() == "precious"
    assert "x can't be written: a record's name ends with one of" in said


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--game", "shogi"], "You have Black (☗)"),
        (["--game", "shogi"], "v香v桂v銀v金v玉v金v銀v桂v香 一"),
        (["--fen", MATE_IN_ONE, "--ascii"], "Black holds: G S"),
        (["--game", "shogi", "--colour", "white", "--depth", "2"], "You have White (☖)"),
        (["--game", "shogi", "--level", "3"], "at level 3"),
        (["--handicap", "6", "--ascii", "--level", "1"], " .  .  s  g  k  g  s  .  .  a"),
        (["--handicap", "飛車落ち", "--ascii", "--colour", "white"], " .  b  .  .  .  .  .  .  .  b"),
    ],
)
def test_beginnings_and_the_end_of_input(arguments, said):
    done = run_here("play", *arguments)
    assert done.status == 0, done.err
    assert said in done.out
    assert done.err == ""


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--game", "shogi", "--level", "1400"], "a level is a number from 1 to 19"),
        (["--game", "shogi", "--era", "nimzo"], "are of chess"),
        (["--game", "shogi", "--fen", "nonsense"], "--fen is not a position of shogi"),
        (["--fen", "4k4/9/4P4/9/9/9/9/9/9 b G 1"], "a game needs both kings"),
        (["--fen", START, "--handicap", "2"], "give one of them"),
        (["--handicap", "queen"], "there is no 'queen'; write one of lance, bishop"),
        (["--game", "chess", "--handicap", "2"], "--handicap is of shogi"),
    ],
)
def test_mistakes_are_said_in_one_line(arguments, said):
    assert said in refused("play", *arguments)


def test_handicaps_by_their_names():
    assert start_named("2") == start_named("2-piece") == start_named("二枚落ち") == STARTS["二枚落ち"]
    men = [sum(letter.isalpha() for letter in start_named(name).split()[0]) for name in ENGLISH]
    assert men == [39, 39, 39, 38, 38, 36, 34, 32, 30]
    assert all(one >= other for one, other in pairwise(men))
