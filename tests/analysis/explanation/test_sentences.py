"""A sentence for every fact, in both languages: exact, whole, and none without words."""

import re

import pytest

from kiebitz.analysis.explanation import english, german
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
from kiebitz.analysis.explanation.themes.threat import Threat
from kiebitz.analysis.explanation.themes.thrown_away import WinThrownAway
from kiebitz.analysis.explanation.themes.trapped import Trapped
from kiebitz.analysis.explanation.themes.weakness import Weakness, WeaknessKind
from kiebitz.analysis.explanation.themes.what_changed import ModuleChange, WhatChanged
from kiebitz.analysis.explanation.themes.zugzwang import Zugzwang

# Sentences are made from a fact's fields alone: one position does for all.
SCHOLAR = "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5Q2/PPPP1PPP/RNB1K1NR w KQkq - 4 4"
SHOWN = {"fen": SCHOLAR, "line": ("c4f7", "e8e7")}
KNIGHT, ROOK, QUEEN, KING = Man("n", "c6"), Man("r", "a8"), Man("q", "d8"), Man("k", "e8")
LINE_EN, LINE_DE = "4. Bxf7+ Ke7", "4. Lxf7+ Ke7"
SENTENCES = [
    (
        MaterialWon(**SHOWN, won=("R",), paid=("N",), pawns=2),
        f"4.Bxf7+ wins the exchange: {LINE_EN}.",
        f"4.Lxf7+ gewinnt die Qualität: {LINE_DE}.",
    ),
    (
        MaterialWon(**SHOWN, won=("Q", "P", "P"), paid=("R",), pawns=6),
        f"4.Bxf7+ wins a queen and two pawns for a rook: {LINE_EN}.",
        f"4.Lxf7+ gewinnt eine Dame und zwei Bauern für einen Turm: {LINE_DE}.",
    ),
    (ForcedMate(fen=SCHOLAR, line=("f3f7",), in_moves=1), "4.Qxf7# is mate.", "4.Dxf7# ist matt."),
    (
        ForcedMate(**SHOWN, in_moves=2),
        f"4.Bxf7+ mates in 2: {LINE_EN}.",
        f"4.Lxf7+ setzt in 2 Zügen matt: {LINE_DE}.",
    ),
    (
        Hanging(**SHOWN, man=QUEEN, is_undefended=True),
        "4.Bxf7+ takes the queen on d8, which nobody defends.",
        "4.Lxf7+ schlägt die Dame auf d8, die niemand deckt.",
    ),
    (
        Hanging(**SHOWN, man=KNIGHT, is_undefended=False),
        "4.Bxf7+ takes the knight on c6, and the exchange pays.",
        "4.Lxf7+ schlägt den Springer auf c6, und der Abtausch lohnt sich.",
    ),
    (
        Fork(**SHOWN, by=Man("B", "f7"), targets=(KING, QUEEN, ROOK)),
        "4.Bxf7+ forks the king on e8, the queen on d8 and the rook on a8.",
        "4.Lxf7+ gabelt den König auf e8, die Dame auf d8 und den Turm auf a8.",
    ),
    (
        Skewer(**SHOWN, by=Man("B", "f7"), front=KING, behind=ROOK),
        "4.Bxf7+ skewers the king on e8 and the rook on a8 behind it.",
        "4.Lxf7+ spießt den König auf e8 und dahinter den Turm auf a8 auf.",
    ),
    (
        Discovery(**SHOWN, by=Man("R", "e1"), target=QUEEN, is_double_check=False),
        "4.Bxf7+ uncovers the attack of the rook on e1 on the queen on d8.",
        "4.Lxf7+ ist ein Abzug: der Turm auf e1 greift die Dame auf d8 an.",
    ),
    (
        Discovery(**SHOWN, by=Man("R", "e1"), target=KING, is_double_check=False),
        "4.Bxf7+ uncovers a check by the rook on e1.",
        "4.Lxf7+ ist ein Abzugsschach durch den Turm auf e1.",
    ),
    (
        Discovery(**SHOWN, by=Man("R", "e1"), target=KING, is_double_check=True),
        "4.Bxf7+ is a double check.",
        "4.Lxf7+ ist ein Doppelschach.",
    ),
    (
        Pin(**SHOWN, by=Man("B", "f7"), pinned=KNIGHT),
        "4.Bxf7+ pins the knight on c6 to its king.",
        "4.Lxf7+ fesselt den Springer auf c6 an den König.",
    ),
    (
        PinnedDefender(**SHOWN, defender=QUEEN, taken=KNIGHT),
        "4.Bxf7+ is possible because the queen on d8 is pinned to its king and can't retake.",
        "4.Lxf7+ geht, weil die Dame auf d8 an den König gefesselt ist und nicht zurückschlagen kann.",
    ),
    (
        RemovedDefender(**SHOWN, defender=QUEEN, lost=KNIGHT),
        "4.Bxf7+ takes the queen on d8, which defended the knight on c6.",
        "4.Lxf7+ schlägt die Dame auf d8, die den Springer auf c6 deckte.",
    ),
    (
        Deflection(**SHOWN, defender=QUEEN, lost=ROOK),
        "4.Bxf7+ lures the queen on d8 away from the rook on a8, which it defended.",
        "4.Lxf7+ lenkt die Dame auf d8 von dem Turm auf a8 ab, den sie deckte.",
    ),
    (
        Overload(**SHOWN, defender=KNIGHT, taken=ROOK, lost=QUEEN),
        "4.Bxf7+ shows that the knight on c6 is overloaded: it defended both the rook on a8 and the queen on d8.",
        "4.Lxf7+ zeigt, dass der Springer auf c6 überlastet ist: er deckte den Turm auf a8 und die Dame auf d8.",
    ),
    (
        Interference(**SHOWN, defender=QUEEN, lost=ROOK),
        "4.Bxf7+ shuts the queen on d8 off from the rook on a8, which it defended.",
        "4.Lxf7+ sperrt die Dame auf d8, die den Turm auf a8 deckte, davon ab.",
    ),
    (
        IntermediateMove(**SHOWN, taker=KNIGHT, captured="P"),
        f"4.Bxf7+ comes before taking back on c6, and gains by it: {LINE_EN}.",
        f"4.Lxf7+ geschieht vor dem Zurückschlagen auf c6 und gewinnt dadurch: {LINE_DE}.",
    ),
    (
        Trapped(**SHOWN, piece=ROOK),
        "4.Bxf7+ traps the rook on a8, which has no safe square.",
        "4.Lxf7+ fängt den Turm auf a8, der kein sicheres Feld hat.",
    ),
    (
        BackRankMate(**SHOWN, by=Man("R", "e8"), king=KING),
        "4.Bxf7+ leads to mate on the back rank, where the king's own men shut it in.",
        "4.Lxf7+ führt zum Matt auf der Grundreihe, wo die eigenen Steine den König einsperren.",
    ),
    (
        BackRankMate(fen=SCHOLAR, line=("f3f7",), by=Man("R", "e8"), king=KING),
        "4.Qxf7# mates on the back rank, where the king's own men shut it in.",
        "4.Dxf7# ist ein Matt auf der Grundreihe, wo die eigenen Steine den König einsperren.",
    ),
    (
        Promotion(**SHOWN, pawn=Man("P", "a5"), square="a8", piece="Q"),
        f"4.Bxf7+ brings the pawn on a5 through, which becomes a queen: {LINE_EN}.",
        f"4.Lxf7+ bringt den Bauern auf a5 durch, der zur Dame wird: {LINE_DE}.",
    ),
    (
        Stalemate(**SHOWN, is_white_stalemated=True),
        f"4.Bxf7+ ends in stalemate: {LINE_EN}.",
        f"4.Lxf7+ endet im Patt: {LINE_DE}.",
    ),
    (
        OnlyMove(fen=SCHOLAR, line=("c4f7",), second="f3f7", centipawns=240),
        "4.Bxf7+ is the only good move: the next best, 4.Qxf7#, is worse by 2.4 pawns.",
        "4.Lxf7+ ist der einzige gute Zug: der nächstbeste, 4.Dxf7#, ist um 2,4 Bauern schlechter.",
    ),
    (
        OnlyMove(fen=SCHOLAR, line=("c4f7",), second="f3f7", centipawns=None),
        "4.Bxf7+ is the only good move: the next best, 4.Qxf7#, gets mated.",
        "4.Lxf7+ ist der einzige gute Zug: der nächstbeste, 4.Dxf7#, wird mattgesetzt.",
    ),
    (
        PerpetualCheck(**SHOWN, again=0),
        f"4.Bxf7+ leads to perpetual check: {LINE_EN}.",
        f"4.Lxf7+ führt zu ewigem Schach: {LINE_DE}.",
    ),
    (
        Zugzwang(fen=SCHOLAR, line=("c4f7",), centipawns=300),
        "4.Bxf7+ puts the other side in zugzwang: whatever it moves, to pass would be better.",
        "4.Lxf7+ bringt die andere Seite in Zugzwang: besser als jeder Zug wäre es, nicht zu ziehen.",
    ),
    (
        PassedPawnMade(**SHOWN, pawn=Man("P", "d5")),
        "4.Bxf7+ makes the pawn on d5 a passed pawn.",
        "4.Lxf7+ macht den Bauern auf d5 zum Freibauern.",
    ),
    (
        PassedPawnStopped(**SHOWN, pawn=Man("p", "d4")),
        "4.Bxf7+ blocks the passed pawn on d4.",
        "4.Lxf7+ blockiert den Freibauern auf d4.",
    ),
    (
        WinThrownAway(fen=SCHOLAR, line=("c4f7",), winning="f3f7", is_lost=False),
        "4.Bxf7+ throws away a won ending: 4.Qxf7# wins, and now it is a draw.",
        "4.Lxf7+ verschenkt ein gewonnenes Endspiel: 4.Dxf7# gewinnt, und nun ist es remis.",
    ),
    (
        WinThrownAway(fen=SCHOLAR, line=("c4f7",), winning="f3f7", is_lost=True),
        "4.Bxf7+ throws away a won ending: 4.Qxf7# wins, and now it is lost.",
        "4.Lxf7+ verschenkt ein gewonnenes Endspiel: 4.Dxf7# gewinnt, und nun ist es verloren.",
    ),
    (
        BookLeft(fen=SCHOLAR, line=("c4f7",), eco="C20", name="King's Pawn Game"),
        "4.Bxf7+ leaves the openings that have a name; the last was C20 King's Pawn Game.",
        "4.Lxf7+ verlässt die Eröffnungen, die einen Namen haben; der letzte war C20 King's Pawn Game.",
    ),
    (
        Refutation(**SHOWN, before=Standing.BETTER, after=Standing.LOST),
        "4.Bxf7+ is the best answer, and Black is lost instead of clearly better: 4. Bxf7+ Ke7.",
        "4.Lxf7+ ist die beste Antwort, und Schwarz steht auf Verlust statt klar besser: 4. Lxf7+ Ke7.",
    ),
    (
        Refutation(**SHOWN, before=Standing.WINNING, after=Standing.WINNING),
        "4.Bxf7+ is the best answer, and Black is still winning: 4. Bxf7+ Ke7.",
        "4.Lxf7+ ist die beste Antwort, und Schwarz steht weiter auf Gewinn: 4. Lxf7+ Ke7.",
    ),
    (
        RepetitionAllowed(**SHOWN, before=Standing.WINNING),
        "4.Bxf7+ draws by repetition, and Black was winning: 4. Bxf7+ Ke7.",
        "4.Lxf7+ macht durch Zugwiederholung remis, und Schwarz stand auf Gewinn: 4. Lxf7+ Ke7.",
    ),
    *(
        (
            Weakness(**SHOWN, kind=kind, man=Man(piece, square), better="f3f7"),
            f"4.Bxf7+ {in_english}: 4. Bxf7+ Ke7.",
            f"4.Lxf7+ {in_german}: 4. Lxf7+ Ke7.",
        )
        for kind, piece, square, in_english, in_german in (
            (WeaknessKind.ISOLATED, "P", "d4", "leaves the pawn on d4 isolated", "lässt den Bauern auf d4 vereinzelt"),
            (
                WeaknessKind.DOUBLED,
                "P",
                "c3",
                "leaves doubled pawns on the c-file",
                "hinterlässt Doppelbauern auf der c-Linie",
            ),
            (WeaknessKind.BACKWARD, "P", "d3", "leaves the pawn on d3 backward", "lässt den Bauern auf d3 rückständig"),
            (
                WeaknessKind.PASSED,
                "p",
                "c4",
                "leaves Black a passed pawn on c4",
                "überlässt Schwarz einen Freibauern auf c4",
            ),
            (
                WeaknessKind.CASTLING,
                "K",
                "e1",
                "leaves the king on e1 in the centre, where it can't castle any more",
                "lässt den König auf e1 in der Mitte, wo er nicht mehr rochieren kann",
            ),
            (
                WeaknessKind.COVER,
                "K",
                "g1",
                "leaves the king on g1 with an open file before it",
                "lässt den König auf g1 mit einer offenen Linie vor sich",
            ),
            (
                WeaknessKind.OUTPOST,
                "n",
                "d4",
                "leaves the knight on d4 an outpost that no pawn can attack",
                "überlässt dem Springer auf d4 einen Vorposten, den kein Bauer angreifen kann",
            ),
            (
                WeaknessKind.OPEN_FILE,
                "r",
                "d8",
                "leaves the open d-file to the rook on d8",
                "überlässt die offene d-Linie dem Turm auf d8",
            ),
            (
                WeaknessKind.SEVENTH_RANK,
                "r",
                "c2",
                "leaves the second rank to the rook on c2",
                "überlässt dem Turm auf c2 die zweite Reihe",
            ),
            (
                WeaknessKind.BISHOP_PAIR,
                "b",
                "c8",
                "leaves Black the pair of bishops",
                "überlässt Schwarz das Läuferpaar",
            ),
            (
                WeaknessKind.DEVELOPMENT,
                "N",
                "b1",
                "leaves the knight on b1 undeveloped",
                "lässt den Springer auf b1 unentwickelt",
            ),
        )
    ),
    (
        WhatChanged(
            **SHOWN,
            better=("f3f7",),
            changes=(ModuleChange("king_cover", -45), ModuleChange("dynamic", -30)),
        ),
        "What changed in the classical evaluation, between the quiet ends of 4.Bxf7+ and of 4.Qxf7#:"
        " king cover −0.45 and dynamic −0.30.",
        "Was sich in der klassischen Bewertung ändert, zwischen den ruhigen Enden von 4.Lxf7+ und von 4.Dxf7#:"
        " Königsdeckung −0,45 und Dynamik −0,30.",
    ),
    (
        KingCoverOpened(**SHOWN, king=KING, pawn=Man("p", "f7")),
        "4.Bxf7+ opens the cover of the king on e8.",
        "4.Lxf7+ reißt die Deckung des Königs auf e8 auf.",
    ),
]
THREATS = [
    (Role.THREAT, 1, (), "The threat is 4.Bxf7+.", "Es droht 4.Lxf7+."),
    (
        Role.OVERLOOKED,
        3,
        (),
        "This overlooks the threat 4.Bxf7+, which mates in 3.",
        "Das übersieht die Drohung 4.Lxf7+ mit Matt in 3 Zügen.",
    ),
    (
        Role.MET,
        None,
        ("P",),
        "This meets the threat 4.Bxf7+, which wins a pawn.",
        "Das pariert die Drohung 4.Lxf7+, was einen Bauern gewinnt.",
    ),
]


