"""Fits the model of ``kiebitz.engine.wdl`` to own games: PGN files as ``kiebitz match --pgn`` writes them.

    kiebitz match kiebitz,name=A kiebitz,reduction_divisor=251,name=B --nodes 2000 --games 1000 \\
        --draw off --resign off --openings BOOK.epd --pgn GAMES.pgn
    python tools/fit_wdl.py GAMES.pgn…

Scores come from the players' comments (``+0.35/12 …``, the mover's view before the move) or, where there are none, from
[%eval …] comments (White's view after the move). The two players differ a little, or the second game of each pair would
be the first again.

Needs scipy. Prints the four parameters with what they predict, to be put into ``src/kiebitz/engine/wdl.py``. Every
evaluated position counts once, as the outcome of its game; mates say nothing about centipawns and are left out, as are
openings (the first OPENING_PLIES) and scores so large that the game is decided.
"""

import re
import sys
from pathlib import Path

import chess.pgn
import numpy as np

from kiebitz.engine.wdl import FULL_MATERIAL, MIN_MATERIAL, material_of

OPENING_PLIES = 6
# Beyond this a game is decided; the few that are drawn all the same would outweigh the many that are in doubt.
LARGEST_SCORE = 600
PLAYERS_SCORE = re.compile(r"([+-]\d+\.\d\d)/\d+ ")
OUTCOMES = {"1-0": 1, "0-1": -1, "1/2-1/2": 0}


def read_samples(paths):
    """Rows (centipawns, share of material, outcome), White's view; and the number of games."""
    rows, games = [], 0
    for path in paths:
        with Path(path).open(encoding="utf-8") as handle:
            while (game := chess.pgn.read_game(handle)) is not None:
                outcome = OUTCOMES.get(game.headers.get("Result", "*"))
                if outcome is None:
                    continue
                games += 1
                board = game.board()
                for ply, node in enumerate(game.mainline()):
                    fen, centipawns = scored(node, board)
                    board.push(node.move)
                    if ply < OPENING_PLIES or centipawns is None or abs(centipawns) > LARGEST_SCORE:
                        continue
                    material = max(MIN_MATERIAL, min(FULL_MATERIAL, material_of(fen)))
                    rows.append((centipawns, material / FULL_MATERIAL, outcome))
    return np.array(rows, dtype=float), games


def scored(node, before):
    """The position that the comment on a move is about, and its score in White's view; None if there is none."""
    said = PLAYERS_SCORE.match(node.comment)
    if said:
        centipawns = round(float(said[1]) * 100)
        return before.fen(), centipawns if before.turn else -centipawns
    score = node.eval()
    return node.board().fen() if score else "", None if score is None else score.white().score()


def chances(parameters, samples):
    """Win and loss of every sample."""
    middle = parameters[0] + parameters[1] * samples[:, 1]
    slope = np.maximum(parameters[2] + parameters[3] * samples[:, 1], 1.0)
    win, loss = (1 / (1 + np.exp(np.clip((middle - side * samples[:, 0]) / slope, -50, 50))) for side in (1, -1))
    return win, loss


def cost(parameters, samples):
    """Negative mean log-likelihood of the outcomes."""
    win, loss = chances(parameters, samples)
    draw = 1 - win - loss
    outcome = samples[:, 2]
    likelihood = np.where(outcome > 0, win, np.where(outcome < 0, loss, draw))
    return -np.log(np.maximum(likelihood, 1e-9)).mean()


def main():
    from scipy.optimize import minimize

    samples, games = read_samples(sys.argv[1:])
    if not len(samples):
        sys.exit("no position with a score in these games; play them with kiebitz match --pgn, or analyse them")
    best = minimize(cost, (150.0, 50.0, 60.0, 30.0), args=(samples,), method="Nelder-Mead", options={"maxiter": 4000})
    print(f"{games} games, {len(samples)} positions, cost {best.fun:.4f}")
    print("MIDDLE_BARE, MIDDLE_MATERIAL = {:.1f}, {:.1f}".format(*best.x[:2]))
    print("SLOPE_BARE, SLOPE_MATERIAL = {:.1f}, {:.1f}".format(*best.x[2:]))
    win, loss = chances(best.x, samples)
    print("\n    score  positions   win seen/model    draw seen/model")
    for low in range(-600, 600, 100):
        inside = (samples[:, 0] >= low) & (samples[:, 0] < low + 100)
        if inside.any():
            seen = samples[inside, 2]
            print(
                f"{low:>5}..{low + 100:<4} {inside.sum():>8}   {(seen > 0).mean():>7.3f} {win[inside].mean():.3f}"
                f"    {(seen == 0).mean():>7.3f} {(1 - win - loss)[inside].mean():.3f}"
            )


if __name__ == "__main__":
    main()
