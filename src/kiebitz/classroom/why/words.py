"""Causes of an oversight, in words."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from kiebitz.analysis.explanation.language import Language
from kiebitz.classroom.why.asked import Inquiry
from kiebitz.classroom.why.hidden import Suspect
from kiebitz.engine.positions import notation_of

PAWN = 100
PASSES = ("0000", "pass")
"""A null move, as traces of chess and of shogi write it."""
WORDS: Mapping[Language, Mapping[str, str]] = {
    Language.ENGLISH: {
        "late_move_reductions": "{it} comes late in the order, so it is searched less deep at first (late move"
        " reductions)",
        "late_move_pruning": "{it} isn't looked at: enough quiet moves before it had failed (late move pruning)",
        "futility": "{it} isn't looked at: the evaluation {evaluation} and a margin of at most {margin} don't reach"
        " {alpha}"
        " (futility)",
        "history_pruning": "{it} isn't looked at: it has failed too often elsewhere (history pruning)",
        "see_pruning": "{it} isn't looked at: it loses material by static exchange (SEE pruning)",
        "exchange_pruning": "{it} isn't played out: it loses material by static exchange (quiescence)",
        "delta_pruning": "{it} isn't played out: what it takes doesn't reach {alpha} (delta pruning)",
        "delta_pruning or exchange_pruning": "{it} isn't played out: quiescence leaves it aside",
        "null_move": "passing seems good enough there, so no move is tried (null move)",
        "reverse_futility": "no move is tried: the evaluation {evaluation} less a margin of {margin} still reaches"
        " {beta}"
        " (reverse futility)",
        "razoring": "no move is tried: the evaluation {evaluation} is hopelessly below {alpha} (razoring)",
        "prob_cut": "a capture, searched less deep, is far above {beta}, so no other move is tried (ProbCut)",
        "singular_extension": "several moves seem to refute, so none is searched whole (multi-cut)",
        "internal_iterative_reduction": "the table has no move there, so it is searched a ply less deep (internal"
        " iterative reduction)",
        "depth": "the search ends there; {more} plies at least would show it (horizon)",
        "several": "several techniques cut it short",
        "seen": "{asked} is what {nodes} nodes prefer ({best_score}): it is seen.",
        "preferred": "{nodes} nodes prefer {best} ({best_score}) to {asked}.",
        "unproven": "No cause could be proven in {searches} searches: it is a matter of the evaluation, of depth"
        " everywhere,"
        " or of nothing at all. Ask with fewer or more nodes.",
        "proof": "Proof: if {spared} spared that, the same search plays {asked} ({score}).",
        "one": "that one position is",
        "more": "these {count} positions are",
        "alone": "Each of these alone would have been enough, too:",
        "root": "at the root",
        "after": "after {line}",
        "quiescence": "in quiescence",
        "ply": "1 ply before the horizon",
        "plies": "{count} plies before the horizon",
        "it": "what refutes it",
    },
    Language.GERMAN: {
        "late_move_reductions": "{it} kommt spät in der Reihenfolge und wird darum zuerst weniger tief gesucht (late"
        " move"
        " reductions)",
        "late_move_pruning": "{it} wird nicht angesehen: genug stille Züge vorher waren gescheitert (late move"
        " pruning)",
        "futility": "{it} wird nicht angesehen: die Bewertung {evaluation} und eine Spanne von höchstens {margin}"
        " erreichen"
        " {alpha} nicht (futility)",
        "history_pruning": "{it} wird nicht angesehen: er ist anderswo zu oft gescheitert (history pruning)",
        "see_pruning": "{it} wird nicht angesehen: er verliert Material im statischen Abtausch (SEE pruning)",
        "exchange_pruning": "{it} wird nicht ausgespielt: er verliert Material im statischen Abtausch (Ruhesuche)",
        "delta_pruning": "{it} wird nicht ausgespielt: was er schlägt, erreicht {alpha} nicht (delta pruning)",
        "delta_pruning or exchange_pruning": "{it} wird nicht ausgespielt: die Ruhesuche lässt ihn aus",
        "null_move": "schon zu passen scheint dort gut genug, darum wird kein Zug versucht (Nullzug)",
        "reverse_futility": "kein Zug wird versucht: die Bewertung {evaluation} weniger einer Spanne von {margin}"
        " erreicht"
        " {beta} noch immer (reverse futility)",
        "razoring": "kein Zug wird versucht: die Bewertung {evaluation} liegt hoffnungslos unter {alpha} (razoring)",
        "prob_cut": "ein Schlagzug liegt bei flacherer Suche weit über {beta}, darum wird kein anderer versucht"
        " (ProbCut)",
        "singular_extension": "mehrere Züge scheinen zu widerlegen, darum wird keiner ganz gesucht (Mehrfachschnitt)",
        "internal_iterative_reduction": "die Tabelle hat dort keinen Zug, darum wird einen Halbzug weniger tief gesucht"
        " (internal iterative reduction)",
        "depth": "dort endet die Suche; mindestens {more} Halbzüge mehr zeigten es (Horizont)",
        "several": "mehrere Techniken kürzen ab",
        "seen": "{asked} ist, was {nodes} Knoten vorziehen ({best_score}): er wird gesehen.",
        "preferred": "{nodes} Knoten ziehen {best} ({best_score}) {asked} vor.",
        "unproven": "In {searches} Suchen ließ sich keine Ursache beweisen: es liegt an der Bewertung, an der Tiefe"
        " überall oder"
        " an gar nichts. Mit weniger oder mehr Knoten fragen.",
        "proof": "Beweis: bleibt {spared} das erspart, spielt dieselbe Suche {asked} ({score}).",
        "one": "allein dieser Stellung",
        "more": "diesen {count} Stellungen",
        "alone": "Jedes davon hätte auch allein genügt:",
        "root": "an der Wurzel",
        "after": "nach {line}",
        "quiescence": "in der Ruhesuche",
        "ply": "1 Halbzug vor dem Horizont",
        "plies": "{count} Halbzüge vor dem Horizont",
        "it": "was ihn widerlegt",
    },
}


def told(inquiry: Inquiry, language: Language = Language.ENGLISH) -> list[str]:
    """The answer in lines: what the search plays, why, and the proof."""
    words, answer, line = WORDS[language], inquiry.answer, partial(_line, inquiry)
    named = {"nodes": f"{inquiry.nodes:,}", "asked": line((answer.move,)), "best": line((answer.best,))}
    said = {**named, "best_score": answer.best_score, "score": answer.score, "searches": answer.searches}
    if answer.is_seen:
        return [words["seen"].format(**said)]
    lines = [words["preferred"].format(**said)]
    if not answer.causes:
        return [*lines, words["unproven"].format(**said)]
    lines += [f"- {cause_told(cause, inquiry, language)}" for cause in answer.causes]
    count = len(answer.causes)
    spared = words["one"] if count == 1 else words["more"].format(count=count)
    lines.append(words["proof"].format(**said, spared=spared))
    if answer.alone:
        lines.append(words["alone"])
        lines += [f"- {cause_told(cause, inquiry, language)}" for cause in answer.alone]
    return lines


def cause_told(cause: Suspect, inquiry: Inquiry, language: Language) -> str:
    """A cause in a sentence: where, what, by which margin."""
    words, before = WORDS[language], _line(inquiry, cause.line)
    where = words["after"].format(line=before) if cause.line else words["root"]
    it = _line(inquiry, (*cause.line, cause.hidden))[len(before) :].strip() if cause.hidden else words["it"]
    what = words.get(cause.technique, words["several"]).format(
        it=it,
        evaluation=_pawns(cause.evaluation),
        alpha=_pawns(cause.alpha),
        beta=_pawns(cause.beta),
        margin=_pawns(_margin(cause, inquiry.parameters)),
        more=cause.exemption.depth - max(cause.plies, 0),
    )
    left = words["quiescence" if cause.plies <= 0 else "ply" if cause.plies == 1 else "plies"].format(count=cause.plies)
    return f"{where}, {left}: {what}"


def _margin(cause: Suspect, parameters: Mapping[str, int]) -> int:
    """The most that the technique's margin may have been there, in centipawns."""
    if cause.technique == "reverse_futility":
        return parameters["reverse_futility_margin"] * cause.plies
    return parameters["futility_base"] + parameters["futility_margin"] * max(cause.plies - 1, 0)


def _pawns(centipawns: int | None) -> str:
    return "none" if centipawns is None else f"{centipawns / PAWN:+.2f}"


def _line(inquiry: Inquiry, moves: tuple[str, ...]) -> str:
    """Moves as people write them, with their numbers; a pass as '--'."""
    game, start = inquiry.game, inquiry.start
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
