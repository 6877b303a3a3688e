"""The text of one game read into python-chess's tree, with nothing lost.

python-chess brings a reader of its own, which forgives by skipping: of "Sf3" (a German knight) it takes "f3" for a pawn
move, what follows an illegal move is dropped, and so are comments after a semicolon. An analysis must know what was
played, so the tree is made of the core's tokens: ``MovetextReader`` takes each word for a move, or for something else
that PGN knows, or says where it fails; what stands after that is kept word for word in a comment.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Generic, TypeVar

import chess
import chess.pgn

from kiebitz.analysis.reading.archive import PgnFault, RawGame
from kiebitz.analysis.reading.game_faults import GameFaults, move_fault, no_game
from kiebitz.analysis.reading.game_start import StartError, starting_board
from kiebitz.analysis.reading.letters import in_english
from kiebitz.analysis.reading.tags import DOUBLE_FORFEIT, read_tags, sound_result, unescaped
from kiebitz.commandline.typography import PLAIN_SIGNS
from kiebitz.engine import (
    ANNOTATION_SIGNS,
    FAULTS,
    MOST_DEPTH,
    MOVE_ORNAMENTS,
    MovetextReader,
    fen_of,
    position_from,
    uci_text,
)

GLYPHS = {"!": 1, "?": 2, "!!": 3, "??": 4, "!?": 5, "?!": 6}
UNREADABLE = "Unreadable from here:"
TreeT = TypeVar("TreeT")


@dataclass(frozen=True, slots=True)
class ReadGame(Generic[TreeT]):
    """The readable part of a game's text."""

    raw: RawGame
    game: TreeT | None
    """The game: of PGN python-chess's tree.

    None if it can't be played through: of another variant, from an impossible position, or no game at all.
    """
    headers: dict[str, str]
    """Its tags with PGN's escapes undone, also if it can't be played through."""
    faults: tuple[PgnFault, ...]
    """Its faults."""
    is_whole: bool
    """True if the main line was understood to its end."""
    is_game: bool = True
    """False if there is neither a tag nor a move: then it is some other text."""


