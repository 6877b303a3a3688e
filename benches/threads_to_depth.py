"""The time to a depth of one player against another, as a ratio: what a second thread is worth in a single search.

    python benches/threads_to_depth.py POSITIONS DEPTH hash=64 hash=64,threads=2
    python benches/threads_to_depth.py 100 15 'uci:stockfish;Hash=64' 'uci:stockfish;Hash=64;name=two;Threads=2'

Players are described as for ``kiebitz match``. The positions are openings of the match's own book; the depth is the
same for all, for one chosen by what the first player reaches in a given time would be chosen where it is lucky. Both
search each position in turn and forget before it what they know. Printed are the geometric means of the first one's
time by the other's, and of the other one's nodes by the first one's, with the 95% interval over positions. Nothing else
may be at work.
"""

import math
import sys
import time
from contextlib import ExitStack

from kiebitz.arena.match.make_player import make_player
from kiebitz.arena.match.openings import Opening, read_book
from kiebitz.arena.match.player import Player, parse_players
from kiebitz.engine.limit import Limit
from kiebitz_claims.measuring.statistics import mean

SEED = 1
PATIENCE_S = 600.0


def effort(player: Player, opening: Opening, depth: int) -> tuple[float, float]:
    """The logarithm of the seconds that a player needs to a depth, and of its nodes."""
    player.new_game()
    game = opening.begin()
    begun = time.perf_counter()
    choice = player.choose(game, Limit(depth=depth), PATIENCE_S)
    return math.log(time.perf_counter() - begun), math.log(choice.nodes)


def ratio(logarithms: list[float]) -> str:
    """Their geometric mean with its interval."""
    found = mean(logarithms)
    return "×{:.3f} ({:.3f} to {:.3f})".format(*map(math.exp, (found.value, found.low, found.high)))


def main() -> None:
    """Search, and tell now and then."""
    if len(sys.argv) != 5:
        raise SystemExit(__doc__)
    count, depth = int(sys.argv[1]), int(sys.argv[2])
    openings = read_book().shuffled(SEED)[:count]
    faster, more = [], []
    with ExitStack() as stack:
        one, other = map(make_player, parse_players(*sys.argv[3:]))
        for player in (one, other):
            stack.callback(player.close)
        for number, opening in enumerate(openings, start=1):
            (seconds, nodes), (others_seconds, others_nodes) = (effort(each, opening, depth) for each in (one, other))
            faster.append(seconds - others_seconds)
            more.append(others_nodes - nodes)
            if number > 1 and (number % 25 == 0 or number == count):
                print(f"{number:>5} positions: time {ratio(faster)}, nodes {ratio(more)}", flush=True)


if __name__ == "__main__":
    main()
