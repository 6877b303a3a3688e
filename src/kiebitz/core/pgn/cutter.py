"""A stream of PGN cut into the texts of single games, line by line, whatever the stream looks like.

Games may lack tags, results and empty lines; comments and tags go over several lines; a comment that is never closed
ends with its game, which shows by the brace behind the next tag Event, for a comment may hold a whole game. Bytes come
in as they are, in any encoding that keeps ASCII; line ends become line feeds, and so does the sign 1A, with which DOS
ended its files.

Layout: one buffer holds the game under way and what was fed behind it; games are cut out of it as they end. A line is
taken when it is there as a whole or has ``MAX_LINE_BYTES``, a line that begins a tag when the tag's end is there or
``MAX_TAG_LINES`` lines are. So the buffer never holds more than a game of ``MAX_GAME_BYTES``, these lines and what was
fed at once, or ``MAX_QUOTED_BYTES`` if a tag Event stands in a comment.

Invariants, between calls: ``kept <= at <= size <= room``; no carriage return is in the buffer; up to ``unbraced`` no
brace stands from ``at`` on.

Thread safety: none; one cutter a stream. The cutting runs without the GIL.
"""

import cython
from cython.cimports.cpython.bytes import PyBytes_AS_STRING, PyBytes_FromStringAndSize
from cython.cimports.kiebitz.core.pgn.letters import Text, is_blank, is_letter, nothing_at, sign_at, stands
from cython.cimports.libc.stdlib import free, realloc
from cython.cimports.libc.string import memchr, memcpy, memmove

for _sign in '"[]{}':
    ENDS_NAME[ord(_sign)] = True