@dataclass(slots=True)
class _Branch:
    """One line of the tree while it is being read."""

    node: chess.pgn.GameNode
    half_moves: int
    """Twice the number of the next move, and one more if Black makes it."""
    is_started: bool = False
    """True if a comment belongs to ``node``; before a variation's first move it belongs to that move."""
    opening_comment: str = ""
    opening_glyphs: set[int] = field(default_factory=set)
    comments: list[str] = field(default_factory=list)
    """Comments read since the last move; ``settle`` puts them where they belong."""

    def move_fault(self, kind: str, word: str) -> str:
        """The fault of a word that should be the next move."""
        return move_fault(kind, word, self.half_moves // 2, is_white=self.half_moves % 2 == 0)

    def play(self, move: chess.Move) -> None:
        """Add a move."""
        self.settle()
        self.node = self.node.add_variation(move, starting_comment=self.opening_comment, nags=self.opening_glyphs)
        self.half_moves += 1
        self.is_started = True
        self.opening_comment, self.opening_glyphs = "", set()

    def say(self, text: str) -> None:
        """Keep a comment."""
        self.comments.append(text.strip().replace("{", "[").replace("}", "]"))

    def mark(self, glyph: int) -> None:
        """Keep a numeric glyph of the node, or of the move to come."""
        (self.node.nags if self.is_started else self.opening_glyphs).add(glyph)

    def sign(self, text: str) -> None:
        """Keep a sign: as a glyph, or as a comment if nobody knows it."""
        if text in ANNOTATION_SIGNS:
            self.mark(ANNOTATION_SIGNS[text])
        elif text not in MOVE_ORNAMENTS:
            self.say(text)

    def settle(self) -> None:
        """Join the comments to those of the node, or of the move to come."""
        if self.is_started:
            self.node.comment = " ".join(filter(None, [self.node.comment, *self.comments]))
        else:
            self.opening_comment = " ".join(filter(None, [self.opening_comment, *self.comments]))
        self.comments.clear()


class _Reader:
    """The state of reading one game."""

    def __init__(self, raw: RawGame) -> None:
        self.raw = raw
        # An unclosed comment must not swallow what is written after this game.
        self.text = raw.text + ("}" if raw.unclosed_comment else "")
        self.faults = GameFaults(raw)
        self.game = chess.pgn.Game()
        self.notes: tuple[str, ...] = ()
        self.ending, self.ending_place = "", 0
        self.is_whole = True

    def read_tags(self) -> tuple[int, bool]:
        """Read the tag pairs, and the comments among them; where the moves begin, and whether there was any tag."""
        section = read_tags(self.text)
        for position, text in section.faults:
            self.faults.tell(position, text)
        for name, value in section.written.items():
            self.game.headers[name] = value
        self.notes = section.notes
        return section.end, bool(section.written)

    def starting_board(self) -> chess.Board | None:
        """The position the game starts from; None, and a fault, if it isn't chess or can't be."""
        try:
            board, dropped = starting_board(self.game.headers)
        except StartError as error:
            self.faults.tell(0, str(error))
            return None
        for note in dropped:
            self.faults.tell(0, f"in the tag FEN: {note}")
        return board

    def read_moves(self, start: int, board: chess.Board) -> bool:
        """Read the moves into the tree; True if there was one, or a result."""
        is_forfeited = sound_result(self.game.headers["Result"]) == DOUBLE_FORFEIT
        reader, text = MovetextReader(), self.text
        position = position_from(fen_of(board), chess960=board.chess960)
        reader.read(text, len(text[:start].encode()), position, is_forfeited=is_forfeited, tokens=True)
        branches = [_Branch(self.game, 2 * board.fullmove_number + (not board.turn), is_started=True)]
        for note in self.notes:
            branches[0].say(note)
        passed_over: tuple[int, str] | None = None
        """Where a text begins that is kept as a comment, and what is said before it if a line ends there."""
        strays: list[int] = []
        understood = False
        for kind, place, end, number in reader.tokens(text):
            branch, words = branches[-1], text[place:end]
            is_main = len(branches) == 1
            match kind:
                case "move":
                    branch.play(chess.Move.from_uci(uci_text(number, board.chess960)))
                    understood = True
                case "comment" | "words":
                    branch.say(words)
                case "sign":
                    branch.sign(words.translate(PLAIN_SIGNS))
                case "glyph" | "number":
                    branch.mark(GLYPHS[words] if kind == "glyph" else int(words))
                case "open":
                    branches.append(_Branch(branch.node.parent or self.game, branch.half_moves - 1))
                case "passed over":
                    if branch.is_started and branch.node.parent:
                        self.faults.tell(place, f"a variation more than {MOST_DEPTH} others deep; kept as a comment")
                    else:
                        self.faults.tell(place, "a variation that replaces no move; kept as a comment")
                    passed_over = place, ""
                case "close":
                    if place == end:
                        self.faults.tell(len(text.rstrip()), "a variation is never closed")
                    if passed_over:
                        start, said = passed_over
                        branch.say(f"{said} {text[start : place if said else end]}")
                    if not passed_over or passed_over[1]:
                        _close(branches)
                    passed_over = None
                case "unopened":
                    self.faults.tell(place, "a closing parenthesis too many; ignored")
                case "result":
                    understood = True
                    if is_main and self.ending in ("", "*"):
                        self.ending, self.ending_place = sound_result(words), place
                case "stray":
                    strays.append(place)
                case "fault" if is_main:
                    self.is_whole = False
                    self.faults.tell(place, f"{branch.move_fault(FAULTS[number], words)}; analysed up to there")
                    branch.say(f"{UNREADABLE} {text[place:]}")
                case "fault":
                    fault = branch.move_fault(FAULTS[number], words)
                    self.faults.tell(place, f"{fault}; the rest of this variation is kept as a comment")
                    passed_over = place, UNREADABLE
        while len(branches) > 1:
            _close(branches)
        branches[0].settle()
        if strays:
            others = f", and {len(strays) - 1:,} more signs astray" if len(strays) > 1 else ""
            self.faults.tell(strays[0], f"a stray {text[strays[0]]!r}{others}; ignored")
        return understood


def _close(branches: list[_Branch]) -> None:
    """End a variation; what was said in it before any move is kept with the move it would have replaced."""
    closed = branches.pop()
    closed.settle()
    if closed.opening_comment:
        branches[-1].say(closed.opening_comment)


def read_game(raw: RawGame) -> ReadGame[chess.pgn.Game]:
    """Read one game. Whatever the text is, something comes back."""
    reader = _Reader(raw)
    start, has_tags = reader.read_tags()
    board = reader.starting_board()
    if board is None:
        return ReadGame(raw, None, unescaped(reader.game.headers), reader.faults.all, is_whole=False)
    understood = reader.read_moves(start, board)
    if not reader.is_whole and (told := in_english(raw, start)) is not None:
        return read_game(told)
    if not has_tags and not understood:
        return ReadGame(raw, None, {}, (no_game(raw),), is_whole=False, is_game=False)
    headers = reader.game.headers
    headers["Result"] = reader.faults.settled_result(headers["Result"], reader.ending, reader.ending_place)
    return ReadGame(raw, reader.game, unescaped(reader.game.headers), reader.faults.all, reader.is_whole)
