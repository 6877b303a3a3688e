"""Random games and positions of shogi for tests, on our board and on the oracles'."""

import random
from collections.abc import Iterator

from kiebitz.core.shogi.notation import legal_moves, push
from kiebitz.core.shogi.position import ShogiPosition
from kiebitz.core.shogi.sfen import EMPTY, KING, SET, SQUARE_AT, Setup, SfenError, write_sfen

START = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1"
# Hands full, kings in the open, and men about to promote: what random games from the start seldom have.
SHARP = (
    "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w GR5pnsg 1",
    "4k4/9/9/9/9/9/9/9/4K4 b 2R2B4G4S4N4L18P 1",
    "4k4/9/PPPPPPPPP/9/9/9/ppppppppp/9/4K4 b RB2G2S2N2Lrb2g2s2n2l 1",
    "ln1gkg1nl/6+P2/2sppps1p/2p3p2/p8/P1P1P3P/2NP1PP2/3s1KSR1/L1+b2G1NL w R2Pbgp 42",
)
LONGEST_GAME = 160


def random_games(chance: random.Random, positions: int) -> Iterator[tuple[str, list[str], ShogiPosition]]:
    """So many positions along random games: the start's SFEN, the moves played from it, and our board after them."""
    left = positions
    while left:
        start = chance.choice((START, *SHARP))
        position, played = ShogiPosition(start), []
        while left and len(played) < LONGEST_GAME:
            yield start, played, position
            left -= 1
            moves = legal_moves(position)
            if not moves:
                break
            played.append(chance.choice(moves))
            push(position, played[-1])


def scattered(chance: random.Random, positions: int) -> Iterator[ShogiPosition]:
    """So many positions with men scattered over board and hands, as no game would leave them."""
    left = positions
    while left:
        men, hands = [EMPTY] * 82, [[0] * 7, [0] * 7]
        squares = list(SQUARE_AT.values())
        chance.shuffle(squares)
        for side in range(2):
            men[squares.pop()] = 2 * KING + side
        on_board = chance.random()
        for kind, most in SET.items():
            for _ in range(most):
                side = chance.randrange(2)
                if chance.random() < on_board:
                    promoted = kind < 6 and chance.random() < 0.3
                    men[squares.pop()] = 2 * (kind + 8 * promoted) + side
                else:
                    hands[side][kind] += 1
        for side in chance.sample((0, 1), 2):
            try:
                yield ShogiPosition(write_sfen(Setup(tuple(men), side, (tuple(hands[0]), tuple(hands[1])), 1)))
            except SfenError:
                continue
            left -= 1
            break


PLACES = sorted(SQUARE_AT.values())


def turned(position: ShogiPosition) -> ShogiPosition:
    """The same position with the board turned round and the sides exchanged."""
    setup = position.setup()
    men = [EMPTY] * len(setup.men)
    for here, there in zip(PLACES, reversed(PLACES), strict=True):
        men[there] = setup.men[here] if setup.men[here] == EMPTY else setup.men[here] ^ 1
    return ShogiPosition(write_sfen(Setup(tuple(men), 1 - setup.side, setup.hands[::-1], 1)))


def mirrored(position: ShogiPosition) -> ShogiPosition:
    """The same position with left and right exchanged."""
    setup = position.setup()
    men = [EMPTY] * len(setup.men)
    for number, here in enumerate(PLACES):
        men[PLACES[(8 - number // 9) * 9 + number % 9]] = setup.men[here]
    return ShogiPosition(write_sfen(Setup(tuple(men), setup.side, setup.hands, 1)))


def one_king(chance: random.Random, positions: int) -> Iterator[ShogiPosition]:
    """So many positions with one king, either side's: problems of mate in their corners, and men anywhere.

    The attacker has some men near the king and some in hand; what is left is the defender's, or not there at all.
    Either side is to move.
    """
    left = positions
    squares = list(SQUARE_AT.values())
    while left:
        men, hands = [EMPTY] * 82, [[0] * 7, [0] * 7]
        defender = chance.randrange(2)
        king = chance.choice(squares)
        men[king] = 2 * KING + defender
        near = [square for square in squares if square != king and (chance.random() < 0.2 or abs(square - king) < 22)]
        chance.shuffle(near)
        on_board, given = chance.choice((0.05, 0.2, 0.6)), chance.choice((0.3, 1.0))
        for kind, most in SET.items():
            for _ in range(most):
                side = defender ^ (chance.random() < 0.6)
                if near and chance.random() < on_board:
                    promoted = kind < 6 and chance.random() < 0.3
                    men[near.pop()] = 2 * (kind + 8 * promoted) + side
                elif chance.random() < given:
                    hands[side][kind] += 1
        try:
            position = ShogiPosition(write_sfen(Setup(tuple(men), chance.randrange(2), tuple(map(tuple, hands)), 1)))
        except SfenError:
            continue
        yield position
        left -= 1


HOARDS = ("hand", "board", "promoted", "pawns", "besieged")
"""Kinds of ``crowded`` positions."""


def crowded(chance: random.Random, positions: int) -> Iterator[ShogiPosition]:
    """So many positions at the edges of what a position may be, either side to move.

    All men in one hand; all on the board; whatever promotes promoted; pawns on nine squares and the others in hand, so
    that few can be dropped; or all men of one side, about the other's king, in check or without a move.
    """
    left = positions
    while left:
        hoard, owner = chance.choice(HOARDS), chance.randrange(2)
        men, hands = [EMPTY] * 82, [[0] * 7, [0] * 7]
        squares = list(SQUARE_AT.values())
        chance.shuffle(squares)
        king = squares.pop()
        men[king] = 2 * KING + 1 - owner
        if chance.random() < 0.8:
            men[squares.pop()] = 2 * KING + owner
        if hoard == "besieged":
            squares.sort(key=lambda square: abs(square - king), reverse=True)
        for kind, most in SET.items():
            for _ in range(most):
                side = owner if hoard in ("hand", "besieged") or chance.random() < 0.5 else 1 - owner
                if (
                    hoard == "hand"
                    or (hoard == "pawns" and kind == 0)
                    or (hoard == "besieged" and chance.random() < 0.5)
                ):
                    hands[side][kind] += 1
                    continue
                promoted = kind < 6 and (hoard == "promoted" or chance.random() < 0.3)
                men[squares.pop()] = 2 * (kind + 8 * promoted) + side
        if hoard == "pawns":
            for square in chance.sample(squares, min(len(squares), 9)):
                side = chance.randrange(2)
                if hands[side][0]:
                    men[square] = side
                    hands[side][0] -= 1
        for side in chance.sample((0, 1), 2):
            try:
                yield ShogiPosition(write_sfen(Setup(tuple(men), side, (tuple(hands[0]), tuple(hands[1])), 1)))
            except SfenError:
                continue
            left -= 1
            break


def broken(chance: random.Random, texts: int) -> Iterator[str]:
    """So many texts that are nearly SFENs: of a random position, with something added, left out or exchanged."""
    letters = "PLNSGBRKplnsgbrk+123456789/ -bw0"
    for position in scattered(chance, texts):
        text = list(position.sfen())
        for _ in range(chance.randrange(1, 4)):
            place = chance.randrange(len(text))
            text[place : place + chance.randrange(2)] = chance.choice(("", *letters))
        yield "".join(text)
