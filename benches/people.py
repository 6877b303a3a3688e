"""The share of moves in which a level plays as people of a rating did: ``python benches/people.py GAMES.pgn``.

Positions of plies 12 to 60 whose mover is rated 1100 to 1650, 500 of them drawn. Beside the level: its likeliest move,
and the best one of a look one ply deep.
"""

import argparse
import random

from kiebitz import Limit
from kiebitz.analysis.reading.games import read_games
from kiebitz.engine import START_FEN, legal_moves, position_from
from kiebitz.engine.people import LOOK, shipped
from kiebitz.engine.strength import Handicap, level_of, look_engine

PLIES, RATINGS, POSITIONS = range(12, 61), range(1100, 1651), 500


def main() -> None:
    """Count."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games")
    parser.add_argument("--elo", type=int, default=1450)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    asked = []
    for game in read_games(options.games):
        ratings = [int(game.tags.get(tag, "0")) for tag in ("WhiteElo", "BlackElo")]
        plies = [ply for ply in PLIES if ply < game.plies and ratings[ply % 2] in RATINGS]
        asked += [(game, ply) for ply in plies]
    drawn = random.Random(options.seed).sample(asked, min(POSITIONS, len(asked)))
    player, policy = Handicap(level_of(options.elo), options.seed), shipped()
    hits = {"the level": 0, "its likeliest move": 0, "a look one ply deep": 0}
    with look_engine() as engine:
        for game, ply in drawn:
            moves = game.moves
            position = position_from(game.fen or START_FEN, moves[:ply])
            engine.new_game()
            at = player.at(position)
            chosen = at.choose(engine.analyse(position, at.limit(Limit()), multipv=at.candidates).lines)
            among = legal_moves(position)
            engine.new_game()
            look = engine.analyse(position, LOOK, multipv=len(among)).lines
            judged = policy.judgements([line.score for line in look], options.elo)
            liked = dict(zip(among, policy.likings(position, among, options.elo), strict=True))
            likeliest = max(zip(look, judged, strict=True), key=lambda pair: liked[pair[0].moves[0]] + pair[1])[0]
            for name, line in zip(hits, (chosen, likeliest, look[0]), strict=True):
                hits[name] += line.moves[0] == moves[ply]
    for name, count in hits.items():
        print(f"{name:20} {count / len(drawn):6.1%} of {len(drawn)}")


if __name__ == "__main__":
    main()