class GameCutter:
    """Cuts one stream; games are numbered by whoever takes them."""

    def __cinit__(self):
        self.bytes = cython.NULL
        self.room = self.size = self.at = self.unbraced = 0
        self.line = self.lines_joined = 0
        self.ends_with_return = self.is_line_open = False
        self.start_over()

    def __dealloc__(self):
        free(self.bytes)

    @property
    def lines(self) -> int:
        """The number of the line that was looked at last."""
        return self.line

    def feed(self, piece: bytes) -> list[tuple[bytes, int, int]]:
        """The games that end in the next piece of the stream.

        Each is a text, the number of the line where it begins and that of a comment in it that never ends, 0 if there
        is none. Raises MemoryError.
        """
        self.append(piece)
        return self.games(False)

    def finish(self) -> list[tuple[bytes, int, int]]:
        """The games that are left at the end of the stream, as ``feed`` gives them."""
        games = self.games(True)
        if self.cut(self.comment_line):
            games.append(self.last_cut())
        return games

    def games(self, is_last):
        """Cut whole games out of the buffer; the rest moves to its beginning."""
        games = []
        found: cython.bint = True
        while found:
            with cython.nogil:
                found = self.next_game(is_last)
            if found:
                games.append(self.last_cut())
        done = self.at if self.kept < 0 else self.kept
        if done < self.size:  # An empty stream has no buffer.
            memmove(self.bytes, self.bytes + done, self.size - done)
        self.size -= done
        self.at -= done
        self.unbraced -= done
        self.kept = -1 if self.kept < 0 else 0
        return games

    def last_cut(self):
        """The game that was cut out last, for Python."""
        text = PyBytes_FromStringAndSize(
            cython.cast(cython.p_char, self.bytes + self.cut_start), self.cut_end - self.cut_start
        )
        return text, self.cut_line, self.cut_comment_line

    def append(self, piece):
        """Put a piece behind what is there, its line ends made line feeds."""
        length: cython.Py_ssize_t = len(piece)
        if length == 0:
            return
        if self.size + length > self.room:
            room = max(2 * self.room, self.size + length, FIRST_ROOM)
            grown = cython.cast(cython.p_uchar, realloc(self.bytes, room))
            if grown == cython.NULL:
                raise MemoryError(f"no memory for {room} bytes of PGN")
            self.bytes = grown
            self.room = room
        letters = cython.cast(Text, PyBytes_AS_STRING(piece))
        if (
            not self.ends_with_return
            and memchr(letters, b"\r", length) == cython.NULL
            and memchr(letters, END_OF_FILE, length) == cython.NULL
        ):
            memcpy(self.bytes + self.size, letters, length)
            self.size += length
            return
        for index in range(length):
            letter = letters[index]
            if not (letter == b"\n" and self.ends_with_return):
                self.bytes[self.size] = b"\n" if letter == b"\r" or letter == END_OF_FILE else letter
                self.size += 1
            self.ends_with_return = letter == b"\r"

    def start_over(self):
        """Begin a new game."""
        self.kept = -1
        self.first_line = self.comment_line = 0
        self.has_movetext = self.has_moves = self.has_event = self.is_in_tag = self.is_after_blank = False
        self.has_tags = self.has_note = False
        self.is_among_tags = True
        self.last_moves.count = 0
        self.last_moves.is_parted = False

    def cut(self, comment_line):
        """Cut the game under way out, if there is one; the next line begins another."""
        found: cython.bint = self.kept >= 0
        self.cut_start = self.kept
        self.cut_end = self.at
        self.cut_line = self.first_line
        self.cut_comment_line = comment_line
        self.start_over()
        return found

    def next_game(self, is_last):
        """Take lines until a game has ended (``cut``) or nothing more can be told before more is fed."""
        while True:
            end = self.end_of_next(is_last)
            if end < 0:
                return False
            found: cython.bint = self.take(end)
            self.at = end
            if found:
                return True

    def is_over(self, end):
        """True if the next line is the first of a game, though a comment is open: it is over if it was never closed."""
        return self.comment_line and self.is_after_blank and opening_of(self.bytes, self.at, end) == EVENT_TAG

    def sees_brace(self, is_last):
        """True if enough was fed to tell which brace comes next, if one does in ``MAX_QUOTED_BYTES``; ``unbraced``."""
        last = min(self.size, self.at + MAX_QUOTED_BYTES)
        if self.unbraced < self.at:
            self.unbraced = self.at
        while self.unbraced < last and self.bytes[self.unbraced] != b"{" and self.bytes[self.unbraced] != b"}":
            self.unbraced += 1
        return is_last or self.unbraced < self.size or last < self.size

    def end_of_line(self, at, is_last):
        """Where the line that begins here ends, or its first piece; -1 if that isn't fed yet, or nothing is left."""
        length = self.size - at
        if length > MAX_LINE_BYTES:
            length = MAX_LINE_BYTES
        if length <= 0:
            return -1
        line_feed = cython.cast(Text, memchr(self.bytes + at, b"\n", length))
        if line_feed != cython.NULL:
            return line_feed - self.bytes + 1
        return at + length if is_last or length == MAX_LINE_BYTES else -1

    def end_of_next(self, is_last):
        """Where the next line ends, or the lines over which a tag goes; as ``end_of_line``."""
        end = self.end_of_line(self.at, is_last)
        if end < 0:
            return -1
        if self.is_over(end) and not self.sees_brace(is_last):
            return -1
        bracket = skip_blanks(self.bytes, self.at, end)
        if bracket == end or self.bytes[bracket] != b"[" or end_of_tag(self.bytes, bracket, end) >= 0:
            return end
        further = end
        for _ in range(1, MAX_TAG_LINES):
            next_end = self.end_of_line(further, is_last)
            if next_end < 0:
                if not is_last:
                    return -1
                break
            further = next_end
        closing = end_of_tag(self.bytes, bracket, further)
        if closing < 0:
            return end
        while end < closing:
            end = self.end_of_line(end, is_last)
        return end

    def take(self, end):
        """Take the next line, or the next piece of one; whether a game ended before it."""
        goes_on: cython.bint = self.is_line_open
        self.is_line_open = self.bytes[end - 1] != b"\n"
        if goes_on and self.kept >= 0 and self.at - self.kept <= MAX_GAME_BYTES:
            if not self.is_in_tag:
                self.look_into(self.at, end, False, NO_TAG)
            return False
        if not goes_on:
            self.line += 1 + self.lines_joined
        self.lines_joined = line_feeds(self.bytes, self.at, end - 1)
        is_blank_line: cython.bint = skip_blanks(self.bytes, self.at, end) == end
        opening = opening_of(self.bytes, self.at, end)
        found: cython.bint = False
        if self.comment_line:
            if self.is_over(end) and not (
                self.unbraced < self.size
                and self.unbraced < self.at + MAX_QUOTED_BYTES
                and self.bytes[self.unbraced] == b"}"
            ):
                found = self.cut(self.comment_line)
        elif not is_blank_line and (
            (opening != NO_TAG and (self.has_movetext or (self.has_event and opening == EVENT_TAG)))
            or (self.has_moves and self.is_after_blank and self.begins_untagged(self.at, end))
        ):
            found = self.cut(0)
        if self.kept >= 0 and self.at - self.kept > MAX_GAME_BYTES:
            found = self.cut(self.comment_line)
        if self.kept < 0:
            if is_blank_line:
                return found
            self.kept = self.at
            self.first_line = self.line
        self.look_into(self.at, end, is_blank_line, opening)
        return found

    def look_into(self, at, end, is_blank_line, opening):
        """Note what a line of the game under way holds."""
        self.is_after_blank = is_blank_line
        self.is_in_tag = False
        if not self.comment_line:
            if is_blank_line and self.has_tags:
                # A note below the tags is all that a game may have; with the tag Event the next game shows.
                self.has_movetext = self.has_movetext or (self.has_note and not self.has_event)
                self.is_among_tags = False
            if is_blank_line or self.bytes[at] == b"%":
                return
            bracket = skip_blanks(self.bytes, at, end)
            if not self.has_movetext and self.bytes[bracket] == b"[":
                self.has_event = self.has_event or opening == EVENT_TAG
                last = end
                while is_blank(self.bytes[last - 1]):
                    last -= 1
                self.is_in_tag = opening != NO_TAG or self.bytes[last - 1] == b"]"
                if self.is_in_tag:
                    self.has_tags = self.is_among_tags = True
                    if memchr(self.bytes + bracket, b"{", end - bracket) != cython.NULL:
                        self.follow_tags(bracket, end)
                    return
        if self.is_among_tags and not self.has_movetext:
            at = self.follow_tags(at, end)
            if at == end:
                return
        is_move: cython.bint = self.outside_comments(at, end)
        has_comment: cython.bint = self.comment_line != 0 or memchr(self.bytes + at, b"{", end - at) != cython.NULL
        if is_move:
            self.has_moves = True
            self.is_among_tags = False
        self.has_note = self.has_note or has_comment
        self.has_movetext = self.has_movetext or self.has_moves or (has_comment and not self.is_among_tags)

    def follow_tags(self, at, end):
        """Follow the tags and comments that a line begins with; where something else stands, or its end."""
        while True:
            if self.comment_line:
                brace = cython.cast(Text, memchr(self.bytes + at, b"}", end - at))
                if brace == cython.NULL:
                    return end
                self.comment_line = 0
                at = brace - self.bytes + 1
            at = skip_blanks(self.bytes, at, end)
            if at == end or self.bytes[at] == b";":
                return end
            if self.bytes[at] == b"{":
                self.comment_line = self.line
                self.has_note = True
                at += 1
            elif self.bytes[at] == b"[":
                behind = end_of_tag(self.bytes, at, end)
                if behind < 0:
                    return at
                self.has_tags = True
                at = behind
            else:
                return at

    def outside_comments(self, at, end):
        """Follow the comments of a line, and keep the end of what stands outside them; whether anything does."""
        found: cython.bint = False
        start = at
        while at < end:
            letter = self.bytes[at]
            at += 1
            if self.comment_line:
                if letter == b"}":
                    self.comment_line = 0
                    start = at
            elif letter == b"{":
                found = self.add_moves(start, at - 1, found)
                self.comment_line = self.line
            elif letter == b";":
                return self.add_moves(start, at - 1, found)
        return found if self.comment_line else self.add_moves(start, end, found)

    def add_moves(self, start, end, goes_on):
        """Keep the end of a text outside comments, behind that of its line if it ``goes_on``; whether there is any."""
        last = end
        while last > start and is_blank(self.bytes[last - 1]):
            last -= 1
        if last == start:
            if goes_on and end > start:
                self.last_moves.is_parted = True
            return goes_on
        moves = cython.address(self.last_moves)
        if not goes_on:
            moves.count = 0
            moves.is_parted = False
        if moves.is_parted:
            keep(moves, b" ")
        for index in range(max(start, last - RESULT_LETTERS), last):
            keep(moves, self.bytes[index])
        moves.is_parted = last < end
        return True

    def begins_untagged(self, at, end):
        """True if a game without tags may begin with this line, as an empty one stands before it."""
        letters: cython.uchar[PLAIN_LETTERS]
        count = plain_end(cython.address(self.last_moves), letters)
        if (
            stands(letters, count - 1, count, b"*", 1)
            or stands(letters, count - 3, count, b"1-0", 3)
            or stands(letters, count - 3, count, b"0-1", 3)
            or stands(letters, count - 4, count, b"-1/2", 4)
            or stands(letters, count - 5, count, b"1/2-0", 5)
        ):
            return True
        at = skip_blanks(self.bytes, at, end)
        if not stands(self.bytes, at, end, b"1", 1):
            return False
        at = skip_blanks(self.bytes, at + 1, end)
        if not stands(self.bytes, at, end, b".", 1):
            return False
        return not stands(self.bytes, skip_blanks(self.bytes, at + 1, end), end, b".", 1)


