"""Parts of web pages that stand alone: their looks, and how text and data get into them unharmed."""

from __future__ import annotations

import base64
import hashlib
import json
import re
from collections.abc import Iterable
from html import escape
from importlib import resources
from typing import Any

from kiebitz.commandline.clean_text import clean

COLOURS = "web_colours.css"
DRAWN_BOARD = "drawn_board.js"
IMPORT, EXPORT = re.compile(r"^import [^;]*;\n", re.MULTILINE), re.compile(r"^export ", re.MULTILINE)


def colours() -> str:
    """CSS variables that pages take their looks from: colours, sizes of text, spaces."""
    return (resources.files("kiebitz.commandline") / COLOURS).read_text(encoding="utf-8")


def drawn_board() -> str:
    """The ES module that draws boards of chess and shogi from text."""
    return (resources.files("kiebitz.commandline") / DRAWN_BOARD).read_text(encoding="utf-8")


def text(value: str, most: int) -> str:
    """Text from outside as HTML: one line, at most ``most`` characters, and nothing but text."""
    shown = clean(value[: most + 1])
    return escape(shown if len(shown) <= most else f"{shown[:most]}…")


def script_data(data: Any) -> str:
    """Plain data as JSON to stand in a script element, which nothing in it can end."""
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")


def joined(modules: Iterable[str]) -> str:
    """ES modules as one script, those first that others import from; no two may give a name to different things."""
    return "\n".join(EXPORT.sub("", IMPORT.sub("", module)) for module in modules)


def content_policy(style: str, script: str) -> str:
    """The Content-Security-Policy of a page that has this one style and this one script, and loads nothing."""
    return f"default-src 'none'; style-src {_hashed(style)}; script-src {_hashed(script)}; base-uri 'none'"


def _hashed(content: str) -> str:
    """How a policy names what stands between the tags."""
    return f"'sha256-{base64.b64encode(hashlib.sha256(content.encode()).digest()).decode('ascii')}'"
