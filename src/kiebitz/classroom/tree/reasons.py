"""The reasons for the end of a node's search, in the words and colours of pages and terminal."""

from __future__ import annotations

from dataclasses import dataclass
from types import MappingProxyType

from kiebitz.analysis.explanation.language import Language
from kiebitz.engine.line import GameName


@dataclass(frozen=True, slots=True)
class ReasonText:
    """How a reason is shown."""

    colour: str
    """As #rrggbb; a middle tone, seen on light and on dark ground."""
    meaning: str
    """Its meaning for the node, in a sentence."""
    german_name: str
    """Its German name."""
    german_meaning: str
    """The sentence in German."""
    of_shogi: tuple[str, str] | None = None
    """Both sentences for shogi, where its rules differ."""

    def meaning_in(self, game: GameName, language: Language = Language.ENGLISH) -> str:
        """The sentence for a game."""
        english, german = self.of_shogi if game == "shogi" and self.of_shogi else (self.meaning, self.german_meaning)
        return german if language is Language.GERMAN else english


# Families share a hue: moves green and blue, the table violet, the evaluation amber, the null move red, rules brown.
REASON_TEXTS = MappingProxyType(
    {
        "beta cut": ReasonText(
            "#2f9e6b",
            "A move was so good (value ≥ β) that the opponent avoids this position.",
            "Beta-Schnitt",
            "Ein Zug war so gut (Wert ≥ β), dass der Gegner diese Stellung meidet.",
        ),
        "all moves searched": ReasonText(
            "#3f83d6",
            "No move was left to try; the value is that of the best one, or of standing pat.",
            "alle Züge durchsucht",
            "Kein Zug war mehr übrig; der Wert ist der des besten oder des Stillhaltens.",
        ),
        "table hit": ReasonText(
            "#8a5cd6",
            "The transposition table knew the position, searched deep enough before.",
            "Tabellentreffer",
            "Die Hashtabelle kannte die Stellung, schon tief genug durchsucht.",
        ),
        "transposition cutoff": ReasonText(
            "#b78af0",
            "A move leads to a position whose table entry alone refutes (enhanced transposition cutoff).",
            "Schnitt durch Zugumstellung",
            "Ein Zug führt in eine Stellung, deren Tabelleneintrag allein widerlegt (enhanced transposition cutoff).",
        ),
        "stand pat": ReasonText(
            "#e0a526",
            "Quiescence: the evaluation is at least β without any capture.",
            "Stillhalten",
            "Ruhesuche: die Bewertung ist ohne jeden Schlagzug mindestens β.",
        ),
        "reverse futility": ReasonText(
            "#e0762b",
            "The evaluation is so far above β that a few plies can't change it.",
            "Reverse Futility",
            "Die Bewertung liegt so weit über β, dass ein paar Halbzüge nichts ändern.",
        ),
        "razoring": ReasonText(
            "#b5683c",
            "The evaluation is hopelessly below α, and quiescence agreed.",
            "Razoring",
            "Die Bewertung liegt hoffnungslos unter α, und die Ruhesuche gab ihr recht.",
        ),
        "static selectivity": ReasonText(
            "#c9b458",
            "Clearly ahead, near the horizon, and nothing hangs (Nimzo 1).",
            "statische Auswahl",
            "Klar im Vorteil, nahe am Horizont, und nichts hängt (Nimzo 1).",
        ),
        "null move": ReasonText(
            "#d6457a",
            "Even after passing, a reduced search gave at least β.",
            "Nullzug",
            "Selbst nach Verzicht auf den Zug ergab eine flachere Suche mindestens β.",
        ),
        "ProbCut": ReasonText(
            "#9c3f9c",
            "A capture, searched less deep, was so far above β that a deep search would very probably agree.",
            "ProbCut",
            "Ein Schlagzug lag nach flacherer Suche so weit über β, dass eine tiefe kaum widersprechen würde.",
        ),
        "multi-cut": ReasonText(
            "#f08aa9",
            "Without the table's move others still reached β: several moves refute, one will do.",
            "Mehrfachschnitt",
            "Auch ohne den Zug der Tabelle erreichten andere β: mehrere Züge widerlegen, einer genügt.",
        ),
        "nothing left to search": ReasonText(
            "#79a9a5",
            "Every move was dismissed unseen, or quiescence had no capture that could help.",
            "nichts mehr zu suchen",
            "Jeder Zug wurde ungesehen verworfen, oder der Ruhesuche half kein Schlagzug.",
        ),
        "mate distance": ReasonText(
            "#8c6d4f",
            "A shorter mate is known already; nothing here can change the result.",
            "Mattabstand",
            "Ein kürzeres Matt ist schon bekannt; hier kann nichts mehr das Ergebnis ändern.",
        ),
        "draw by rule": ReasonText(
            "#a89078",
            "Repetition, fifty moves, or too little material to mate.",
            "Remis nach Regel",
            "Wiederholung, fünfzig Züge oder zu wenig Material zum Mattsetzen.",
            (
                "The position came about before: a draw (sennichite), or lost for who gave perpetual check.",
                "Die Stellung kam schon vor: remis (Sennichite), oder verloren, wer Dauerschach gab.",
            ),
        ),
        "upcoming repetition": ReasonText(
            "#c4ad8f",
            "A move repeats a position of this line, so a draw is certain, and it is at least β.",
            "Wiederholung steht bevor",
            "Ein Zug wiederholt eine Stellung dieser Variante: Remis ist sicher, und es ist mindestens β.",
        ),
        "known mate": ReasonText(
            "#d0594a",
            "One or two pieces against a bare king: how far the mate is was looked up.",
            "bekanntes Matt",
            "Eine oder zwei Figuren gegen den blanken König: Wie weit das Matt ist, wurde nachgeschlagen.",
        ),
        "endgame table": ReasonText(
            "#b7a6c9",
            "An endgame table (Syzygy) says who wins.",
            "Endspieltabelle",
            "Eine Endspieltabelle (Syzygy) sagt, wer gewinnt.",
        ),
        "longest path": ReasonText(
            "#6e6259", "The path is as long as the search allows.", "längster Weg", "Länger wird in der Suche kein Weg."
        ),
        "mated": ReasonText(
            "#c23b22",
            "The side to move is mated.",
            "matt",
            "Die Seite am Zug ist matt.",
            ("The side to move has no move, and has lost.", "Die Seite am Zug hat keinen Zug und damit verloren."),
        ),
        "stalemate": ReasonText(
            "#7d8b99",
            "The side to move has no move and is not in check: a draw.",
            "patt",
            "Die Seite am Zug hat keinen Zug und steht nicht im Schach: remis.",
        ),
        "stopped": ReasonText(
            "#9aa0a8",
            "The search was stopped here; the value means nothing.",
            "angehalten",
            "Hier wurde die Suche angehalten; der Wert bedeutet nichts.",
        ),
        "open": ReasonText(
            "#9aa0a8", "The search of this node never ended.", "offen", "Die Suche dieses Knotens endete nie."
        ),
    }
)
"""By the names of ``kiebitz.engine.trace.REASONS``, in the order of the legend."""
