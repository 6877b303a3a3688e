"""A film as one HTML file that needs nothing else: no network, no library, any browser since 2023."""

from __future__ import annotations

from importlib import resources
from typing import Any

import kiebitz
from kiebitz.commandline.web_page import colours, script_data
from kiebitz_hydra.circuit.alpha_beta_fsm import STATES
from kiebitz_hydra.film.film import Film
from kiebitz_hydra.film.sight import Sight, sight
from kiebitz_hydra.film.states import STATE_TEXTS


def page(film: Film) -> str:
    """The HTML text."""
    text = (
        _read("page.html").replace("/*STYLE*/", colours() + _read("page.css")).replace("/*SCRIPT*/", _read("page.js"))
    )
    return text.replace("/*DATA*/", script_data(page_data(film)))


def page_data(film: Film) -> dict[str, Any]:
    """Data of the page's script: rows of numbers, which stand for what is written once."""
    men, squares, sights, stacks, moves = (_Numbered() for _ in range(5))
    frames = [
        (
            STATES.index(frame.state),
            men.number(frame.men),
            int(frame.black),
            squares.number(frame.victims),
            frame.victim,
            squares.number(frame.aggressors),
            frame.aggressor,
            sights.number(sight(frame)),
            int(frame.check),
            frame.evaluation,
            frame.gain,
            frame.nodes,
            moves.number(frame.best),
            stacks.number(tuple((level.move, level.depth, level.alpha, level.beta) for level in frame.stack)),
        )
        for frame in film.frames
    ]
    return {
        "version": kiebitz.__version__,
        "fen": film.fen,
        "depth": film.depth,
        "value": film.answer.value,
        "best": film.answer.best or "",
        "nodes": film.answer.nodes,
        "states": [(name, STATE_TEXTS[name].module, STATE_TEXTS[name].meaning) for name in STATES],
        "men": list(men),
        # As text, for JavaScript's numbers have 53 bits.
        "squares": [f"{board:x}" for board in squares],
        "sights": [_seen(each) for each in sights],
        "moves": list(moves),
        "stacks": list(stacks),
        "frames": frames,
    }


def _seen(shown: Sight) -> dict[str, Any]:
    return {"layers": [(colour, f"{board:x}") for colour, board in shown.layers], "rings": shown.rings}


class _Numbered(dict[Any, int]):
    """Things written once, by number."""

    def number(self, item: Any) -> int:
        """The number of a thing."""
        return self.setdefault(item, len(self))


def _read(name: str) -> str:
    return (resources.files("kiebitz_hydra.film") / name).read_text(encoding="utf-8")
