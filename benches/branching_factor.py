"""The effective branching factor: by how much one more ply multiplies the nodes, over the positions of the bench.

Every position is searched once to the greatest depth, from an empty table; the nodes spent up to each iteration are the
search's own reports. The factor of a position is the n-th root of (nodes to the last depth / nodes to the first).

    python benches/branching_factor.py [FIRST LAST]
"""

import statistics
import sys

from kiebitz import Engine, Limit
from kiebitz.engine.bench import POSITIONS

MIN_NODES = 1000


def main() -> None:
    """Search, divide, report."""
    first, last = (int(word) for word in sys.argv[1:3]) if len(sys.argv) > 2 else (8, 18)
    factors = []
    with Engine(hash_mb=256) as engine:
        for fen in POSITIONS:
            engine.new_game()
            nodes = {line.depth: line.nodes for line in engine.stream(fen, Limit(depth=last)) if line.bound == "exact"}
            # Positions that are over, or solved at once, have no tree worth the name.
            if nodes.get(first, 0) >= MIN_NODES and last in nodes:
                factors.append((nodes[last] / nodes[first]) ** (1 / (last - first)))
                print(f"{factors[-1]:.2f}  {nodes[first]:>9,} to {nodes[last]:>12,}  {fen}", flush=True)
    print(
        f"depths {first} to {last}: factor {statistics.geometric_mean(factors):.2f} over {len(factors)} positions"
        f" ({min(factors):.2f} to {max(factors):.2f})"
    )


if __name__ == "__main__":
    main()
