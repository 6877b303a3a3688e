"""The text of one game read into python-chess's tree, with nothing lost.

python-chess brings a reader of its own, which forgives by skipping: of "Sf3" (a German knight) it takes "f3" for a pawn
move, what follows an illegal move is dropped, and so are comments after a semicolon. An analysis must know what was
played, so this reader takes each word for a move, or for something else that PGN knows, or says where it fails; what
stands after that is kept word for word in a comment.
"""

from __future__ import annotations

import re
import string
from dataclasses import dataclass, field
from typing import Generic, TypeVar

import chess
import chess.pgn

from kiebitz.analysis.reading.archive import PgnFault, RawGame
from kiebitz.analysis.reading.game_faults import GameFaults, move_fault, no_game
from kiebitz.analysis.reading.game_start import StartError, starting_board
from kiebitz.analysis.reading.letters import in_english
from kiebitz.analysis.reading.tags import DOUBLE_FORFEIT, read_tags, sound_result, unescaped
from kiebitz.commandline.san_text import PASS, plain_san
from kiebitz.commandline.typography import DASHES, DIGITS, DOTS, MARKS, PLAIN_SIGNS, WIDTHLESS
from kiebitz.engine import ANNOTATION_SIGNS, MOVE_ORNAMENTS, PARTING_SIGNS, STRAY_ENDS, is_no_move

# A tag or a sign of HTML, as <br> and &nbsp;, says nothing; no tag is named as a square is, but for headlines.
MARKUP = r"(?:</?(?:[A-Za-z]{2,16}|[Hh][0-9]?|[A-Za-z])(?=[\x20/>])[^<>\n]{0,256}>|&\#?[A-Za-z0-9]{2,16};)"
BEHIND = rf"(?=[\s\0{WIDTHLESS}{{(;)]|{MARKUP}|\Z)"
# Dashes and letters behind a number go on with castling or a result; so does what stands for them.
NO_NUMBER = "".join(chr(sign) for sign, plain in PLAIN_SIGNS.items() if plain)
HALF, DASH = "(?:1/2|½)", f"[-:{DASHES}]"
RESULT = rf"(?:{HALF}{DASH}(?:{HALF}|0)|0{DASH}{HALF}|1{DASH}0|0{DASH}1|{HALF}){BEHIND}"
# A word ends before a result. Runs of other signs are taken at once: a long word would cost memory sign by sign.
IN_WORD, NO_RESULT = rf"[^\s\0{{}}();$!?*{DOTS[1:]}{MARKS}01½<&]", rf"(?!{RESULT})[01½]"
LIKE_NEITHER = rf"(?:{NO_RESULT}|(?!{MARKUP})[<&])"
PIECE_BEHIND = r"(?:(?:(?<=[18])\(=?|(?<=[18]=)\()[QRBNqrbn♕♖♗♘♛♜♝♞]\))?"
WORD = rf"(?:{IN_WORD}|{LIKE_NEITHER}){IN_WORD}*(?:{LIKE_NEITHER}{IN_WORD}*)*{PIECE_BEHIND}"
WHOLE_WORD = re.compile(WORD)
TOKEN = re.compile(
    rf"""
    (?P<space>[\s\0{WIDTHLESS}]+|^%[^\n]*|{MARKUP})
    |\{{(?P<comment>[^}}]*)\}}?
    |;(?P<line_comment>[^\n]*)
    |(?P<open>\()
    |(?P<close>\))
    |\$(?P<nag>[0-9]{{1,3}})(?![0-9])
    |(?P<glyph>[!?]{{1,2}})
    |(?P<command>\[%[^\]\n]*\])
    |(?P<result>{RESULT}|\*{BEHIND})
    |(?P<null>--|<>|Z0|0000|@@@@)(?=[\s{{(;)!?$]|\Z)
    |(?P<number>(?!0000(?![{DIGITS}{DOTS}:]))[{DIGITS}]+(?:\s*[{DOTS}:]+|(?![{DIGITS}A-Za-z/{NO_NUMBER}-]))|[{DOTS}]+)
    |(?P<mark>[{MARKS}])
    |(?P<word>{WORD})
    |(?P<stray>.)
    """,
    re.VERBOSE | re.MULTILINE,
)

