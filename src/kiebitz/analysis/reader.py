"""The text of one game read into python-chess's tree, with nothing lost.

python-chess brings a reader of its own, which forgives by skipping: of "Sf3" (a German knight) it takes "f3" for a pawn
move, what follows an illegal move is dropped, and so are comments after a semicolon. An analysis must know what was
played, so this reader takes each word for a move, or for something else that PGN knows, or says where it fails; what
stands after that is kept word for word in a comment.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

import chess
import chess.pgn

from kiebitz.analysis.archive import TAG, TAG_NAME, PgnFault, RawGame
from kiebitz.engine import FenError, position_from

BROKEN_TAG = re.compile(rf'\[\s*({TAG_NAME})(?=[\s"])([^\n]*)')
NAMELESS_TAG = re.compile(r"\[[^\]\n]*\][ \t]*(?=\n|\Z)")
# What python-chess, like PGN, has no place for in the name of a tag.
FOREIGN_TO_TAG_NAMES = re.compile(r"[^A-Za-z0-9_+#=:-]|^[_+#=:-]")
ESCAPED = re.compile(r"\\([\"\\])")
SKIPPED = re.compile(r"\s+|^%[^\n]*", re.MULTILINE)
TOKEN = re.compile(
    r"""
    (?P<space>\s+|^%[^\n]*)
    |\{(?P<comment>[^}]*)\}?
    |;(?P<line_comment>[^\n]*)
    |(?P<open>\()
    |(?P<close>\))
    |\$(?P<nag>\d{1,3})(?!\d)
    |(?P<glyph>[!?]{1,2})
    |(?P<result>1-0|0-1|1/2-1/2|½-½|\*)(?=[\s{(;)]|\Z)
    |(?P<null>--|Z0|0000|@@@@)(?=[\s{(;)!?$]|\Z)
    |(?P<number>\d+\s*\.+|\d+(?=\s|\Z)|\.+|…)
    |(?P<word>[^\s{}();$!?*]+)
    |(?P<stray>.)
    """,
    re.VERBOSE | re.MULTILINE,
)

GLYPHS = {"!": 1, "?": 2, "!!": 3, "??": 4, "!?": 5, "?!": 6}
# The signs of the Chess Informant that annotators set between moves, and their numbers as glyphs.
SIGNS = {
    "□": 7, "=": 10, "∞": 13, "⩲": 14, "+=": 14, "⩱": 15, "=+": 15, "±": 16, "+/-": 16, "∓": 17, "-/+": 17,
    "+-": 18, "-+": 19, "⨀": 22, "⟳": 32, "↑": 36, "→": 40, "⇆": 132, "⊕": 136, "N": 146,
}  # fmt: skip
# What some programs put after a move, and what says nothing that the move doesn't.
ORNAMENTS = frozenset({"e.p.", "ep", "+", "++", "#", "mate", "ch", "ch."})
FIGURINES = str.maketrans("♔♕♖♗♘♚♛♜♝♞", "KQRBNKQRBN", "♙♟")
EN_PASSANT_SUFFIX = re.compile(r"e\.?p\.?$")
CASTLING = re.compile(r"[Oo0]-[Oo0](-[Oo0])?")
RESULTS = frozenset({"1-0", "0-1", "1/2-1/2", "*"})
DRAWS = frozenset({"1/2-1/2", "½-½", "1/2", "½"})

MAX_TAG_CHARACTERS = 1000
MAX_QUOTED_CHARACTERS = 60
MAX_FAULTS = 20
"""So many faults of a game are told one by one; the others are counted."""

UNREADABLE = "Unreadable from here:"


@dataclass(frozen=True, slots=True)
class ReadGame:
    """What could be made of a game's text."""

    raw: RawGame
    game: chess.pgn.Game | None
    """None if the game can't be played through: of another variant, from an impossible position, or no game at all."""
    headers: dict[str, str]
    """Its tags with PGN's escapes undone, also if it can't be played through."""
    faults: tuple[PgnFault, ...]
    """What is wrong with it."""
    is_whole: bool
    """Whether the main line was understood to its end."""
    is_game: bool = True
    """False if there is neither a tag nor a move: then it is some other text."""


@dataclass(slots=True)
class _Branch:
    """One line of the tree while it is being read."""

    node: chess.pgn.GameNode
    board: chess.Board
    is_started: bool = False
    """Whether a comment belongs to ``node``; before a variation's first move it belongs to that move."""
    opening_comment: str = ""
    comments: list[str] = field(default_factory=list)
    """Comments read since the last move; ``settle`` puts them where they belong."""

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
        self.faults: list[PgnFault] = []
        self.untold = 0
        """Faults beyond ``MAX_FAULTS``."""
        self.game = chess.pgn.Game()
        self.is_whole = True
        if raw.unclosed_comment:
            self.faults.append(raw.fault("the comment that begins here is never closed", raw.unclosed_comment))

    def fault(self, position: int, text: str) -> None:
        """Note a fault at a position of the text."""
        if len(self.faults) >= MAX_FAULTS:
            self.untold += 1
            return
        self.faults.append(self.raw.fault(text, self.raw.line + self.text.count("\n", 0, position)))

    def all_faults(self) -> tuple[PgnFault, ...]:
        """The faults, and how many more there are."""
        more = (self.raw.fault(f"and {self.untold:,} more faults in this game"),) if self.untold else ()
        return (*self.faults, *more)

    def read_tags(self) -> tuple[int, bool]:
        """Read the tag pairs; where the moves begin, and whether there was any tag."""
        position = 0
        seen: set[str] = set()
        while True:
            if skipped := SKIPPED.match(self.text, position):
                position = skipped.end()
                continue
            if tag := TAG.match(self.text, position):
                written, value = tag[1], tag[2]
                if "\n" in value:
                    value = " ".join(filter(None, map(str.strip, value.split("\n"))))
                    self.fault(position, f"the tag {_quoted(written)} goes over several lines; joined")
            elif tag := BROKEN_TAG.match(self.text, position):
                written, value = tag[1], _mended(tag[2])
                self.fault(position, f"this tag is damaged, and read as well as can be: {_quoted(tag[0])}")
            elif tag := NAMELESS_TAG.match(self.text, position):
                self.fault(position, f"a tag without name or value; left out: {_quoted(tag[0])}")
                position = tag.end()
                continue
            else:
                return position, bool(seen)
            name = FOREIGN_TO_TAG_NAMES.sub("x", written[:MAX_QUOTED_CHARACTERS])
            if name != written:
                self.fault(position, f"PGN knows no tag named {_quoted(written)}; kept as {name}")
            if len(value) > MAX_TAG_CHARACTERS:
                self.fault(position, f"the tag {name} has {len(value):,} characters; cut to {MAX_TAG_CHARACTERS:,}")
                value = _cut(value)
            if name in seen:
                self.fault(position, f"the tag {name} is here a second time; the first one counts")
            else:
                self.game.headers[name] = value
            seen.add(name)
            position = tag.end()

    def starting_board(self) -> chess.Board | None:
        """The position the game starts from; None, and a fault, if it isn't chess or can't be."""
        headers = self.game.headers
        try:
            variant = headers.variant()
        except ValueError:
            variant = None
        if variant is not chess.Board:
            self.fault(0, f"of the variant {_quoted(headers['Variant'])}, which Kiebitz doesn't play; not analysed")
            return None
        try:
            board = headers.board()
            position_from(board.fen(), chess960=board.chess960)
        except (FenError, ValueError) as error:
            self.fault(0, f"the position in its tag FEN can't be analysed: {error}")
            return None
        return board

    def read_moves(self, start: int, board: chess.Board) -> bool:
        """Read the moves into the tree; whether there was one, or a result."""
        branches = [_Branch(self.game, board, is_started=True)]
        skipping = 0  # how many parentheses must close before the reading goes on
        strays: list[tuple[int, str]] = []
        understood = ended = False
        for token in TOKEN.finditer(self.text, start):
            kind, place, branch = token.lastgroup or "", token.start(), branches[-1]
            is_main = len(branches) == 1
            if skipping:
                skipping += {"open": 1, "close": -1}.get(kind, 0)
                if not skipping:
                    _close(branches)
            elif kind in ("comment", "line_comment"):
                _comment(branch, token[kind])
            elif kind == "open" and not branch.board.move_stack:
                self.fault(place, "a variation that replaces no move; kept as a comment")
                _comment(branch, self.text[place : self._end_of_variation(token.end()) + 1])
                branches.append(_Branch(branch.node, branch.board, is_started=True))
                skipping = 1
            elif kind == "open":
                before = branch.board.copy(stack=1)
                before.pop()
                branches.append(_Branch(branch.node.parent or self.game, before))
            elif kind == "close" and is_main:
                self.fault(place, "a closing parenthesis too many; ignored")
            elif kind == "close":
                _close(branches)
            elif kind == "nag":
                branch.node.nags.add(int(token["nag"]))
            elif kind == "glyph":
                branch.node.nags.add(GLYPHS[token["glyph"]])
            elif kind == "result":
                understood = True
                if is_main:
                    ended = True
                    self._result(token["result"], place)
            elif kind == "stray":
                strays.append((place, token[0]))
            elif kind in ("word", "null"):
                word = token[kind]
                if word in ORNAMENTS:
                    continue
                if word in SIGNS:
                    branch.node.nags.add(SIGNS[word])
                    continue
                passes_in_check = kind == "null" and is_main and branch.board.is_check()
                problem = f"{_quoted(word)} comes after the game's result" if ended and is_main else _play(branch, word)
                if problem is None:
                    understood = True
                    if passes_in_check and self.is_whole:
                        self.is_whole = False
                        self.fault(place, "a null move in check; analysed up to there")
                elif is_main:
                    self.is_whole = False
                    self.fault(place, f"{problem}; analysed up to there")
                    _comment(branch, f"{UNREADABLE} {self.text[place:]}")
                    break
                else:
                    self.fault(place, f"{problem}; the rest of this variation is kept as a comment")
                    _comment(branch, f"{UNREADABLE} {self.text[place : self._end_of_variation(place)]}")
                    skipping = 1
        if len(branches) > 1:
            self.fault(len(self.text.rstrip()), "a variation is never closed")
        while len(branches) > 1:
            _close(branches)
        branches[0].settle()
        if strays:
            place, sign = strays[0]
            others = f", and {len(strays) - 1:,} more signs astray" if len(strays) > 1 else ""
            self.fault(place, f"a stray {sign!r}{others}; ignored")
        return understood

    def check_result(self) -> None:
        """Make the tag Result a result, since it is written after the moves as well."""
        headers = self.game.headers
        result = headers["Result"]
        if result not in RESULTS:
            headers["Result"] = "1/2-1/2" if result in DRAWS else "*"
            self.fault(0, f"the tag Result says {_quoted(result)!r}; read as {headers['Result']}")

    def _result(self, result: str, position: int) -> None:
        headers = self.game.headers
        result = "1/2-1/2" if result in DRAWS else result
        if headers["Result"] in ("*", "?", ""):
            headers["Result"] = result
        elif result not in ("*", headers["Result"]):
            tagged = headers["Result"]
            self.fault(
                position, f"the moves end with {result}, but the tag Result says {_quoted(tagged)}, which counts"
            )

    def _end_of_variation(self, start: int) -> int:
        """Where the variation that the text is in at ``start`` ends."""
        depth = 1
        for token in TOKEN.finditer(self.text, start):
            depth += {"open": 1, "close": -1}.get(token.lastgroup or "", 0)
            if depth == 0:
                return token.start()
        return len(self.text)


def _quoted(text: str) -> str:
    """What a fault says of a text: no more than its beginning."""
    text = text.strip()
    return text if len(text) <= MAX_QUOTED_CHARACTERS else f"{text[:MAX_QUOTED_CHARACTERS]}…"


def _mended(value: str) -> str:
    """What stands in a damaged tag after its name, as the value of a sound one."""
    value = value.strip().removesuffix("]").strip().strip('"')
    return _unescaped(value).replace("\\", "\\\\").replace('"', '\\"')


def _cut(value: str) -> str:
    """The beginning of a tag's value, its last escape whole."""
    value = value[:MAX_TAG_CHARACTERS]
    return value[:-1] if (len(value) - len(value.rstrip("\\"))) % 2 else value


def _close(branches: list[_Branch]) -> None:
    """End a variation; what was said in it before any move is kept with the move it would have replaced."""
    closed = branches.pop()
    closed.settle()
    if closed.opening_comment:
        _comment(branches[-1], closed.opening_comment)


def _comment(branch: _Branch, text: str) -> None:
    branch.comments.append(text.strip().replace("{", "[").replace("}", "]"))


def _play(branch: _Branch, word: str) -> str | None:
    """Add a move to a line; what is wrong with it, or None."""
    branch.settle()
    board = branch.board
    text = EN_PASSANT_SUFFIX.sub("", word.translate(FIGURINES).rstrip(".,"))
    if CASTLING.match(text):
        text = text.upper().replace("0", "O")
    elif text.startswith("P"):
        text = text[1:]
    said = f"{board.fullmove_number}{'.' if board.turn else '...'} {_quoted(word)}"
    try:
        move = board.parse_san(text)
    except chess.AmbiguousMoveError:
        return f"{said} is ambiguous: more than one piece could make it"
    except chess.IllegalMoveError:
        return f"{said} is illegal"
    except ValueError:
        return f"{said!r} is no move (moves are read with the English letters K Q R B N)"
    branch.node = branch.node.add_variation(move, starting_comment=branch.opening_comment)
    branch.is_started = True
    branch.opening_comment = ""
    board.push(move)
    return None


def unescaped(headers: Mapping[str, str]) -> dict[str, str]:
    """The tags of a game with PGN's escapes undone; the tree keeps them: python-chess writes tags as they are."""
    return {name: _unescaped(value) for name, value in headers.items()}


def _unescaped(value: str) -> str:
    return ESCAPED.sub(r"\1", value)


def read_game(raw: RawGame) -> ReadGame:
    """Read one game. Whatever the text is, something comes back."""
    reader = _Reader(raw)
    start, has_tags = reader.read_tags()
    board = reader.starting_board()
    if board is None:
        return ReadGame(raw, None, unescaped(reader.game.headers), reader.all_faults(), is_whole=False)
    understood = reader.read_moves(start, board)
    if not has_tags and not understood:
        words = raw.text.strip()[:20]
        fault = raw.fault(f"no game: neither a tag nor a move here, but {words!r}; left out")
        return ReadGame(raw, None, {}, (fault,), is_whole=False, is_game=False)
    reader.check_result()
    return ReadGame(raw, reader.game, unescaped(reader.game.headers), reader.all_faults(), reader.is_whole)
