"""Random records of shogi for tests: games of random moves with branches, comments, times and ends."""

import random

from kiebitz.core.shogi.notation import legal_moves, push
from kiebitz.core.shogi.position import ShogiPosition
from kiebitz.kifu.handicaps import STARTS
from kiebitz.kifu.record import Ending, Kifu, KifuEnding, KifuLine, KifuMove, in_kif_order
from random_shogi import SHARP, START

COMMENTS = (
    "",
    "",
    "",
    "好手",
    "*二重",
    "一行目\n二行目",
    "まで5手で先手の勝ち",
    "変化：3手",
    "   1 ７六歩(77)",
    "a\n",
    "手合割：平手",
)
KI2_ENDINGS = tuple(Ending)


def random_record(chance: random.Random, *, branches: int = 6, exact: bool = False, plies: int = 40) -> Kifu:
    """A record with up to so many branches; with ``exact``, times may have parts of a second."""
    sfen = chance.choice((START, *SHARP, *STARTS.values()))
    lines: list[KifuLine] = []
    starts = [(0, 1, ())]
    while starts:
        parent, ply, before = starts.pop()
        position = ShogiPosition(sfen)
        for move in before:
            push(position, move)
        moves: list[KifuMove] = []
        while len(moves) < plies and (legal := legal_moves(position)):
            if moves and chance.random() < 0.03:
                break
            usi = chance.choice(legal)
            if len(lines) + len(starts) < branches and chance.random() < 0.2 and (moves or not lines):
                starts.append((len(lines), ply + len(moves), (*before, *(each.usi for each in moves))))
            moves.append(KifuMove(usi, *_notes(chance, exact)))
            push(position, usi)
        ending = KifuEnding(chance.choice(KI2_ENDINGS), *_notes(chance, exact)) if chance.random() < 0.5 else None
        if moves or ending or not lines:
            lines.append(KifuLine(tuple(moves), ending, ply, parent))
        else:
            starts = [start for start in starts if start[0] != len(lines)]
    headers = {} if chance.random() < 0.3 else {"棋戦": "試験：予選", "備考": "一\n二", "私の項目": "値 x"}
    if chance.random() < 0.7:
        is_handicap = sfen in list(STARTS.values())[1:]
        headers |= {"下手" if is_handicap else "先手": "きびつ", "上手" if is_handicap else "後手": "Kiebitz 1.0"}
    return Kifu(in_kif_order(lines), sfen, headers, chance.choice(COMMENTS), chance.choice(("", "", "しおり")))


def _notes(chance: random.Random, exact: bool) -> tuple[float | None, str, str]:
    seconds = chance.choice((None, 0, chance.randrange(9000)))
    if exact and seconds:
        seconds += chance.choice((0, 0.125, 0.5))
    return seconds, chance.choice(COMMENTS), chance.choice(("", "", "", "しおり"))
