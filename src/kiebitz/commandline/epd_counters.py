"""An EPD's position as FEN: EPD has its counters in operations, ``hmvc`` and ``fmvn``, behind the four fields."""

from __future__ import annotations

import re

FIELDS = 4
_COUNTERS = re.compile(r"(\d+)\s+(\d+)(?=[\s;]|\Z)")
_OPERATION = re.compile(r"(?:^|[\s;])(hmvc|fmvn)\s+(\d{1,9})(?=\s*(?:;|\Z))")


def fen_of_epd(line: str) -> str:
    """The FEN of an EPD line, sound if its fields are; its counters are a FEN's, else the operations', else 0 and 1."""
    fields = line.replace(";", " ; ").split(maxsplit=FIELDS)
    rest = fields[FIELDS] if len(fields) > FIELDS else ""
    counters = _COUNTERS.match(rest)
    said = dict(_OPERATION.findall(rest.replace(" ;", ";")))
    halfmove, fullmove = counters.groups() if counters else (said.get("hmvc", "0"), said.get("fmvn", "1"))
    return " ".join([*fields[:FIELDS], halfmove, fullmove])
