"""Share of Lichess's puzzles with a reason told of their first move, and share in which it is the theme of their label.

    python benches/puzzle_themes.py PUZZLES.csv [--count 60] [--nodes 20000] [--seed 1] [THEME ...]
    python benches/puzzle_themes.py PUZZLES.csv --line [--count 6600]

PUZZLES.csv is Lichess's file (https://database.lichess.org/#puzzles, CC0) or a part of it; of each theme so many are
drawn. With ``--line`` no move is explained: so many puzzles are drawn of all, and the themes that their lines show
(``kiebitz.collection.puzzle_themes``) are held against the labels; a label that we have no word for is not named. The
labels come from a program, too (https://github.com/ornicar/lichess-puzzler): a limit, not truth. It counts a pin
wherever a pinned man can't do what it would, a fork wherever two men are attacked on the way.
"""

import argparse
import csv
import random
from collections import Counter
from pathlib import Path

import chess

from kiebitz import Engine, Limit
from kiebitz.analysis.explanation.explanation import explain
from kiebitz.analysis.explanation.reason import Role
from kiebitz.collection.puzzle_files import LICHESS
from kiebitz.collection.puzzle_themes import themes_of

OURS = {
    label: {motif for motif, called in LICHESS.items() if called == label} for label in dict.fromkeys(LICHESS.values())
}
"""Lichess's labels, and what we call the same."""


def main() -> None:
    """Count, and print a table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("puzzles", type=Path)
    parser.add_argument("themes", nargs="*", default=list(OURS))
    parser.add_argument("--count", type=int, default=60)
    parser.add_argument("--nodes", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--line", action="store_true")
    options = parser.parse_args()
    with options.puzzles.open(newline="") as file:
        puzzles = list(csv.DictReader(file))
    if options.line:
        of_lines(random.Random(options.seed).sample(puzzles, min(options.count, len(puzzles))))
        return
    print("| label | puzzles | a reason | the label named | told most often |\n|---|---|---|---|---|")
    with Engine() as engine:
        for theme in options.themes:
            fitting = [puzzle for puzzle in puzzles if theme in puzzle["Themes"].split()]
            drawn = random.Random(options.seed).sample(fitting, min(options.count, len(fitting)))
            reasons, named, said = 0, 0, Counter[str]()
            for puzzle in drawn:
                board = chess.Board(puzzle["FEN"])
                first, move, *_ = puzzle["Moves"].split()
                board.push_uci(first)
                told = explain(board, move, Limit(nodes=options.nodes), engine=engine).reasons
                motifs = {reason.fact.motif for reason in told if reason.role is Role.PLAYED}
                reasons += bool(motifs)
                named += bool(motifs & OURS[theme])
                said.update(motifs)
            often = ", ".join(f"{motif} {count}" for motif, count in said.most_common(4))
            print(f"| {theme} | {len(drawn)} | {reasons} | {named} | {often} |", flush=True)


def of_lines(puzzles: list[dict[str, str]]) -> None:
    """Count themes that the lines show."""
    labels = {*" ".join(puzzle["Themes"] for puzzle in puzzles).split()}
    named, ours, theirs = Counter[str](), Counter[str](), Counter[str]()
    for puzzle in puzzles:
        moves = [chess.Move.from_uci(move) for move in puzzle["Moves"].split()]
        shown = themes_of(chess.Board(puzzle["FEN"]), moves)
        told = {LICHESS.get(theme, theme.replace("mate in ", "mateIn")) for theme in shown}
        own = set(puzzle["Themes"].split())
        named.update(told & own)
        ours.update(told & labels)
        theirs.update(own)
    print("| label | puzzles | named | of those named so, labelled so |\n|---|---|---|---|")
    for label, count in sorted(theirs.items()):
        right = f"{named[label] / ours[label]:.0%}" if ours[label] else "–"
        print(f"| {label} | {count} | {named[label] / count:.0%} | {right} |")
    print(f"{len(puzzles)} puzzles, {theirs.total()} labels: {named.total() / theirs.total():.1%} named")
    print(f"{ours.total()} named: {named.total() / ours.total():.1%} labelled")


if __name__ == "__main__":
    main()
