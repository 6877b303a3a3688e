"""Detectors of what a line of shogi shows: one a claim (``facts``), each strict, its docstring the definition."""

from __future__ import annotations

from collections import Counter

from kiebitz.analysis.explanation.asker import Asker
from kiebitz.analysis.explanation.shogi.facts import (
    BigManPromoted,
    Brinkmate,
    ForkKind,
    MateNotMet,
    MateShape,
    MenWon,
    OtherPromotion,
    ShapeOfMate,
    ShogiFork,
    TakenBack,
    TakenForNothing,
    Threatmate,
    WrongOrder,
)
from kiebitz.analysis.explanation.shogi.men import (
    WORTH,
    ShogiLine,
    attackers,
    capture_gain,
    captures_on,
    is_blacks,
    is_quiet,
    occupied,
    owned,
    taken_by,
    worth,
)
from kiebitz.analysis.explanation.shown_line import ShownLine
from kiebitz.analysis.explanation.themes.mate import ForcedMate, find_mate, mate_shown
from kiebitz.analysis.explanation.themes.material import centipawns
from kiebitz.commandline.shogi_board import RANKS, ShogiBoard
from kiebitz.engine.score import Score
from kiebitz.games.shogi.board import Board

LONGEST_GAIN = 8
"""In how many plies men must be won, so that it is seen as the move's own."""
LONGEST_SMALL_GAIN = 4
"""In how many plies one of less than ``SURE_GAIN`` must be won: later the other side often has a way out."""
LEAST_GAIN = 2
"""From how many pawns on a gain is spoken of: a pawn is given for a move, a silver for a knight hardly counts."""
SURE_GAIN = 3
AGREEMENT = 40
"""The centipawns of each pawn won that the value must show beyond the other line's."""
FORK_PLIES = 3
THREAT_MOVES = 7
"""The longest mate threatened that is spoken of: 13 plies."""
BRINK_MOVES = 5
"""The longest mate of those that a brinkmate consists of: 9 plies."""
CENTRE, CORNERS = "5e", ("1a", "9a", "1i", "9i")
BIG = ("R", "B")


def find_men(line: ShogiLine, otherwise: Score, beside: int, *, is_answer: bool = False) -> MenWon | None:
    """Men won by a line for the side that moves first.

    The line shown ends at the first quiet position from which on the gain stays at every quiet one, as far as the
    search's depth reaches; there must be one more position than that, and the side's men are worth more than
    ``beside``, what they are by the other line. The search's value must show it beyond ``otherwise``. A man that the
    other side has just taken counts as paid, so taking back wins nothing; nor do men alone that it drops to be taken.
    What is told is what changes hands within the line, of an answer (``is_answer``) also by the move it answers.
    """
    origin = _origin(line)
    before = owned(origin, line.side)
    reach = min(len(line.moves), line.depth)
    gains = [worth(owned(board, line.side)) - worth(before) for board in line.boards[: reach + 1]]
    gained_anyway = max(0, beside - worth(before))
    if max(gains) < gained_anyway + LEAST_GAIN:
        return None
    end, lasting = None, max(gains)
    for ply in range(reach, 0, -1):
        if gains[ply] <= lasting and is_quiet(line.boards[ply]):
            if gains[ply] < gained_anyway + LEAST_GAIN:
                break
            end, lasting = ply, gains[ply]
    if end is None or end > LONGEST_GAIN or end == reach:
        return None
    if end > LONGEST_SMALL_GAIN and gains[end] - gained_anyway < SURE_GAIN:
        return None
    if centipawns(line.score) < centipawns(otherwise) + AGREEMENT * (gains[end] - gained_anyway):
        return None
    if gains[end] - _given(line, end) < gained_anyway + LEAST_GAIN:
        return None
    told, after = owned(_told_origin(line, is_answer=is_answer), line.side), owned(line.boards[end], line.side)
    return MenWon(
        fen=line.fen,
        line=line.uci[:end],
        won=_listed(after - told),
        paid=_listed(told - after),
        pawns=worth(after) - worth(told),
    )


def find_lasting_men(
    line: ShogiLine, otherwise: Score, beside: int, asker: Asker, *, is_answer: bool = False
) -> MenWon | None:
    """Men won as ``find_men`` has it, and by another search after the first move, too.

    There the best of these men is won within as many plies, and a gain is left at the last quiet position. So nothing
    is told of what the other side gives in one line only, though it needn't.
    """
    men = find_men(line, otherwise, beside, is_answer=is_answer)
    if men is None:
        return None
    told = owned(_told_origin(line, is_answer=is_answer), line.side)
    least = max(worth(owned(_origin(line), line.side)), beside) + LEAST_GAIN
    for reply in asker.lines(line.boards[1]):
        again: ShogiLine = ShownLine.of(line.start, (line.moves[0], *reply.moves), -reply.score, reply.depth + 1)
        settled = [
            (ply, owned(board, line.side))
            for ply, board in enumerate(again.boards[: again.depth + 1])
            if ply and is_quiet(board)
        ]
        is_won = any(ply <= LONGEST_GAIN and worth(own) >= least and men.won[0] in own - told for ply, own in settled)
        if is_won and worth(settled[-1][1]) >= least:
            return men
    return None


