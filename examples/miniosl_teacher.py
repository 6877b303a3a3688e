"""The network of miniosl as a USI program that doesn't search: its best move, and its value of the position.

    pip install --no-deps miniosl==0.1.6 && pip install onnxruntime numpy      (the wheel is for Python 3.11)
    kiebitz train --game shogi --collect --store DIR --hours 1
    kiebitz train --game shogi --relabel --store DIR --teacher "usi:python examples/miniosl_teacher.py;name=miniosl"
    kiebitz train --game shogi --alone --hours 3 --store DIR

The network looks at the last moves too, so it is told the whole game. Some two hundred values a second and core.
miniosl (Tomoyuki Kaneko; the licence of Team GPS) is not part of Kiebitz, nor is anything of it: what is learned are
values.
"""

import math
import sys
from pathlib import Path

import minioslcc as osl
import numpy as np
import onnxruntime

NETWORK = Path(osl.__file__).parent / "miniosl/pretrained/eval.onnx"
PLANES, SIDE = 176, 9
SCALE = 600.0
"""Centipawns at which the chances are e to 1, as is usual in shogi."""
SURE = 0.999
"""Chances are taken for no better than that."""


def start_network() -> onnxruntime.InferenceSession:
    """The network, on one core."""
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    return onnxruntime.InferenceSession(str(NETWORK), options)


def answer(network: onnxruntime.InferenceSession, line: str) -> tuple[str, int]:
    """The move that the network would play after ``startpos moves …`` or ``sfen … moves …``, and centipawns."""
    game = osl.GameManager.from_record(osl.usi_record(line))
    planes = np.asarray(game.export_heuristic_feature8(), np.float32).reshape(1, PLANES, SIDE, SIDE) / osl.One
    policy, value, *_ = network.run(None, {"input": planes})
    moves = game.state.genmove()
    if not moves:
        return "resign", -30_000
    best = max(moves, key=lambda move: policy[0][move.policy_move_label])
    chance = min(SURE, max(1 - SURE, (1 + float(value[0][0])) / 2))
    return best.to_usi(), round(SCALE * math.log(chance / (1 - chance)))


def main() -> None:
    """Speak USI until 'quit'."""
    network, line = start_network(), "startpos"
    for said in sys.stdin:
        word, _, rest = said.strip().partition(" ")
        if word == "usi":
            print("id name miniosl\nusiok")
        elif word == "isready":
            print("readyok")
        elif word == "position":
            line = rest
        elif word == "go":
            move, value = answer(network, line)
            print(f"info depth 0 nodes 1 score cp {value}\nbestmove {move}")
        elif word == "quit":
            return
        sys.stdout.flush()


if __name__ == "__main__":
    main()
