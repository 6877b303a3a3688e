"""The languages that reasons are told in."""

from enum import StrEnum


class Language(StrEnum):
    """In which words."""

    ENGLISH = "en"
    GERMAN = "de"