@pytest.mark.parametrize(("fact", "in_english", "in_german"), SENTENCES)
def test_a_fact_is_told_in_one_sentence(fact, in_english, in_german):
    reason = Reason(Role.PLAYED, fact)
    assert (english.sentence(reason), german.sentence(reason)) == (in_english, in_german)


@pytest.mark.parametrize(("role", "mate_in", "won", "in_english", "in_german"), THREATS)
def test_a_threat_is_told_by_what_became_of_it(role, mate_in, won, in_english, in_german):
    reason = Reason(role, Threat(**SHOWN, mate_in=mate_in, won=won, paid=()))
    assert (english.sentence(reason), german.sentence(reason)) == (in_english, in_german)


def test_the_better_move_is_called_so():
    reason = Reason(Role.BETTER, ForcedMate(fen=SCHOLAR, line=("f3f7",), in_moves=1))
    assert (english.sentence(reason), german.sentence(reason)) == (
        "Better: 4.Qxf7# is mate.",
        "Besser: 4.Dxf7# ist matt.",
    )


def test_every_fact_has_words():
    told = {fact.theme for fact, _, _ in SENTENCES} | {Threat.theme}
    assert told == {fact.theme for fact in Fact.__subclasses__()}
    for language in (english, german):
        with pytest.raises(TypeError, match="words for Fact"):
            language.sentence(Reason(Role.PLAYED, Fact(**SHOWN)))


def test_a_comment_of_a_game_can_hold_any_sentence():
    """PGN ends a comment at a brace, and a reason ends at a parenthesis (``analysis.annotate``)."""
    for texts in SENTENCES:
        assert not any(re.search(r"[(){}\[\]]", text) for text in texts[1:])
