"""The groups by which mistakes are counted, in words."""

from __future__ import annotations

from kiebitz.analysis.explanation.language import Language
from kiebitz.analysis.explanation.motifs import motif_name
from kiebitz.analysis.judging.phase import Phase
from kiebitz.analysis.survey.questions import CLOCKS, LONGER, NOT_TOLD

LABELS = {
    Phase.OPENING: "Eröffnung",
    Phase.MIDDLEGAME: "Mittelspiel",
    Phase.ENDGAME: "Endspiel",
    **{name: name.replace("under", "unter") for name in CLOCKS.values()},
    LONGER: "5 min oder mehr",
    NOT_TOLD: "nicht bekannt",
}
"""The groups of mistakes, in German; motifs and openings have names of their own."""


def group_name(about: str, label: str, language: Language) -> str:
    """The name of a group of mistakes, in the page's language."""
    if about == "motif" and label != NOT_TOLD:
        return motif_name(label, language)
    is_name = about == "opening" and label != NOT_TOLD
    return LABELS.get(label, label) if language is Language.GERMAN and not is_name else label
