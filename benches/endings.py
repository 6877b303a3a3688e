"""Are drawn endings seen as draws, and won ones as won? Positions drawn by lot, with an oracle.

    python benches/endings.py four SYZYGY_DIRECTORY [--positions 2000] [--depth 12] [--seed 20261125]
    python benches/endings.py more [--positions 40] [--depth 12] [--oracle-depth 30]

``four``: each material signature of four men that has a table, both sides' colours by lot, gives as many positions as
any other; the tables are the oracle, and what is won only against the fifty-move rule is left out. ``more``: endings of
five men and more that are often drawn, so many positions of each kind; Stockfish is the oracle, and what it sees
between half a pawn and two pawns counts for neither.

None is over. A draw is seen if the search, from an empty table and without tablebases, is within half a pawn of zero; a
win is called a draw if it is, too. The worst kinds come first.
"""

from __future__ import annotations

import argparse
import random
import shutil
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

import chess
import chess.engine
import chess.syzygy

from kiebitz.engine.columns.search import search_batch
from kiebitz.engine.limit import Limit

HALF_A_PAWN, TWO_PAWNS = 50, 200
MEN = 4
WON, DRAWN = 2, 0
STOCKFISH = shutil.which("stockfish") or shutil.which("stockfish", path="/usr/games")
Drawn: TypeAlias = tuple[str, chess.Board, bool]
"""A kind of ending, a position of it, and whether it is a draw."""


@dataclass(frozen=True, slots=True)
class Kind:
    """An ending that is often drawn."""

    signature: str
    """The men of both sides, "KBPvKB" and the like, the stronger side first."""
    is_meant: Callable[[chess.Board], bool] = lambda board: True
    """Asked of a position whose stronger side is White."""


def has_opposite_bishops(board: chess.Board) -> bool:
    """True if the bishops are on squares of both colours."""
    return bool(board.bishops & chess.BB_LIGHT_SQUARES and board.bishops & chess.BB_DARK_SQUARES)


def has_rooks_pawn(board: chess.Board) -> bool:
    """True if White's pawns are on the rook's files, all on the same."""
    pawns = board.occupied_co[chess.WHITE] & board.pawns
    return not pawns & ~chess.BB_FILE_A or not pawns & ~chess.BB_FILE_H


def has_wrong_bishop(board: chess.Board) -> bool:
    """True if White's pawns are rook's pawns whose corner his bishop does not command."""
    if not has_rooks_pawn(board):
        return False
    is_left = bool(board.occupied_co[chess.WHITE] & board.pawns & chess.BB_FILE_A)
    corner = chess.BB_A8 if is_left else chess.BB_H8
    own = board.bishops & board.occupied_co[chess.WHITE]
    return bool(own & chess.BB_LIGHT_SQUARES) != bool(corner & chess.BB_LIGHT_SQUARES)


KINDS = {
    "opposite bishops, a pawn": Kind("KBPvKB", has_opposite_bishops),
    "opposite bishops, two against one": Kind("KBPPvKBP", has_opposite_bishops),
    "wrong bishop, against a pawn": Kind("KBPvKP", has_wrong_bishop),
    "wrong bishop, against a knight": Kind("KBPvKN", has_wrong_bishop),
    "rook's pawns": Kind("KPPvKP", has_rooks_pawn),
    "rook and rook's pawn": Kind("KRPvKR", has_rooks_pawn),
    "rook and bishop": Kind("KRBvKR"),
    "rook and knight": Kind("KRNvKR"),
    "queen and pawn": Kind("KQPvKQ"),
}
WALL = "a wall of pawns"


def signatures(directory: Path) -> list[str]:
    """The tables of four men, "KBPvK" and the like."""
    names = (path.stem for path in directory.glob("*.rtbw"))
    return sorted(name for name in names if len(name) == MEN + 1)


def position_of(kind: Kind, chance: random.Random) -> chess.Board:
    """A legal position of this kind, colours and the side to move by lot; it may be over."""
    while True:
        board = chess.Board(None)
        squares = iter(chance.sample(range(64), len(kind.signature) - 1))
        for colour, men in zip((chess.WHITE, chess.BLACK), kind.signature.split("v"), strict=True):
            for letter in men:
                board.set_piece_at(next(squares), chess.Piece(chess.PIECE_SYMBOLS.index(letter.lower()), colour))
        is_meant = kind.is_meant(board)
        board.turn = chance.random() < 0.5
        if chance.random() < 0.5:
            board = board.mirror()
        if is_meant and board.is_valid():
            return board


