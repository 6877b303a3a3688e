"""The dialogue of a game, whichever it is: reads what the player types, answers, and lets the engine move."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from datetime import datetime
from pathlib import Path
from typing import Any, Generic, Protocol, TypeVar

from rich.console import Console

from kiebitz.commandline.clean_text import clean
from kiebitz.play.any_game import AnyGame
from kiebitz.play.opponent import Hint


class AnyOpponent(Protocol):
    """The engine that plays against a person. Searches end with an exception such as Ctrl-C."""

    def choose(self, board: Any) -> Any:
        """What it plays where the game goes on."""

    def hint(self, board: Any) -> Hint:
        """The best move for the side to move."""


GameT = TypeVar("GameT", bound=AnyGame)
OpponentT = TypeVar("OpponentT", bound=AnyOpponent)


class AnyDialogue(Generic[GameT, OpponentT]):
    """One game at the terminal."""

    def __init__(
        self,
        game: GameT,
        opponent: OpponentT,
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
            "help": lambda _: self._say(game.HELP),
        }

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
                    move = self._opponent.choose(self._game.board)
                self._say(self._game.push(move))
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
                f"{self._game.told(ending)}. 'analyse' says what went wrong, 'save FILE' keeps the game, 'undo'"
                " goes back, 'quit' leaves."
            )
        elif self._game.is_check and self._game.is_players_turn:
            self._say("Check.")

    def _is_over(self) -> bool:
        """Whether the game is over, which is then said."""
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
        self._say(self._game.push(move))
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
                hint = self._opponent.hint(self._game.board)
            self._say(f"{hint.move} is good; {hint.score} ({self._game.VIEWER}'s view).")

    def _resign(self, _: str) -> None:
        if not self._is_over():
            self._game.resign()
            self._announce_ending()

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
            self._say(f"Say where: save game{self._game.SUFFIXES[0]}")
            return
        try:
            self._write(Path(name).expanduser())
        except FileExistsError:
            self._say(f"{clean(name)} exists already; choose another name.")
        except (OSError, ValueError, RuntimeError) as error:
            self._say(f"{clean(name)} can't be written: {_reason(error)}; choose another place.")

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
            path = self._saved or Path(f"kiebitz-{datetime.now():%Y-%m-%d-%H%M%S}{self._game.SUFFIXES[0]}")
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
