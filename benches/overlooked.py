"""Moves that the search overlooks, and what hides them: of positions that a referee solves with a tenth of its nodes.

    python benches/overlooked.py SUITE.epd … PUZZLES.csv … [--nodes 30000] [--most 100] [--referee stockfish]

Suites are EPD files with ``bm``; puzzles CSV files as Lichess has them. Each position that the referee solves and
Kiebitz doesn't is asked about as ``kiebitz lab why --judge REFEREE`` does.
"""

from __future__ import annotations

import argparse
import csv
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import chess

from kiebitz import Engine, Limit, UciEngine
from kiebitz.arena.match.anchors import installed
from kiebitz.classroom.why.asked import asked
from kiebitz.engine import position_from

SHARE = 10


def positions(path: Path) -> Iterator[tuple[chess.Board, set[chess.Move]]]:
    """The positions of a file, each with its solutions."""
    with path.open(encoding="latin-1", newline="") as file:
        if path.suffix == ".csv":
            for row in csv.DictReader(file):
                board = chess.Board(row["FEN"])
                first, solution = map(chess.Move.from_uci, row["Moves"].split()[:2])
                board.push(first)
                yield chess.Board(board.fen()), {solution}
            return
        for line in map(str.strip, file):
            if not line or line.startswith("#"):
                continue
            board, operations = chess.Board.from_epd(line)
            best = operations.get("bm")
            if isinstance(best, list):
                yield board, {move for move in best if isinstance(move, chess.Move)}


def main() -> None:
    """Do what the command line says."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="+", type=Path)
    parser.add_argument("--nodes", type=int, default=30_000)
    parser.add_argument("--most", type=int, default=100)
    parser.add_argument("--referee", default="stockfish")
    given = parser.parse_args()
    program = installed(given.referee)
    if program is None:
        raise SystemExit(f"{given.referee} is not installed (Debian: apt-get install {given.referee})")
    causes: Counter[str] = Counter()
    asked_about = 0
    with UciEngine(program) as referee, Engine() as engine:
        for path in given.files:
            for board, solutions in positions(path):
                if asked_about >= given.most:
                    break
                referee.new_game()
                move = referee.analyse(board, Limit(nodes=given.nodes // SHARE)).lines[0].move
                engine.new_game()
                if move not in solutions or engine.analyse(board, Limit(nodes=given.nodes)).lines[0].move in solutions:
                    continue
                asked_about += 1
                position = position_from(board.fen())
                answer = asked(position, move.uci(), nodes=given.nodes, judge=program, options={}).answer
                found = [cause.technique for cause in answer.causes]
                name = "nothing proven" if not found else found[0] if len(found) == 1 else f"{len(found)} together"
                causes[name] += 1
                print(f"{asked_about}\t{name}\t{board.fen()}\t{board.san(move)}", flush=True)
    for name, count in causes.most_common():
        print(f"| {name} | {count} |")


if __name__ == "__main__":
    main()
