"""The parts of a cycle to be seen on the board: sets of squares, and squares that are picked out of them."""

from __future__ import annotations

from dataclasses import dataclass

import chess

from kiebitz_hydra.film.film import Frame


@dataclass(frozen=True, slots=True)
class Sight:
    """By colour; ``page.css`` and the films' ``film.css`` say which each is."""

    layers: tuple[tuple[str, int], ...] = ()
    """Squares as bitboards."""
    rings: tuple[tuple[str, int], ...] = ()
    """Single squares."""


def sight(frame: Frame) -> Sight:
    """The squares that the module at work looks at."""
    move = frame.stack[-1].move
    match frame.state.split()[0]:
        case "VICTIM":
            if frame.state == "VICTIM" and frame.victims:
                return Sight((("candidate", frame.victims),), (("victim", frame.victim),))
        case "AGGRESSOR":
            victim = ("victim", chess.parse_square(move[2:4]))
            if frame.state == "AGGRESSOR":
                layers = (("signal", frame.super_piece), ("aggressor", frame.aggressors))
                return Sight(layers, (("aggressor", frame.aggressor), victim))
            return Sight((("signal", frame.super_piece),), (victim,))
        case "EVALUATE" if frame.state != "EVALUATE 1":
            king = frame.men.find("k" if frame.black else "K")
            return Sight((("attacked", frame.attacked),), (("king", king),) if frame.check and king >= 0 else ())
        case "DO" | "UNDO":
            return Sight(rings=tuple(("moved", chess.parse_square(move[at : at + 2])) for at in (0, 2)))
    return Sight()
