"""Openings and castles of a game of shogi by their names: 四間飛車, 矢倉, 穴熊.

Told from where men stand, whatever led there, so from any record. A side's opening is where its rook settles in the
first ``OPENING_PLIES`` plies; its castle is the last that its men build in the first ``CASTLE_PLIES``, each by the few
squares that make it one. All squares are a side's own view: White's board is turned.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from kiebitz.commandline.shogi_board import RANKS, SIZE, ShogiBoard
from kiebitz.core.shogi.notation import push
from kiebitz.core.shogi.position import ShogiPosition
from kiebitz.core.shogi.sfen import START_SFEN

OPENING_PLIES, CASTLE_PLIES = 36, 70
LEAST_PLIES = 16
"""A shorter game shows nothing."""
STATIC = "居飛車"
RANGING = {"5": "中飛車", "6": "四間飛車", "7": "三間飛車", "8": "向かい飛車"}
"""振り飛車, by the file on which the rook settles."""
STATIC_KINDS = {"4": "右四間飛車", "3": "袖飛車"}
ISHIDA, SIDE_PAWN, BISHOP_EXCHANGE, DOUBLE_WING = "石田流", "横歩取り", "角換わり", "相掛かり"
ENGLISH = {
    STATIC: "Static Rook",
    "中飛車": "Central Rook",
    "四間飛車": "Fourth-File Rook",
    "三間飛車": "Third-File Rook",
    "向かい飛車": "Opposing Rook",
    "右四間飛車": "Right-Hand Fourth-File Rook",
    "袖飛車": "Sleeve Rook",
    ISHIDA: "Ishida",
    SIDE_PAWN: "Side Pawn Capture",
    BISHOP_EXCHANGE: "Bishop Exchange",
    DOUBLE_WING: "Double Wing Attack",
    "居飛車穴熊": "Static Rook Anaguma",
    "振り飛車穴熊": "Ranging Rook Anaguma",
    "銀冠": "Silver Crown",
    "高美濃囲い": "High Mino",
    "美濃囲い": "Mino",
    "片美濃囲い": "Half Mino",
    "左美濃": "Left Mino",
    "天守閣美濃": "Castle Tower Mino",
    "矢倉囲い": "Yagura",
    "銀矢倉": "Silver Yagura",
    "雁木囲い": "Snow Roof",
    "金無双": "Gold Fortress",
    "中住まい": "Central House",
    "エルモ囲い": "Elmo",
    "舟囲い": "Boat",
}
"""The names as shogi's English literature has them."""
GERMAN = {
    STATIC: "Statischer Turm",
    "中飛車": "Zentralturm",
    "四間飛車": "Turm auf der vierten Linie",
    "三間飛車": "Turm auf der dritten Linie",
    "向かい飛車": "Gegenüberstehender Turm",
    "右四間飛車": "Rechter Turm auf der vierten Linie",
    "袖飛車": "Ärmelturm",
    ISHIDA: "Ishida",
    SIDE_PAWN: "Seitenbauernschlag",
    BISHOP_EXCHANGE: "Läufertausch",
    DOUBLE_WING: "Doppelflügelangriff",
    "居飛車穴熊": "Anaguma des statischen Turms",
    "振り飛車穴熊": "Anaguma des schwingenden Turms",
    "銀冠": "Silberkrone",
    "高美濃囲い": "Hohe Mino",
    "美濃囲い": "Mino",
    "片美濃囲い": "Halbe Mino",
    "左美濃": "Linke Mino",
    "天守閣美濃": "Burgturm-Mino",
    "矢倉囲い": "Yagura",
    "銀矢倉": "Silber-Yagura",
    "雁木囲い": "Schneedach",
    "金無双": "Goldfestung",
    "中住まい": "Zentralhaus",
    "エルモ囲い": "Elmo",
    "舟囲い": "Boot",
}
"""The same in German."""
CASTLES: Sequence[tuple[str, Mapping[str, str]]] = (
    ("居飛車穴熊", {"9i": "K", "9h": "L", "8h": "S"}),
    ("振り飛車穴熊", {"1i": "K", "1h": "L", "2h": "S"}),
    ("銀冠", {"2h": "K", "2g": "S", "3h": "G"}),
    ("高美濃囲い", {"2h": "K", "3h": "S", "4i": "G", "4g": "G"}),
    ("美濃囲い", {"2h": "K", "3h": "S", "4i": "G", "5h": "G"}),
    ("片美濃囲い", {"2h": "K", "3h": "S", "4i": "G"}),
    ("天守閣美濃", {"8g": "K", "7h": "S", "6i": "G"}),
    ("左美濃", {"8h": "K", "7h": "S", "6i": "G"}),
    ("矢倉囲い", {"8h": "K", "7h": "G", "7g": "S", "6g": "G"}),
    ("銀矢倉", {"8h": "K", "7h": "G", "7g": "S", "6g": "S"}),
    ("金無双", {"3h": "K", "4h": "G", "5h": "G", "2h": "S"}),
    ("エルモ囲い", {"7h": "K", "6h": "S", "7i": "G"}),
    ("舟囲い", {"7h": "K", "7i": "S", "6i": "G", "5h": "G"}),
    ("雁木囲い", {"7h": "G", "6g": "S", "5g": "S"}),
    ("中住まい", {"5h": "K", "7h": "G", "3h": "G"}),
)
"""By the men that make them, those that need more first. A castle without its king is built about it (雁木)."""
JOINT, AGAINST = "・", " 対 "
# Where the rook stands at first, and what it takes on to be a Side Pawn Capture, own view.
HOME_FILE, SIDE_PAWN_SQUARE = "2", "3d"


