"""A third game needs its rules and words, and nothing above: tic-tac-toe is played in the terminal and in a match."""

import io
from functools import cache
from types import SimpleNamespace

from rich.console import Console
from rich.text import Text

from kiebitz import Info, Limit, Line, Score
from kiebitz.arena.match.player import Choice
from kiebitz.arena.match.record import ScheduledGame
from kiebitz.arena.match.referee import Rules, play_game
from kiebitz.arena.match.time_control import MatchLimit
from kiebitz.engine.strength import Level
from kiebitz.games.chances import Chances
from kiebitz.games.ending import Cause, Ending
from kiebitz.games.game import Game
from kiebitz.games.live_game import LiveGame
from kiebitz.play.dialogue import Dialogue
from kiebitz.play.opponent import Opponent
from kiebitz.play.played_game import PlayedGame

NAMES = [f"{file}{rank}" for rank in "321" for file in "abc"]
ROWS = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))


class Board:
    """Nine cells, and those before."""

    is_check = False

    def __init__(self, *texts):
        self.texts = list(texts)
        self.pop = self.texts.pop

    text = property(lambda self: self.texts[-1])
    turn = property(lambda self: self.text.count(".") % 2 == 1)

    def copy(self):
        return Board(*self.texts)

    def put(self, cell):
        self.texts.append(f"{self.text[:cell]}{'XO'[not self.turn]}{self.text[cell + 1 :]}")
        return self


class TicTacToe(Game[Board]):
    """The game."""

    name, sides, marks, signs, start = "tictactoe", {True: "Cross", False: "Nought"}, {}, "XO", "........."
    suffixes, typed_moves, chances = (".txt",), "b2", Chances(steepness=0.01, most=100)
    draws_by_agreement = wins_by_declaration = resigns_on_own_turn = False

    def position(self, text, moves=(), *, chess960=None):
        position = Board(text)
        for move in moves:
            self.push(position, move)
        return position

    def push(self, position, move):
        if move not in NAMES or position.text[NAMES.index(move)] != ".":
            raise ValueError(f"'{move}' is no free cell")
        position.put(NAMES.index(move))

    def read_move(self, position, text, last=None):
        self.push(position.copy(), text.lower())
        return text.lower()

    def tell_move(self, position, move, last=None):
        return f"{'X' if position.turn else 'O'} {move}"

    def number(self, start, plies):
        return plies // 2 + 1

    def numbered(self, start, plies, told):
        return f"{plies + 1}. {told}"

    def ending(self, position):
        winner = not position.turn
        if any(all(position.text[cell] == "OX"[winner] for cell in row) for row in ROWS):
            return Ending(winner, Cause.CHECKMATE, f"{self.sides[winner]} has a row")
        return None if "." in position.text else Ending(None, Cause.STALEMATE, "draw: the board is full")

    over = ending

    def board(self, text, *, chess960=False):
        raise NotImplementedError

    def picture(self, position, last, *, first_below, unicode, colour):
        return Text("\n".join(position.text[row : row + 3] for row in (0, 3, 6)))

    def record(self, live, sheet, kind=""):
        return f"{' '.join(sheet.names)}: {' '.join(live.moves)}\n"

    def save(self, live, sheet, path, *, overwrite):
        path.write_text(self.record(live, sheet))

    def level(self, number):
        return Level(number, 1, 0.0)

    def tell_level(self, number):
        return f" at {number}"

    def weakened(self, handicap, position):
        return handicap


GAME = TicTacToe()


@cache
def best(text):
    """The value of a position for its mover, and the first move that keeps it."""
    if ending := GAME.ending(Board(text)):
        return (0 if ending.winner is None else -1), ""
    free = [cell for cell in range(9) if text[cell] == "."]
    return max(((-best(Board(text).put(cell).text)[0], NAMES[cell]) for cell in free), key=lambda each: each[0])


class Solver:
    """Negamax to the end: an engine, and a player of matches."""

    def analyse(self, position, limit, **how):
        return Info((Line(Score(0), (best(position.text)[1],), 9, 9, 1, 0, 0, position.turn),), 1, 0)

    def choose(self, game, limit, timeout_s):
        return Choice(best(game.position.text)[1], None, 9, 1)

    def new_game(self, *said):
        pass

    game_over = close = new_game


def test_it_is_played_in_the_terminal(tmp_path):
    said = io.StringIO()
    typed = iter(["a1", "a1", "undo", "b2", f"save {tmp_path / 'game.txt'}", "quit"])
    game = PlayedGame(GAME, True, "Solver")
    with Opponent(GAME, Limit(depth=9), engine=Solver()) as opponent:
        Dialogue(game, opponent, Console(file=said), analyse=print, read=lambda prompt: next(typed)).run()
    assert all(words in said.getvalue() for words in ("'a1' is no free cell", "1. X b2", "2. O a3", "O..\n.X."))
    assert (tmp_path / "game.txt").read_text() == "Player Solver: b2 a3\n"


def test_it_is_played_in_a_match():
    opening = SimpleNamespace(game="chess", begin=lambda: LiveGame(GAME))  # no clock runs, so that says nothing
    record = play_game(ScheduledGame(0, opening), (Solver(), Solver()), Rules(MatchLimit(None, 1, None), draw=None))
    assert (record.ending.reason, len(record.moves), record.fault) == ("draw: the board is full", 9, None)
