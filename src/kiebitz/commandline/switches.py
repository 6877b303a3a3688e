"""Engine options as people write them on a command line: ``null_move=off``, ``hash_mb=64``, ``era=nimzo``."""

from __future__ import annotations

import re
from collections.abc import Iterable

from kiebitz.commandline.whole_number import whole_number

WORDS = {"on": True, "true": True, "yes": True, "off": False, "false": False, "no": False}
NAME = re.compile(r"[a-z_]+")
LARGEST = 2**63 - 1
# Options whose value is a path, taken as it is written.
PATHS = {"network"}


class SwitchError(ValueError):
    """A text that is no option with a value."""


def parse_switches(texts: Iterable[str]) -> dict[str, int | bool | str]:
    """The arguments of ``Engine`` that texts ``name=value`` mean.

    A value is a whole number, on, off or a name, that of ``network`` a path. Whether there is such an option, and such
    a name, is the engine's to say. Raises SwitchError.
    """
    switches: dict[str, int | bool | str] = {}
    for text in texts:
        name, equals, value = (part.strip() for part in text.partition("="))
        if not (name and equals):
            raise SwitchError(f"'{text}' is no option with a value; write for example null_move=off")
        if name in PATHS:
            switches[name] = value
            continue
        word = value.lower()
        try:
            switches[name] = WORDS[word] if word in WORDS else _number(word)
        except ValueError:
            if not NAME.fullmatch(word):
                raise SwitchError(f"{name} is '{value}'; a value is a whole number, 'on', 'off' or a name") from None
            switches[name] = word
    return switches


def _number(word: str) -> int:
    number = whole_number(word, LARGEST, -LARGEST)
    if number is None:
        raise ValueError
    return number
