"""Names as people type them: jorg, cwik, lukasz and istanbul are found as Jörg, Ćwik, Łukasz and İstanbul."""

from __future__ import annotations

import re
import unicodedata
from functools import cache
from itertools import pairwise

UNDIVIDED = str.maketrans({"ł": "l", "ø": "o", "ı": "i", "đ": "d", "ð": "d", "þ": "th", "æ": "ae", "œ": "oe", "ħ": "h"})
"""Letters that Unicode doesn't take apart into a plain one and its mark."""
SMALL = "Ll"
"""Unicode's word for a small letter of a script with capitals."""
NO_LETTER = r"[^\p{Lu}\p{Ll}\p{Lt}\p{M}]"
ACCENTED = [*map(chr, range(0xC0, 0x250)), *map(chr, range(0x1E00, 0x1F00))]


def folded(name: str) -> str:
    """A name in small letters without marks."""
    plain = name.casefold().translate(UNDIVIDED)
    if plain.isascii():
        return plain
    return "".join(letter for letter in unicodedata.normalize("NFKD", plain) if not unicodedata.combining(letter))


def has_words(words: str, name: str) -> bool:
    """True if each of the words begins one of a name, capital or small, with accents or without.

    So Bert is found in "Ubert, Bert" and not in Albert. A capital within a username begins a word, too: Nykter is found
    in DrNykterstein. In scripts without capitals nothing parts the words: there one may stand anywhere.
    """
    wanted, plain = folded(words).split(), folded(name)
    if not all(word in plain for word in wanted):
        return False
    spelt = plain, folded(_parted(name))
    return all(any(_begins_a_word(word, each) for each in spelt) for word in wanted)


def _parted(name: str) -> str:
    """A name with a blank before each capital that follows a small letter."""
    return "".join(
        f" {letter}" if letter.isupper() and before.islower() else letter for before, letter in pairwise(f" {name}")
    )


def _begins_a_word(word: str, plain: str) -> bool:
    place = plain.find(word)
    while place > 0 and word[0].isalpha() and unicodedata.category(plain[place - 1]) == SMALL:
        place = plain.find(word, place + 1)
    return place >= 0


def word_pattern(word: str) -> str:
    """A regular expression, as SQL's engines have them, for names with a word, as ``has_words`` finds them."""
    spelt = _spellings()
    plain = folded(word)
    first, *rest = [spelt.get(letter, re.escape(letter)) for letter in plain] or [""]
    if not plain[:1].isalpha():
        return "(?i)" + "".join((first, *rest))
    capital = f"[{plain[0].upper()}{''.join(filter(str.isupper, spelt.get(plain[0], '')))}]\\p{{M}}*"
    return f"(?i)(?:(?:^|{NO_LETTER}){first}|(?-i:\\p{{Ll}}\\p{{M}}*{capital})){''.join(rest)}"


@cache
def _spellings() -> dict[str, str]:
    """For each plain letter a class of those that it is taken for, and of marks that stand alone behind it."""
    letters: dict[str, list[str]] = {}
    for accented in ACCENTED:
        if len(plain := folded(accented)) == 1 and plain.isascii() and plain.isalpha():
            letters.setdefault(plain, []).append(accented)
    return {plain: f"[{plain}{''.join(others)}]\\p{{M}}*" for plain, others in letters.items()}
