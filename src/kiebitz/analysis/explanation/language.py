"""The languages of reasons."""

from enum import StrEnum


class Language(StrEnum):
    """In which words."""

    ENGLISH = "en"
    GERMAN = "de"
    JAPANESE = "ja"
    """Of shogi alone."""


EVERYWHERE = (Language.ENGLISH, Language.GERMAN)
"""The languages that all of Kiebitz speaks."""
CHESS_ALONE = "chess is explained in English and German, shogi in Japanese, too; give en or de"