@dataclass(frozen=True, slots=True)
class Strategy:
    """One side's opening and castle by their Japanese names; each empty if it has none."""

    opening: str
    castle: str

    @property
    def names(self) -> tuple[str, ...]:
        """The names that there are."""
        return tuple(filter(None, (self.opening, self.castle)))


NOTHING = Strategy("", "")


def strategies(moves: Sequence[str], sfen: str | None = None) -> tuple[Strategy, Strategy]:
    """Black's and White's in a game of legal moves; nothing of handicap games, other starts and short ones."""
    if (sfen is not None and sfen != START_SFEN) or len(moves) < LEAST_PLIES:
        return NOTHING, NOTHING
    position = ShogiPosition()
    boards = [ShogiBoard.of(position.sfen())]
    for move in moves[:CASTLE_PLIES]:
        push(position, move)
        boards.append(ShogiBoard.of(position.sfen()))
    openings = [_opening(boards, is_black) for is_black in (True, False)]
    if not set(openings) & {*RANGING.values(), ISHIDA}:
        openings = [_both_static(moves, boards) or opening for opening in openings]
    black, white = (
        Strategy(opening, _castle(boards, is_black)) for opening, is_black in zip(openings, (True, False), strict=True)
    )
    return black, white


def told_strategies(moves: Sequence[str], sfen: str | None = None) -> str:
    """Both sides' names, Black's first: '四間飛車・美濃囲い 対 居飛車'; empty if nothing is to be told."""
    black, white = (JOINT.join(side.names) for side in strategies(moves, sfen))
    return f"{black}{AGAINST}{white}" if black and white else ""


def in_english(told: str) -> str:
    """The text of ``told_strategies`` in English; other texts stay as they are."""
    return _translated(told, ENGLISH, " against ")


def in_german(told: str) -> str:
    """The same in German."""
    return _translated(told, GERMAN, " gegen ")


def _translated(told: str, names: Mapping[str, str], against: str) -> str:
    sides = [[names.get(name, "") for name in side.split(JOINT)] for side in told.split(AGAINST)]
    return against.join(", ".join(side) for side in sides) if all(map(all, sides)) else told


@cache
def _own(square: str, is_black: bool) -> str:
    """A square as a side sees it, and back."""
    return square if is_black else f"{SIZE + 1 - int(square[0])}{RANKS[SIZE - 1 - RANKS.index(square[1])]}"


def _stands(board: ShogiBoard, square: str, man: str, is_black: bool) -> bool:
    """True if a side's man stands on a square, own view."""
    return board.man(_own(square, is_black)) == (man if is_black else man.lower())


def _rook_file(board: ShogiBoard, is_black: bool) -> str | None:
    """The file of a side's one unpromoted rook, own view; None if it has none, or has moved into the other's camp."""
    wanted = "R" if is_black else "r"
    found = [
        _own(f"{SIZE - column}{RANKS[row]}", is_black)
        for row, men in enumerate(board.rows)
        for column, man in enumerate(men)
        if man == wanted
    ]
    return found[0][0] if len(found) == 1 and found[0][1] in RANKS[3:] else None


def _opening(boards: Sequence[ShogiBoard], is_black: bool) -> str:
    """A side's opening, by the file on which its rook stands longest after it has left its own."""
    files = [_rook_file(board, is_black) for board in boards[: OPENING_PLIES + 1]]
    stays = {file: files.count(file) for file in RANGING}
    file = max(stays, key=lambda name: stays[name])
    if stays[file] >= LEAST_PLIES // 2 and stays[file] > files.count(HOME_FILE) // 3:
        if file == "7" and any(_stands(board, "7f", "R", is_black) for board in boards[: OPENING_PLIES + 1]):
            return ISHIDA
        return RANGING[file]
    settled = next((name for name in reversed(files) if name is not None), None)
    return STATIC_KINDS.get(settled or "", STATIC)


def _both_static(moves: Sequence[str], boards: Sequence[ShogiBoard]) -> str:
    """The opening of two sides that both keep their rooks, by what they do first; empty if that has no name."""
    for ply, move in enumerate(moves[:OPENING_PLIES]):
        is_black, target = ply % 2 == 0, move[2:4]
        man = boards[ply].man(move[:2]).upper() if move[1] != "*" else ""
        if man == "R" and _own(target, is_black) == SIDE_PAWN_SQUARE and boards[ply].man(target):
            return SIDE_PAWN
        if man == "B" and boards[ply].man(target).upper() == "B":
            return BISHOP_EXCHANGE
    pushed = [board for board in boards[:14] if _stands(board, "2e", "P", True) and _stands(board, "2e", "P", False)]
    return DOUBLE_WING if pushed else ""


def _castle(boards: Sequence[ShogiBoard], is_black: bool) -> str:
    """The last castle that a side's men build; of several at once the one that needs most."""
    for board in reversed(boards):
        for name, men in CASTLES:
            if all(_stands(board, square, man, is_black) for square, man in men.items()):
                return name
    return ""
