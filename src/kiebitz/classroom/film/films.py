"""The films there are, by name; a package beside Kiebitz may add some (``kiebitz.films``)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from kiebitz.analysis.explanation.language import Language
from kiebitz.classroom.film import finding, hashing, passing, proof, replacing, stealing, zugzwang
from kiebitz.classroom.film.film import Film, FilmMaker
from kiebitz.commandline import additions
from kiebitz.commandline.additions import AdditionError

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
ELSEWHERE = {"card": additions.HYDRA}
"""Those that are known to come with a package of ours, and with which."""


class UnknownFilmError(ValueError):
    """A name that no film has."""


def film_named(name: str, language: Language = Language.ENGLISH) -> Film:
    """Record a film, told in a language. Raises UnknownFilmError and AdditionError."""
    if name in FILMS:
        return FILMS[name](language)
    added = additions.additions(additions.FILMS)
    if name in added:
        maker: FilmMaker = additions.loaded(added[name])
        return maker(language)
    if name in ELSEWHERE:
        raise AdditionError(f"the film '{name}' is in a package of its own: pip install {ELSEWHERE[name]}")
    raise UnknownFilmError(f"there is no film '{name}'; choose from {', '.join(film_names())}")


def film_names() -> list[str]:
    """The names of all films that are installed."""
    return [*FILMS, *(name for name in additions.additions(additions.FILMS) if name not in FILMS)]
