"""Find endings in which the side to move would be better off if it could pass, as tablebases know.

    python tools/mine_tablebase_zugzwangs.py SYZYGY_DIRECTORY OUT.epd [--positions 500] [--seed 1994] [--tries 200000]

Positions of each kind of material are set up by chance, kings and pawns near each other, where zugzwangs are. ``bm``
holds the moves that keep the result; ``id`` has the kind, the result and what passing would bring, for the side to
move. Wins and losses that the rule of fifty moves spoils count as draws. The kinds are as even as they come.
"""

import argparse
import random
from functools import cache
from itertools import zip_longest
from pathlib import Path

import chess
import chess.syzygy

KINDS = ("KPvK", "KPvKP", "KPPvK", "KNPvK", "KBPvK", "KRPvK", "KNvKP", "KBvKP", "KRvKP", "KQvKP", "KRvKN", "KQvKR")
NAMES = {1: "win", 0: "draw", -1: "loss"}
ORDER = "PKQRBN"
# Kings and further pawns are no further off than this from a pawn, and from a king.
NEAR = {"P": 2, "K": 3}


def drawn(kind: str, chance: random.Random) -> chess.Board:
    """A position of a kind by chance, its kings and pawns near each other."""
    while (board := scattered(kind, chance)) is None:
        pass
    return board


def scattered(kind: str, chance: random.Random) -> chess.Board | None:
    """The same; None if men would share a square, or it is no position."""
    board = chess.Board(None)
    men = [
        (letter, colour) for letters, colour in zip(kind.split("v"), chess.COLORS, strict=True) for letter in letters
    ]
    near = chess.SquareSet(chess.BB_ALL)
    for letter, colour in sorted(men, key=lambda man: ORDER.index(man[0])):
        square = chance.choice(tuple(near) if letter in NEAR else chess.SQUARES)
        if board.piece_at(square):
            return None
        board.set_piece_at(square, chess.Piece.from_symbol(letter if colour else letter.lower()))
        if letter in NEAR:
            near &= around(square, NEAR[letter])
    board.turn = chance.random() < 1 / 2
    if chance.random() < 1 / 2:
        board = board.mirror()
    return board if board.is_valid() and not board.is_check() and any(board.legal_moves) else None


@cache
def around(square: chess.Square, distance: int) -> chess.SquareSet:
    """The squares no further off than this."""
    return chess.SquareSet(other for other in chess.SQUARES if chess.square_distance(square, other) <= distance)


def result(tables: chess.syzygy.Tablebase, board: chess.Board) -> int:
    """1 if the side to move wins, 0 for a draw, -1 if it loses."""
    wdl = tables.probe_wdl(board)
    return (wdl == 2) - (wdl == -2)


def after(board: chess.Board, move: chess.Move) -> chess.Board:
    """The position after a move."""
    child = board.copy(stack=False)
    child.push(move)
    return child


def zugzwang(tables: chess.syzygy.Tablebase, board: chess.Board, kind: str) -> str | None:
    """A line of EPD if passing would be better than every move."""
    passed = after(board, chess.Move.null())
    if not passed.is_valid():
        return None
    here, if_passed = result(tables, board), -result(tables, passed)
    if here >= if_passed:
        return None
    best = [move for move in board.legal_moves if -result(tables, after(board, move)) == here]
    return board.epd(bm=best, id=f"{kind} {NAMES[here]}, passing {NAMES[if_passed]}")


def main() -> None:
    """Mine, and write as many as are wanted."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("tables", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--positions", type=int, default=500)
    parser.add_argument("--seed", type=int, default=1994)
    parser.add_argument("--tries", type=int, default=200_000, help="positions set up of each kind")
    arguments = parser.parse_args()
    chance = random.Random(arguments.seed)
    found: dict[str, dict[str, None]] = {}
    with chess.syzygy.open_tablebase(str(arguments.tables)) as tables:
        for kind in KINDS:
            found[kind] = {}
            for _ in range(arguments.tries):
                line = zugzwang(tables, drawn(kind, chance), kind)
                if line:
                    found[kind][line] = None
                    if len(found[kind]) == arguments.positions:
                        break
            print(f"{kind}: {len(found[kind])}", flush=True)
    by_turns = [line for lines in zip_longest(*found.values()) for line in lines if line][: arguments.positions]
    order = {line: number for number, line in enumerate(line for lines in found.values() for line in lines)}
    arguments.out.write_text("".join(f"{line}\n" for line in sorted(by_turns, key=order.__getitem__)))
    print(f"{len(by_turns)} positions")


if __name__ == "__main__":
    main()