# The longest sign or ornament that a move ends with, or one of those that nobody knows.
_KNOWN = "|".join(map(re.escape, [*ANNOTATION_SIGNS, *MOVE_ORNAMENTS]))
SIGN_BEHIND = re.compile(rf"(?:{_KNOWN}|(?P<stray>[{re.escape(STRAY_ENDS)}]))\Z")
# The first part of a word that can't be read as a whole: signs that part moves, or the number of one, which are
# nothing; else what stands before such signs.
PART = re.compile(
    rf"(?P<nothing>[{re.escape(PARTING_SIGNS)}]+|[0-9]+-?(?=[A-Za-z]))|[^0-9{re.escape(PARTING_SIGNS)}][^{re.escape(PARTING_SIGNS)}]*"
)
FAULTS_OF_SAN: dict[type, str] = {chess.AmbiguousMoveError: "ambiguous", chess.IllegalMoveError: "illegal"}
GLYPHS = {"!": 1, "?": 2, "!!": 3, "??": 4, "!?": 5, "?!": 6}
UNREADABLE = "Unreadable from here:"
MAX_SIGNED = 64
"""A move has at most so many letters with the signs that stand at it."""
MAX_PARTED = 256
"""A word that is read in parts has at most so many letters."""
MAX_DEPTH = 5_000
"""So deep variations of variations are read."""
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
    board: chess.Board
    is_started: bool = False
    """True if a comment belongs to ``node``; before a variation's first move it belongs to that move."""
    opening_comment: str = ""
    opening_glyphs: set[int] = field(default_factory=set)
    comments: list[str] = field(default_factory=list)
    """Comments read since the last move; ``settle`` puts them where they belong."""

    def move_fault(self, kind: str, word: str) -> str:
        """The fault of a word that should be the next move."""
        return move_fault(kind, word, self.board.fullmove_number, is_white=self.board.turn)

    def mark(self, glyph: int) -> None:
        """Keep a numeric glyph of the node, or of the move to come."""
        (self.node.nags if self.is_started else self.opening_glyphs).add(glyph)

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
        """Read the moves into the tree; whether there was one, or a result."""
        branches = [_Branch(self.game, board, is_started=True)]
        for note in self.notes:
            _comment(branches[0], note)
        skipping = 0  # how many parentheses must close before the reading goes on
        first_stray, strays = (0, ""), 0
        understood = ended = is_numbered = False
        at = start
        while token := TOKEN.match(self.text, at):
            kind, place, at, branch = token.lastgroup or "", at, token.end(), branches[-1]
            is_main = len(branches) == 1
            if kind == "number" and not skipping and _is_castling(branch.board, token[0]):
                kind, token = "word", WHOLE_WORD.match(self.text, place) or token
                at = token.end()
            if skipping:
                skipping += {"open": 1, "close": -1}.get(kind, 0)
                if not skipping:
                    _close(branches)
            elif kind in ("comment", "line_comment"):
                _comment(branch, token[kind])
            elif kind == "command":
                _comment(branch, token["command"])
            elif kind == "open" and (not branch.board.move_stack or len(branches) > MAX_DEPTH):
                if branch.board.move_stack:
                    self.faults.tell(place, f"a variation more than {MAX_DEPTH} others deep; kept as a comment")
                else:
                    self.faults.tell(place, "a variation that replaces no move; kept as a comment")
                _comment(branch, self.text[place : self._end_of_variation(token.end()) + 1])
                branches.append(_Branch(branch.node, branch.board, is_started=True))
                skipping = 1
            elif kind == "open":
                before = branch.board.copy(stack=1)
                before.pop()
                branches.append(_Branch(branch.node.parent or self.game, before))
            elif kind == "close" and is_main and self.text[place - 1] in DIGITS:
                pass  # it closes the number of a move: 1)
            elif kind == "close" and is_main:
                self.faults.tell(place, "a closing parenthesis too many; ignored")
            elif kind == "close":
                _close(branches)
            elif kind == "nag":
                branch.mark(int(token["nag"]))
            elif kind == "glyph":
                branch.mark(GLYPHS[token["glyph"]])
            elif kind == "result":
                understood = True
                if is_main:
                    ended = True
                    self._result(token["result"], place)
            elif kind == "number" and is_main:
                is_numbered = True
            elif kind == "stray":
                first_stray = first_stray if strays else (place, token[0])
                strays += 1
            elif kind == "mark" and token["mark"] not in ANNOTATION_SIGNS:
                _comment(branch, token["mark"])
            elif kind == "mark":
                branch.mark(ANNOTATION_SIGNS[token["mark"]])
            elif kind in ("word", "null"):
                word = token[0]
                is_forfeit = word.translate(PLAIN_SIGNS) == DOUBLE_FORFEIT and is_main and not is_numbered
                is_numbered = is_numbered and not is_main
                if is_forfeit and self._is_forfeit(branch, token.end()):
                    understood = ended = True
                    self._result(DOUBLE_FORFEIT, place)
                    continue
                last_node, is_over = branch.node, ended and is_main
                fault = _take(branch, word, is_over=is_over)
                part = PART.match(word) if len(word) <= MAX_PARTED else None
                if fault and part and part[0] != word and (fault == "unreadable" or part[0].endswith("-")):
                    word, at = part[0], place + part.end()
                    fault = None if part["nothing"] else _take(branch, word, is_over=is_over)
                if fault is None:
                    if branch.node is last_node:
                        continue
                    understood = True
                    if is_main and self.is_whole and not branch.node.move and branch.board.was_into_check():
                        self.is_whole = False
                        self.faults.tell(place, f"{branch.move_fault('null in check', word)}; analysed up to there")
                elif is_main:
                    self.is_whole = False
                    self.faults.tell(place, f"{branch.move_fault(fault, word)}; analysed up to there")
                    _comment(branch, f"{UNREADABLE} {self.text[place:]}")
                    break
                else:
                    self.faults.tell(
                        place, f"{branch.move_fault(fault, word)}; the rest of this variation is kept as a comment"
                    )
                    _comment(branch, f"{UNREADABLE} {self.text[place : self._end_of_variation(place)]}")
                    skipping = 1
        if len(branches) > 1:
            self.faults.tell(len(self.text.rstrip()), "a variation is never closed")
        while len(branches) > 1:
            _close(branches)
        branches[0].settle()
        if strays:
            place, sign = first_stray
            others = f", and {strays - 1:,} more signs astray" if strays > 1 else ""
            self.faults.tell(place, f"a stray {sign!r}{others}; ignored")
        return understood

    def _result(self, result: str, position: int) -> None:
        """Keep what the moves end with; of several results, the first that isn't '*'."""
        if self.ending in ("", "*"):
            self.ending, self.ending_place = sound_result(result), position

    def _is_forfeit(self, branch: _Branch, behind: int) -> bool:
        """True if 0-0 is a double forfeit, not castling: nothing follows, and the tags or the rules say so."""
        if self.ending not in ("", "*"):
            return False
        is_said = sound_result(self.game.headers["Result"]) == DOUBLE_FORFEIT
        if not is_said and any(map(branch.board.is_kingside_castling, branch.board.generate_castling_moves())):
            return False
        silent = ("space", "comment", "line_comment")
        return all(token.lastgroup in silent for token in TOKEN.finditer(self.text, behind))

    def _end_of_variation(self, start: int) -> int:
        """Where the variation that the text is in at ``start`` ends."""
        depth = 1
        for token in TOKEN.finditer(self.text, start):
            depth += {"open": 1, "close": -1}.get(token.lastgroup or "", 0)
            if depth == 0:
                return token.start()
        return len(self.text)


