"""One English sentence for one fact."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

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
from kiebitz.analysis.explanation.themes.material import BESIDE_FAULT, CENTIPAWNS, MaterialWon
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

NAMES = {"P": "pawn", "N": "knight", "B": "bishop", "R": "rook", "Q": "queen", "K": "king"}
COLOURS = {True: "White", False: "Black"}
MOST_SHOWN, BEGINNING = BESIDE_FAULT.max_plies, 5
"""Plies of a line that is shown whole, and of what follows the first that are shown of a longer one."""
NUMBERS = ("no", "a", "two", "three", "four", "five", "six", "seven", "eight")


def sentence(reason: Reason, *, has_line: bool = True) -> str:
    """A reason in one sentence; without its line where that stands beside it."""
    fact = reason.fact
    if isinstance(fact, Threat):
        return f"{_threat_opening(reason.role)} {_threat(fact)}."
    if isinstance(fact, Tempting):
        return f"If {first_move(fact)}, {_clause(fact.punishment)}."
    return f"{'Better: ' if reason.role is Role.BETTER else ''}{_clause(fact, has_line=has_line)}."


def _clause(fact: Fact, *, has_line: bool = True) -> str:
    """The clause of a fact, from its first move on. Raises TypeError for a fact without words."""
    first = first_move(fact)
    shown = f": {line_of(fact)}" if has_line and len(fact.line) > 1 else ""
    match fact:
        case MaterialWon():
            return f"{first} wins {_gain(fact.won, fact.paid)}{' in the end' if fact.is_late else ''}{shown}"
        case ForcedMate(in_moves=1):
            return f"{first} is mate"
        case ForcedMate():
            return f"{first} mates in {fact.in_moves}{shown}"
        case Hanging(is_undefended=True):
            return f"{first} takes {_the(fact.man)}, which nobody defends"
        case Hanging():
            return f"{first} takes {_the(fact.man)}, and the exchange pays"
        case Fork():
            return f"{first} forks {_listed([_the(man) for man in fact.targets])}"
        case Skewer():
            return f"{first} skewers {_the(fact.front)} and {_the(fact.behind)} behind it"
        case Discovery(is_double_check=True):
            return f"{first} is a double check"
        case Discovery() if fact.target.piece in "Kk":
            return f"{first} uncovers a check by {_the(fact.by)}"
        case Discovery():
            return f"{first} uncovers the attack of {_the(fact.by)} on {_the(fact.target)}"
        case Pin(is_new=True):
            return f"{first} pins {_the(fact.pinned)} to its king"
        case Pin():
            return f"{first} attacks {_the(fact.pinned)}, which is pinned to its king"
        case PinnedDefender():
            take = "retake" if fact.taken else "take there"
            return f"{first} is possible because {_the(fact.defender)} is pinned to its king and can't {take}"
        case RemovedDefender():
            return f"{first} takes {_the(fact.defender)}, which defended {_the(fact.lost)}"
        case Deflection(is_driven=True):
            return f"{first} drives {_the(fact.defender)} away from {_the(fact.lost)}, which it defended"
        case Deflection():
            return f"{first} lures {_the(fact.defender)} away from {_the(fact.lost)}, which it defended"
        case Overload():
            defended = f"both {_the(fact.taken)} and {_the(fact.lost)}"
            return f"{first} shows that {_the(fact.defender)} is overloaded: it defended {defended}"
        case Interference(is_own=True):
            return (
                f"{first} makes the other side shut {_the(fact.defender)} off from {_the(fact.lost)}, which it defended"
            )
        case Interference():
            return f"{first} shuts {_the(fact.defender)} off from {_the(fact.lost)}, which it defended"
        case IntermediateMove():
            return f"{first} comes before taking back on {fact.taker.square}{shown}"
        case Trapped():
            return f"{first} traps {_the(fact.piece)}, which has no safe square"
        case BackRankMate():
            mates = "mates" if len(fact.line) == 1 else "leads to mate"
            return f"{first} {mates} on the back rank, where the king's own men shut it in"
        case Promotion():
            return f"{first} brings {_the(fact.pawn)} through, which becomes {_a(fact.piece, 1)}{shown}"
        case Stalemate():
            return f"{first} ends in stalemate{shown}"
        case PerpetualCheck():
            return f"{first} leads to perpetual check{shown}"
        case Zugzwang():
            return f"{first} puts the other side in zugzwang: whatever it moves, to pass would be better"
        case PassedPawnMade():
            return f"{first} makes the pawn on {fact.pawn.square} a passed pawn"
        case PassedPawnStopped():
            return f"{first} blocks the passed pawn on {fact.pawn.square}"
        case KingCoverOpened():
            return f"{first} opens the cover of {_the(fact.king)}"
        case WinThrownAway():
            now = "lost" if fact.is_lost else "a draw"
            return f"{first} throws away a won ending: {numbered(fact, fact.winning)} wins, and now it is {now}"
        case BookLeft():
            return f"{first} leaves the openings that have a name; the last was {fact.eco} {fact.name}"
        case Refutation():
            side = COLOURS[not fact.is_white]
            if fact.before is fact.after:
                side = "the game" if fact.after is Standing.EQUAL else side
                return f"{first} is the best answer, and {side} is {fact.after}{shown}"
            return f"{first} is the best answer, and {side} is {fact.after} instead of {fact.before}{shown}"
        case RepetitionAllowed():
            return f"{first} draws by repetition, and {COLOURS[not fact.is_white]} was {fact.before}{shown}"
        case Weakness():
            return f"{first} {_weakness(fact)}{shown}"
        case WhatChanged():
            changes = [f"{change.module.replace('_', ' ')} {signed(change.centipawns)}" for change in fact.changes]
            lines = f"{first} and of {numbered(fact, fact.better[0])}"
            return f"What changed in the classical evaluation, between the quiet ends of {lines}: {_listed(changes)}"
        case OnlyMove():
            left = f"{'the game' if fact.left is Standing.EQUAL else COLOURS[fact.is_white]} is {fact.left}"
            return f"{first} is by far the best move: after {numbered(fact, fact.second)}, for example, {left}"
        case _:
            raise TypeError(f"there are no English words for {type(fact).__name__}")


def _weakness(fact: Weakness) -> str:
    """The weakness a move leaves, after the move; as it may have been before, nothing is given or let in."""
    other, square = COLOURS[not fact.is_white], fact.man.square
    match fact.kind:
        case WeaknessKind.ISOLATED:
            return f"leaves the pawn on {square} isolated"
        case WeaknessKind.DOUBLED:
            return f"leaves doubled pawns on the {square[0]}-file"
        case WeaknessKind.BACKWARD:
            return f"leaves the pawn on {square} backward"
        case WeaknessKind.PASSED:
            return f"leaves {other} a passed pawn on {square}"
        case WeaknessKind.CASTLING:
            return f"leaves the king on {square} in the centre, where it can't castle any more"
        case WeaknessKind.COVER:
            return f"leaves the king on {square} with an open file before it"
        case WeaknessKind.OUTPOST:
            return f"leaves the knight on {square} an outpost that no pawn can attack"
        case WeaknessKind.OPEN_FILE:
            return f"leaves the open {square[0]}-file to the rook on {square}"
        case WeaknessKind.SEVENTH_RANK:
            return f"leaves the {'seventh' if not fact.is_white else 'second'} rank to the rook on {square}"
        case WeaknessKind.BISHOP_PAIR:
            return f"leaves {other} the pair of bishops"
        case WeaknessKind.DEVELOPMENT:
            return f"leaves {_the(fact.man)} undeveloped"


def _threat_opening(role: Role) -> str:
    return {Role.OVERLOOKED: "This overlooks the threat", Role.MET: "This meets the threat"}.get(role, "The threat is")


def _threat(fact: Threat) -> str:
    first = first_move(fact)
    if fact.mate_in is None:
        return f"{first}, which wins {_gain(fact.won, fact.paid)}"
    return first if fact.mate_in == 1 else f"{first}, which mates in {fact.mate_in}"


def line_of(fact: Fact) -> str:
    """The moves after a fact's first one, which is named already, as SAN with numbers; of a long line its last move."""
    board, (first, *moves) = fact.board, fact.moves
    board.push(first)
    if len(moves) < MOST_SHOWN:
        return str(board.variation_san(moves))
    begins = board.variation_san(moves[:BEGINNING])
    for move in moves[:-1]:
        board.push(move)
    return f"{begins} … {board.variation_san(moves[-1:])}"


def first_move(fact: Fact) -> str:
    """The first move of a fact's line with its number: '24...Nxe5'."""
    return numbered(fact, fact.line[0])


def numbered(fact: Fact, uci: str) -> str:
    """A move in the position where a fact's line begins, with its number."""
    board = fact.board
    return str(board.variation_san([board.parse_uci(uci)])).replace(". ", ".")


def _the(man: Man) -> str:
    return f"the {NAMES[man.piece.upper()]} on {man.square}"


def _a(piece: str, count: int) -> str:
    return f"{NUMBERS[count]} {NAMES[piece]}{'s' if count > 1 else ''}"


def _men(pieces: Sequence[str]) -> str:
    return _listed([_a(piece, count) for piece, count in Counter(pieces).items()])


def _gain(won: Sequence[str], paid: Sequence[str]) -> str:
    if tuple(won) == ("R",) and tuple(paid) in {("N",), ("B",)}:
        return "the exchange"
    return f"{_men(won)} for {_men(paid)}" if paid else _men(won)


def _listed(words: Sequence[str]) -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"


def signed(centipawns: int) -> str:
    """A difference in pawns with its sign: '−0.45'."""
    return f"{centipawns / CENTIPAWNS:+.2f}".replace("-", "−")
