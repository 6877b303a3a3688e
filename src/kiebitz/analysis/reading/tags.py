"""The tags of a game, mended where they are damaged: programs and people write more of them than PGN allows."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from kiebitz.commandline.typography import PLAIN_SIGNS, QUOTES, WIDTHLESS
from kiebitz.commandline.whole_number import whole_number

# The name of a tag as files have it, more than PGN allows: "White-Elo", "2ndTag", "Foo.Bar". What doesn't begin with a
# letter is a name only if the value's quote follows, since a text may begin with "[12. Nf3".
TAG_NAME = r'(?:(?=[A-Za-z])|(?=[^\s"\[\]{}]+\s*"))[^\s"\[\]{}%][^\s"\[\]{}]*'
# A tag may go over several lines, if none of them begins as another tag does.
MAX_TAG_LINES = 4
_BREAK = r"\n(?!\s*\[)"
_GAP = rf"[^\S\n]*(?:{_BREAK}[^\S\n]*){{0,{MAX_TAG_LINES - 1}}}"
# Nothing of a value is ever given back, and so nothing is remembered of its letters: one may be as long as a file.
_PIECE = r'(?:[^"\\\n]++|\\.)*+'
TAG = re.compile(rf'\[{_GAP}({TAG_NAME}){_GAP}"({_PIECE}(?:{_BREAK}{_PIECE}){{0,{MAX_TAG_LINES - 1}}})"{_GAP}\]')
BROKEN_TAG = re.compile(rf'\[\s*({TAG_NAME})(?=[\s"])([^\n]*)')
NAMELESS_TAG = re.compile(r"\[[^\]\n]*\][ \t]*(?=\n|\Z)")
# What python-chess, like PGN, has no place for in the name of a tag.
FOREIGN_TO_TAG_NAMES = re.compile(r"[^A-Za-z0-9_+#=:-]|^[_+#=:-]")
ESCAPED = re.compile(r"\\([\"\\])")
# NUL is white space, too, as ``core.pgn.letters`` has it.
SKIPPED = re.compile(rf"[\s\0{WIDTHLESS}]+|^%[^\n]*", re.MULTILINE)
NOTE = re.compile(r"\{([^}]*)\}|;([^\n]*)(?=\n)")

HIGHEST_RATING = 9_999
MAX_TAG_CHARACTERS = 1000
MAX_QUOTED_CHARACTERS = 60
MAX_FAULTS = 20
"""Faults reported one by one, at most; the others are counted."""

UNSAID = frozenset({"", "?", "-"})
"""The texts of tags that say nothing."""
STANDARD_NAMES = UNSAID | {"standard", "chess"}
"""The texts of the tag Variant, in small letters, for a game of chess as it is."""

DOUBLE_FORFEIT = "0-0"
UNKNOWN_RESULTS = frozenset({"*", "?", ""})
RESULTS = frozenset({"1-0", "0-1", "1/2-1/2", "*", "0-0", "1/2-0", "0-1/2"})
"""Those of PGN, and those that only an arbiter gives: 0-0 is a double forfeit."""
SPELLINGS = {
    **dict.fromkeys(("1/2", "0.5-0.5"), "1/2-1/2"),
    **dict.fromkeys(("+--", "+/-"), "1-0"),
    **dict.fromkeys(("--+", "-/+"), "0-1"),
    **dict.fromkeys(("---", "-/-"), "0-0"),
}
"""Results as they are written elsewhere, with a dash for a colon."""


class TagFault(NamedTuple):
    """Something wrong with a tag."""

    position: int
    """In the text, in characters."""
    text: str


UNTOLD = TagFault(0, "")
"""Stands for each fault behind ``MAX_FAULTS``."""


@dataclass(frozen=True, slots=True)
class TagSection:
    """The tags that a game's text begins with."""

    written: dict[str, str]
    """Values by name, in PGN's escapes, sound even where the text isn't."""
    end: int
    """Where the moves begin, in characters."""
    faults: tuple[TagFault, ...]
    """The fault."""
    notes: tuple[str, ...] = ()
    """Comments among the tags."""


