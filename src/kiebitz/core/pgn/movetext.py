"""The moves of a game, decoded: comments, variations, glyphs and numbers are passed over or noted, words are moves.

Layout: a text in UTF-8 is walked once, token by token; each word of the main line is read as a move on the position
under way (``san``) and played. What stands in parentheses counts only by its parentheses and comments, unless
variations are wanted: then it is read, too (``line_tree``). Places are indices of bytes. Noted are comments, if they
are wanted, or all tokens (``TOKENS``), of which ``analysis.reading.reader`` makes a tree.

Invariants: ``plies`` moves stand in ``moves``; the first fault ends the walk, and is about the word from
``fault_start`` to ``fault_end``. A text of n bytes holds fewer than n / 2 + 1 moves, which is what ``make_room``
allocates; so no walk writes beyond.

Thread safety: none; each thread owns its reader. The walk runs without the GIL.
"""

import cython
from cython.cimports.cpython.bytes import PyBytes_AsString, PyBytes_FromStringAndSize
from cython.cimports.cpython.unicode import PyUnicode_AsUTF8AndSize
from cython.cimports.kiebitz.core.chess.bitboard import KING
from cython.cimports.kiebitz.core.chess.move import NULL_MOVE, Move
from cython.cimports.kiebitz.core.chess.position import Position
from cython.cimports.kiebitz.core.pgn.comment import Said, read_comment, skip_spaces
from cython.cimports.kiebitz.core.pgn.letters import (
    Text,
    digit_at,
    dot_at,
    is_blank,
    is_digit,
    is_file,
    is_letter,
    is_rank,
    mark_at,
    nothing_at,
    sign_at,
    space_at,
    stands,
)
from cython.cimports.kiebitz.core.pgn.line_tree import LineTree
from cython.cimports.kiebitz.core.pgn.san import (
    AMBIGUOUS,
    ILLEGAL,
    UNREADABLE,
    WORD_BYTES,
    bare,
    castled,
    is_null,
    kind_of,
    read_san,
)
from cython.cimports.libc.math import NAN
from cython.cimports.libc.stdint import int32_t
from cython.cimports.libc.stdlib import free, realloc
from cython.cimports.libc.string import memchr

RESULTS = ("", "*", "1-0", "0-1", "1/2-1/2", "0-0", "1/2-0", "0-1/2")
"""The ends of a main line, '' for none; of the last three, an arbiter's, the first is a double forfeit."""

FAULTS = ("", "illegal", "ambiguous", "unreadable", "after result", "null in check")
"""The faults of a word that ends the reading of a main line, '' for none."""

TOKENS = (
    "comment", "words", "sign", "move", "glyph", "number", "open", "close", "passed over", "unopened", "result",
    "stray", "fault",
)  # fmt: skip
"""The kinds of tokens: words are no move, a number is a glyph's; a variation that replaces no move is passed over."""

# The signs that annotators set at or behind moves, and their numbers as glyphs: those of the Chess Informant, what
# typewriters made of them, praise as one sign, a diagram.
ANNOTATION_SIGNS = {
    "‼": 3, "⁇": 4, "⁉": 5, "⁈": 6,
    "□": 7, "=": 10, "∞": 13, "⩲": 14, "+=": 14, "+/=": 14, "⩱": 15, "=+": 15, "=/+": 15, "±": 16, "+/-": 16,
    "∓": 17, "-/+": 17, "+-": 18, "-+": 19, "⨀": 22, "⊙": 22, "○": 26, "⟳": 32, "↑": 36, "→": 40, "⯹": 44,
    "⇆": 132, "⇄": 132, "⊕": 136, "∆": 140, "Δ": 140, "△": 140, "∇": 141, "⌓": 142, "≤": 143, "RR": 145, "N": 146,
    "TN": 146, "⊥": 148, "D": 220,
}  # fmt: skip
MOVE_ORNAMENTS = frozenset({"e.p.", "ep", "+", "++", "#", "mate", "ch", "ch."})
"""The words some programs put after a move that say nothing more than the move."""
STRAY_ENDS = ",:'\"`^~_|\\<>&@#%+]/"
"""Signs of ASCII that say nothing of a move which they end. A dash isn't one: castling might lack its last nought."""

PARTING_SIGNS = ",\"'/|<>[]`_&:\\~"
"""Signs of ASCII between the parts of a word that can't be read as a whole."""

PROSE_SIGNS, EVALUATION_SIGNS = ".,:'\"-/&", ".,:/+-=#<>~%'"
"""The signs among the letters of words that are no moves, and among the digits of evaluations without braces."""

