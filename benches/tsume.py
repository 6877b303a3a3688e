"""Tsume problems made and asked a second time: ``python benches/tsume.py [--count 500]``, with ``pip install cshogi``.

Games of the engine against itself, after random first moves, are records; ``kiebitz games puzzles`` makes problems of
them. Each is then asked by another solver, cshogi's df-pn: does it mate; does another first check mate, in however many
moves (what it can't settle in ``--nodes`` is counted); and by a plain search of all checks and answers: is there a
shorter mate. A problem is *cooked* if one of the answers is wrong. ``--problems FILE`` asks those of a file of SFEN
(``kiebitz games puzzles -o FILE.sfen``) instead; ``--output FILE`` writes those that were made. Ctrl-C ends the making,
and once more the asking.
"""

import argparse
import random
import time
from collections import Counter
from contextlib import suppress
from pathlib import Path

import cshogi

from kiebitz.commandline.refusal import terminated_as_interrupted
from kiebitz.core.shogi.notation import legal_moves, push
from kiebitz.core.shogi.position import ShogiPosition
from kiebitz.engine import START_SFEN
from kiebitz.engine.engine import ShogiEngine
from kiebitz.engine.limit import Limit
from kiebitz.kifu.record import Kifu
from kiebitz.kifu.tsume.files import as_sfen
from kiebitz.kifu.tsume.making import Tsume, TsumeMaker

GAME_NODES, RANDOM_PLIES, LONGEST_GAME = 100, 12, 200
SOLVER_PLIES = 63
TOLD_EVERY = 10


def main() -> None:
    """Make and ask."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=500)
    parser.add_argument("--seed", type=int, default=77)
    parser.add_argument("--nodes", type=int, default=1_000_000)
    parser.add_argument("--problems", type=Path)
    parser.add_argument("--output", type=Path)
    options = parser.parse_args()
    problems = _read(options.problems) if options.problems else _made(options.count, options.seed)
    if options.output:
        options.output.write_bytes(as_sfen(problems))
    began = time.process_time()
    verdicts = Counter[str]()
    lengths = Counter[int]()
    with suppress(KeyboardInterrupt), terminated_as_interrupted():
        for each in problems:
            verdict = asked(each, options.nodes)
            verdicts[verdict] += 1
            lengths[each.plies] += 1
            if verdict != "sound":
                print(f"{verdict}: {each.sfen} moves {' '.join(each.moves)}", flush=True)
    print(f"{lengths.total()} of {len(problems)} problems asked, by plies {dict(sorted(lengths.items()))}")
    print(f"asked in {time.process_time() - began:.0f} s: {dict(verdicts)}")


def _made(count: int, seed: int) -> list[Tsume]:
    """Problems of games that the engine plays against itself."""
    drawn, maker, found = random.Random(seed), TsumeMaker(seed=seed), dict[str, Tsume]()
    games, began = 0, time.process_time()
    with suppress(KeyboardInterrupt), terminated_as_interrupted(), ShogiEngine(hash_mb=4) as engine:
        while len(found) < count:
            games += 1
            before = len(found)
            for each in maker.of_game(Kifu.of_moves(_game(engine, drawn))):
                found.setdefault(each.sfen, each)
            if before // TOLD_EVERY < len(found) // TOLD_EVERY:
                print(f"{len(found)} problems of {games} games, {time.process_time() - began:.0f} s", flush=True)
    return list(found.values())[:count]


def _game(engine: ShogiEngine, drawn: random.Random) -> list[str]:
    """A game's moves, USI text."""
    position, moves = ShogiPosition(START_SFEN), list[str]()
    engine.new_game()
    while len(moves) < LONGEST_GAME and (among := legal_moves(position)):
        if len(moves) < RANDOM_PLIES:
            move = drawn.choice(among)
        else:
            move = engine.analyse(position, Limit(nodes=GAME_NODES)).lines[0].moves[0]
        moves.append(move)
        push(position, move)
    return moves


def _read(path: Path) -> list[Tsume]:
    lines = (line.partition(" moves ") for line in path.read_text().splitlines())
    return [Tsume(sfen, tuple(moves.split()), 0, 0) for sfen, _, moves in lines]


# --------------------------------------------------------------------------------------------- the second opinion


def asked(problem: Tsume, nodes: int) -> str:
    """'sound', 'cooked: …' or 'unsettled'."""
    board = cshogi.Board(problem.sfen)
    solver = cshogi.DfPn(depth=SOLVER_PLIES, nodes=nodes)
    if not solver.search(board):
        return "unsettled" if solver.searched_node >= nodes else "cooked: no mate"
    if problem.plies > 1 and mates(board, problem.plies - 2):
        return "cooked: a shorter mate"
    if not mates(board, problem.plies):
        return "cooked: no mate so short"
    unsettled = False
    for move in board.legal_moves:
        if cshogi.move_to_usi(move) == problem.moves[0]:
            continue
        board.push(move)
        if board.is_check():
            if solver.search_andnode(board):
                return "cooked: another first move"
            unsettled |= solver.searched_node >= nodes
        board.pop()
    return "unsettled" if unsettled else "sound"


def mates(board: cshogi.Board, plies: int) -> bool:
    """True if checks alone mate within so many plies: a plain search that looks at everything."""
    for move in board.legal_moves:
        board.push(move)
        found = board.is_check() and _is_mated(board, plies - 1)
        board.pop()
        if found:
            return True
    return False


def _is_mated(board: cshogi.Board, plies: int) -> bool:
    answers = list(board.legal_moves)
    if not answers or plies < 2:
        return not answers
    for move in answers:
        board.push(move)
        found = mates(board, plies - 1)
        board.pop()
        if not found:
            return False
    return True


if __name__ == "__main__":
    main()