def _given(line: ShogiLine, plies: int) -> int:
    """Value of the men that the other side drops in the first plies of a line and loses where it dropped them."""
    dropped: set[str] = set()
    given = 0
    for ply, move in enumerate(line.moves[:plies]):
        if ply % 2 and move[1] == "*":
            dropped.add(move[2:4])
        elif ply % 2:
            dropped.discard(move[:2])
        elif move[2:4] in dropped:
            dropped.remove(move[2:4])
            given += WORTH[taken_by(line.boards[ply], move).upper()]
    return given


def settled_worth(line: ShogiLine, side: bool) -> int:
    """Value of a side's men at the last quiet position of a line, in pawns; at its start if none is quiet."""
    for ply in range(min(len(line.moves), line.depth), 0, -1):
        if is_quiet(line.boards[ply]):
            return worth(owned(line.boards[ply], side))
    return worth(owned(line.start, side))


def _origin(line: ShogiLine) -> Board:
    """The position that men are counted from: before the last move, if the other side has taken something by it."""
    start: Board = line.start
    if not start.move_stack:
        return start
    before = start.copy()
    before.pop()
    return before if worth(owned(before, line.side)) > worth(owned(start, line.side)) else start


def _told_origin(line: ShogiLine, *, is_answer: bool) -> Board:
    """The position from which on men are told: the start, of an answer the one before the move that it answers."""
    start: Board = line.start
    return _origin(line) if is_answer else start


def _listed(men: Counter[str]) -> tuple[str, ...]:
    return tuple(sorted(men.elements(), key=lambda letter: -WORTH[letter]))


def find_taken_for_nothing(line: ShogiLine) -> TakenForNothing | None:
    """The first move takes a man that counts more than a pawn, and no legal move takes back.

    Nor has that man just taken one itself.
    """
    start, first = line.start, line.moves[0]
    man = taken_by(start, first) if first[1] != "*" else ""
    if not man or WORTH[man[-1].upper()] <= WORTH["P"] or captures_on(line.boards[1], first[2:4]):
        return None
    if _just_taken(start, first[2:4]):
        return None
    return TakenForNothing(fen=line.fen, line=line.uci[:1], man=man.upper())


def find_taken_back(line: ShogiLine) -> TakenBack | None:
    """The first move takes the man that took one by the move before, and pays: more than a pawn was taken."""
    start, first = line.start, line.moves[0]
    lost = _just_taken(start, first[2:4]) if first[1] != "*" else ""
    if not lost or WORTH[lost[-1].upper()] <= WORTH["P"] or capture_gain(start, first) < LEAST_GAIN:
        return None
    man = taken_by(start, first)
    return TakenBack(fen=line.fen, line=line.uci[:1], man=man.upper(), lost=lost.upper())


def _just_taken(board: Board, square: str) -> str:
    """The man that the last move took on a square; nothing if it took none there."""
    if not board.move_stack or board.peek()[2:4] != square or board.peek()[1] == "*":
        return ""
    before = board.copy()
    return taken_by(before, before.pop())


def find_fork(line: ShogiLine) -> ShogiFork | None:
    """A man is moved or dropped and attacks two targets; its next move takes one of them, and that pays.

    A target is the king, or a man that counts more than the one that forks, or one of more than a pawn that nobody
    guards; the other side has no capture of the one that forks that costs it nothing. Of a lance that attacks one man,
    the one behind it on the file is a target, too.
    """
    if len(line.moves) < FORK_PLIES:
        return None
    first, third = line.moves[0], line.moves[2]
    square, forked = first[2:4], line.boards[1]
    if third[:2] != square or not taken_by(line.boards[2], third):
        return None
    shown = ShogiBoard.of(forked.fen())
    by = shown.man(square)
    aims = [aim for aim in occupied(shown) if square in attackers(forked, aim, line.side)]
    behind = _behind(shown, square, aims) if by.upper() == "L" else []
    targets = [aim for aim in aims + behind if _is_target(shown, forked, square, aim)]
    if len(targets) <= 1 or third[2:4] not in targets or line.moves[1][2:4] == third[2:4]:
        return None
    if any(capture_gain(forked, capture) >= 0 for capture in captures_on(forked, square)):
        return None
    if capture_gain(line.boards[2], third) < LEAST_GAIN:
        return None
    if not behind:  # A skewer tells them as they stand, nearest first.
        targets.sort(key=lambda aim: (shown.man(aim)[-1] not in "Kk", -WORTH[shown.man(aim)[-1].upper()], aim))
    men = tuple(shown.man(aim).upper() for aim in targets)
    return ShogiFork(
        fen=line.fen,
        line=line.uci[:FORK_PLIES],
        kind=_kind(by, square, first, targets, men),
        targets=men,
        by=by.upper(),
    )