# Signs and ornaments as numbers: how many bytes they have (no more than REMARK_BYTES), and these, the first one last.
for _word in (*ANNOTATION_SIGNS, *MOVE_ORNAMENTS):
    REMARKS[REMARK_COUNT] = len(_word.encode()) << 8 * REMARK_BYTES | int.from_bytes(_word.encode(), "little")
    REMARK_COUNT += 1

for _sign in STRAY_ENDS:
    IS_STRAY_END[ord(_sign)] = True
for _sign in "abcdefghxKQRBNP":
    NAMES_MEN[ord(_sign)] = True
for _sign in PROSE_SIGNS:
    IN_PROSE[ord(_sign)] = True
for _sign in EVALUATION_SIGNS:
    IN_EVALUATION[ord(_sign)] = True
for _sign in PARTING_SIGNS:
    PARTS_WORD[ord(_sign)] = True
for _sign in "\0{}();$!?*":
    ENDS_WORD[ord(_sign)] = True
for _letter in range(0x80):
    ENDS_WORD[_letter] |= is_blank(_letter)


class MovetextReader:
    """Reads main lines, one after another, into buffers of its own."""

    def __cinit__(self):
        self.moves = cython.NULL
        self.tokens_read = cython.NULL
        self.move_room = self.token_room = 0
        self.start = Position()
        self.tree = LineTree()
        self.position = Position()
        self.forget()

    def __dealloc__(self):
        free(self.moves)
        free(self.tokens_read)

    def read(
        self,
        text: str,
        start: int = 0,
        position: Position | None = None,
        comments: bool = False,
        is_forfeited: bool = False,
        variations: bool = False,
        tokens: bool = False,
    ) -> bytes:
        """Decode a main line that begins ``start`` bytes into a text; its moves, 16 bits each as the machine has them.

        ``position`` is where the game begins; None: where games do. With ``comments``, ``notes`` and ``remarks`` can
        say what stands in them, with ``variations``, ``lines`` which there are, with ``tokens`` alone, ``tokens`` what
        the text is made of, variations too. With ``is_forfeited``, as the tags say that both lose, the last word 0-0 is
        that result; else only where nobody can castle. Where and why the reading ended before the line did, ``fault``
        and its places tell.

        Raises ValueError for a ``start`` outside the text.
        """
        length: cython.Py_ssize_t = 0
        letters = cython.cast(Text, PyUnicode_AsUTF8AndSize(text, cython.address(length)))
        at: cython.Py_ssize_t = start
        if not 0 <= at <= length:
            raise ValueError(f"a text of {length} bytes has no place {at}")
        self.forget()
        self.kinds_wanted = ALL_KINDS if tokens else COMMENT_KINDS if comments else 0
        self.wants_variations = variations or tokens
        self.is_forfeited = is_forfeited
        self.make_room(length)
        self.position.copy_from(self.start if position is None else position)
        self.first_side = self.position.side
        self.position.reserve(PLIES_KEPT + (length // 2 if self.wants_variations else 0))
        with cython.nogil:
            self.walk(letters, at, length, True)
        if self.is_short_of_memory or self.tree.is_short_of_memory:
            raise MemoryError("no memory for the comments and variations of a game")
        return PyBytes_FromStringAndSize(cython.cast(cython.p_char, self.moves), self.plies * cython.sizeof(Move))

    def count(self, text: str, start: int = 0, is_forfeited: bool = False) -> int:
        """Number of words of a main line where moves stand, unread: its plies, if it is sound. Raises ValueError."""
        length: cython.Py_ssize_t = 0
        letters = cython.cast(Text, PyUnicode_AsUTF8AndSize(text, cython.address(length)))
        at: cython.Py_ssize_t = start
        if not 0 <= at <= length:
            raise ValueError(f"a text of {length} bytes has no place {at}")
        self.forget()
        self.is_forfeited = is_forfeited
        with cython.nogil:
            self.walk(letters, at, length, False)
        return self.plies

    @property
    def fault(self) -> str:
        """Why the last main line wasn't read to its end, one of ``FAULTS``; '' if it was."""
        return FAULTS[self.failure]

    @property
    def result(self) -> str:
        """The end of the last main line, one of ``RESULTS``; of several, the first that isn't '*'."""
        return RESULTS[self.ending]

    def notes(self, text: str) -> tuple[bytes, bytes, bytes, bytes]:
        """Notes of the comments on each move of the text that was read last: clocks, centipawns, mates, time spent.

        Seconds are doubles, not a number where there are none; evaluations have 32 bits, ``NO_NOTE`` where there are
        none, and White's view, as they are written: centipawns, or moves to mate.
        """
        said: Said
        length: cython.Py_ssize_t = 0
        letters = cython.cast(Text, PyUnicode_AsUTF8AndSize(text, cython.address(length)))
        clocks = PyBytes_FromStringAndSize(cython.NULL, self.plies * cython.sizeof(cython.double))
        spent = PyBytes_FromStringAndSize(cython.NULL, self.plies * cython.sizeof(cython.double))
        centipawns = PyBytes_FromStringAndSize(cython.NULL, self.plies * cython.sizeof(int32_t))
        mates = PyBytes_FromStringAndSize(cython.NULL, self.plies * cython.sizeof(int32_t))
        clock_at = cython.cast(cython.pointer(cython.double), PyBytes_AsString(clocks))
        spent_at = cython.cast(cython.pointer(cython.double), PyBytes_AsString(spent))
        centipawns_at = cython.cast(cython.pointer(int32_t), PyBytes_AsString(centipawns))
        mates_at = cython.cast(cython.pointer(int32_t), PyBytes_AsString(mates))
        for ply in range(self.plies):
            clock_at[ply] = spent_at[ply] = NAN
            centipawns_at[ply] = mates_at[ply] = NO_NOTE
        number: cython.Py_ssize_t = 0
        while number < self.token_count:
            plies = self.tokens_read[number].plies
            said.has_clock = said.has_elapsed = said.has_centipawns = said.has_mate = False
            while number < self.token_count:
                comment = cython.address(self.tokens_read[number])
                if comment.line == 0 and comment.plies != plies:
                    break
                if comment.line == 0:
                    is_white: cython.bint = (plies & 1) != self.first_side
                    read_comment(letters, comment.start, min(comment.end, length), is_white, cython.address(said))
                number += 1
            if plies > 0 and said.has_clock:
                clock_at[plies - 1] = said.seconds
            if plies > 0 and said.has_elapsed:
                spent_at[plies - 1] = said.elapsed
            if plies > 0 and said.has_mate:
                mates_at[plies - 1] = said.mate
            elif plies > 0 and said.has_centipawns:
                centipawns_at[plies - 1] = said.centipawns
        return clocks, centipawns, mates, spent

    def lines(self) -> list[tuple[int, int, bytes]]:
        """The variations of the text that was read last, in the order in which they begin, if they were wanted.

        Each is the line that it branches from (0 is the main line, others count from 1), how many moves of the game
        were played before its first, and its moves, as of ``read``. One that can't be read ends where that shows.
        """
        return self.tree.taken()

    def remarks(self, text: str) -> list[tuple[int, int, str]]:
        """The comments of the text that was read last: a line, how many of its own moves were made before, the words.

        Those in variations are there if variations were wanted.
        """
        data = text.encode()
        found = []
        for number in range(self.token_count):
            comment = self.tokens_read[number]
            found.append((comment.line, comment.plies, data[comment.start : comment.end].decode()))
        return found

    def tokens(self, text: str) -> list[tuple[str, int, int, int]]:
        """The tokens of the text that was read last: one of ``TOKENS``, where it begins and ends, and its number.

        Places are indices of characters here. The number is a move's 16 bits, or that of a fault among ``FAULTS``; the
        signs at a move are tokens behind it, the last one first. What stands behind a fault or "passed over" up to
        where its variation closes is no token; nothing stands behind a fault of the main line.
        """
        found = []
        length: cython.Py_ssize_t = 0
        letters = cython.cast(Text, PyUnicode_AsUTF8AndSize(text, cython.address(length)))
        at: cython.Py_ssize_t = 0
        place: cython.Py_ssize_t = 0
        for number in range(self.token_count):
            token = self.tokens_read[number]
            place += letters_between(letters, at, token.start) - letters_between(letters, token.start, at)
            at = token.start
            end = place + letters_between(letters, at, token.end)
            found.append((TOKENS[token.kind], place, end, token.number))
        return found

    def forget(self):
        """Begin a new main line."""
        self.tree.forget()
        self.wants_variations = False
        self.plies = self.token_count = 0
        self.kinds_wanted = 0
        self.is_short_of_memory = self.is_forfeited = self.is_numbered = False
        self.failure = SOUND
        self.fault_start = self.fault_end = 0
        self.ending = UNSAID

    def make_room(self, length):
        """Have room for the moves of a text of ``length`` bytes. Raises MemoryError."""
        needed = length // 2 + 1
        if needed > self.move_room:
            moves = cython.cast(cython.pointer(Move), realloc(self.moves, needed * cython.sizeof(Move)))
            if moves == cython.NULL:
                raise MemoryError(f"no memory for {needed} moves")
            self.moves = moves
            self.move_room = needed

    def walk(self, text, at, end, decodes):
        """Walk from ``at`` to the end or the first fault; unless it ``decodes``, words are counted as moves."""
        depth: cython.Py_ssize_t = 0  # of parentheses
        while at < end:
            letter = text[at]
            blank = blank_at(text, at, end)
            if blank:
                at += blank
            elif letter == b"{":
                closing = place_of(text, at, end, b"}")
                if depth == 0:
                    self.keep(COMMENT, at + 1, closing, 0)
                at = closing + 1
            elif letter == b";":
                closing = place_of(text, at, end, b"\n")
                if depth == 0:
                    self.keep(COMMENT, at + 1, closing, 0)
                at = closing
            elif letter == b"%" and (at == 0 or text[at - 1] == b"\n"):
                at = place_of(text, at, end, b"\n")
            elif letter == b"[" and end_of_command(text, at, end) > at:
                closing = end_of_command(text, at, end)
                if depth == 0:
                    self.keep(COMMENT, at, closing, 0)
                at = closing
            elif letter == b"(":
                if depth:
                    depth += 1
                elif self.wants_variations and self.tree.open(self.position):
                    self.keep(OPENED, at, at + 1, 0)
                else:
                    self.keep(PASSED_OVER, at, at + 1, 0)
                    depth = 1
                at += 1
            elif letter == b")":
                if depth > 1:
                    depth -= 1
                elif depth or self.tree.depth:
                    self.keep(CLOSED, at, at + 1, 0)
                    if depth == 0 or self.tree.is_cut:
                        self.tree.close(self.position)
                    depth = 0
                elif not (at and is_digit(text[at - 1]) or at >= 3 and digit_at(text + at - 3, text + at) == 3):
                    self.keep(UNOPENED, at, at + 1, 0)  # nor does it close the number of a move: 1)
                at += 1
            elif depth > 0:
                at += 1
            elif letter == b"!" or letter == b"?":
                behind = at + 1
                behind += stands(text, behind, end, b"!", 1) or stands(text, behind, end, b"?", 1)
                self.keep(GLYPH, at, behind, 0)
                at = behind
            elif letter == b"$":
                at += 1
                digits = at
                while digits < end and is_digit(text[digits]):
                    digits += 1
                if 0 < digits - at <= GLYPH_DIGITS:
                    self.keep(NUMBER, at, digits, 0)
                    at = digits
                else:
                    self.keep(STRAY, at - 1, at, 0)
            else:
                if not is_letter(letter):
                    ending: Ending = UNSAID
                    behind = end_of_result(text, at, end, cython.address(ending))
                    if behind > at:
                        if self.ending <= UNDECIDED and self.tree.depth == 0:
                            self.ending = ending
                        self.keep(RESULT, at, behind, 0)
                        at = behind
                        continue
                    behind = end_of_number(text, at, end)
                    if behind > at and not (decodes and is_castling_of_noughts(self.position, text, at, behind)):
                        self.is_numbered = self.is_numbered or self.tree.depth == 0
                        at = behind
                        continue
                mark = mark_at(text + at, text + end)
                if mark:
                    self.keep_sign(text, at, at + mark)
                    at += mark
                    continue
                behind = end_of_word(text, at, end)
                if behind == at:
                    self.keep(STRAY, at, at + 1, 0)
                elif not self.take_any(text, at, behind, end, decodes):
                    behind = self.take_part(text, at, behind, end, decodes)
                    if behind == at:
                        self.keep(FAULT, self.fault_start, self.fault_end, self.failure)
                        if self.tree.depth == 0:
                            return
                        self.tree.is_cut = True
                        depth = 1
                    self.failure = SOUND
                if self.tree.depth == 0:
                    self.is_numbered = False
                at = max(behind, at + 1)
        if depth or self.tree.depth:
            self.keep(CLOSED, end, end, 0)

    def take_any(self, text, start, end, last, decodes):
        """Play the move that a word of the line under way means; False if there is none."""
        if self.tree.depth:
            return self.take_variation_word(text, start, end)
        return self.take_word(text, start, end, last, decodes)

    def take_part(self, text, start, end, last, decodes):
        """Play the first part of a word that can't be read as a whole; where it ends, ``start`` if it can't either."""
        part = end_of_part(text, start, end)
        is_nothing: cython.bint = is_digit(text[start]) or PARTS_WORD[text[start]]
        if part == end or not (self.failure == UNREADABLE_MOVE or is_nothing and text[part - 1] == b"-"):
            return start
        if is_nothing:
            return part
        self.failure = SOUND
        return part if self.take_any(text, start, part, last, decodes) else start

    def take_word(self, text, start, end, last, decodes):
        """Play the move that a word of a text means, which ends at ``last``; False, and a fault, if there is none."""
        if (text[start] == b"0" or text[start] >= 0x80) and self.is_double_forfeit(text, start, end, last, decodes):
            self.ending = BOTH_LOSE
            self.keep(RESULT, start, end, 0)
            return True
        if is_sign(text + start, end - start):
            self.keep_sign(text, start, end)
            return True
        failure: cython.int = SOUND
        if self.ending == UNSAID and decodes:
            failure = self.play(text, start, end)
            if failure == SOUND:
                return True
            if failure != UNREADABLE_MOVE:
                return self.fail(failure, start, end)
        if is_remark(text + start, end - start):
            self.keep_sign(text, start, end)
            return True
        if is_aside(text + start, end - start):
            self.keep(WORDS, start, end, 0)
            return True
        if self.ending != UNSAID:
            return self.fail(AFTER_RESULT, start, end)
        if decodes:
            return self.fail(failure, start, end)
        self.plies += 1
        return True

    def play(self, text, start, end):
        """Play the move of the main line that a word means, whatever signs stand at it; SOUND, or why there is none."""
        bare: cython.Py_ssize_t = end
        move = signed_move(self.position, text, start, end, cython.address(bare))
        if move == ILLEGAL:
            return ILLEGAL_MOVE
        if move == AMBIGUOUS:
            return AMBIGUOUS_MOVE
        if move == UNREADABLE:
            return UNREADABLE_MOVE
        if move == NULL_MOVE and self.position.checkers:
            return NULL_IN_CHECK
        if self.position.ply >= PLIES_KEPT:
            self.position.ply = 0
        if move == NULL_MOVE:
            self.position.make_null()
        else:
            self.position.make(cython.cast(Move, move))
        self.moves[self.plies] = cython.cast(Move, move)
        self.plies += 1
        self.tree.add(cython.cast(Move, move))
        if self.kinds_wanted == ALL_KINDS:
            self.keep(MOVE, start, bare, move)
        if bare < end:
            self.keep_tail(text, bare, end)
        return SOUND

    def take_variation_word(self, text, start, end):
        """Play the move that a word of a variation means; False if there is none."""
        if is_sign(text + start, end - start):
            self.keep_sign(text, start, end)
            return True
        bare: cython.Py_ssize_t = end
        move = signed_move(self.position, text, start, end, cython.address(bare))
        if move == NULL_MOVE and self.position.checkers:
            return self.fail(NULL_IN_CHECK, start, end)
        if move > 0:
            self.tree.play(self.position, cython.cast(Move, move))
            self.keep(MOVE, start, bare, move)
            self.keep_tail(text, bare, end)
            return True
        if move == UNREADABLE and is_remark(text + start, end - start):
            self.keep_sign(text, start, end)
            return True
        if move == UNREADABLE and is_aside(text + start, end - start):
            self.keep(WORDS, start, end, 0)
            return True
        if move == UNREADABLE:
            return self.fail(UNREADABLE_MOVE, start, end)
        return self.fail(AMBIGUOUS_MOVE if move == AMBIGUOUS else ILLEGAL_MOVE, start, end)

    def keep_sign(self, text, start, end):
        """Keep a sign: as a comment if nobody knows it, else if all tokens are wanted."""
        if self.kinds_wanted == ALL_KINDS or not is_remark(text + start, end - start):
            self.keep(SIGN, start, end, 0)

    def keep_tail(self, text, start, end):
        """Keep the signs that stand at a move; one that nobody knows makes a comment of them all."""
        at = end
        is_known: cython.bint = True
        while at > start:
            size = sign_behind(text, start, at)
            if size:
                self.keep_sign(text, at - size, at)
            is_known = is_known and size > 0
            at -= max(size, 1)
        if not is_known:
            self.keep(SIGN, start, end, 0)

    def is_double_forfeit(self, text, start, end, last, decodes):
        """True if a word, 0-0, is a double forfeit, not castling: nothing follows, and the tags or the rules say so."""
        if self.ending > UNDECIDED or self.is_numbered or not is_noughts(text + start, end - start):
            return False
        if not is_over(text, end, last):
            return False
        return self.is_forfeited or (decodes and castled(self.position, 0) == ILLEGAL)

    def fail(self, failure, start, end):
        """Note what is wrong with a word; False."""
        self.failure = failure
        self.fault_start = start
        self.fault_end = end
        return False

    def keep(self, kind, start, end, number):
        """Note a token, if its kind is wanted."""
        if kind >= self.kinds_wanted or self.is_short_of_memory:
            return
        if self.token_count == self.token_room:
            room = max(2 * self.token_room, FIRST_TOKENS)
            tokens = cython.cast(cython.pointer(Token), realloc(self.tokens_read, room * cython.sizeof(Token)))
            if tokens == cython.NULL:
                self.is_short_of_memory = True
                return
            self.tokens_read = tokens
            self.token_room = room
        token = cython.address(self.tokens_read[self.token_count])
        token.start = start
        token.end = end
        token.kind = kind
        token.number = number
        token.line = self.tree.line
        token.plies = self.tree.lines[self.tree.line].plies
        self.token_count += 1


def place_of(text, at, end, letter):
    """Where a letter stands next; the text's end if nowhere."""
    found = cython.cast(Text, memchr(text + at, letter, end - at))
    return end if found == cython.NULL else found - text


def letters_between(text, at, end):
    """Number of characters between two places."""
    count: cython.Py_ssize_t = 0
    for index in range(at, end):
        count += (text[index] & 0xC0) != 0x80
    return count


def blank_at(text, at, end):
    """Length in bytes of what says nothing here, before the text's end: white space, its like, or HTML; 0 if none."""
    blank: cython.Py_ssize_t = space_at(text + at, text + end)
    if blank == 0 and text[at] >= 0x80:
        blank = nothing_at(text + at, text + end)
    elif text[at] == b"<" or text[at] == b"&":
        blank = end_of_markup(text, at, end) - at
    return blank


def end_of_result(text, at, end, ending):
    """Where a result ends that stands here, and which it is; ``at`` if none does.

    0-0 is none here: it may be castling (see ``is_double_forfeit``).
    """
    behind: cython.Py_ssize_t = at
    dash: cython.uchar = 0
    first = text[at]
    if first != b"*" and first != b"0" and first != b"1" and first != 0xC2:
        return at
    if first != b"*" and at + 1 < end and (is_digit(text[at + 1]) or text[at + 1] == b"."):
        return at  # the number of a move
    if text[at] == b"*":
        ending[0] = UNDECIDED
        behind = at + 1
    else:
        white = points_at(text, at, end, cython.address(behind))
        if white < 0:
            return at
        middle: cython.Py_ssize_t = behind
        size = sign_at(text + middle, text + end, cython.address(dash))
        if middle < end and (text[middle] == b"-" or text[middle] == b":"):
            size = 1
            dash = b"-"
        black: cython.int = -1
        if size and dash == b"-":
            black = points_at(text, middle + size, end, cython.address(behind))
        if white == 1 and black < 0:  # a half alone
            behind = middle
            ending[0] = DRAWN
        elif white == 2 and black == 0:
            ending[0] = WHITE_WINS
        elif white == 0 and black == 2:
            ending[0] = BLACK_WINS
        elif white == 1 and black == 1:
            ending[0] = DRAWN
        elif white == 1 and black == 0:
            ending[0] = HALF_AND_NOTHING
        elif white == 0 and black == 1:
            ending[0] = NOTHING_AND_HALF
        else:
            return at
    if behind == end or blank_at(text, behind, end):
        return behind
    after = text[behind]
    return behind if after == b"{" or after == b"(" or after == b")" or after == b";" else at


def points_at(text, at, end, behind):
    """The half points that stand here, and where they end; -1 if none do."""
    if stands(text, at, end, b"1/2", 3):
        behind[0] = at + 3
        return 1
    if stands(text, at, end, b"\xc2\xbd", 2):  # as one sign
        behind[0] = at + 2
        return 1
    if stands(text, at, end, b"1", 1) or stands(text, at, end, b"0", 1):
        behind[0] = at + 1
        return 2 * (text[at] == b"1")
    return -1


def is_noughts(word, length):
    """True if a word is 0-0, with any dash."""
    plain: cython.uchar = 0
    at: cython.Py_ssize_t = 0
    found: cython.int = 0
    while at < length:
        size = sign_at(word + at, word + length, cython.address(plain))
        if size == 0:
            plain = word[at]
            size = 1
        elif plain == 0:
            at += size
            continue
        is_dash: cython.bint = plain == b"-"
        if found > 2 or is_dash != (found == 1) or not (is_dash or plain == b"0"):
            return False
        found += 1
        at += size
    return found == 3


def is_castling_of_noughts(position, text, at, end):
    """True if a number is 00 or 000, and castling that way is legal."""
    wing = end - at - 2
    if wing != 0 and wing != 1:
        return False
    return stands(text, at, end, b"000", end - at) and castled(position, cython.cast(cython.int, wing)) != ILLEGAL


def is_over(text, at, end):
    """True if nothing but comments and escaped lines follows."""
    while at < end:
        blank = blank_at(text, at, end)
        if blank:
            at += blank
        elif text[at] == b"{":
            at = place_of(text, at, end, b"}") + 1
        elif text[at] == b";" or (text[at] == b"%" and text[at - 1] == b"\n"):
            at = place_of(text, at, end, b"\n")
        else:
            return False
    return True


def end_of_number(text, at, end):
    """Where the number of a move, or dots, end that stand here; ``at`` if none do.

    Behind a number anything may stand but what begins a move or goes on with a result.
    """
    digits = at
    size = digit_at(text + digits, text + end)
    while size:
        digits += size
        size = digit_at(text + digits, text + end)
    if digits - at == 4 and stands(text, at, end, b"0000", 4) and not is_number_end(text, digits, end):
        return at  # a null move
    behind = digits
    if digits > at:
        behind = skip_spaces(text, behind, end)
    dots = behind
    while is_number_end(text, dots, end) if digits > at else dot_at(text + dots, text + end) > 0:
        dots += max(dot_at(text + dots, text + end), 1)
    if dots > behind:
        return dots
    plain: cython.uchar = 0
    if digits < end and (
        is_letter(text[digits])
        or text[digits] == b"-"
        or text[digits] == b"/"
        or sign_at(text + digits, text + end, cython.address(plain))
        and plain
    ):
        return at
    return digits


def is_number_end(text, at, end):
    """True if a sign stands here that closes a move's number: a dot or a colon."""
    return dot_at(text + at, text + end) > 0 or stands(text, at, end, b":", 1)


def end_of_command(text, at, end):
    """Where a command ends that stands here in brackets, as [%clk 0:01:00]; ``at`` if none does in the line."""
    if not stands(text, at, end, b"[%", 2):
        return at
    closing = place_of(text, at, place_of(text, at, end, b"\n"), b"]")
    return closing + 1 if stands(text, closing, end, b"]", 1) else at


def end_of_markup(text, at, end):
    """Where a tag or a sign of HTML ends that stands here, as <br> and &nbsp;, which say nothing; ``at`` if none does.

    No tag is named as a square is, but for headlines.
    """
    behind = at + 1
    if text[at] == b"&":
        behind += stands(text, behind, end, b"#", 1)
        name = behind
        while behind < min(end, name + MAX_NAME) and (is_letter(text[behind]) or is_digit(text[behind])):
            behind += 1
        return behind + 1 if behind > name + 1 and stands(text, behind, end, b";", 1) else at
    if text[at] != b"<":
        return at
    behind += stands(text, behind, end, b"/", 1)
    name = behind
    while behind < min(end, name + MAX_NAME) and is_letter(text[behind]):
        behind += 1
    if behind == name + 1 and behind < end and (text[name] | 32) == b"h" and is_digit(text[behind]):
        behind += 1
    if behind == name or behind == end or not (text[behind] == b">" or text[behind] == b"/" or text[behind] == b" "):
        return at
    most = min(end, behind + MAX_MARKUP)
    while behind < most and text[behind] != b">" and text[behind] != b"<" and text[behind] != b"\n":
        behind += 1
    return behind + 1 if stands(text, behind, end, b">", 1) else at


def end_of_part(text, at, end):
    """Where the first part of a word ends, by signs that part moves or a number before one; ``end`` if it is one.

    A part of such signs, or one of digits, is nothing.
    """
    if end - at > MAX_PARTED:
        return end
    part = at
    if PARTS_WORD[text[at]]:
        while part < end and PARTS_WORD[text[part]]:
            part += 1
    elif is_digit(text[at]):
        while part < end and is_digit(text[part]):
            part += 1
        part += stands(text, part, end, b"-", 1)
        return part if part < end and is_letter(text[part]) else end
    else:
        while part < end and not PARTS_WORD[text[part]]:
            part += 1
    return part


def end_of_word(text, at, end):
    """Where a word ends that stands here, if need be before the result that stands at it; ``at`` if none does."""
    start = at
    ending: Ending = UNSAID
    while at < end and not ENDS_WORD[text[at]]:
        if at > start and (text[at] == b"0" or text[at] == b"1" or text[at] == 0xC2):
            if end_of_result(text, at, end, cython.address(ending)) > at:
                break
        if (text[at] == b"<" or text[at] == b"&") and end_of_markup(text, at, end) > at:
            break
        if text[at] >= 0x80 and (
            space_at(text + at, text + end) or mark_at(text + at, text + end) or dot_at(text + at, text + end)
        ):
            break
        at += 1
    if at > start + 1 and at < end and text[at] == b"(":
        last = at - 2 if text[at - 1] == b"=" else at - 1
        if text[last] == b"1" or text[last] == b"8":
            return end_of_promotion(text, at, end)
    return at


def end_of_promotion(text, at, end):
    """Where a promotion ends that stands here in parentheses, as (Q); ``at`` if none does."""
    piece = at + 2 if stands(text, at + 1, end, b"=", 1) else at + 1
    behind = piece
    if piece + 2 < end and text[piece] == 0xE2 and text[piece + 1] == 0x99 and 0x94 <= text[piece + 2] <= 0x9F:
        figure: cython.int = (text[piece + 2] - 0x94) % 6
        behind += 3 if 1 <= figure <= 4 else 0
    elif piece < end and is_letter(text[piece]) and kind_of(text[piece] & ~32) < KING:
        behind += 1
    return behind + 1 if behind > piece and stands(text, behind, end, b")", 1) else at


def signed_move(position, text, start, end, bare):
    """The move that a word means, without the signs that stand at it if it is none with them; else as ``read_san``.

    ``bare`` is where the signs begin, if there is a move.
    """
    found = read_san(position, text + start, end - start)
    while (found == ILLEGAL or found == UNREADABLE) and end - start <= MAX_SIGNED:
        size = sign_behind(text, start, end)
        if size == 0 and end > start and IS_STRAY_END[text[end - 1]]:
            size = 1
        end -= size
        if size == 0 or end == start:
            break
        move = read_san(position, text + start, end - start)
        if move > 0:
            bare[0] = end
        if move > 0 or found == UNREADABLE:
            found = move
    return found


def sign_behind(text, start, end):
    """Length in bytes of the longest sign or ornament that a text ends with; 0 if it ends otherwise."""
    for size in range(min(end - start, MAX_SIGN_BYTES), 0, -1):
        if is_remark(text + end - size, size):
            return size
    return 0


def is_sign(word, length):
    """True if a word is nothing but signs of ASCII, its dashes plain, and no null move."""
    letters: cython.uchar[WORD_BYTES]
    plain: cython.uchar = 0
    at: cython.Py_ssize_t = 0
    while at < length:
        size = sign_at(word + at, word + length, cython.address(plain))
        if size == 0:
            plain = word[at]
            size = 1
        elif plain == 0:
            at += size
            continue
        if plain <= b" " or plain >= 0x7F or is_letter(plain) or is_digit(plain):
            return False
        at += size
    return not is_null(letters, bare(word, length, letters))


def is_aside(word, length):
    """True if a word can't be meant as a move: prose, an evaluation.

    Prose has letters and no digit; letters that name men and files alone, or a capture, may be a move that lacks its
    square (``ed``, ``Nxd``). An evaluation has digits and no letter, and begins with a sign. What begins with a digit
    and names no square is one of other things (``12m``, ``2nd``). No null move is one.
    """
    letters: cython.uchar[WORD_BYTES]
    plain: cython.uchar = 0
    at: cython.Py_ssize_t = 0
    digits: cython.Py_ssize_t = 0
    count: cython.Py_ssize_t = 0  # of letters
    first: cython.uchar = 0
    last: cython.uchar = 0
    takes: cython.bint = False
    names_square: cython.bint = False
    before: cython.uchar = 0
    is_foreign: cython.bint = False
    may_be_move: cython.bint = True
    may_castle: cython.bint = True
    is_prose: cython.bint = True
    is_evaluation: cython.bint = True
    while at < length:
        size = sign_at(word + at, word + length, cython.address(plain))
        if size and plain == 0:
            at += size
            continue
        if size == 0:
            plain = word[at]
            size = max(digit_at(word + at, word + length), 1)
        if first == 0:
            first = plain
        names_square = names_square or is_file(before | 32) and is_rank(plain)
        before = plain
        if is_digit(plain) or size > 1 and plain == 0xEF:
            digits += 1
        elif plain >= 0x80:
            if plain == 0xE2 and length - at >= 3 and word[at + 1] == 0x99 and 0x94 <= word[at + 2] <= 0x9F:
                return False
            is_foreign = True
        elif is_letter(plain):
            count += 1
            last = plain
            takes = takes or plain == b"x"
            may_castle = may_castle and (plain == b"O" or plain == b"o")
            may_be_move = may_be_move and NAMES_MEN[plain]
        else:
            is_prose = is_prose and IN_PROSE[plain]
            is_evaluation = is_evaluation and IN_EVALUATION[plain]
        at += size
    if digits and is_digit(first) and count and not is_foreign:
        return not names_square and not may_castle
    if digits:
        return count == 0 and not is_foreign and is_evaluation and not (is_digit(first) or first == 0xEF)
    if is_foreign:
        return True
    if count == 0 or not is_prose or may_castle or is_null(letters, bare(word, length, letters)):
        return False
    if may_be_move:
        return last == b"a" if count == 1 else count > 2 and not takes
    return True


def is_remark(word, length):
    """True if a word is a sign or an ornament, its dashes plain."""
    packed: uint64_t = 0
    count: cython.int = 0
    plain: cython.uchar = 0
    at: cython.Py_ssize_t = 0
    while at < length:
        size = sign_at(word + at, word + length, cython.address(plain))
        if size == 0:
            plain = word[at]
            size = 1
        elif plain == 0:
            at += size
            continue
        if count == REMARK_BYTES:
            return False
        packed |= cython.cast(uint64_t, plain) << 8 * count
        count += 1
        at += size
    packed |= cython.cast(uint64_t, count) << 8 * REMARK_BYTES
    for index in range(REMARK_COUNT):
        if REMARKS[index] == packed:
            return True
    return False
