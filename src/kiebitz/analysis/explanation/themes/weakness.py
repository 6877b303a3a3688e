"""Weaknesses by a fault where nothing is won: at its line's quiet end, named by piece and square.

Each is read from the board at the quiet end of the played line, is there soon after the move, and is missing at the
quiet end of the better line. The module of the classical evaluation that counts it must fall from one end to the other,
by a good part of what the move has lost; all modules together must fall by about as much as that, as in
``what_changed``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import ClassVar, TypeAlias

import chess

from kiebitz.analysis.explanation.asker import Asker
from kiebitz.analysis.explanation.fact import Fact, Proof
from kiebitz.analysis.explanation.man import Man, balance
from kiebitz.analysis.explanation.shown_line import ShownLine
from kiebitz.analysis.explanation.themes.material import centipawns
from kiebitz.analysis.explanation.themes.what_changed import FACTOR, UNCOUNTED, quiet_end

LEAST = 20
"""By how many centipawns a module must fall for what it counts to be named …"""
SHARE = 0.3
"""… and by how much of what the move has lost."""
SOON = 6
"""Plies of the line after which a weakness must be there: what comes later is not the move's doing."""
MOST = 2
"""The most weaknesses of one fault that are named."""
OPENING_MOVES = 10
"""Until this move of the game men at home are no news."""
FIRST_RANK, SECOND_RANK = 0, 1
"""A side's own view."""
OUTPOST_RANKS, PASSED_RANK, SEVENTH_RANK = (3, 4, 5), 3, 6
"""Their owner's view: where knights stand well, from where on a passed pawn counts, and where rooks are strongest."""
CENTRE_FILES, STUCK_FILES = (3, 4), (3, 4, 5)
"""d and e; and where a king that can't castle any more keeps a rook in."""
CASTLING_MOVES = 25
"""From then on nobody speaks of castling."""
MINOR_HOMES = {chess.KNIGHT: (1, 6), chess.BISHOP: (2, 5)}
"""The files on which knights and bishops begin."""


class WeaknessKind(StrEnum):
    """The kinds of weaknesses."""

    ISOLATED = "isolated pawn"
    DOUBLED = "doubled pawns"
    BACKWARD = "backward pawn"
    PASSED = "passed pawn of the other side"
    CASTLING = "castling lost"
    COVER = "open file before the king"
    OUTPOST = "outpost of the other side"
    OPEN_FILE = "open file of the other side"
    SEVENTH_RANK = "rook on the seventh rank"
    BISHOP_PAIR = "bishop pair of the other side"
    DEVELOPMENT = "development"


@dataclass(frozen=True, slots=True, kw_only=True)
class Weakness(Fact):
    """At the quiet end of the line the side that moved first has a weakness that its best move would have spared it."""

    theme: ClassVar[str] = "weakness"
    proof: ClassVar[Proof] = Proof.EVALUATION

    kind: WeaknessKind
    man: Man
    """The pawn, king or piece that it is about, where it stands at the end of the line."""
    better: str
    """The best move, as UCI text."""

    @property
    def motif(self) -> str:
        """The weakness by its name."""
        return self.kind.value


