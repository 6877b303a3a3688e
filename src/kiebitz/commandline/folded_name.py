"""Names as people type them: jorg, cwik, lukasz and istanbul are found as Jörg, Ćwik, Łukasz and İstanbul."""

from __future__ import annotations

import re
import unicodedata
from functools import cache

UNDIVIDED = str.maketrans({"ł": "l", "ø": "o", "ı": "i", "đ": "d", "ð": "d", "þ": "th", "æ": "ae", "œ": "oe", "ħ": "h"})
"""Letters that Unicode doesn't take apart into a plain one and its mark."""
ACCENTED = [*map(chr, range(0xC0, 0x250)), *map(chr, range(0x1E00, 0x1F00))]


def folded(name: str) -> str:
    """A name in small letters without marks."""
    plain = name.casefold().translate(UNDIVIDED)
    if plain.isascii():
        return plain
    return "".join(letter for letter in unicodedata.normalize("NFKD", plain) if not unicodedata.combining(letter))


def has_words(words: str, name: str) -> bool:
    """True if all words stand in a name, capital or small, with accents or without."""
    name = folded(name)
    return all(word in name for word in folded(words).split())


def word_pattern(word: str) -> str:
    """A regular expression, as SQL's engines have them, for names with a word, as ``has_words`` finds them."""
    spelt = _spellings()
    return "(?i)" + "".join(spelt.get(letter, re.escape(letter)) for letter in folded(word))


@cache
def _spellings() -> dict[str, str]:
    """For each plain letter a class of those that it is taken for, and of marks that stand alone behind it."""
    letters: dict[str, list[str]] = {}
    for accented in ACCENTED:
        if len(plain := folded(accented)) == 1 and plain.isascii() and plain.isalpha():
            letters.setdefault(plain, []).append(accented)
    return {plain: f"[{plain}{''.join(others)}]\\p{{M}}*" for plain, others in letters.items()}
