"""Moves in the letters of other languages, as books and forums have them: 3. Lb5, 3. Fb5, 3. Ab5 for 3. Bb5.

PGN has English letters, and a text is read so first. Only where that fails are the letters looked at that its moves
begin with: if all of them are one other language's, they are put into English, letter by letter, so that places in the
text stay what they were.
"""

from __future__ import annotations

import re
from dataclasses import replace

from kiebitz.analysis.reading.archive import RawGame

ENGLISH = "KQRBN"
LANGUAGES = {"German": "KDTLS", "French": "RDTFC", "Spanish": "RDTAC"}
"""King, queen, rook, bishop and knight. Where a text has letters of several, the first that has all."""
_COMMENT = r"\{[^}]*(?:\}|\Z)|;[^\n]*"
_MOVED = r"(?<![A-Za-z])(?P<moved>[A-Z])(?=[a-h]?[1-8]?[x:-]?[a-h][1-8])"
_PROMOTED = r"(?<=[a-h][18])(?P<equals>=?)(?P<promoted>[A-Z])(?![A-Za-z0-9])"
_LETTERS = re.compile(f"{_COMMENT}|{_MOVED}|{_PROMOTED}")


def in_english(raw: RawGame, start: int) -> RawGame | None:
    """The same game in English letters, if its moves, from ``start`` on, are in another language's; else None."""
    used = {found["moved"] or found["promoted"] or "" for found in _LETTERS.finditer(raw.text, start)} - {""}
    if not used - set(ENGLISH):
        return None
    own = next((letters for letters in LANGUAGES.values() if used <= set(letters)), None)
    if own is None:
        return None
    english = dict(zip(own, ENGLISH, strict=True))

    def told(found: re.Match[str]) -> str:
        if found["moved"]:
            return english[found["moved"]]
        return found["equals"] + english[found["promoted"]] if found["promoted"] else found[0]

    return replace(raw, text=raw.text[:start] + _LETTERS.sub(told, raw.text[start:]))