def find_weaknesses(best: ShownLine, played: ShownLine, asker: Asker) -> list[Weakness]:
    """The weaknesses that the played line leaves and the better one doesn't, one for each module, the worst first.

    Nothing where the played line loses men as well, which is what counts then; and no men at home in the first moves.
    """
    lost = centipawns(best.score) - centipawns(played.score)
    spared_at, left_at = quiet_end(best), quiet_end(played)
    if spared_at is None or left_at is None or lost <= 0:
        return []
    side, line, spared = played.side, played.until(left_at), best.boards[spared_at]
    left = line.boards[-1]
    if balance(left, side) < balance(spared, side):
        return []
    before, after = asker.modules(spared), asker.modules(left)
    sign = 1 if side else -1
    fallen = {name: sign * (after[name] - before[name]) for name in before if name not in UNCOUNTED}
    if not fallen or not lost / FACTOR <= -sum(fallen.values()) <= lost * FACTOR:
        return []
    found: list[Weakness] = []
    for module in sorted(DETECTORS, key=lambda module: fallen[module]):
        if fallen[module] > -max(LEAST, lost * SHARE):
            continue
        for kind, detect in DETECTORS[module]:
            if kind is WeaknessKind.DEVELOPMENT and line.start.fullmove_number <= OPENING_MOVES:
                continue
            others = {known_by for known_by, _ in detect(spared, side)}
            soon = {known_by for known_by, _ in detect(line.boards[min(SOON, left_at)], side)} - others
            places = (place for known_by, place in detect(left, side) if known_by in soon)
            if (place := next(places, None)) is not None:
                found.append(
                    Weakness(
                        fen=line.fen,
                        chess960=line.start.chess960,
                        line=line.uci,
                        kind=kind,
                        man=Man.on(left, place),
                        better=best.uci[0],
                    )
                )
                break
    return found[:MOST]


Places: TypeAlias = Iterator[tuple[object, chess.Square]]
"""Weak places of a side: what each is known by in two positions, and where the man stands."""


def _rank(square: chess.Square, side: chess.Color) -> int:
    """A square's rank from 0, as a side sees it."""
    return chess.square_rank(square) if side else 7 - chess.square_rank(square)


def _beside(pawns: chess.SquareSet, file: int) -> list[chess.Square]:
    """The pawns on the files beside a file."""
    return [pawn for pawn in pawns if abs(chess.square_file(pawn) - file) == 1]


def _is_passed(board: chess.Board, pawn: chess.Square, side: chess.Color) -> bool:
    file, rank = chess.square_file(pawn), _rank(pawn, side)
    return not any(
        abs(chess.square_file(other) - file) <= 1 and _rank(other, side) > rank
        for other in board.pieces(chess.PAWN, not side)
    )


def _isolated(board: chess.Board, side: chess.Color) -> Places:
    """A pawn that isn't passed, and has none of its side on the files beside it."""
    pawns = board.pieces(chess.PAWN, side)
    for pawn in pawns:
        file = chess.square_file(pawn)
        if not _beside(pawns, file) and not _is_passed(board, pawn, side):
            yield file, pawn


def _doubled(board: chess.Board, side: chess.Color) -> Places:
    """The hindmost of several pawns on a file."""
    files: dict[int, list[chess.Square]] = {}
    for pawn in board.pieces(chess.PAWN, side):
        files.setdefault(chess.square_file(pawn), []).append(pawn)
    for file, pawns in files.items():
        if len(pawns) > 1:
            yield file, min(pawns, key=lambda pawn: _rank(pawn, side))


def _backward(board: chess.Board, side: chess.Color) -> Places:
    """A pawn behind those beside it, before which a pawn of the other side commands the square."""
    pawns = board.pieces(chess.PAWN, side)
    for pawn in pawns:
        file, rank = chess.square_file(pawn), _rank(pawn, side)
        beside = _beside(pawns, file)
        if not beside or any(_rank(other, side) <= rank for other in beside):
            continue
        before = pawn + (8 if side else -8)
        if board.attackers_mask(not side, before) & board.pieces_mask(chess.PAWN, not side):
            yield file, pawn


def _passed_of_other(board: chess.Board, side: chess.Color) -> Places:
    """A passed pawn of the other side, beyond its third rank."""
    for pawn in board.pieces(chess.PAWN, not side):
        if _rank(pawn, not side) >= PASSED_RANK and _is_passed(board, pawn, not side):
            yield chess.square_file(pawn), pawn


def _stuck_king(board: chess.Board, side: chess.Color) -> Places:
    """The king stands in the centre, can't castle any more, and the other side has its queen."""
    king = board.king(side)
    if king is None or not board.pieces_mask(chess.QUEEN, not side) or board.has_castling_rights(side):
        return
    if board.fullmove_number > CASTLING_MOVES:
        return
    if _rank(king, side) == FIRST_RANK and chess.square_file(king) in STUCK_FILES:
        yield "king", king


