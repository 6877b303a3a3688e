"""KIF and KI2 read: one reader for both, for they differ in how moves are written and in nothing else.

What stands on a line is told by how it begins. Digits, spaces and signs may have full or half width. Numbers of moves
are believed where they go back, as a branch that nothing announces; else the moves follow each other, whatever they
say.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import partial

from kiebitz.commandline.clean_text import clean
from kiebitz.core.shogi.notation import ShogiMoveError
from kiebitz.core.shogi.sfen import BLACK, START_SFEN, WHITE
from kiebitz.kifu.builder import RecordBuilder
from kiebitz.kifu.diagram import Diagram, DiagramError
from kiebitz.kifu.endings import UNTIL, WORDS, ending_called, told_ending
from kiebitz.kifu.handicaps import EVEN, OTHER, STARTS, handicap_named
from kiebitz.kifu.names import BLACK_NAMES, half_width
from kiebitz.kifu.record import FOULS, Kifu
from kiebitz.kifu.text_lines import LINE_END, numbered_lines
from kiebitz.kifu.written_move import WRITTEN_MOVE, WrittenMove, WrittenMoveError, usi_of

PROGRAM_NOTE, COMMENT, BOOKMARK = "#", "*", "&"
HANDICAP = "手合割"
MARKS = "▲△▼▽☗☖⛊⛉"
# What programs write in the first line of a file; other notes stand anywhere.
FIRST_LINE = re.compile(r"#(?:KIF|KI2|.{0,80}棋譜ファイル)")
BOARD_FRAME = re.compile(r"\s*(?:\+-|9\s*8\s*7\s*6\s*5\s*4\s*3\s*2\s*1|手数\s*[=-])")
TITLE_OF_MOVES = re.compile(r"\s*手数\s*-")
SIDE = "(先手|後手|下手|上手)"
HAND = re.compile(rf"\s*{SIDE}の?持[ち]?駒\s*:(.*)")
TURN = re.compile(rf"\s*{SIDE}番\s*$")
BRANCH = re.compile(r"\s*変化\s*:\s*([0-9]{1,9})")
# Runs of spaces have bounds where two of them meet: else a long line of them takes its square in time.
NUMBERED = re.compile(rf"\s*([0-9]{{1,9}})\s{{0,40}}[:.]?\s{{1,40}}[{MARKS}]?\s{{0,40}}")
# What people put before a move of KI2: its number with a sign, with 手目 or a space, where a move may follow.
COUNT = (
    rf"\(?[0-9]{{1,4}}(?:手目?[.:,、)]{{0,3}}|[.:,、)]{{1,3}}|\s|(?=[{MARKS}]))\s{{0,40}}"
    rf"(?=[{MARKS}同仝1-9一二三四五六七八九])"
)
MARKED = re.compile(rf"\s*(?:{COUNT})?[{MARKS}]")
BEFORE_MOVE = re.compile(rf"[\s,、→]*(?:{COUNT})?(?:[{MARKS}]\s*)?")
HEADER = re.compile(r"([^\s:：*&#|+'][^:：]{0,39}?)\s*[:：](.*)", re.DOTALL)
TIME = re.compile(r"\(\s{0,9}(?:([0-9]{1,6}):)?([0-9]{1,6}):([0-9]{1,6}(?:\.[0-9]{1,6})?)\s{0,9}(?:/[0-9:.\s]*)?\)")
WORD = re.compile(r"[^\s(+]+")
# With one of these a new game begins, where a file has several.
FIRST_HEADERS = frozenset({"開始日時", "対局日", "棋戦", "表題", "先手", "後手", "下手", "上手", "作品番号", "作品名"})
SHOWN = 30


def read_kif(text: str, file: str) -> Iterator[Kifu]:
    """The games of a text in KIF or KI2; whatever stands in it, what can be read of them comes out."""
    reader = _Reader(file)
    for number, line in numbered_lines(text):
        yield from reader.read(number, line)
    yield from reader.finish()


def header_of(line: str) -> tuple[str, str] | None:
    """The header that a line is by itself; None if it is something else."""
    half = half_width(line)
    others = (BOARD_FRAME, HAND, TURN, BRANCH, NUMBERED, MARKED, UNTIL, TITLE_OF_MOVES)
    if half[:1] in ("", *"#*&|+'") or LINE_END.search(line) or any(other.match(half) for other in others):
        return None
    header = HEADER.match(line)
    return (header[1].strip(), header[2].strip()) if header else None


class _Reader:
    """The state of reading a text."""

    def __init__(self, file: str) -> None:
        self._file = file
        self._number = 0
        self._next_game()

    def _next_game(self) -> None:
        self._number += 1
        self._game = RecordBuilder(self._file, self._number)
        self._diagram = Diagram()
        self._handicap = ""
        self._is_start_unreadable = False
        self._has_anything = False
        self._has_passed_over = False
        self._has_first_line = self._has_title = False
        """Either says that this is a record even without a move."""
        self._offset: int | None = None
        """By how much the numbers of this line differ from ours; None before its first move."""
        self._last_number = 0
        """True if this line stopped at an illegal move, which may be why the game ended."""

    def read(self, number: int, line: str) -> Iterator[Kifu]:
        """Read a line; if it begins another game, that before it comes out."""
        first = line[:1]
        if first == PROGRAM_NOTE:
            if FIRST_LINE.match(line):
                if self._is_record:
                    yield from self._finished()
                self._has_first_line = True
        elif first == COMMENT:
            self._game.comment(line[1:])
        elif first == BOOKMARK:
            self._game.bookmark(line[1:])
        elif line and not line.isspace():
            half = half_width(line)
            if self._is_record and self._begins_game(half, line):
                yield from self._finished()
            self._read_line(number, line, half)

    def finish(self) -> Iterator[Kifu]:
        """The last game."""
        if self._has_anything:
            if self._has_passed_over and not self._game.has_begun:
                self._game.fault(0, "no move was found in it")
            yield self._game.finish(self._start(0))

    def _finished(self) -> Iterator[Kifu]:
        yield from self.finish()
        self._next_game()

    @property
    def _is_record(self) -> bool:
        """True if what was read is a record, so that another may follow it."""
        return self._game.has_begun or (self._has_anything and (self._has_first_line or self._has_title))

    def _begins_game(self, half: str, line: str) -> bool:
        """True if a line behind a record can only belong to another game."""
        if TITLE_OF_MOVES.match(half):
            return self._offset is not None
        if not self._game.has_begun and not self._has_title:
            return False
        if half.lstrip().startswith("|") or HAND.match(half):
            return True
        header = header_of(line)
        if header is None:
            return False
        return header[0] == HANDICAP or header[0] in FIRST_HEADERS

    def _read_line(self, number: int, line: str, half: str) -> None:
        if half.lstrip().startswith("|"):
            self._draw(number, partial(self._diagram.add_row, half))
        elif hand := HAND.match(half):
            side = BLACK if hand[1] in BLACK_NAMES else WHITE
            self._draw(number, partial(self._diagram.set_hand, side, hand[2]))
        elif turn := TURN.match(half):
            self._has_anything = True
            if not self._game.has_begun:
                self._diagram.side = BLACK if turn[1] in BLACK_NAMES else WHITE
        elif branch := BRANCH.match(half):
            if self._game.has_begun:
                self._game.branch(int(branch[1]), number)
                self._offset = None
        elif UNTIL.match(half):
            self._read_last_words(number, half)
        elif TITLE_OF_MOVES.match(half):
            self._has_title = True
        elif BOARD_FRAME.match(half):
            pass
        elif numbered := NUMBERED.match(half):
            self._read_numbered(number, line, half, numbered)
        elif self._are_moves(half):
            self._read_moves(number, line, half)
        elif header := HEADER.match(line):
            self._read_header(number, header[1].strip(), header[2].strip())
        else:
            self._has_passed_over = True
            self._game.fault(number, f"'{clean(line.strip()[:SHOWN])}' is no line of KIF or KI2; passed over")

    def _draw(self, number: int, read: Callable[[], None]) -> None:
        """Read a part of the board."""
        self._has_anything = True
        try:
            read()
        except DiagramError as error:
            if not self._is_start_unreadable:
                self._game.fault(number, f"{clean(str(error))}; the game's moves are left out")
            self._is_start_unreadable = True

    def _read_header(self, number: int, key: str, value: str) -> None:
        self._has_anything = True
        if key == HANDICAP:
            value = self._handicap = handicap_named(value)
            if value not in ("", OTHER, *STARTS):
                self._game.set_header(key, value, number)
        else:
            self._game.set_header(key, value, number)

    def _start(self, number: int) -> str | None:
        """Where the game starts; None if the text doesn't say, which is then told."""
        if self._is_start_unreadable:
            return None
        white_begins = STARTS.get(self._handicap, START_SFEN) != START_SFEN
        if not self._diagram.is_empty:
            try:
                return self._diagram.sfen(white_begins=white_begins)
            except DiagramError as error:
                self._game.fault(number, f"{error}; the game's moves are left out")
                return None
        if self._handicap == OTHER:
            self._game.fault(number, f"{HANDICAP}：{OTHER} needs a board, and there is none; the moves are left out")
            return None
        if self._handicap not in ("", *STARTS):
            name = clean(self._handicap[:SHOWN])
            self._game.fault(number, f"{HANDICAP}：{name} is not known and there is no board; read as an even game")
        sfen = STARTS.get(self._handicap, STARTS[EVEN])
        if self._diagram.side is not None:
            board, _, rest = sfen.split(maxsplit=2)
            sfen = f"{board} {'bw'[self._diagram.side]} {rest}"
        return sfen

    def _begin(self, number: int) -> None:
        """Set up the start before the first move."""
        self._has_anything = True
        if not self._game.has_begun:
            self._game.set_up(self._start(number), number)

    def _read_numbered(self, number: int, line: str, half: str, numbered: re.Match[str]) -> None:
        """Read a line of KIF: a move or an end, and what it took; that other lines leave here is seen where they do."""
        count, place = int(numbered[1]), numbered.end()
        self._begin(number)
        if self._offset is None:
            self._offset = count - self._game.ply
        elif count <= self._last_number:
            self._game.fault(number, f"another move {count}; read as a branch")
            self._game.branch(count - self._offset, number)
        self._last_number = count
        match = WRITTEN_MOVE.match(half, place)
        written = WrittenMove.of(match) if match else None
        if match and written:
            end = match.end()
            self._play(number, written, line[place:end])
            if WRITTEN_MOVE.match(half, _next_move(half, end)):
                self._read_moves(number, line, half, end)  # KI2 with numbers
                return
        else:
            word = WORD.match(half, place)
            self._end(number, word[0] if word else "", ending_called)
            end = word.end() if word else place
        if time := TIME.search(half, end):
            hours, minutes, seconds = time.groups()
            self._game.set_seconds(3600 * int(hours or 0) + 60 * int(minutes) + float(seconds))

    def _are_moves(self, half: str) -> bool:
        """True if a line has moves of KI2: marked ones, or nothing else than moves."""
        if MARKED.match(half):
            return True
        place = 0
        while match := WRITTEN_MOVE.match(half, _next_move(half, place)):
            if WrittenMove.of(match) is None:
                return False
            place = match.end()
        return place > 0 and _next_move(half, place) == len(half)

    def _read_moves(self, number: int, line: str, half: str, place: int = 0) -> None:
        """Read a line of KI2 from a place on."""
        self._begin(number)
        self._offset = self._offset or 0
        while (place := _next_move(half, place)) < len(half):
            match = WRITTEN_MOVE.match(half, place)
            written = WrittenMove.of(match) if match else None
            if match and written:
                self._play(number, written, line[place : match.end()])
                place = match.end()
            else:
                word = WORD.match(half, place)
                self._end(number, word[0] if word else "", WORDS.get)
                place = max(word.end() if word else 0, place + 1)

    def _play(self, number: int, written: WrittenMove, words: str) -> None:
        """Play a move, or leave out the rest of this line."""
        game = self._game
        if game.is_stopped or game.position is None:
            return
        shown = clean(words.strip()[:SHOWN])
        if game.has_ended:
            game.stop(number, f"'{shown}' comes after the end of this line; read up to there")
            return
        try:
            game.play(usi_of(game.position, written, game.last_target))
        except WrittenMoveError as error:
            game.stop(number, f"move {game.ply} '{shown}': {error}; read up to there", is_foul=True)
        except ShogiMoveError as error:
            reason = str(error).rpartition(": ")[0].partition("' ")[2]
            game.stop(number, f"move {game.ply} '{shown}' is illegal: it {reason}; read up to there", is_foul=True)

    def _end(self, number: int, word: str, meant: Callable[[str], str | None]) -> None:
        """End this line, or leave out the rest of it."""
        game = self._game
        kind = meant(word)
        shown = f"'{clean(word[:SHOWN])}'"
        game.end_as(
            number,
            kind,
            unknown=f"move {game.ply} {shown} is neither a move nor an end; read up to there",
            repeated=f"{shown} comes after the end of this line; left out",
        )

    def _read_last_words(self, number: int, half: str) -> None:
        """Read how the game ended, where no move has said so: ``まで7手で先手の勝ち``."""
        game = self._game
        if not game.has_begun and not self._has_anything:
            return
        self._begin(number)
        if game.position is None or game.has_ended:
            return
        kind = told_ending(half, is_black_to_move=game.position.turn)
        if (kind in FOULS and game.end_foul(kind)) or game.is_stopped:
            return
        if kind is None:
            game.fault(number, f"'{clean(half.strip()[:SHOWN])}' can't be how this line ends; left out")
        else:
            game.end(kind)


def _next_move(half: str, place: int) -> int:
    """Where a move begins, behind spaces, the signs that part moves, its number and its mark."""
    before = BEFORE_MOVE.match(half, place)
    return before.end() if before else place
