"""The token of a class, and its address as a picture for phones."""

from __future__ import annotations

import secrets

LETTERS = "abcdefghjkmnpqrstuvwxyz"
SIGNS = LETTERS + "23456789"
"""None that is read as another: pupils may type it."""
GROUP = 4


def drawn_class_token() -> str:
    """A token that a person can type, of 39 bits: such as 'kq7w-3mpd'."""
    signs = secrets.choice(LETTERS) + "".join(secrets.choice(SIGNS) for _ in range(2 * GROUP - 1))
    return f"{signs[:GROUP]}-{signs[GROUP:]}"


def qr_code(text: str) -> str:
    """A text as a QR code: an SVG file as a data URL; empty where the library for it isn't installed."""
    try:
        import segno
    except ImportError:
        return ""
    picture: str = segno.make_qr(text).svg_data_uri(border=2, light="white")
    return picture