def walled_position(chance: random.Random) -> chess.Board:
    """A wall of pawns from edge to edge, White with a queen or rook more, each side's men behind its own pawns."""
    while True:
        ranks = [chance.choice((2, 3, 4))]
        while len(ranks) < 8:
            ranks.append(ranks[-1] + chance.choice((-1, 1)))
        if not 2 <= min(ranks) <= max(ranks) <= 4:
            continue
        board = chess.Board(None)
        for file, rank in enumerate(ranks):
            board.set_piece_at(chess.square(file, rank), chess.Piece(chess.PAWN, chess.WHITE))
            board.set_piece_at(chess.square(file, rank + 1), chess.Piece(chess.PAWN, chess.BLACK))
        below = [square for square in chess.SQUARES if chess.square_rank(square) < ranks[chess.square_file(square)]]
        above = [square for square in chess.SQUARES if chess.square_rank(square) > ranks[chess.square_file(square)] + 1]
        more = chance.choice("QR")
        for colour, home, men in ((chess.WHITE, below, f"KB{more}"), (chess.BLACK, above, "KB")):
            for square, letter in zip(chance.sample(home, len(men)), men, strict=True):
                board.set_piece_at(square, chess.Piece(chess.PIECE_SYMBOLS.index(letter.lower()), colour))
        board.turn = chance.random() < 0.5
        if chance.random() < 0.5:
            board = board.mirror()
        if board.is_valid():
            return board


def of_four_men(directory: Path, count: int, seed: int) -> Iterator[Drawn]:
    """So many positions that the tables call won or drawn."""
    chance = random.Random(seed)
    names = signatures(directory)
    found = 0
    with chess.syzygy.open_tablebase(str(directory)) as tables:
        while found < count:
            name = names[found % len(names)]
            board = position_of(Kind(name), chance)
            value = abs(tables.probe_wdl(board))
            if not board.is_game_over() and value in (WON, DRAWN):
                found += 1
                yield name, board, value == DRAWN


def of_more_men(count: int, depth: int, seed: int) -> Iterator[Drawn]:
    """So many positions of each kind that Stockfish calls won or drawn."""
    if STOCKFISH is None:
        raise SystemExit("stockfish is not installed (Debian: apt install stockfish)")
    chance = random.Random(seed)
    with chess.engine.SimpleEngine.popen_uci(STOCKFISH) as engine:
        engine.configure({"Hash": 128, "Threads": 1})
        for name in (*KINDS, WALL):
            found = 0
            while found < count:
                board = walled_position(chance) if name == WALL else position_of(KINDS[name], chance)
                if board.is_game_over():
                    continue
                score = engine.analyse(board, chess.engine.Limit(depth=depth), game=object())["score"].white()
                value = abs(score.score(mate_score=100_000))
                if value < HALF_A_PAWN or value > TWO_PAWNS:
                    found += 1
                    yield name, board, value < HALF_A_PAWN


def compare(drawn: list[Drawn], depth: int, show: str) -> None:
    """Search the positions, and print how they are seen."""
    values = search_batch([board for _, board, _ in drawn], Limit(depth=depth), jobs=1).to_dict()
    draws, seen, wins, lost = (Counter[str]() for _ in range(4))
    for (name, board, is_draw), centipawns, mate in zip(drawn, values["centipawns"], values["mate"], strict=True):
        is_near = mate is None and abs(centipawns) < HALF_A_PAWN
        (draws if is_draw else wins)[name] += 1
        (seen if is_draw else lost)[name] += is_near
        if is_near != is_draw and name == show:
            print(board.fen(), "draw" if is_draw else "win", centipawns)
    for name in sorted({*draws, *wins}, key=lambda name: draws[name] - seen[name] + lost[name], reverse=True):
        print(
            f"{name:35} draws seen {seen[name]:4} of {draws[name]:4}   "
            f"wins called draws {lost[name]:4} of {wins[name]:4}"
        )
    shares = [100 * part.total() / max(1, whole.total()) for part, whole in ((seen, draws), (lost, wins))]
    print(
        f"all: draws seen {seen.total()} of {draws.total()}, {shares[0]:.1f}%; "
        f"wins called draws {lost.total()} of {wins.total()}, {shares[1]:.1f}%"
    )


def main() -> None:
    """Draw, search and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    kinds = parser.add_subparsers(dest="men", required=True)
    four = kinds.add_parser("four")
    four.add_argument("directory", type=Path)
    four.add_argument("--positions", type=int, default=2000)
    more = kinds.add_parser("more")
    more.add_argument("--positions", type=int, default=40)
    more.add_argument("--oracle-depth", type=int, default=30)
    for each in (four, more):
        each.add_argument("--depth", type=int, default=12)
        each.add_argument("--seed", type=int, default=20261125)
        each.add_argument("--show", default="", help="print the positions of this kind that were not seen as they are")
    args = parser.parse_args()
    if args.men == "four":
        drawn = list(of_four_men(args.directory, args.positions, args.seed))
    else:
        drawn = list(of_more_men(args.positions, args.oracle_depth, args.seed))
    compare(drawn, args.depth, args.show)


if __name__ == "__main__":
    main()
