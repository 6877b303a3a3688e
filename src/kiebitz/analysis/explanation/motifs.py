"""Names of motifs; data and records have their English names (``Fact.motif``)."""

from __future__ import annotations

from kiebitz.analysis.explanation.language import Language

GERMAN = {
    "back rank": "Grundreihe",
    "backward pawn": "rückständiger Bauer",
    "bishop pair of the other side": "Läuferpaar des Gegners",
    "castling lost": "Rochade verloren",
    "deflection": "Ablenkung",
    "development": "Entwicklung",
    "discovered attack": "Abzug",
    "doubled pawns": "Doppelbauern",
    "fork": "Gabel",
    "hanging": "ungedeckte Figur",
    "interference": "Verstellung",
    "intermediate move": "Zwischenzug",
    "isolated pawn": "isolierter Bauer",
    "king's cover": "Königsdeckung",
    "mate": "Matt",
    "material": "Material",
    "only move": "einziger Zug",
    "open file before the king": "offene Linie vor dem König",
    "open file of the other side": "offene Linie des Gegners",
    "outpost of the other side": "Vorposten des Gegners",
    "overloaded piece": "überlastete Figur",
    "passed pawn made": "Freibauer gebildet",
    "passed pawn of the other side": "Freibauer des Gegners",
    "passed pawn stopped": "Freibauer aufgehalten",
    "perpetual check": "Dauerschach",
    "pin": "Fesselung",
    "pinned defender": "gefesselter Verteidiger",
    "promotion": "Umwandlung",
    "removed defender": "beseitigter Verteidiger",
    "repetition": "Wiederholung",
    "rook on the seventh rank": "Turm auf der siebten Reihe",
    "skewer": "Spieß",
    "stalemate": "Patt",
    "trapped piece": "gefangene Figur",
    "win thrown away": "Gewinn vergeben",
    "zugzwang": "Zugzwang",
}


def motif_name(motif: str, language: Language) -> str:
    """A motif in a language; what has no name there stays as it is."""
    return GERMAN.get(motif, motif) if language is Language.GERMAN else motif
