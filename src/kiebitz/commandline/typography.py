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
QUOTES = "\u201c\u201d\u201e\u201f\u00ab\u00bb\uff02"

PLAIN_SIGNS = str.maketrans(
    {
        **dict.fromkeys(DASHES, "-"),
        **dict.fromkeys(CROSSES, "x"),
        **dict.fromkeys(CYRILLIC_O, "O"),
        **DAGGERS,
        **dict.fromkeys(WIDTHLESS, None),
    }
)
"""For ``str.translate``; ``core.pgn.letters`` has the same table, and a test holds the two together."""
