"""Mine lines that win something, for the themes of the explanation room to be measured on.

    python tools/mine_winning_lines.py OUT.tsv --games 40 --seed 1          # self-played, one move in eight at random
    python tools/mine_winning_lines.py OUT.tsv --pgn GAMES.pgn --games 40   # drawn from real games
    python tools/mine_winning_lines.py OUT.tsv --epd SUITE.epd ...          # positions of test suites
    python tools/mine_winning_lines.py OUT.tsv --games 400 --nodes 3000 --lines 3 --rare --blunders 4

The best lines of each position are searched. For each that wins material, mates or promotes, a row is written: the
position, the line's score (its mover's view), its depth, its moves; where a game led there, the position before the
last move, and that move. Of those that win by their first capture, which are most, one in ten is kept. ``--rare``
writes those in which one of the rarer themes is found, ``--all`` every line, whether it wins or not.
``--blunders`` looks at each position after so many moves at random instead. What was mined: ``tests/data/README.md``.
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
from kiebitz.explanation.themes.back_rank import find_back_rank
from kiebitz.explanation.themes.deflection import find_deflection
from kiebitz.explanation.themes.hanging import find_hanging
from kiebitz.explanation.themes.material import find_material
from kiebitz.explanation.themes.pin import find_pin
from kiebitz.explanation.themes.pinned_defender import find_pinned_defender
from kiebitz.explanation.themes.promotion import find_promotion
from kiebitz.explanation.themes.removed_defender import find_removed_defender
from kiebitz.explanation.themes.skewer import find_skewer
from kiebitz.explanation.themes.trapped import find_trapped

PLAYING = Limit(nodes=500)
RANDOM_MOVES = 1 / 8
FIRST_PLIES, MOST_PLIES = 8, 160
SHOWN_PLIES = 16
KEPT_CAPTURES = 1 / 10
RARE = (
    find_skewer,
    find_pin,
    find_pinned_defender,
    find_removed_defender,
    find_deflection,
    find_trapped,
    find_back_rank,
)


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


def blundered(boards: Iterator[chess.Board], count: int) -> Iterator[chess.Board]:
    """Each position after so many moves at random, one at a time."""
    for board in boards:
        moves = list(board.legal_moves)
        for move in random.sample(moves, min(count, len(moves))):
            after = board.copy(stack=False)
            after.push(move)
            yield after


def is_winning(line: ShownLine) -> bool:
    """Whether a line mates, or wins something, and not too simply."""
    won = find_material(line)
    if won and find_hanging(line.until(len(won.line))) and random.random() > KEPT_CAPTURES:
        return False
    return bool((line.score.mate or 0) > 0 or won or find_promotion(line))


def is_rare(line: ShownLine) -> bool:
    """Whether a line wins something, and by one of the rarer themes."""
    if not any(find(line) for find in RARE):
        return False
    won = find_material(line) or find_promotion(line)
    part = line.until(len(won.line)) if won else line
    return bool((line.score.mate or 0) > 0 or won) and any(find(part) for find in RARE)


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
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--nodes", type=int, default=20_000)
    parser.add_argument("--lines", type=int, default=2)
    which = parser.add_mutually_exclusive_group()
    which.add_argument("--rare", dest="wanted", action="store_const", const=is_rare, default=is_winning)
    which.add_argument("--all", dest="wanted", action="store_const", const=bool)
    parser.add_argument("--blunders", type=int, default=0)
    options = parser.parse_args()
    random.seed(options.seed)
    with Engine() as playing, Engine() as searching, options.out.open("w") as out:
        asker = EngineAsker(searching, Limit(nodes=options.nodes))
        if options.epd:
            boards = listed(options.epd)
        else:
            boards = drawn(options.pgn, options.games) if options.pgn else self_played(playing, options.games)
        if options.blunders:
            boards = blundered(boards, options.blunders)
        for board in boards:
            if board.move_stack and board.ply() <= FIRST_PLIES:
                continue
            for line in asker.lines(board, options.lines):
                if options.wanted(line):
                    print(row_of(line), file=out, flush=True)


if __name__ == "__main__":
    main()