def keep(moves, letter):
    """Put a letter behind those kept, of which the first goes if there is no room."""
    if moves.count == RESULT_LETTERS:
        moves.count -= 1
        memmove(moves.letters, moves.letters + 1, moves.count)
    moves.letters[moves.count] = letter
    moves.count += 1


def plain_end(moves, letters):
    """Write the letters kept in plain ones, a half as 1/2; how many they are."""
    count: cython.Py_ssize_t = 0
    plain: cython.uchar = 0
    at: cython.Py_ssize_t = 0
    end = cython.cast(Text, moves.letters) + moves.count
    while at < moves.count:
        here = cython.cast(Text, moves.letters) + at
        size = sign_at(here, end, cython.address(plain))
        if size:
            at += size
            if plain:
                letters[count] = plain
                count += 1
        elif stands(here, 0, end - here, b"\xc2\xbd", 2):
            at += 2
            memcpy(letters + count, b"1/2", 3)
            count += 3
        else:
            letters[count] = here[0]
            at += 1
            count += 1
    return count


def skip_blanks(text, at, end):
    """Where the next letter stands that is neither white space nor without width; ``end`` if none does."""
    while at < end:
        size = 1 if is_blank(text[at]) else nothing_at(text + at, text + end)
        if size == 0:
            break
        at += size
    return at


