"""The languages of reasons."""

from enum import StrEnum


class Language(StrEnum):
    """In which words."""

    ENGLISH = "en"
    GERMAN = "de"
