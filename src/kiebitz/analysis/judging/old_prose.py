"""Another annotator's words on a move, marked as old where they contradict the new analysis.

lichess.org writes "(0.21 → 2.80) Blunder. Nc6 was best."; others write likewise. What people say of a move is left
alone: nobody can tell from outside whether a sentence of theirs contradicts a mark.
"""

from __future__ import annotations

import re

from kiebitz.analysis.judging.judgement import Judgement

OLD = "earlier analysis:"
"""Stands before a sentence that the new analysis contradicts."""
_MATE = "Checkmate is now unavoidable|Lost forced checkmate sequence|Not the best checkmate sequence"
_BETTER = "(?:The best|A better|Best|Better)"
_BEST = rf"(?P<best>[^\s.]+) (?:was|is) best|{_BETTER} (?:move )?(?:was|is)?:? ?(?P<other>[^\s.]+)"
_VERDICT = rf"(?:(?P<verdict>Inaccuracy|Mistake|Blunder)|{_MATE})\."
_PROSE = re.compile(rf"(?:{OLD} )?(?P<said>(?:\([^()→]*→[^()]*\) )?{_VERDICT}(?: (?:{_BEST})\.?)?)")


def marked_if_old(comment: str, judgement: Judgement | None, best: str | None) -> str:
    """A comment in which each verdict on its move that isn't the new one is marked as old.

    ``best`` is the best move as people write it, if another one was played.
    """

    def marked(found: re.Match[str]) -> str:
        verdict, named = found["verdict"], found["best"] or found["other"]
        agrees = judgement is not None and (verdict is None or verdict.lower() == judgement.value)
        if agrees and (named is None or best is None or _bare(named) == _bare(best)):
            return found["said"]
        return f"{OLD} {found['said']}"

    return _PROSE.sub(marked, comment)


def named_best(comment: str) -> str | None:
    """The move that such a verdict calls best, as people write it; None if there is none."""
    found = _PROSE.search(comment)
    return (found["best"] or found["other"]) if found else None


def _bare(san: str) -> str:
    return san.rstrip("+#!?")
