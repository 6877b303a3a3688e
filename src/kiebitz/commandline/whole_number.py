"""Whole numbers that somebody wrote: in a tag, an option, a file. Each reader says how large one may be."""

from __future__ import annotations


def whole_number(text: str, most: int, least: int = 0) -> int | None:
    """The number that ASCII digits say, with a sign if it may be negative; None for anything else and out of range."""
    digits = text.strip()
    sign = digits[:1] if least < 0 and digits[:1] in ("-", "+") else ""
    digits = digits.removeprefix(sign)
    if not (digits.isascii() and digits.isdigit()):
        return None
    # Python refuses to read thousands of digits; zeros in front count for nothing.
    digits = digits.lstrip("0") or "0"
    if len(digits) > len(str(max(abs(least), abs(most)))):
        return None
    number = -int(digits) if sign == "-" else int(digits)
    return number if least <= number <= most else None
