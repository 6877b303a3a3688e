"""Makes ``src/kiebitz/engine/data/openings.tsv`` out of the lists of github.com/lichess-org/chess-openings (CC0).

    python tools/make_openings.py DIRECTORY

The directory holds a.tsv to e.tsv with the columns eco, name and pgn. Moves become UCI text, so that reading them needs
no SAN; lines are sorted by their moves, so that neighbours share their first ones.
"""

from __future__ import annotations

import csv
import io
import sys
from pathlib import Path

import chess.pgn

TARGET = Path(__file__).parents[1] / "src" / "kiebitz" / "engine" / "data" / "openings.tsv"


def lines(folder: Path) -> list[str]:
    """The lines of the table."""
    made = []
    for letter in "abcde":
        with (folder / f"{letter}.tsv").open(encoding="utf-8", newline="") as file:
            for row in csv.DictReader(file, delimiter="\t"):
                game = chess.pgn.read_game(io.StringIO(row["pgn"]))
                if game is None or game.errors:
                    raise SystemExit(f"{letter}.tsv: {row['name']}: not a game: {row['pgn']}")
                moves = " ".join(move.uci() for move in game.mainline_moves())
                made.append(f"{row['eco']}\t{row['name']}\t{moves}\n")
    return sorted(made, key=lambda line: line.split("\t")[2])


def main() -> None:
    """Write the table."""
    if len(sys.argv) != 2:
        raise SystemExit(__doc__)
    made = lines(Path(sys.argv[1]))
    TARGET.write_text("".join(made), encoding="utf-8")
    print(f"{TARGET}: {len(made)} openings")


if __name__ == "__main__":
    main()
