"""The dialogue of a game, whichever it is: reads what the player types, answers, and lets the engine move."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from datetime import datetime
from pathlib import Path
from typing import Any

from rich.console import Console

from kiebitz.commandline.clean_text import clean
from kiebitz.games.game import Game
from kiebitz.play.opponent import Opponent
from kiebitz.play.played_game import PlayedGame

NO_DECLARATION = (
    "That is no win by declaration yet: your king must stand in the enemy's camp, out of check, with ten men or more,"
    " and these with your hand must make 28 points as Black, 27 as White; rook and bishop count five."
)


def help_on(game: Game[Any]) -> str:
    """Help on what can be typed."""
    claim = "draw       offer a draw" if game.draws_by_agreement else "declare    a win by 27 points"
    return f"""\
Type a move as in {game.typed_moves}. Other words:
  undo       or 'take back': your last move  board      show the board
  hint       ask for a good move             flip       turn the board round
  {claim:<43}save FILE  write the game: {", ".join(game.suffixes)}
  resign     give up                         analyse    write the game and say what went wrong
  quit       leave                           help       show this
Who leaves a game that isn't saved finds it in a file of this directory."""


class Dialogue:
    """One game at the terminal."""

    def __init__(
        self,
        game: PlayedGame,
        opponent: Opponent,
        console: Console,
        *,
        analyse: Callable[[Path], None],
        read: Callable[[str], str] = input,
        unicode: bool = True,
    ) -> None:
        """``analyse`` shows what went wrong in a file; ``read`` shows a prompt and returns a line.

        EOFError of ``read`` ends the game.
        """
        self._game = game
        self._opponent = opponent
        self._console = console
        self._analyse_file = analyse
        self._read = read
        self._unicode = unicode
        self._first_below = game.player
        self._saved: Path | None = None
        self._saved_text = ""
        self._words: dict[str, Callable[[str], None]] = {
            "undo": self._undo,
            "takeback": self._undo,
            "take": self._take,
            "hint": self._hint,
            "resign": self._resign,
            "flip": self._flip,
            "board": self._board,
            "save": self._save,
            "analyse": self._analyse,
            "help": lambda _: self._say(help_on(game.game)),
        }
        if game.game.draws_by_agreement:
            self._words["draw"] = self._draw
        if game.game.wins_by_declaration:
            self._words["declare"] = self._declare

    def run(self) -> None:
        """Play until the player leaves: 'quit' or the end of input. Ctrl-C comes through as KeyboardInterrupt.

        On a terminal a game that isn't saved is saved then, whatever the way of leaving.
        """
        try:
            self._play()
        finally:
            if self._console.is_terminal:
                self._keep()

    def _play(self) -> None:
        self._board("")
        self._announce_ending()
        while True:
            if self._game.ending is None and not self._game.is_players_turn:
                with self._thinking():
                    said = self._opponent.choose(self._game)
                self._say(self._game.hear(said))
                self._board("")
                self._announce_ending()
            try:
                line = self._read("Your move: " if self._game.ending is None else "> ").strip()
            except EOFError:
                self._say("")
                return
            word, _, argument = line.partition(" ")
            if word.lower() == "quit":
                return
            if word.lower() in self._words:
                self._words[word.lower()](argument.strip())
            elif line:
                self._move(line)

    def _thinking(self) -> AbstractContextManager[object]:
        """Say that the engine thinks as long as it does, where that can be wiped away again."""
        return self._console.status("thinking…", spinner="line") if self._console.is_interactive else nullcontext()

    def _say(self, text: str) -> None:
        self._console.print(text, markup=False, soft_wrap=True)

    def _announce_ending(self) -> None:
        ending = self._game.ending
        if ending is not None:
            self._say(
                f"{self._game.game.tell_ending(ending)}. 'analyse' says what went wrong, 'save FILE' keeps the game,"
                " 'undo' goes back, 'quit' leaves."
            )
        elif self._game.is_check and self._game.is_players_turn:
            self._say("Check.")

    def _is_over(self) -> bool:
        """True if the game is over, which is then said."""
        if self._game.ending is None:
            return False
        self._announce_ending()
        return True

    def _move(self, text: str) -> None:
        if self._is_over():
            return
        try:
            move = self._game.read(text)
        except ValueError as error:
            self._say(f"{error}. 'help' says what can be typed.")
            return
        self._say(self._game.hear(move))
        self._announce_ending()

    def _undo(self, _: str) -> None:
        if self._game.take_back():
            self._board("")
        else:
            self._say("There is no move of yours to take back.")

    def _take(self, argument: str) -> None:
        if argument.lower() == "back":
            self._undo("")
        else:
            self._move(f"take {argument}".strip())

    def _hint(self, _: str) -> None:
        if not self._is_over():
            with self._thinking():
                hint = self._opponent.hint(self._game)
            game = self._game.game
            told = game.tell_move(self._game.position, hint.move, self._game.last)
            self._say(f"{told} is good; {hint.score} ({game.sides[True]}'s view).")

    def _resign(self, _: str) -> None:
        if not self._is_over():
            self._game.resign(self._game.player)
            self._announce_ending()

    def _draw(self, _: str) -> None:
        if self._is_over():
            return
        with self._thinking():
            agrees = self._opponent.agrees_to_draw(self._game)
        if agrees:
            self._game.agree_draw()
            self._announce_ending()
        else:
            self._say("Kiebitz plays on.")

    def _declare(self, _: str) -> None:
        if self._is_over():
            return
        if self._game.may_declare:
            self._game.declare()
            self._announce_ending()
        else:
            self._say(NO_DECLARATION)

    def _flip(self, _: str) -> None:
        self._first_below = not self._first_below
        self._board("")

    def _board(self, _: str) -> None:
        has_colour = self._console.is_terminal and self._console.color_system is not None
        self._console.print()
        self._console.print(self._game.picture(first_below=self._first_below, unicode=self._unicode, colour=has_colour))
        self._console.print()

    def _save(self, name: str) -> None:
        if not name:
            self._say(f"Say where: save game{self._game.game.suffixes[0]}")
            return
        try:
            self._write(Path(name).expanduser())
        except FileExistsError:
            self._say(f"{clean(name)} exists already; choose another name.")
        except (OSError, ValueError, RuntimeError) as error:
            why = _reason(error).removeprefix(f"{Path(name).name}: ")
            self._say(f"{clean(name)} can't be written: {why}; choose another name or place.")

    def _write(self, path: Path) -> None:
        """Save the game. Raises OSError, FileExistsError for a file that this game didn't make, and ValueError."""
        self._game.save(path, overwrite=path == self._saved)
        self._saved, self._saved_text = path, self._game.record_text()
        self._say(f"Saved: {clean(str(path))}")

    def _keep(self) -> Path | None:
        """Save the game as it stands, if there is one, and if it isn't; the file that holds it."""
        if not self._game.own_moves:
            return None
        if self._game.record_text() != self._saved_text:
            path = self._saved or Path(f"kiebitz-{datetime.now():%Y-%m-%d-%H%M%S}{self._game.game.suffixes[0]}")
            try:
                self._write(path)
            except OSError as error:
                self._say(f"{clean(str(path))} can't be written: {_reason(error)}; this was the game:")
                self._say(self._game.record_text())
                return None
        return self._saved

    def _analyse(self, _: str) -> None:
        if not self._game.own_moves:
            self._say("There is nothing to analyse yet.")
        elif (path := self._keep()) is not None:
            self._analyse_file(path)


def _reason(error: Exception) -> str:
    """Why a file can't be written."""
    return error.strerror if isinstance(error, OSError) and error.strerror else str(error)
