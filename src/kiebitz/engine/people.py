"""The moves people choose: how likely each legal move is for a player of a rating.

A conditional logit (McFadden 1974): every legal move has features, things that people look at; a move's weight is the
exponential of its features' weighted sum, and its probability is its share of all moves' weights. Each weight has a
second one for every 400 points of rating above 1450. What a move is worth is one feature among others, as a look one
ply deep and along the captures sees it (by the evaluation of the levels): people of 1450 play that look's best move in
38 of 100 positions, what a deeper search finds less often.

``data/people.json`` holds the weights, and by whose games; ``kiebitz train --policy`` makes such a file of any games.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from kiebitz.core.chess.exchange import static_exchange
from kiebitz.core.chess.notation import push, push_null
from kiebitz.engine.limit import Limit
from kiebitz.engine.opening_names import opening_positions
from kiebitz.engine.positions import board_of
from kiebitz.engine.score import CHANCES_STEEPNESS, Score
from kiebitz.processes.bounded import content_of

if TYPE_CHECKING:
    import chess

    from kiebitz.engine import Position

Features: TypeAlias = dict[str, float]

SHIPPED = Path(__file__).parent / "data" / "people.json"
LOOK = Limit(depth=1)
"""The look that says what moves are worth."""
MIDDLE_RATING, RATING_STEP = 1450, 400
"""Where the second weights count nothing, and after how many points they count once."""
MOST_STEPS = 1.5
"""Ratings further away count as these: there were few such games."""
MOST_CENTIPAWNS = 2000
"""Centipawns that a mate and any decisive advantage count as."""
OPENING_MOVES, OPENING_MEN, ENDGAME_MEN = 10, 26, 14
WORTH = (0, 1, 3, 3, 5, 9, 100)
"""Of a piece, by python-chess's number, in pawns."""
LONG = 3
"""Fewest squares of a long move."""


class PolicyError(ValueError):
    """A file that holds no policy."""


@dataclass(frozen=True, slots=True)
class Policy:
    """The moves of some people."""

    made: str
    """By whose games, and how many."""
    rating: int
    """Their mean rating."""
    weights: Mapping[str, tuple[float, float]]
    """By feature: its weight at 1450, and what is added for 400 points more."""

    def likings(self, position: Position, moves: Sequence[str], rating: float) -> list[float]:
        """Likings of moves but for what they are worth: logarithms of weights, in the moves' order."""
        steps = steps_of(rating)
        return [self.sum(asked.items(), steps) for asked in features(position, moves)]

    def judgements(self, scores: Sequence[Score], rating: float) -> list[float]:
        """The part of what moves are worth: the mover's scores by a look one ply deep, as ``Limit(depth=1)``."""
        steps = steps_of(rating)
        values = [score.clipped(MOST_CENTIPAWNS) for score in scores]
        return [self.sum(asked.items(), steps) for asked in features_of_values(values)]

    def sum(self, asked: Iterable[tuple[str, float]], steps: float) -> float:
        """The weighted sum of a move's features, for a rating ``steps`` steps above 1450."""
        total = 0.0
        for name, value in asked:
            if weight := self.weights.get(name):
                total += value * (weight[0] + steps * weight[1])
        return total


def steps_of(rating: float) -> float:
    """By how often 400 points a rating is above 1450, within 600 of it."""
    return max(-MOST_STEPS, min(MOST_STEPS, (rating - MIDDLE_RATING) / RATING_STEP))


@cache
def shipped() -> Policy:
    """The policy that comes with Kiebitz."""
    return read_policy(SHIPPED)


def read_policy(path: Path) -> Policy:
    """Read a file of ``kiebitz train --policy``. Raises OSError, and PolicyError for one that holds none."""
    try:
        told = json.loads(content_of(path))
        weights = {str(name): (float(weight), float(step)) for name, (weight, step) in told["weights"].items()}
        if not all(math.isfinite(number) for pair in weights.values() for number in pair):
            raise ValueError
        return Policy(str(told["made"]), int(told["rating"]), weights)
    except (ValueError, KeyError, TypeError, AttributeError, OverflowError) as error:
        raise PolicyError(f"{path} holds no policy; kiebitz train --policy GAMES.pgn makes one") from error


def write_policy(policy: Policy, path: Path) -> None:
    """Write a file that ``read_policy`` reads, a weight a line. Raises OSError."""
    weights = (f"{json.dumps(name)}: [{a:.3f}, {b:.3f}]" for name, (a, b) in sorted(policy.weights.items()))
    head = f'"made": {json.dumps(policy.made)}, "rating": {policy.rating}'
    path.write_text(f'{{{head}, "weights": {{\n' + ",\n".join(weights) + "\n}}\n", "utf-8")


# --------------------------------------------------------------------------------------------- features