def _close(branches: list[_Branch]) -> None:
    """End a variation; what was said in it before any move is kept with the move it would have replaced."""
    closed = branches.pop()
    closed.settle()
    if closed.opening_comment:
        _comment(branches[-1], closed.opening_comment)


def _comment(branch: _Branch, text: str) -> None:
    branch.comments.append(text.strip().replace("{", "[").replace("}", "]"))


def _is_castling(board: chess.Board, number: str) -> bool:
    """True if a number is 00 or 000, and castling that way is legal."""
    if number not in ("00", "000"):
        return False
    wing = board.is_kingside_castling if number == "00" else board.is_queenside_castling
    return any(map(wing, board.generate_castling_moves()))


def _take(branch: _Branch, word: str, *, is_over: bool) -> str | None:
    """Take a word for a sign, a move or a remark; what is wrong with it (see ``move_fault``), or None."""
    plain = word.translate(PLAIN_SIGNS)
    if plain in MOVE_ORNAMENTS:
        return None
    if plain in ANNOTATION_SIGNS:
        branch.mark(ANNOTATION_SIGNS[plain])
        return None
    if not plain.strip(string.punctuation) and plain_san(plain) != PASS:
        _comment(branch, plain)
        return None
    fault = "after result" if is_over else _play(branch, word)
    if fault in ("unreadable", "after result") and is_no_move(word):
        _comment(branch, word)
        return None
    return fault


def _play(branch: _Branch, word: str) -> str | None:
    """Add a move to a line; what is wrong with it (see ``move_fault``), or None.

    Signs that stand at it are taken off if it is no move with them.
    """
    branch.settle()
    board = branch.board
    text = plain = word.translate(PLAIN_SIGNS)
    fault, glyphs, is_known = "unreadable", branch.opening_glyphs, True
    while True:
        try:
            move = board.parse_san(plain_san(text))
            break
        except ValueError as error:
            if fault == "unreadable":
                fault = FAULTS_OF_SAN.get(type(error), "unreadable")
        if fault == "ambiguous":
            return fault
        sign = SIGN_BEHIND.search(text) if len(text) <= MAX_SIGNED else None
        if sign is None or sign.start() == 0:
            return fault
        text = text[: sign.start()]
        glyphs |= {ANNOTATION_SIGNS[sign[0]]} if sign[0] in ANNOTATION_SIGNS else set()
        is_known = is_known and sign["stray"] is None
    branch.node = branch.node.add_variation(move, starting_comment=branch.opening_comment, nags=glyphs)
    branch.is_started = True
    branch.opening_comment, branch.opening_glyphs = "", set()
    board.push(move)
    if not is_known:
        _comment(branch, plain[len(text) :])
    return None


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
