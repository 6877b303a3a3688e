"""Engine options as people write them on a command line: ``null_move=off``, ``hash_mb=64``."""

from __future__ import annotations

from collections.abc import Iterable

WORDS = {"on": True, "true": True, "yes": True, "off": False, "false": False, "no": False}


class SwitchError(ValueError):
    """A text that is no option with a value."""


def parse_switches(texts: Iterable[str]) -> dict[str, int | bool]:
    """The arguments of ``Engine`` that texts ``name=value`` mean; a value is a whole number, on or off.

    Whether there is such an option is the engine's to say. Raises SwitchError.
    """
    switches: dict[str, int | bool] = {}
    for text in texts:
        name, equals, value = (part.strip() for part in text.partition("="))
        if not (name and equals):
            raise SwitchError(f"'{text}' is no option with a value; write for example null_move=off")
        word = value.lower()
        try:
            switches[name] = WORDS[word] if word in WORDS else int(word)
        except ValueError:
            raise SwitchError(f"{name} is '{value}'; a value is a whole number, 'on' or 'off'") from None
    return switches