def _behind(shown: ShogiBoard, square: str, front: list[str]) -> list[str]:
    """The first man on a file behind the one that a lance attacks."""
    if not front:
        return []
    step = 1 if front[0][1] > square[1] else -1
    beyond = RANKS[RANKS.index(front[0][1]) + 1 :] if step > 0 else RANKS[: RANKS.index(front[0][1])][::-1]
    return next(([f"{square[0]}{rank}"] for rank in beyond if shown.man(f"{square[0]}{rank}")), [])


def _is_target(shown: ShogiBoard, forked: Board, square: str, aim: str) -> bool:
    by, man = shown.man(square), shown.man(aim)
    if is_blacks(man) is is_blacks(by):
        return False
    value = WORTH[man[-1].upper()]
    if man[-1] in "Kk" or value > WORTH[by[-1].upper()]:
        return True
    # Nobody of its own side guards it, nor could as soon as the one that forks has gone there.
    return value > WORTH["P"] and not attackers(forked, aim, is_blacks(man))


def _kind(by: str, square: str, first: str, targets: list[str], men: tuple[str, ...]) -> ForkKind:
    """The fork's name; a dragon or a horse has its own, so a check on one isn't called after the rook or bishop."""
    if men[0] == "K":
        named = {"R": ForkKind.KING_AND_ROOK, "B": ForkKind.KING_AND_BISHOP}
        return named.get(men[1], ForkKind.CHECK)
    sign = 1 if is_blacks(by) else -1
    offsets = {(int(square[0]) - int(aim[0]), RANKS.index(aim[1]) - RANKS.index(square[1])) for aim in targets}
    if by.upper() == "S" and first[1] == "*" and offsets == {(-1, sign), (1, sign)}:
        return ForkKind.SPLIT_SILVER
    if by.upper() == "N":
        return ForkKind.KNIGHT
    if by.upper() == "R" and any(down == 0 for _, down in offsets) and any(right == 0 for right, _ in offsets):
        return ForkKind.CROSS
    if by.upper() == "L":
        return ForkKind.LANCE
    return ForkKind.OTHER


