"""One German sentence for one fact."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from kiebitz.analysis.explanation import english
from kiebitz.analysis.explanation.fact import Fact
from kiebitz.analysis.explanation.man import Man
from kiebitz.analysis.explanation.reason import Reason, Role
from kiebitz.analysis.explanation.themes.back_rank import BackRankMate
from kiebitz.analysis.explanation.themes.book_left import BookLeft
from kiebitz.analysis.explanation.themes.deflection import Deflection
from kiebitz.analysis.explanation.themes.discovery import Discovery
from kiebitz.analysis.explanation.themes.fork import Fork
from kiebitz.analysis.explanation.themes.hanging import Hanging
from kiebitz.analysis.explanation.themes.interference import Interference
from kiebitz.analysis.explanation.themes.intermediate_move import IntermediateMove
from kiebitz.analysis.explanation.themes.king_cover import KingCoverOpened
from kiebitz.analysis.explanation.themes.mate import ForcedMate
from kiebitz.analysis.explanation.themes.material import MaterialWon
from kiebitz.analysis.explanation.themes.only_move import OnlyMove
from kiebitz.analysis.explanation.themes.overload import Overload
from kiebitz.analysis.explanation.themes.passed_pawn import PassedPawnMade, PassedPawnStopped
from kiebitz.analysis.explanation.themes.perpetual import PerpetualCheck
from kiebitz.analysis.explanation.themes.pin import Pin
from kiebitz.analysis.explanation.themes.pinned_defender import PinnedDefender
from kiebitz.analysis.explanation.themes.promotion import Promotion
from kiebitz.analysis.explanation.themes.refutation import Refutation, Standing
from kiebitz.analysis.explanation.themes.removed_defender import RemovedDefender
from kiebitz.analysis.explanation.themes.repetition import RepetitionAllowed
from kiebitz.analysis.explanation.themes.skewer import Skewer
from kiebitz.analysis.explanation.themes.stalemate import Stalemate
from kiebitz.analysis.explanation.themes.tempting import Tempting
from kiebitz.analysis.explanation.themes.threat import Threat
from kiebitz.analysis.explanation.themes.thrown_away import WinThrownAway
from kiebitz.analysis.explanation.themes.trapped import Trapped
from kiebitz.analysis.explanation.themes.weakness import Weakness, WeaknessKind
from kiebitz.analysis.explanation.themes.what_changed import WhatChanged
from kiebitz.analysis.explanation.themes.zugzwang import Zugzwang

# What German calls the pieces in moves.
LETTERS = str.maketrans("KQRBN", "KDTLS")
SUBJECT = {
    "P": "der Bauer",
    "N": "der Springer",
    "B": "der Läufer",
    "R": "der Turm",
    "Q": "die Dame",
    "K": "der König",
}
OBJECT = {"P": "den Bauern", "N": "den Springer", "B": "den Läufer", "R": "den Turm", "Q": "die Dame", "K": "den König"}
DATIVE = {"P": "dem Bauern", "N": "dem Springer", "B": "dem Läufer", "R": "dem Turm", "Q": "der Dame", "K": "dem König"}
ONE = {"P": "einen Bauern", "N": "einen Springer", "B": "einen Läufer", "R": "einen Turm", "Q": "eine Dame"}
MANY = {"P": "Bauern", "N": "Springer", "B": "Läufer", "R": "Türme", "Q": "Damen"}
TO_ONE = {"N": "zum Springer", "B": "zum Läufer", "R": "zum Turm", "Q": "zur Dame"}
MODULES = {
    "special_cases": "Sonderfälle",
    "piece_values": "Figurenwerte",
    "first_order_values": "Werte erster Ordnung",
    "pawn_structure": "Bauernstruktur",
    "king_cover": "Königsdeckung",
    "dynamic": "Dynamik",
}
"""The names of the modules of the classical evaluation."""
COLOURS = {True: "Weiß", False: "Schwarz"}
STANDINGS = {
    Standing.WINNING: "auf Gewinn",
    Standing.BETTER: "klar besser",
    Standing.SLIGHTLY_BETTER: "etwas besser",
    Standing.EQUAL: "gleich",
    Standing.SLIGHTLY_WORSE: "etwas schlechter",
    Standing.WORSE: "klar schlechter",
    Standing.LOST: "auf Verlust",
}
NUMBERS = ("kein", "ein", "zwei", "drei", "vier", "fünf", "sechs", "sieben", "acht")


def sentence(reason: Reason, *, has_line: bool = True) -> str:
    """A reason in one sentence; without its line where that stands beside it."""
    fact = reason.fact
    if isinstance(fact, Threat):
        return f"{_threat_opening(reason.role)} {_threat(fact)}."
    if isinstance(fact, Tempting):
        return f"Nach {_first_move(fact)}: {_clause(fact.punishment)}."
    return f"{'Besser: ' if reason.role is Role.BETTER else ''}{_clause(fact, has_line=has_line)}."


def _clause(fact: Fact, *, has_line: bool = True) -> str:
    """The clause of a fact, from its first move on. Raises TypeError for a fact without words."""
    first = _first_move(fact)
    shown = f": {english.line_of(fact).translate(LETTERS)}" if has_line and len(fact.line) > 1 else ""
    match fact:
        case MaterialWon():
            return f"{first} gewinnt {'am Ende ' if fact.is_late else ''}{_gain(fact.won, fact.paid)}{shown}"
        case ForcedMate(in_moves=1):
            return f"{first} ist matt"
        case ForcedMate():
            return f"{first} setzt in {fact.in_moves} Zügen matt{shown}"
        case Hanging(is_undefended=True):
            return f"{first} schlägt {_object(fact.man)}, {_relative_object(fact.man)} niemand deckt"
        case Hanging():
            return f"{first} schlägt {_object(fact.man)}, und der Abtausch lohnt sich"
        case Fork():
            return f"{first} gabelt {_listed([_object(man) for man in fact.targets])}"
        case Skewer():
            return f"{first} spießt {_object(fact.front)} und dahinter {_object(fact.behind)} auf"
        case Discovery(is_double_check=True):
            return f"{first} ist ein Doppelschach"
        case Discovery() if fact.target.piece in "Kk":
            return f"{first} ist ein Abzugsschach durch {_object(fact.by)}"
        case Discovery():
            return f"{first} ist ein Abzug: {_subject(fact.by)} greift {_object(fact.target)} an"
        case Pin(is_new=False):
            return f"{first} greift {_object(fact.pinned)} an, {_relative(fact.pinned)} an den König gefesselt ist"
        case Pin():
            return f"{first} fesselt {_object(fact.pinned)} an den König"
        case PinnedDefender():
            take = "zurückschlagen" if fact.taken else "dort schlagen"
            return f"{first} geht, weil {_subject(fact.defender)} an den König gefesselt ist und nicht {take} kann"
        case RemovedDefender():
            return f"{first} schlägt {_object(fact.defender)}, {_relative(fact.defender)} {_object(fact.lost)} deckte"
        case Deflection(is_driven=True):
            defender = f"{_object(fact.defender)} von {_dative(fact.lost)}"
            return f"{first} vertreibt {defender}, {_relative_object(fact.lost)} {_pronoun(fact.defender)} deckte"
        case Deflection():
            defender = f"{_object(fact.defender)} von {_dative(fact.lost)}"
            return f"{first} lenkt {defender} ab, {_relative_object(fact.lost)} {_pronoun(fact.defender)} deckte"
        case Overload():
            defended = f"{_pronoun(fact.defender)} deckte {_object(fact.taken)} und {_object(fact.lost)}"
            return f"{first} zeigt, dass {_subject(fact.defender)} überlastet ist: {defended}"
        case Interference(is_own=True):
            shut_off = f"{_object(fact.defender)}, {_relative(fact.defender)} {_object(fact.lost)} deckte"
            return f"{first} zwingt die andere Seite, {shut_off}, selbst davon abzusperren"
        case Interference():
            shut_off = f"{_object(fact.defender)}, {_relative(fact.defender)} {_object(fact.lost)} deckte"
            return f"{first} sperrt {shut_off}, davon ab"
        case IntermediateMove():
            return f"{first} geschieht vor dem Zurückschlagen auf {fact.taker.square}{shown}"
        case Trapped():
            return f"{first} fängt {_object(fact.piece)}, {_relative(fact.piece)} kein sicheres Feld hat"
        case BackRankMate():
            mate = "ist ein Matt" if len(fact.line) == 1 else "führt zum Matt"
            return f"{first} {mate} auf der Grundreihe, wo die eigenen Steine den König einsperren"
        case Promotion():
            return f"{first} bringt {_object(fact.pawn)} durch, der {TO_ONE[fact.piece]} wird{shown}"
        case Stalemate():
            return f"{first} endet im Patt{shown}"
        case PerpetualCheck():
            return f"{first} führt zu ewigem Schach{shown}"
        case Zugzwang():
            return f"{first} bringt die andere Seite in Zugzwang: besser als jeder Zug wäre es, nicht zu ziehen"
        case PassedPawnMade():
            return f"{first} macht den Bauern auf {fact.pawn.square} zum Freibauern"
        case PassedPawnStopped():
            return f"{first} blockiert den Freibauern auf {fact.pawn.square}"
        case KingCoverOpened():
            return f"{first} reißt die Deckung des Königs auf {fact.king.square} auf"
        case WinThrownAway():
            winning = _translated(fact, fact.winning)
            now = "ist es verloren" if fact.is_lost else "ist es remis"
            return f"{first} verschenkt ein gewonnenes Endspiel: {winning} gewinnt, und nun {now}"
        case BookLeft():
            return f"{first} verlässt die Eröffnungen, die einen Namen haben; der letzte war {fact.eco} {fact.name}"
        case Refutation():
            side, now = COLOURS[not fact.is_white], STANDINGS[fact.after]
            stands = now if fact.before is fact.after else f"{now} statt {STANDINGS[fact.before]}"
            return f"{first} ist die beste Antwort, und {side} steht {stands}{shown}"
        case RepetitionAllowed():
            side = COLOURS[not fact.is_white]
            return f"{first} macht durch Zugwiederholung remis, und {side} stand {STANDINGS[fact.before]}{shown}"
        case Weakness():
            return f"{first} {_weakness(fact)}{shown}"
        case WhatChanged():
            changes = [f"{MODULES[change.module]} {_signed(change.centipawns)}" for change in fact.changes]
            ends = f"zwischen den ruhigen Enden von {first} und von {_translated(fact, fact.better[0])}"
            return f"Was sich in der klassischen Bewertung ändert, {ends}: {_listed(changes)}"
        case OnlyMove():
            left = f"steht {COLOURS[fact.is_white]} {STANDINGS[fact.left]}"
            return f"{first} ist bei weitem der beste Zug: nach {_translated(fact, fact.second)} zum Beispiel {left}"
        case _:
            raise TypeError(f"there are no German words for {type(fact).__name__}")


def _weakness(fact: Weakness) -> str:
    """The weakness a move leaves, after the move; as it may have been before, nothing is given or let in."""
    other, square = COLOURS[not fact.is_white], fact.man.square
    match fact.kind:
        case WeaknessKind.ISOLATED:
            return f"lässt den Bauern auf {square} vereinzelt"
        case WeaknessKind.DOUBLED:
            return f"hinterlässt Doppelbauern auf der {square[0]}-Linie"
        case WeaknessKind.BACKWARD:
            return f"lässt den Bauern auf {square} rückständig"
        case WeaknessKind.PASSED:
            return f"überlässt {other} einen Freibauern auf {square}"
        case WeaknessKind.CASTLING:
            return f"lässt den König auf {square} in der Mitte, wo er nicht mehr rochieren kann"
        case WeaknessKind.COVER:
            return f"lässt den König auf {square} mit einer offenen Linie vor sich"
        case WeaknessKind.OUTPOST:
            return f"überlässt dem Springer auf {square} einen Vorposten, den kein Bauer angreifen kann"
        case WeaknessKind.OPEN_FILE:
            return f"überlässt die offene {square[0]}-Linie dem Turm auf {square}"
        case WeaknessKind.SEVENTH_RANK:
            return f"überlässt dem Turm auf {square} die {'siebte' if not fact.is_white else 'zweite'} Reihe"
        case WeaknessKind.BISHOP_PAIR:
            return f"überlässt {other} das Läuferpaar"
        case WeaknessKind.DEVELOPMENT:
            return f"lässt {_object(fact.man)} unentwickelt"


def _threat_opening(role: Role) -> str:
    openings = {Role.OVERLOOKED: "Das übersieht die Drohung", Role.MET: "Das pariert die Drohung"}
    return openings.get(role, "Es droht")


def _threat(fact: Threat) -> str:
    first = _first_move(fact)
    if fact.mate_in is None:
        return f"{first}, was {_gain(fact.won, fact.paid)} gewinnt"
    return first if fact.mate_in == 1 else f"{first} mit Matt in {fact.mate_in} Zügen"


def _first_move(fact: Fact) -> str:
    return _translated(fact, fact.line[0])


def _translated(fact: Fact, uci: str) -> str:
    return english.numbered(fact, uci).translate(LETTERS)


def _subject(man: Man) -> str:
    return f"{SUBJECT[man.piece.upper()]} auf {man.square}"


def _object(man: Man) -> str:
    return f"{OBJECT[man.piece.upper()]} auf {man.square}"


def _dative(man: Man) -> str:
    return f"{DATIVE[man.piece.upper()]} auf {man.square}"


def _relative(man: Man) -> str:
    return "die" if man.piece in "Qq" else "der"


def _relative_object(man: Man) -> str:
    return "die" if man.piece in "Qq" else "den"


def _pronoun(man: Man) -> str:
    return "sie" if man.piece in "Qq" else "er"


def _some(piece: str, count: int) -> str:
    return ONE[piece] if count == 1 else f"{NUMBERS[count]} {MANY[piece]}"


def _men(pieces: Sequence[str]) -> str:
    return _listed([_some(piece, count) for piece, count in Counter(pieces).items()])


def _gain(won: Sequence[str], paid: Sequence[str]) -> str:
    if tuple(won) == ("R",) and tuple(paid) in {("N",), ("B",)}:
        return "die Qualität"
    return f"{_men(won)} für {_men(paid)}" if paid else _men(won)


def _listed(words: Sequence[str]) -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} und {words[-1]}"


def _signed(centipawns: int) -> str:
    return english.signed(centipawns).replace(".", ",")
