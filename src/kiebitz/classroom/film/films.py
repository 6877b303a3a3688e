"""The films there are, by name."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from kiebitz.analysis.explanation.language import Language
from kiebitz.classroom.film import finding, hashing, passing, proof, replacing, stealing, zugzwang
from kiebitz.classroom.film.film import Film, FilmMaker

FILMS: Mapping[str, FilmMaker] = {
    "hashing": partial(hashing.hashing, hashing.MINIMAX),
    "hashing-shogi": partial(hashing.hashing, hashing.SHOGI),
    "finding": finding.finding,
    "replacing": replacing.replacing,
    "passing": passing.passing,
    "zugzwang": zugzwang.zugzwang,
    "stealing": stealing.stealing,
    "proof": proof.proof,
}


class UnknownFilmError(ValueError):
    """A name that no film has."""


def film_named(name: str, language: Language = Language.ENGLISH) -> Film:
    """Record a film, told in a language. Raises UnknownFilmError."""
    if name not in FILMS:
        raise UnknownFilmError(f"there is no film '{name}'; choose from {', '.join(FILMS)}")
    return FILMS[name](language)
