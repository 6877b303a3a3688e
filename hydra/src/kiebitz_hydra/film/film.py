"""The machine's wires in every cycle of a search."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import chess

from kiebitz_hydra.circuit.men import MOVERS, Move
from kiebitz_hydra.circuit.search_stack import Played
from kiebitz_hydra.question import Answer, question_of
from kiebitz_hydra.simulator.coprocessor import move_text
from kiebitz_hydra.simulator.stepping import SteppedCoprocessor


@dataclass(frozen=True, slots=True)
class Level:
    """A node on the way from the root to the current one, which is the last."""

    move: str
    """The move that is tried there (UCI), as far as the node has one; an old one until the next is found."""
    depth: int
    """Plies before quiescence."""
    alpha: int
    beta: int


@dataclass(frozen=True, slots=True)
class Frame:
    """One cycle. Squares are bitboards; values are centipawns from the view of the side to move at the node."""

    state: str
    men: str
    """64 signs from a1 to h8, White's great, '.' where there is no man."""
    black: bool
    """True if the node's side to move is Black."""
    victims: int
    """Squares that GenVictim can choose from, and the one that it takes."""
    victim: int
    super_piece: int
    """Where the signals of GenAggressor's super piece arrive; the men it can choose from, and the one that it takes."""
    aggressors: int
    aggressor: int
    attacked: int
    """The squares the other side attacks, as TestCheck keeps them, and whether the king stands on one."""
    check: bool
    evaluation: int
    """Evaluate's value of the position after the move, view of the side to move then; it holds in EVALUATE 3."""
    gain: int
    """The last child's value to the node."""
    nodes: int
    """Visited before this cycle."""
    best: str
    """The best move of the root so far (UCI), or nothing."""
    stack: tuple[Level, ...]
    """From the root down."""


@dataclass(frozen=True, slots=True)
class Film:
    """A search, cycle by cycle."""

    fen: str
    depth: int
    answer: Answer
    frames: tuple[Frame, ...]


def film(board: chess.Board, depth: int) -> Film:
    """Let the machine search, and look on. Raises MissingToolError, NotForHardwareError."""
    question = question_of(board, depth)
    coprocessor = SteppedCoprocessor()
    machine = coprocessor.machine
    above: list[Level] = []
    frames: list[Frame] = []

    def look(state: str, read: Callable[[Any], int]) -> None:
        stack, node = machine.search_stack, machine.search_stack.node
        ply = read(stack.ply)
        del above[ply:]
        level = Level(_played_text(read(node.played.as_value())), read(node.depth), read(node.alpha), read(node.beta))
        best = read(machine.best.as_value())
        frames.append(
            Frame(
                state=state,
                men=_signs(read, machine.board),
                black=bool(read(stack.black)),
                victims=read(machine.gen_victim.candidates),
                victim=read(machine.gen_victim.square),
                super_piece=read(machine.gen_aggressor.super_piece),
                aggressors=read(machine.gen_aggressor.candidates),
                aggressor=read(machine.gen_aggressor.square),
                attacked=read(machine.test_check.attacked),
                check=bool(read(machine.test_check.check)),
                evaluation=read(machine.evaluation),
                gain=read(machine.alpha_beta_fsm.raised),
                nodes=read(machine.nodes),
                best=move_text(best) if best else "",
                stack=(*above, level),
            )
        )
        if read(stack.descend):
            above.append(level)

    answer = coprocessor.ask(question, look)
    return Film(board.fen(), depth, answer, tuple(frames))


def _signs(read: Callable[[Any], int], board: Any) -> str:
    """The board's planes as signs."""
    signs = ["."] * 64
    for side, write in ((board.white, str.upper), (board.black_men, str.lower)):
        pawns, knights, diagonal, straight, king = (read(getattr(side, movers)) for movers in MOVERS)
        kinds = (pawns, knights, diagonal & ~straight, straight & ~diagonal, diagonal & straight, king)
        for sign, men in zip("PNBRQK", kinds, strict=True):
            for square in chess.scan_forward(men):
                signs[square] = write(sign)
    return "".join(signs)


def _played_text(word: int) -> str:
    """The move of a word that ``search_stack.Played`` lays out."""
    played = Played.from_bits(word)
    promotion = played.placed if played.placed != played.moved else 0
    return move_text(
        Move.const({"origin": played.origin, "target": played.target, "promotion": promotion}).as_value().value
    )
