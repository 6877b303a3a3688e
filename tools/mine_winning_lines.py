"""Mine lines that win something, for the themes of the explanation room to be measured on.

    python tools/mine_winning_lines.py OUT.tsv --games 40 --seed 1          # self-played, one move in eight at random
    python tools/mine_winning_lines.py OUT.tsv --pgn GAMES.pgn --games 40   # drawn from real games
    python tools/mine_winning_lines.py OUT.tsv --epd SUITE.epd ...          # positions of test suites

The best lines of each position are searched. For each that wins material, mates or promotes, a row is written: the
position, the line's score (its mover's view), its depth, its moves; where a game led there, the position before the
last move, and that move. Of those that win by their first capture, which are most, one in ten is kept.
``tests/data/README.md`` says what was mined.
"""

import argparse
import random
from collections.abc import Iterator
from pathlib import Path

import chess
import chess.pgn

from kiebitz import Engine, Limit
from kiebitz.explanation.asker import EngineAsker
from kiebitz.explanation.shown_line import ShownLine
from kiebitz.explanation.themes.hanging import find_hanging
from kiebitz.explanation.themes.material import find_material
from kiebitz.explanation.themes.promotion import find_promotion

PLAYING, SEARCHING = Limit(nodes=500), Limit(nodes=20_000)
RANDOM_MOVES = 1 / 8
FIRST_PLIES, MOST_PLIES = 8, 160
SHOWN_PLIES = 16
LINES = 2
KEPT_CAPTURES = 1 / 10


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


def row_of(line: ShownLine) -> str | None:
    """A line's row; None if it wins nothing, or too simply."""
    mates = (line.score.mate or 0) > 0
    won = find_material(line)
    if not (mates or won or find_promotion(line)):
        return None
    if won and find_hanging(line.until(len(won.line))) and random.random() > KEPT_CAPTURES:
        return None
    before = line.start.copy()
    last = before.pop().uci() if before.move_stack else ""
    moves = " ".join(line.uci if mates else line.uci[:SHOWN_PLIES])
    return "\t".join([before.fen(), last, str(line.score), str(line.depth), moves])


def main() -> None:
    """Mine, and write what was found."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out", type=Path)
    parser.add_argument("--pgn", type=Path)
    parser.add_argument("--epd", type=Path, nargs="+")
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    random.seed(options.seed)
    with Engine() as playing, Engine() as searching, options.out.open("w") as out:
        asker = EngineAsker(searching, SEARCHING)
        if options.epd:
            boards = listed(options.epd)
        else:
            boards = drawn(options.pgn, options.games) if options.pgn else self_played(playing, options.games)
        for board in boards:
            if board.move_stack and board.ply() <= FIRST_PLIES:
                continue
            for line in asker.lines(board, LINES):
                if row := row_of(line):
                    print(row, file=out, flush=True)


if __name__ == "__main__":
    main()