def features_of_values(scores: Sequence[int]) -> list[Features]:
    """The features of what moves are worth, one set a move; scores are the mover's centipawns."""
    chances = [1 / (1 + math.exp(-CHANCES_STEEPNESS * score)) for score in scores]
    best, highest = max(chances, default=0.0), max(scores, default=0)
    ranks = {score: rank for rank, score in enumerate(sorted(set(scores), reverse=True))}
    return [
        {
            "lost chances": best - chance,
            "lost chances, root": math.sqrt(best - chance),
            "lost pawns, root": math.sqrt(min(highest - score, 1000) / 100),
            "rank": math.log1p(ranks[score]),
            "best": float(score == highest),
        }
        for score, chance in zip(scores, chances, strict=True)
    ]


def features(position: Position, moves: Sequence[str]) -> list[Features]:
    """The features of moves of a position but for their worth, one set a move. Moves are UCI text."""
    import chess

    board = board_of(position)
    scene = _Scene(position, board)
    told = [_of_move(scene, chess.Move.from_uci(move), static_exchange(position, move)) for move in moves]
    known = opening_positions()
    if position.hash_key in known:
        for asked, move in zip(told, moves, strict=True):
            asked.update(_of_openings(position, move, known))
    return told


def _of_openings(position: Position, move: str, known: Mapping[int, int]) -> Iterable[tuple[str, float]]:
    """How well trodden the way is that a move takes, by the openings that have a name there."""
    after = position.copy()
    push(after, move)
    names = known.get(after.hash_key, 0)
    yield ("openings there", math.log1p(names)) if names else ("leaves the openings", 1.0)


class _Scene:
    """A position as people see it before they look at moves."""

    def __init__(self, position: Position, board: chess.Board) -> None:
        self.board = board
        self.us, self.them = board.turn, not board.turn
        self.flip = 0 if board.turn else 56
        men = board.occupied.bit_count()
        opens = board.fullmove_number <= OPENING_MOVES and men >= OPENING_MEN
        self.phase = "opening" if opens else "ending" if men <= ENDGAME_MEN else "middle"
        self.king = board.king(self.them)
        self.hanging = _hanging(position)
        before = _moves_before(position)
        self.last = before[0] if before else None
        self.own = before[1] if len(before) > 1 else None


def _hanging(position: Position) -> dict[int, float]:
    """The men of the side to move that can be taken with a gain, and how great it is, in pawns."""
    if position.is_check:
        return {}
    passed = position.copy()
    push_null(passed)
    board = board_of(passed)
    gains: dict[int, float] = {}
    for move in board.generate_legal_captures():
        gain = static_exchange(passed, board.uci(move)) / 100
        if gain > gains.get(move.to_square, 0.0):
            gains[move.to_square] = gain
    return gains


def _moves_before(position: Position) -> list[tuple[int, int, bool]]:
    """The last two moves, the latest first: from, to, and whether it took something; as far as they are known."""
    moves: list[tuple[int, int, bool]] = []
    walked, after = position.copy(), board_of(position)
    while len(moves) < 2:
        try:
            walked.pop()
        except IndexError:
            break
        before = board_of(walked)
        mover = before.turn
        left = before.occupied_co[mover] & ~after.occupied_co[mover]
        entered = after.occupied_co[mover] & ~before.occupied_co[mover]
        if left.bit_count() > 1:  # castling: the king's part
            left, entered = before.kings & before.occupied_co[mover], after.kings & after.occupied_co[mover]
        if not left or not entered:  # nobody moved, or a king castled in Chess960 to where he stood
            break
        took = before.occupied_co[not mover].bit_count() > after.occupied_co[not mover].bit_count()
        moves.append((left.bit_length() - 1, entered.bit_length() - 1, took))
        after = before
    return moves


def _of_move(scene: _Scene, move: chess.Move, exchange: int) -> Features:
    """The features of one move; ``exchange`` is the material that captures on its square win, in centipawns."""
    asked: Features = {}
    for name, value in _told_of(scene, move, exchange):
        asked[name] = asked.get(name, 0.0) + value
    return asked


