"""Causes of an oversight, in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from kiebitz.classroom.why.hidden import Answer, Suspect
from kiebitz.engine.positions import notation_of
from kiebitz.games.game import Game

PAWN = 100
PASSES = ("0000", "pass")
"""A null move, as traces of chess and of shogi write it."""
WORDS: Mapping[str, str] = {
    "late_move_reductions": "{it} comes late in the order, so it is searched less deep at first (late move reductions)",
    "late_move_pruning": "{it} isn't looked at: enough quiet moves before it had failed (late move pruning)",
    "futility": "{it} isn't looked at: the evaluation {evaluation} and a margin of at most {margin} don't reach {alpha}"
    " (futility)",
    "history_pruning": "{it} isn't looked at: it has failed too often elsewhere (history pruning)",
    "see_pruning": "{it} isn't looked at: it loses material by static exchange (SEE pruning)",
    "exchange_pruning": "{it} isn't played out: it loses material by static exchange (quiescence)",
    "delta_pruning": "{it} isn't played out: what it takes doesn't reach {alpha} (delta pruning)",
    "delta_pruning or exchange_pruning": "{it} isn't played out: quiescence leaves it aside",
    "null_move": "passing seems good enough there, so no move is tried (null move)",
    "reverse_futility": "no move is tried: the evaluation {evaluation} less a margin of {margin} still reaches {beta}"
    " (reverse futility)",
    "razoring": "no move is tried: the evaluation {evaluation} is hopelessly below {alpha} (razoring)",
    "prob_cut": "a capture, searched less deep, is far above {beta}, so no other move is tried (ProbCut)",
    "singular_extension": "several moves seem to refute, so none is searched whole (multi-cut)",
    "internal_iterative_reduction": "the table has no move there, so it is searched a ply less deep (internal iterative"
    " reduction)",
    "depth": "the search ends there; {more} plies at least would show it (horizon)",
    "several": "several techniques cut it short",
}


def told(answer: Answer, game: Game[Any], start: str, nodes: int, parameters: Mapping[str, int]) -> list[str]:
    """The answer in lines: what the search plays, why, and the proof. ``start``: the position asked about."""
    asked, best = (_line(game, start, (move,)) for move in (answer.move, answer.best))
    if answer.is_seen:
        return [f"{asked} is what {nodes:,} nodes prefer ({answer.best_score}): it is seen."]
    lines = [f"{nodes:,} nodes prefer {best} ({answer.best_score}) to {asked}."]
    if not answer.causes:
        return [
            *lines,
            f"No cause could be proven in {answer.searches} searches: it is a matter of the evaluation, of depth"
            " everywhere, or of nothing at all. Ask with fewer or more nodes, or let another engine judge (--judge).",
        ]
    lines += [f"- {cause_told(cause, game, start, parameters)}" for cause in answer.causes]
    spared = "that one position is" if len(answer.causes) == 1 else f"these {len(answer.causes)} positions are"
    lines.append(f"Proof: if {spared} spared that, the same search plays {asked} ({answer.score}).")
    if answer.alone:
        lines.append("Each of these alone would have been enough, too:")
        lines += [f"- {cause_told(cause, game, start, parameters)}" for cause in answer.alone]
    return lines


def cause_told(cause: Suspect, game: Game[Any], start: str, parameters: Mapping[str, int]) -> str:
    """A cause in a sentence: where, what, by which margin."""
    where = f"after {_line(game, start, cause.line)}" if cause.line else "at the root"
    hidden = "" if cause.hidden is None else _line(game, start, (*cause.line, cause.hidden))
    it = hidden[len(_line(game, start, cause.line)) :].strip() if hidden else "what refutes it"
    what = WORDS.get(cause.technique, WORDS["several"]).format(
        it=it,
        evaluation=_pawns(cause.evaluation),
        alpha=_pawns(cause.alpha),
        beta=_pawns(cause.beta),
        margin=_pawns(_margin(cause, parameters)),
        more=cause.exemption.depth - max(cause.plies, 0),
    )
    plies = "ply" if cause.plies == 1 else "plies"
    left = "in quiescence" if cause.plies <= 0 else f"{cause.plies} {plies} before the horizon"
    return f"{where}, {left}: {what}"


def _margin(cause: Suspect, parameters: Mapping[str, int]) -> int:
    """The most that the technique's margin may have been there, in centipawns."""
    if cause.technique == "reverse_futility":
        return parameters["reverse_futility_margin"] * cause.plies
    return parameters["futility_base"] + parameters["futility_margin"] * max(cause.plies - 1, 0)


def _pawns(centipawns: int | None) -> str:
    return "none" if centipawns is None else f"{centipawns / PAWN:+.2f}"


def _line(game: Game[Any], start: str, moves: tuple[str, ...]) -> str:
    """Moves as people write them, with their numbers; a pass as '--'."""
    position, words = game.position(start), []
    last: str | None = None
    for ply, move in enumerate(moves):
        passes = move in PASSES
        word = "--" if passes else game.tell_move(position, move, last)
        begins = ply == 0 or game.number(start, ply) != game.number(start, ply - 1)
        words.append(game.numbered(start, ply, word) if begins else word)
        if passes:
            notation_of(position).push_null(position)
        else:
            game.push(position, move)
        last = None if passes else move
    return " ".join(words)