def line_feeds(text, at, end):
    """Number of line feeds a text holds."""
    count: cython.Py_ssize_t = 0
    while at < end:
        line_feed = cython.cast(Text, memchr(text + at, b"\n", end - at))
        if line_feed == cython.NULL:
            break
        count += 1
        at = line_feed - text + 1
    return count


def opening_of(text, at, end):
    """The kind of text a line begins with."""
    at = skip_blanks(text, at, end)
    if not stands(text, at, end, b"[", 1):
        return NO_TAG
    at = skip_blanks(text, at + 1, end)
    behind = end_of_tag_name(text, at, end)
    if behind < 0 or behind == end or not (is_blank(text[behind]) or text[behind] == b'"'):
        return NO_TAG
    return EVENT_TAG if behind - at == 5 and stands(text, at, end, b"Event", 5) else SOME_TAG


def end_of_tag_name(text, at, end):
    """Where the name of a tag ends that stands here, as files have them, more than PGN allows; -1 if none does.

    What doesn't begin with a letter is a name only if the value's quote follows: a text may begin with "[12. Nf3".
    """
    start = at
    while at < end and not (is_blank(text[at]) or ENDS_NAME[text[at]]):
        at += 1
    if at == start or text[start] == b"%":
        return -1
    if is_letter(text[start]) or stands(text, skip_blanks(text, at, end), end, b'"', 1):
        return at
    return -1


def end_of_tag(text, at, end):
    """Where a tag ends that stands here, over several lines perhaps, of which none begins as a tag does; or -1."""
    at = skip_gap(text, at + 1, end)
    at = end_of_tag_name(text, at, end)
    if at < 0:
        return -1
    at = skip_gap(text, at, end)
    if not stands(text, at, end, b'"', 1):
        return -1
    at += 1
    breaks = 0
    while at < end and text[at] != b'"':
        if text[at] == b"\\":
            at += 1
            if at == end or text[at] == b"\n":
                return -1
        elif text[at] == b"\n":
            breaks += 1
            if breaks == MAX_TAG_LINES or begins_tag(text, at + 1, end):
                return -1
        at += 1
    at = skip_gap(text, at + 1, end)
    return at + 1 if stands(text, at, end, b"]", 1) else -1


def skip_gap(text, at, end):
    """Where the white space between the parts of a tag ends; it may go over lines that don't begin as a tag does."""
    breaks = 0
    while at < end and is_blank(text[at]):
        if text[at] == b"\n":
            breaks += 1
            if breaks == MAX_TAG_LINES or begins_tag(text, at + 1, end):
                return at
        at += 1
    return at


def begins_tag(text, at, end):
    """True if the next letter opens a bracket."""
    return stands(text, skip_blanks(text, at, end), end, b"[", 1)