def _told_of(scene: _Scene, move: chess.Move, exchange: int) -> Iterable[tuple[str, float]]:
    """The features one by one; those of one name are added up."""
    import chess

    board = scene.board
    origin, target = move.from_square, move.to_square
    piece = board.piece_type_at(origin) or chess.PAWN
    letter = chess.piece_symbol(piece)
    castles = board.is_castling(move)
    victim = 0 if castles else 1 if board.is_en_passant(move) else board.piece_type_at(target) or 0
    verdict = "wins" if exchange > 0 else "even" if exchange == 0 else "loses"
    seen_from, seen_to = origin ^ scene.flip, target ^ scene.flip

    yield f"{letter} to {seen_to}, {scene.phase}", 1.0
    yield f"{letter} from {seen_from}", 1.0
    yield f"{letter} moves, {scene.phase}", 1.0
    yield from _of_direction(letter, seen_from, seen_to)
    if castles:
        yield "castles", 1.0
        if target < origin:
            yield "castles long", 1.0
    elif piece == chess.KING and board.castling_rights & (chess.BB_RANK_1 if scene.us else chess.BB_RANK_8):
        yield "gives castling up", 1.0
    if move.promotion:
        yield "promotes" if move.promotion == chess.QUEEN else "underpromotes", 1.0
    if board.gives_check(move):
        yield f"check, {scene.phase}", 1.0
        yield f"check, {verdict}", 1.0
    if victim:
        yield f"takes, {verdict}", 1.0
        yield f"takes {chess.piece_symbol(victim)}, {verdict}", 1.0
        yield f"takes with {letter}", 1.0
    elif exchange < 0:
        yield f"puts {letter} en prise", 1.0
        yield "puts en prise", min(-exchange, 900) / 300
    yield from _of_history(scene, move, verdict if victim else "")
    if origin in scene.hanging:
        yield f"saves {letter}", 1.0
        yield "saves", min(scene.hanging[origin], 9.0) / 3
    if scene.king is not None:
        nearer = chess.square_distance(origin, scene.king) - chess.square_distance(target, scene.king)
        yield f"{letter} nears the king", nearer / 3
    yield from _of_attacks(scene, move, piece)


def _of_direction(letter: str, origin: int, target: int) -> Iterable[tuple[str, float]]:
    """Forward, backward, and how far: long retreats are overlooked."""
    ranks, files = (target >> 3) - (origin >> 3), (target & 7) - (origin & 7)
    way = "forward" if ranks > 0 else "back" if ranks < 0 else "aside"
    yield f"{letter} {way}", 1.0
    if max(abs(ranks), abs(files)) >= LONG:
        yield f"{letter} far {way}", 1.0


def _of_history(scene: _Scene, move: chess.Move, taking: str) -> Iterable[tuple[str, float]]:
    """The last moves: people look at where something has just happened, and go on with what they began."""
    import chess

    if scene.last:
        _, target, took = scene.last
        if taking and move.to_square == target:
            yield f"takes what moved, {taking}", 1.0
            if took:
                yield "retakes", 1.0
        yield "from far of the last move", chess.square_distance(move.from_square, target) / 7
        yield "to far of the last move", chess.square_distance(move.to_square, target) / 7
    if scene.own and scene.own[1] == move.from_square:
        yield f"moves on, {scene.phase}", 1.0
        if scene.own[0] == move.to_square:
            yield "takes a move back", 1.0


def _of_attacks(scene: _Scene, move: chess.Move, piece: int) -> Iterable[tuple[str, float]]:
    """The men that are attacked and defended anew, and a pawn that nothing stops."""
    import chess

    board = scene.board
    origin, target = move.from_square, move.to_square
    piece = move.promotion or piece
    before = board.attacks_mask(origin)
    board.push(move)
    now = board.attacks_mask(target)
    for square in chess.scan_forward(now & ~before & board.occupied_co[scene.them]):
        attacked = board.piece_type_at(square) or 0
        if attacked == chess.KING:
            continue
        if WORTH[attacked] > WORTH[piece]:
            yield f"attacks {chess.piece_symbol(attacked)}", 1.0
            yield "attacks something better", 1.0
        elif not board.is_attacked_by(scene.them, square):
            yield "attacks something loose", 1.0
        else:
            yield "attacks something guarded", 1.0
    for square, gain in scene.hanging.items():
        if square != origin and now >> square & 1:
            yield "guards", min(gain, 9.0) / 3
    if piece != chess.PAWN and board.attackers_mask(scene.them, target) & board.pawns:
        yield "where a pawn attacks", 1.0
    if piece == chess.PAWN and not _is_stopped(board, target, scene.us):
        yield "pushes a passed pawn", ((target ^ scene.flip) >> 3) / 5
    board.pop()


def _is_stopped(board: chess.Board, pawn: int, side: bool) -> bool:
    """True if a pawn has an enemy pawn before it, on its file or beside."""
    file, rank = pawn & 7, pawn >> 3
    for other in board.pieces(1, not side):
        ahead = (other >> 3) - rank
        if abs((other & 7) - file) <= 1 and (ahead > 0 if side else ahead < 0):
            return True
    return False


def probabilities(weights: Sequence[float]) -> list[float]:
    """Shares of logarithmic weights."""
    highest = max(weights, default=0.0)
    shares = [math.exp(weight - highest) for weight in weights]
    total = sum(shares)
    return [share / total for share in shares]