def _open_king(board: chess.Board, side: chess.Color) -> Places:
    """A file before the king, aside from the centre, has no pawn of its side, and the other side has its queen."""
    king = board.king(side)
    if king is None or not board.pieces_mask(chess.QUEEN, not side) or chess.square_file(king) in CENTRE_FILES:
        return
    for file in range(max(0, chess.square_file(king) - 1), min(7, chess.square_file(king) + 1) + 1):
        if not board.pieces_mask(chess.PAWN, side) & chess.BB_FILES[file]:
            yield file, king


def _outpost_of_other(board: chess.Board, side: chess.Color) -> Places:
    """A knight of the other side beyond the middle, defended by a pawn, that no pawn can ever drive away."""
    own, theirs = board.pieces(chess.PAWN, side), board.pieces_mask(chess.PAWN, not side)
    for knight in board.pieces(chess.KNIGHT, not side):
        if _rank(knight, not side) not in OUTPOST_RANKS or not board.attackers_mask(not side, knight) & theirs:
            continue
        drivers = _beside(own, chess.square_file(knight))
        if not any(_rank(pawn, side) < _rank(knight, side) for pawn in drivers):
            yield knight, knight


def _open_file_of_other(board: chess.Board, side: chess.Color) -> Places:
    """A rook of the other side on a file without pawns, where this one has neither rook nor queen."""
    own = board.pieces_mask(chess.ROOK, side) | board.pieces_mask(chess.QUEEN, side)
    for rook in board.pieces(chess.ROOK, not side):
        file = chess.BB_FILES[chess.square_file(rook)]
        if not (board.pawns | own) & file:
            yield chess.square_file(rook), rook


def _seventh_of_other(board: chess.Board, side: chess.Color) -> Places:
    """A rook of the other side on the rank where this one's pawns begin, while some still stand there."""
    at_home = any(_rank(pawn, side) == SECOND_RANK for pawn in board.pieces(chess.PAWN, side))
    for rook in board.pieces(chess.ROOK, not side):
        if at_home and _rank(rook, not side) == SEVENTH_RANK:
            yield "seventh", rook


def _bishops_of_other(board: chess.Board, side: chess.Color) -> Places:
    """The other side has both bishops, and this one has not."""
    theirs = board.pieces(chess.BISHOP, not side)
    if len(theirs) > 1 and len(board.pieces(chess.BISHOP, side)) <= 1:
        yield "pair", min(theirs)


def _at_home(board: chess.Board, side: chess.Color) -> Places:
    """A knight or bishop that stands where it began."""
    for piece, files in MINOR_HOMES.items():
        for square in board.pieces(piece, side):
            if _rank(square, side) == FIRST_RANK and chess.square_file(square) in files:
                yield square, square


Detector: TypeAlias = Callable[[chess.Board, chess.Color], Places]
DETECTORS: dict[str, tuple[tuple[WeaknessKind, Detector], ...]] = {
    "pawn_structure": (
        (WeaknessKind.PASSED, _passed_of_other),
        (WeaknessKind.ISOLATED, _isolated),
        (WeaknessKind.BACKWARD, _backward),
        (WeaknessKind.DOUBLED, _doubled),
    ),
    "king_cover": ((WeaknessKind.CASTLING, _stuck_king), (WeaknessKind.COVER, _open_king)),
    "dynamic": (
        (WeaknessKind.SEVENTH_RANK, _seventh_of_other),
        (WeaknessKind.OPEN_FILE, _open_file_of_other),
        (WeaknessKind.OUTPOST, _outpost_of_other),
    ),
    "piece_values": ((WeaknessKind.BISHOP_PAIR, _bishops_of_other),),
    "first_order_values": ((WeaknessKind.DEVELOPMENT, _at_home),),
}
"""By module of the classical evaluation what it counts, and who finds that; of each module the first found is told."""
