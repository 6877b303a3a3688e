"""Measures the levels of ``kiebitz.engine.strength``: neighbours play each other, colours and openings in pairs.

    python tools/calibrate_strength.py [--games N] [--jobs N] [--openings FILE.epd] [--seed N] [--only ELO …]

Prints for each pair the rating difference that the table claims beside the one that the games show, with its error (two
standard deviations). Where they differ, change nodes or noise of the higher level in ``LEVELS`` and measure again, from
the lowest level upward. Without a file of openings the games start from random moves.
"""

import argparse
import itertools
import math
import random
from concurrent.futures import ProcessPoolExecutor

import chess

from kiebitz import Engine, Limit
from kiebitz.engine.eras import TODAY
from kiebitz.engine.strength import LEVELS, Handicap, settings_of

RANDOM_PLIES = 6
# A game this long without a result is a draw of two players who can't win.
MAX_PLIES = 400


def random_opening(chance):
    """A position after random moves that doesn't end the game."""
    while True:
        board = chess.Board()
        for _ in range(RANDOM_PLIES):
            board.push(chance.choice(list(board.legal_moves)))
            if board.is_game_over():
                break
        else:
            return board.fen()


def play_game(fen, white, black, seed):
    """White's points: 1, 0.5 or 0. Every player has an engine, and so a table, of its own."""
    players = {chess.WHITE: Handicap(white, seed), chess.BLACK: Handicap(black, seed + 1)}
    board = chess.Board(fen)
    settings = {"hash_mb": 1, **settings_of(TODAY)}
    with Engine(**settings) as white_engine, Engine(**settings) as black_engine:
        engines = {chess.WHITE: white_engine, chess.BLACK: black_engine}
        while (
            not (board.is_game_over() or board.is_repetition(3) or board.is_fifty_moves()) and board.ply() < MAX_PLIES
        ):
            player = players[board.turn]
            info = engines[board.turn].analyse(board, player.limit(Limit()), multipv=player.candidates)
            board.push_uci(player.choose(info.lines).moves[0])
    outcome = board.outcome()
    return {chess.WHITE: 1.0, chess.BLACK: 0.0}.get(outcome.winner if outcome else None, 0.5)


def play_pair(task):
    """Points of the higher level in two games from one opening, colours exchanged: 0 to 2."""
    fen, lower, higher, seed = task
    return play_game(fen, higher, lower, seed) + 1 - play_game(fen, lower, higher, seed + 2)


def elo(share):
    """The rating difference that a share of the points means."""
    share = min(max(share, 1e-3), 1 - 1e-3)
    return -400 * math.log10(1 / share - 1)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=400, help="games a pair of levels")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--openings", help="EPD file")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", type=int, nargs="*", help="ratings of the higher levels to measure")
    arguments = parser.parse_args()
    chance = random.Random(arguments.seed)
    openings = []
    if arguments.openings:
        with open(arguments.openings, encoding="utf-8") as handle:
            openings = [" ".join(line.split()[:4]) + " 0 1" for line in handle if line.strip()]
        chance.shuffle(openings)
    pairs = max(arguments.games // 2, 1)
    print("   levels    claimed  measured  +/-   nodes and noise of the higher")
    with ProcessPoolExecutor(arguments.jobs) as pool:
        for lower, higher in itertools.pairwise(LEVELS):
            if arguments.only and higher.elo not in arguments.only:
                continue
            tasks = [
                (
                    openings[number % len(openings)] if openings else random_opening(chance),
                    lower,
                    higher,
                    chance.getrandbits(32),
                )
                for number in range(pairs)
            ]
            points = [value / 2 for value in pool.map(play_pair, tasks, chunksize=4)]
            share = sum(points) / pairs
            error = 2 * math.sqrt(sum((value - share) ** 2 for value in points) / pairs / pairs)
            spread = (elo(min(share + error, 1.0)) - elo(max(share - error, 0.0))) / 2
            print(
                f"{lower.elo:>5} {higher.elo:>5} {higher.elo - lower.elo:>9} {elo(share):>9.0f} {spread:>4.0f}"
                f"   {higher.nodes:,} {higher.noise:.0f}",
                flush=True,
            )


if __name__ == "__main__":
    main()
