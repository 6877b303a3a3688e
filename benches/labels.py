"""How near to deep values are labels? A yardstick for training data that needs no training: a minute a judge.

    python benches/labels.py draw GAMES.pgn [--stockfish PATH]        writes benches/label_positions.tsv
    python benches/labels.py measure [SETTINGS …] [--nodes 0 200 1000 5000 20000]

``draw`` takes quiet positions of games by a seed, one a game, and has two judges look deep: the hybrid at a million
nodes, and Stockfish at 30,000 for the record. ``measure`` says of each judge (settings as ``kiebitz match`` takes them)
and each number of nodes (0: the static evaluation) how far its values are from the deep ones: the mean square of the
difference in winning chances, and the rank correlation where the deep value is within 1.5 pawns, since there labels
decide.

Loss and correlation don't tell which of two networks plays better; they tell which of two judges knows more.
"""

from __future__ import annotations

import argparse
import csv
import random
import sys
from pathlib import Path

import chess
import chess.engine
import chess.pgn
import numpy as np
from numpy.typing import NDArray

from kiebitz.arena.match.player import parse_player
from kiebitz.engine.engine import Engine
from kiebitz.engine.limit import Limit
from kiebitz.engine.options import options_by_name

POSITIONS = Path(__file__).with_name("label_positions.tsv")
COUNT, SEED = 450, 20261125
FIRST_PLY, MAX_VALUE = 12, 1000
DEEP_NODES, STOCKFISH_NODES = 1_000_000, 30_000
SCALE = 200.0
"""Centipawns that are 1 before the logistic function: results of games follow it (603,000 positions)."""
BALANCED = 150
NODES = (0, 200, 1_000, 5_000, 20_000)

Numbers = NDArray[np.float64]


def draw(games: Path, stockfish: str) -> None:
    """Write the positions, with their deep values, White's view."""
    chance = random.Random(SEED)
    with games.open(errors="replace") as file:
        boards = [board for board in iter(lambda: _position_of(file, chance), None) if board]
    chance.shuffle(boards)
    rows = []
    with chess.engine.SimpleEngine.popen_uci(stockfish) as other, Engine(hash_mb=64, evaluation="hybrid") as own:
        other.configure({"Threads": 1, "Hash": 16})
        for board in boards:
            found = other.analyse(board, chess.engine.Limit(nodes=STOCKFISH_NODES), game=object())
            best, score = found.get("pv", [None])[0], found["score"].white().score()
            if best is None or score is None or board.is_capture(best) or best.promotion or abs(score) > MAX_VALUE:
                continue
            own.new_game()
            line = own.analyse(board, Limit(nodes=DEEP_NODES)).lines[0]
            if line.score.centipawns is None:
                continue
            rows.append((board.fen(), line.score.centipawns if board.turn else -line.score.centipawns, score))
            print(f"{len(rows)} of {COUNT}", file=sys.stderr)
            if len(rows) == COUNT:
                break
    with POSITIONS.open("w", newline="") as file:
        writer = csv.writer(file, delimiter="\t", lineterminator="\n")
        writer.writerow(("fen", f"kiebitz {DEEP_NODES} nodes", f"stockfish {STOCKFISH_NODES} nodes"))
        writer.writerows(rows)


def _position_of(file, chance: random.Random) -> chess.Board | bool | None:
    """A quiet position of the next game; False if it has none, None behind the last game."""
    game = chess.pgn.read_game(file)
    if game is None:
        return None
    boards = [node.board() for node in game.mainline() if node.ply() >= FIRST_PLY]
    boards = [board for board in boards if not board.is_check() and any(board.legal_moves)]
    return chance.choice(boards) if boards else False


def ranks(values: Numbers) -> Numbers:
    """The mean rank of each value among all."""
    _, which, counts = np.unique(values, return_inverse=True, return_counts=True)
    return (np.cumsum(counts) - (counts - 1) / 2)[which]


def nearness(values: Numbers, deep: Numbers) -> tuple[float, float]:
    """The mean square of the difference in chances, and the rank correlation where the deep value is balanced."""
    chances, wanted = 1 / (1 + np.exp(-values / SCALE)), 1 / (1 + np.exp(-deep / SCALE))
    balanced = np.abs(deep) < BALANCED
    correlation = np.corrcoef(ranks(values[balanced]), ranks(deep[balanced]))[0, 1]
    return float(((chances - wanted) ** 2).mean()), float(correlation)


def measure(players: list[str], nodes: list[int]) -> None:
    """Print the table."""
    with POSITIONS.open() as file:
        next(file)
        rows = list(csv.reader(file, delimiter="\t"))
    fens = [row[0] for row in rows]
    own, other = (np.array([float(row[column]) for row in rows]) for column in (1, 2))
    print(f"{len(rows)} positions; against Kiebitz at {DEEP_NODES:,} nodes | against Stockfish at {STOCKFISH_NODES:,}")
    print(f"{'judge':32}{'nodes':>7}  square  ranks | square  ranks")
    for text in players:
        player = parse_player(text)
        with Engine(**options_by_name(dict(player.options), hash_mb=1)) as engine:
            for count in nodes:
                values = np.array([value_of(engine, fen, count) for fen in fens])
                figures = [
                    f"{square:.5f}  {rank:.3f}" for square, rank in (nearness(values, own), nearness(values, other))
                ]
                print(f"{player.name:32}{count:7}  {' | '.join(figures)}", flush=True)


def value_of(engine: Engine, fen: str, nodes: int) -> float:
    """Centipawns, White's view."""
    sign = 1 if " w " in fen else -1
    if not nodes:
        return sign * engine.evaluate(fen).total
    engine.new_game()
    score = engine.analyse(fen, Limit(nodes=nodes)).lines[0].score
    return sign * (score.centipawns if score.centipawns is not None else MAX_VALUE * (1 if score.mate > 0 else -1))


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    drawing = commands.add_parser("draw")
    drawing.add_argument("games", type=Path)
    drawing.add_argument("--stockfish", default="stockfish")
    measuring = commands.add_parser("measure")
    measuring.add_argument(
        "players", nargs="*", default=["evaluation=classical", "evaluation=network", "evaluation=hybrid"]
    )
    measuring.add_argument("--nodes", type=int, nargs="+", default=NODES)
    asked = parser.parse_args()
    if asked.command == "draw":
        draw(asked.games, asked.stockfish)
    else:
        measure(asked.players, asked.nodes)


if __name__ == "__main__":
    main()
