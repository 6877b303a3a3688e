"""Find endings for the laboratory that tablebases know to be zugzwangs, or to ask for a choice.

    python tools/mine_tablebase_endings.py SYZYGY_DIRECTORY OUT.epd zugzwangs [--positions 500] [--seed 1994]
    python tools/mine_tablebase_endings.py SYZYGY_DIRECTORY OUT.epd piece-zugzwangs
    python tools/mine_tablebase_endings.py SYZYGY_DIRECTORY OUT.epd pawn-choices [--positions 1200] [--seed 1996]
                                           [--leave-out OTHER.epd]

zugzwangs: the side to move would be better off if it could pass. Positions of each kind of material are set up by
chance, kings and pawns near each other, where zugzwangs are; the kinds are as even as they come.

piece-zugzwangs: all of the kinds without pawns and with a piece on each side that have zugzwangs at all; one of those
that the board's symmetries make of each other (a quarter of an hour).

pawn-choices: kings and pawns alone, set up by chance as above, nothing to capture, and at most a third of the moves
keep the result; as many of each kind.

Positions of the file to leave out are not taken again. ``bm`` holds the moves that keep the result; ``id`` has the kind
and the result, of zugzwangs what passing would bring as well, for the side to move. Wins and losses that the rule of
fifty moves spoils count as draws.
"""

import argparse
import random
from collections.abc import Callable, Iterable, Iterator
from functools import cache, partial
from itertools import permutations, zip_longest
from pathlib import Path

import chess
import chess.syzygy

KINDS = ("KPvK", "KPvKP", "KPPvK", "KNPvK", "KBPvK", "KRPvK", "KNvKP", "KBvKP", "KRvKP", "KQvKP", "KRvKN", "KQvKR")
# Among 100,000 positions by chance of KQvKQ, KQvKR, KQvKB, KQvKN, KRvKR and KBvKN there is no zugzwang.
PIECE_KINDS = ("KRvKN", "KRvKB")
PAWN_KINDS = ("KPvK", "KPvKP", "KPPvK")
NAMES = {1: "win", 0: "draw", -1: "loss"}
ORDER = "PKQRBN"
# Where each of the board's eight symmetries takes a square.
DIAGONAL = [chess.square(chess.square_rank(square), chess.square_file(square)) for square in chess.SQUARES]
SYMMETRIES = [
    [square ^ across ^ up for square in squares]
    for squares in (list(chess.SQUARES), DIAGONAL)
    for across in (0, 7)
    for up in (0, 56)
]
# Kings and further pawns are no further off than this from a pawn, and from a king.
NEAR = {"P": 2, "K": 3}
# With a choice one move of so many at most keeps the result.
FEW = 3


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
    return board if is_quiet(board) else None


def is_quiet(board: chess.Board) -> bool:
    """True if it is a position with a move, out of check."""
    return board.is_valid() and not board.is_check() and any(board.legal_moves)


def every_position(kind: str) -> Iterator[chess.Board]:
    """Every position of a kind without pawns, one of those that the board's symmetries make of each other."""
    letters, others = kind.split("v")
    men = [*letters, *others.lower()]
    for squares in permutations(chess.SQUARES, len(men)):
        if any(symmetry[squares[0]] < squares[0] for symmetry in SYMMETRIES):
            continue
        if any(tuple(symmetry[square] for square in squares) < squares for symmetry in SYMMETRIES):
            continue
        board = chess.Board(None)
        for square, letter in zip(squares, men, strict=True):
            board.set_piece_at(square, chess.Piece.from_symbol(letter))
        for board.turn in chess.COLORS:
            if is_quiet(board):
                yield board.copy()


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


def keeping(tables: chess.syzygy.Tablebase, board: chess.Board, here: int) -> list[chess.Move]:
    """The moves that keep a result."""
    return [move for move in board.legal_moves if -result(tables, after(board, move)) == here]


def zugzwang(tables: chess.syzygy.Tablebase, kind: str, board: chess.Board) -> str | None:
    """A line of EPD if passing would be better than every move."""
    passed = after(board, chess.Move.null())
    if not passed.is_valid():
        return None
    here, if_passed = result(tables, board), -result(tables, passed)
    if here >= if_passed:
        return None
    best = keeping(tables, board, here)
    return board.epd(bm=best, id=f"{kind} {NAMES[here]}, passing {NAMES[if_passed]}")


def choice(tables: chess.syzygy.Tablebase, kind: str, board: chess.Board) -> str | None:
    """A line of EPD if few moves keep the result, and nothing can be captured."""
    if any(board.generate_legal_captures()):
        return None
    here = result(tables, board)
    best = keeping(tables, board, here)
    return board.epd(bm=best, id=f"{kind} {NAMES[here]}") if FEW * len(best) <= board.legal_moves.count() else None


def unknown(line_of: Callable[[chess.Board], str | None], known: set[str], board: chess.Board) -> str | None:
    """A position's line, unless it is known already."""
    line = line_of(board)
    return None if line in known else line


def different(
    line_of: Callable[[chess.Board], str | None], boards: Iterable[chess.Board], positions: int | None
) -> list[str]:
    """The lines of so many different positions that have one, or of all."""
    found: dict[str, None] = {}
    for line in filter(None, map(line_of, boards)):
        found[line] = None
        if len(found) == positions:
            break
    return list(found)


def main() -> None:
    """Mine, and write as many as are wanted."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("tables", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("what", choices=("zugzwangs", "piece-zugzwangs", "pawn-choices"))
    parser.add_argument("--positions", type=int, default=500)
    parser.add_argument("--seed", type=int, default=1994)
    parser.add_argument("--tries", type=int, default=200_000, help="positions set up of each kind")
    parser.add_argument("--leave-out", type=Path, help="an EPD file whose positions are known already")
    arguments = parser.parse_args()
    known = set(arguments.leave_out.read_text().splitlines()) if arguments.leave_out else set()
    chance = random.Random(arguments.seed)
    found: dict[str, list[str]] = {}
    kinds = {"zugzwangs": KINDS, "piece-zugzwangs": PIECE_KINDS, "pawn-choices": PAWN_KINDS}[arguments.what]
    with chess.syzygy.open_tablebase(str(arguments.tables)) as tables:
        for kind in kinds:
            if arguments.what == "piece-zugzwangs":
                found[kind] = different(partial(zugzwang, tables, kind), every_position(kind), None)
            else:
                line_of = partial(zugzwang if arguments.what == "zugzwangs" else choice, tables, kind)
                boards = (drawn(kind, chance) for _ in range(arguments.tries))
                fresh = partial(unknown, line_of, known)
                found[kind] = different(fresh, boards, arguments.positions)
            print(f"{kind}: {len(found[kind])}", flush=True)
    by_turns = [line for lines in zip_longest(*found.values()) for line in lines if line]
    taken = set(by_turns if arguments.what == "piece-zugzwangs" else by_turns[: arguments.positions])
    lines = [line for lines in found.values() for line in lines if line in taken]
    arguments.out.write_text("".join(f"{line}\n" for line in lines))
    print(f"{len(lines)} positions")


if __name__ == "__main__":
    main()
