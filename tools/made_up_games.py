"""Made-up games for measuring collections: known openings, then legal moves at random, captures preferred.

    python tools/made_up_games.py 100000 games.pgn

Players, ratings, dates and results are drawn, too; the same seed makes the same games. Openings are drawn as people
play them, a few often and most seldom, so early positions are shared by many games and late ones by none.
"""

from __future__ import annotations

import argparse
import random
import sys
from importlib import resources
from itertools import accumulate

import kiebitz

FEWEST_PLIES, MOST_PLIES = 20, 140
CAPTURES = 0.4
A_LINE = 5
SYLLABLES = ("ka", "ro", "mi", "ten", "vol", "bra", "su", "lin", "dor", "pe", "gal", "ni", "she", "wu", "tor", "al")


def name_of(number: int) -> str:
    """A made-up player's name, another one for each number."""
    first, last = number % 997, number
    words = []
    for part, syllables in ((last, 4), (first, 2)):
        word = ""
        for _ in range(syllables):
            word += SYLLABLES[part % len(SYLLABLES)]
            part //= len(SYLLABLES)
        words.append(word.capitalize())
    return f"{words[0]}, {words[1]} {number}"


class GameMaker:
    """Makes one game after another."""

    def __init__(self, seed: int, players: int) -> None:
        """Draw from so many players."""
        table = (resources.files("kiebitz.engine") / "data" / "openings.tsv").read_text(encoding="utf-8")
        self.openings = [line.split("\t") for line in table.splitlines()]
        self.chance = random.Random(seed)
        self.chance.shuffle(self.openings)
        self.weights = list(accumulate(1 / rank for rank in range(1, len(self.openings) + 1)))
        self.players = players

    def game(self) -> str:
        """The text of a game."""
        chance = self.chance
        eco, _, line = chance.choices(self.openings, cum_weights=self.weights)[0]
        words: list[str] = []
        board = kiebitz.Board()
        plies = chance.randint(FEWEST_PLIES, MOST_PLIES)
        booked = line.split()
        while len(words) < max(plies, len(booked)):
            if len(words) < len(booked):
                move = board.parse_uci(booked[len(words)])
            else:
                moves = list(board.legal_moves)
                if not moves:
                    break
                move = chance.choice(moves)
                if chance.random() < CAPTURES:
                    captures = [each for each in moves if board.is_capture(each)]
                    move = chance.choice(captures) if captures else move
            words.append(board.san_and_push(move))
        result = chance.choice(("1-0", "0-1", "1/2-1/2"))
        white, black = chance.sample(range(self.players), 2)
        year, month, day = chance.randint(1990, 2025), chance.randint(1, 12), chance.randint(1, 28)
        tags = {
            "Event": f"Made-up Open {year}",
            "Site": "?",
            "Date": f"{year}.{month:02}.{day:02}",
            "Round": str(chance.randint(1, 9)),
            "White": name_of(white),
            "Black": name_of(black),
            "Result": result,
            "WhiteElo": str(1200 + white * 7919 % 1500),
            "BlackElo": str(1200 + black * 7919 % 1500),
            "ECO": eco,
        }
        numbered = [f"{ply // 2 + 1}. {san}" if ply % 2 == 0 else san for ply, san in enumerate(words)]
        lines = [" ".join(numbered[at : at + 2 * A_LINE]) for at in range(0, len(numbered), 2 * A_LINE)]
        head = "".join(f'[{name} "{value}"]\n' for name, value in tags.items())
        return f"{head}\n{chr(10).join(lines)} {result}\n\n"


def main() -> None:
    """Write the games."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("games", type=int)
    parser.add_argument("output")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--players", type=int, default=5000)
    given = parser.parse_args()
    maker = GameMaker(given.seed, given.players)
    with open(given.output, "w") if given.output != "-" else sys.stdout as file:
        for _ in range(given.games):
            file.write(maker.game())


if __name__ == "__main__":
    main()
