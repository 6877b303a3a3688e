"""Signs of typography that stand for plain letters: web pages and word processors set them in the place of these.

Games are read with them as with the plain letters. In comments they are left as they are: there a sign without width
may join letters, or the parts of a picture.
"""

from __future__ import annotations

DASHES = "\u2010\u2011\u2012\u2013\u2014\u2015\u2212"
CROSSES = "×✕"
DAGGERS = {"†": "+", "‡": "#"}
CYRILLIC_O = "\u041e\u043e"
WIDTHLESS = "\u00ad\ufeff\ufe0e\ufe0f" + "".join(
    map(chr, [*range(0x200B, 0x2010), *range(0x202A, 0x202F), *range(0x2060, 0x2070)])
)
"""Signs that have no width: they stand for nothing."""
DIGITS = "0123456789" + "".join(map(chr, range(0xFF10, 0xFF1A)))
DOTS = ".…\uff0e"
"""The signs behind the number of a move: dots, three as one sign, and those as wide as Chinese signs."""
QUOTES = "\u201c\u201d\u201e\u201f\u00ab\u00bb\uff02"

MARKS = (
    "\u00a1-\u00a9\u00ab\u00ac\u00ae-\u00b4\u00b6-\u00b9\u00bb\u00bc\u00be\u00bf\u00f7\u0394"
    "\u2016-\u201f\u2022-\u2027\u2030-\u205e\u2070-\u207f"
    "\u2180-\u2211\u2213-\u2653\u2660-\u2714\u2716-\u2bff\u3001-\u3003\U0001f000-\U0001ffff"
)
"""Signs beyond ASCII that say nothing of a move, no figures of chess men; as ranges of a regular expression."""

PLAIN_SIGNS = str.maketrans(
    {
        **dict.fromkeys(DASHES, "-"),
        **dict.fromkeys(CROSSES, "x"),
        **dict.fromkeys(CYRILLIC_O, "O"),
        **DAGGERS,
        **dict.fromkeys(WIDTHLESS, None),
    }
)
"""For ``str.translate``; ``core.pgn.letters`` has the same tables, and a test holds the two together."""