def find_checkmate(line: ShogiLine, asker: Asker) -> ForcedMate | None:
    """A mate that a line shows, by checks alone (詰み), in the fewest plies that a search for mates proves.

    Where that proves none, it is told as it is shown if another search finds it as well (``find_mate``).
    """
    mate = mate_shown(line)
    if mate is None:
        return None
    checks = asker.mate(line.start, mate.in_moves)
    if checks is None:
        return find_mate(line, asker) if all(board.is_check() for board in line.boards[1::2]) else None
    while checks:
        shortest = checks
        checks = asker.mate(line.start, len(shortest) // 2) if len(shortest) > 1 else None
    if len(shortest) == len(mate.line) and all(board.is_check() for board in line.boards[1::2]):
        return mate
    return ForcedMate(fen=line.fen, line=shortest, in_moves=len(shortest) // 2 + 1)


def find_shape_of_mate(mate: ForcedMate, line: ShogiLine) -> ShapeOfMate | None:
    """The last move of a mate: a gold dropped before, beside or behind the king; a knight; or where the king stands.

    Before the king is the side that it came from at the game's start to look at: White's looks down the board.
    """
    mating: ShogiLine = ShownLine.of(line.start, mate.moves, line.score, line.depth)
    last, final = mating.moves[-1], mating.boards[-1]
    shown = ShogiBoard.of(final.fen())
    king = next((square for square in occupied(shown) if shown.man(square) == ("K" if final.turn else "k")), None)
    if king is None:
        return None
    sign = 1 if final.turn else -1
    square = last[2:4]
    offset = (int(king[0]) - int(square[0])) * sign, (RANKS.index(square[1]) - RANKS.index(king[1])) * sign
    shape = None
    if last.startswith("G*"):
        shape = {
            (0, -1): MateShape.HEAD_GOLD,
            (-1, 0): MateShape.BELLY_GOLD,
            (1, 0): MateShape.BELLY_GOLD,
            (0, 1): MateShape.TAIL_GOLD,
        }.get(offset)
    elif shown.man(square).upper() == "N" and square in attackers(final, king, not final.turn):
        shape = MateShape.HANGING_KNIGHT
    if king == CENTRE:
        shape = MateShape.CENTRE
    if shape is None and king in CORNERS:
        shape = MateShape.CORNER
    return None if shape is None else ShapeOfMate(fen=mate.fen, line=mate.line, shape=shape)


def passed(board: Board) -> Board | None:
    """The position with the turn passed; None in check, where nobody can."""
    if board.is_check():
        return None
    men, side, held, number = board.fen().split()
    return Board(f"{men} {'w' if side == 'b' else 'b'} {held} {number}")


def find_threatmate(line: ShogiLine, asker: Asker) -> Threatmate | None:
    """The first move is no check, and if the other side passed, its side would mate: a search for mates proves it.

    None of a move out of check: its side may have threatened that before. A brinkmate if there is a mate after each
    legal reply, captures and checks included.
    """
    after = line.boards[1]
    free = None if line.start.is_check() else passed(after)
    if free is None:
        return None
    mate = asker.mate(free, THREAT_MOVES)
    if mate is None:
        return None
    is_brink = all(_mates_after(after, reply, asker) for reply in _likely_first(after, line.moves[1:2]))
    kind = Brinkmate if is_brink else Threatmate
    return kind(fen=line.fen, line=line.uci[:1], mate=mate)


def _likely_first(board: Board, best: tuple[str, ...]) -> list[str]:
    """The legal moves, the search's answer first: it most likely holds."""
    return sorted(board.legal_moves, key=lambda move: move not in best)


def _mates_after(board: Board, reply: str, asker: Asker) -> bool:
    after = board.copy()
    after.push(reply)
    return asker.mate(after, BRINK_MOVES) is not None


def find_mate_not_met(before: Board, answer: ShogiLine, mate: ForcedMate | None, asker: Asker) -> MateNotMet | None:
    """The answer mates, and it threatened to: in the position before the move, with the turn passed, there was a mate.

    That one begins with the answer's first move.
    """
    free = passed(before)
    if mate is None or free is None:
        return None
    threatened = asker.mate(free, THREAT_MOVES)
    if threatened is None or threatened[0] != mate.line[0]:
        return None
    return MateNotMet(fen=mate.fen, line=mate.line)


def find_big_man_promoted(line: ShogiLine, other: ShogiLine) -> BigManPromoted | None:
    """The first move promotes a rook or a bishop, which still stands promoted at the end of the line, four plies on.

    And in the ``other`` line, that of the other move, that man doesn't promote.
    """
    first = line.moves[0]
    if not first.endswith("+") or len(line.moves) <= FORK_PLIES:
        return None
    if any(move[:2] == first[:2] and move.endswith("+") for move in other.moves):
        return None
    man = ShogiBoard.of(line.start.fen()).man(first[:2]).upper()
    if man not in BIG:
        return None
    square = first[2:4]
    for ply, move in enumerate(line.moves[1:], 1):
        if move[2:4] == square and (ply % 2 == 1):
            return None
        if move[:2] == square:
            square = move[2:4]
    end = line.boards[-1]
    takes = captures_on(end, square) if end.turn is not line.side else []
    return None if takes else BigManPromoted(fen=line.fen, line=line.uci[:1], man=man)


def find_wrong_order(best: ShogiLine, played: ShogiLine) -> WrongOrder | None:
    """The better line's second move of its own is the one that was played; both are checks or captures, elsewhere.

    Two that take on one square differ by the man that takes first. And after what was played and its reply the first
    one of the better line is no check and no capture any more.
    """
    move = played.moves[0]
    if len(best.moves) < FORK_PLIES or best.moves[2] != move or len(played.moves) < 2:
        return None
    if best.moves[0][2:4] == move[2:4]:
        return None
    late = played.boards[2]
    is_too_late = best.moves[0] not in late.legal_moves or not _forces(late, best.moves[0])
    if not is_too_late or not (_forces(best.start, best.moves[0]) and _forces(best.boards[2], move)):
        return None
    return WrongOrder(fen=best.fen, line=best.uci[:FORK_PLIES])


def _forces(board: Board, move: str) -> bool:
    """True if a legal move is a check or a capture."""
    if move[1] != "*" and taken_by(board, move):
        return True
    after = board.copy()
    after.push(move)
    return after.is_check()


def find_other_promotion(best: ShogiLine, played: ShogiLine) -> OtherPromotion | None:
    """The same man goes to the same square; only whether it promotes differs."""
    better, move = best.moves[0], played.moves[0]
    if better[:4] != move[:4] or better == move:
        return None
    return OtherPromotion(fen=best.fen, line=best.uci[:1], promotes=better.endswith("+"))