def read_tags(text: str) -> TagSection:
    """Read the tags that a text begins with; whatever it is, something comes back."""
    written: dict[str, str] = {}
    faults: list[TagFault] = []
    notes: list[str] = []
    position = 0

    def tell(text: str) -> None:
        faults.append(TagFault(position, text) if len(faults) < MAX_FAULTS else UNTOLD)

    while True:
        if skipped := SKIPPED.match(text, position):
            position = skipped.end()
            continue
        if text.startswith(("{", ";"), position):
            further, said = _notes(text, position)
            if not text.startswith("[", further):
                return TagSection(written, position, tuple(faults), tuple(notes))
            position = further
            notes += said
        if tag := TAG.match(text, position):
            given, value = tag[1], tag[2]
            if "\n" in value:
                value = " ".join(filter(None, map(str.strip, value.split("\n"))))
                tell(f"the tag {quoted(given)} goes over several lines; joined")
        elif tag := BROKEN_TAG.match(text, position):
            given, value = tag[1], _mended(tag[2])
            tell(f"this tag is damaged, and read as well as can be: {quoted(tag[0])}")
        elif tag := NAMELESS_TAG.match(text, position):
            tell(f"a tag without name or value; left out: {quoted(tag[0])}")
            position = tag.end()
            continue
        else:
            return TagSection(written, position, tuple(faults), tuple(notes))
        name = FOREIGN_TO_TAG_NAMES.sub("x", given[:MAX_QUOTED_CHARACTERS])
        if name != given:
            tell(f"PGN knows no tag named {quoted(given)}; kept as {name}")
        if len(value) > MAX_TAG_CHARACTERS:
            tell(f"the tag {name} has {len(value):,} characters; cut to {MAX_TAG_CHARACTERS:,}")
            value = _cut(value)
        if name in written:
            tell(f"the tag {name} is here a second time; the first one counts")
        else:
            written[name] = value
        position = tag.end()


def quoted(text: str) -> str:
    """The part of a text that a fault quotes: no more than its beginning."""
    text = text.strip()
    return text if len(text) <= MAX_QUOTED_CHARACTERS else f"{text[:MAX_QUOTED_CHARACTERS]}…"


def unescaped(written: Mapping[str, str]) -> dict[str, str]:
    """The tags of a game with PGN's escapes undone; the tree keeps them: python-chess writes tags as they are."""
    return {name: _unescaped(value) for name, value in written.items()}


def escaped(value: str) -> str:
    """A tag's value as PGN writes it."""
    return value.replace("\\", "\\\\").replace('"', '\\"')


def sound_result(text: str) -> str:
    """The result in the tag Result, as PGN has it or an arbiter (see ``RESULTS``); '*' for what is none."""
    if text in RESULTS:
        return text
    plain = "".join(text.translate(PLAIN_SIGNS).split()).replace("½", "1/2").replace(":", "-").replace(",", ".")
    plain = SPELLINGS.get(plain, plain)
    return plain if plain in RESULTS else "*"


def rating(text: str) -> int | None:
    """The rating that a tag says; None if it says none."""
    return whole_number(text, HIGHEST_RATING) or None


def _notes(text: str, position: int) -> tuple[int, list[str]]:
    """Where the comments end that stand here, white space behind them included, and what they say."""
    notes = []
    while found := NOTE.match(text, position):
        notes.append(found[1] if found[2] is None else found[2])
        position = found.end()
        while skipped := SKIPPED.match(text, position):
            position = skipped.end()
    return position, notes


def _unescaped(value: str) -> str:
    return ESCAPED.sub(r"\1", value)


def _mended(value: str) -> str:
    """The text in a damaged tag after its name, as the value of a sound one."""
    value = value.strip().removesuffix("]").strip().strip(f'"{QUOTES}')
    return escaped(_unescaped(value))


def _cut(value: str) -> str:
    """The beginning of a tag's value, its last escape whole."""
    value = value[:MAX_TAG_CHARACTERS]
    return value[:-1] if (len(value) - len(value.rstrip("\\"))) % 2 else value
