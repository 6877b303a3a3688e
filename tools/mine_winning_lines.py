"""Mine lines that win something, for the themes of the explanation room to be measured on.

    python tools/mine_winning_lines.py OUT.tsv --games 40 --seed 1          # self-played, one move in eight at random
    python tools/mine_winning_lines.py OUT.tsv --pgn GAMES.pgn --games 40   # drawn from real games
    python tools/mine_winning_lines.py OUT.tsv --epd SUITE.epd ...          # positions of test suites
    python tools/mine_winning_lines.py OUT.tsv --puzzles FILE.csv --rare    # Lichess's puzzles, as it gives them away
    python tools/mine_winning_lines.py OUT.tsv --games 400 --nodes 3000 --lines 3 --rare --blunders 4

The best lines of each position are searched. For each that wins material, mates or promotes, a row is written: the
position, the line's score (its mover's view), its depth, its moves; where a game led there, the position before the
last move, and that move. Of those that win by their first capture, which are most, one in ten is kept. ``--rare``
writes those of which more is told, or one of the themes named after it; ``--all`` every line, whatever it does.
``--blunders`` looks at each position after so many moves at random instead. What was mined: ``tests/data/README.md``.
"""

import argparse
import csv
import random
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path

import chess
import chess.pgn

from kiebitz import Engine, Limit
from kiebitz.analysis.explanation.asker import EngineAsker
from kiebitz.analysis.explanation.explanation import achievements
from kiebitz.analysis.explanation.shown_line import ShownLine
from kiebitz.analysis.explanation.themes.hanging import Hanging, find_hanging
from kiebitz.analysis.explanation.themes.mate import ForcedMate
from kiebitz.analysis.explanation.themes.material import MaterialWon, find_material
from kiebitz.analysis.explanation.themes.promotion import Promotion, find_promotion

PLAYING = Limit(nodes=500)
RANDOM_MOVES = 1 / 8
FIRST_PLIES, MOST_PLIES = 8, 160
SHOWN_PLIES = 16
KEPT_CAPTURES = 1 / 10
COMMON = {MaterialWon.theme, ForcedMate.theme, Promotion.theme, Hanging.theme}


def self_played(engine: Engine, games: int) -> Iterator[chess.Board]:
    """Positions of games in which both sides are weak: now and then a random move."""
    for _ in range(games):
        board = chess.Board()
        while not board.is_game_over(claim_draw=True) and board.ply() < MOST_PLIES:
            if board.ply() < FIRST_PLIES or random.random() < RANDOM_MOVES:
                board.push(random.choice(list(board.legal_moves)))
            else:
                board.push(engine.play(board, PLAYING))
            yield board


def drawn(path: Path, games: int) -> Iterator[chess.Board]:
    """Positions of games drawn from a file."""
    with path.open() as file:
        known = list(iter(lambda: chess.pgn.read_game(file), None))
    for game in random.sample(known, min(games, len(known))):
        board = game.board()
        for move in game.mainline_moves():
            board.push(move)
            yield board


def listed(paths: list[Path]) -> Iterator[chess.Board]:
    """Positions of test suites."""
    for path in paths:
        for row in path.read_text().splitlines():
            if row and not row.startswith("#"):
                yield chess.Board.from_epd(row)[0]


def posed(path: Path) -> Iterator[chess.Board]:
    """Positions of Lichess's puzzles (https://database.lichess.org), each after the move that allows the solution."""
    with path.open(newline="") as file:
        for row in csv.DictReader(file):
            board = chess.Board(row["FEN"])
            board.push_uci(row["Moves"].split()[0])
            yield board


def blundered(boards: Iterator[chess.Board], count: int) -> Iterator[chess.Board]:
    """Each position after so many moves at random, one at a time."""
    for board in boards:
        moves = list(board.legal_moves)
        for move in random.sample(moves, min(count, len(moves))):
            after = board.copy(stack=False)
            after.push(move)
            yield after


def is_winning(line: ShownLine) -> bool:
    """True if a line mates, or wins something, and not too simply."""
    won = find_material(line)
    if won and find_hanging(line.until(len(won.line))) and random.random() > KEPT_CAPTURES:
        return False
    return bool((line.score.mate or 0) > 0 or won or find_promotion(line))


class Believer:
    """An asker that takes every mate for proven and answers no other question."""

    def lines(self, board: chess.Board, count: int = 1, among: Sequence[chess.Move] = ()) -> tuple[ShownLine, ...]:
        """No line."""
        return ()

    def has_mate(self, board: chess.Board, moves: int) -> bool:
        """It has."""
        return True


def is_rare(line: ShownLine, themes: Sequence[str]) -> bool:
    """True if something is told of a line that is no mere gain, or one of ``themes`` if any are named."""
    told = {fact.theme for fact in achievements(line, Believer()) if fact}
    return bool(told & set(themes) if themes else told - COMMON)


def row_of(line: ShownLine) -> str:
    """A line's row."""
    before = line.start.copy()
    last = before.pop().uci() if before.move_stack else ""
    moves = " ".join(line.uci if line.score.mate else line.uci[:SHOWN_PLIES])
    return "\t".join([before.fen(), last, str(line.score), str(line.depth), moves])


def main() -> None:
    """Mine, and write what was found."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out", type=Path)
    parser.add_argument("--pgn", type=Path)
    parser.add_argument("--epd", type=Path, nargs="+")
    parser.add_argument("--puzzles", type=Path)
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--nodes", type=int, default=20_000)
    parser.add_argument("--lines", type=int, default=2)
    which = parser.add_mutually_exclusive_group()
    which.add_argument("--rare", nargs="*", metavar="THEME")
    which.add_argument("--all", action="store_true")
    parser.add_argument("--blunders", type=int, default=0)
    options = parser.parse_args()
    random.seed(options.seed)
    wanted = bool if options.all else is_winning if options.rare is None else partial(is_rare, themes=options.rare)
    with Engine() as playing, Engine() as searching, options.out.open("w") as out:
        asker = EngineAsker(searching, Limit(nodes=options.nodes))
        if options.puzzles:
            boards = posed(options.puzzles)
        elif options.epd:
            boards = listed(options.epd)
        else:
            boards = drawn(options.pgn, options.games) if options.pgn else self_played(playing, options.games)
        if options.blunders:
            boards = blundered(boards, options.blunders)
        for board in boards:
            if board.move_stack and board.ply() <= FIRST_PLIES and not options.puzzles:
                continue
            for line in asker.lines(board, options.lines):
                if wanted(line):
                    print(row_of(line), file=out, flush=True)


if __name__ == "__main__":
    main()
