"""The search's speed and its signature: python benches/search_speed.py [depth]."""

import sys

from kiebitz.engine import bench

if __name__ == "__main__":
    depth = int(sys.argv[1]) if len(sys.argv) > 1 else bench.BENCH_DEPTH
    result = bench.run(depth)
    print(f"bench: {result.nodes} nodes at depth {depth}, {result.nodes_per_second:,} a second")
