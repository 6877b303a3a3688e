"""Marks that ``kiebitz analyse`` gives, held against a stronger engine: how many are false, and how many are missing.

Three steps. Games are drawn by lot from an archive; ``kiebitz analyse`` annotates them (once with each build, or other
engine by ``--engine``, that is to be compared); a referee searches their positions to a fixed depth, those beside marks
first, and those after recommended moves; its winning chances judge each move.

    python benches/judgements.py draw ARCHIVE.pgn GAMES SEED > games.pgn
    kiebitz analyse games.pgn -o analysed.pgn
    python benches/judgements.py referee values.jsonl DEPTH analysed.pgn…    (stopped, it goes on where it was)
    python benches/judgements.py compare values.jsonl analysed.pgn…

A mark is false if the referee sees less than half of the loss that the mark claims (?! 5, ? 10, ?? 15 percentage points
of the winning chances). Recall is the share of the referee's marks, by the rules of
``kiebitz.analysis.judging.judgement``, to which a mark of any grade was given, over the games whose positions all have
a value; once more for its ? and ?? alone. A recommended move is good if the referee sees no more than 30 centipawns
between it and its own best. The intervals of 95% are those of Agresti and Coull.
"""

import json
import random
import shutil
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import chess
import chess.engine
import chess.pgn

from kiebitz import Score
from kiebitz.analysis.judging.annotate import OWN_WORD
from kiebitz.analysis.judging.judgement import LOST_WIN_PERCENT, THRESHOLDS, Judgement, judge, win_percent
from kiebitz_claims.measuring.statistics import proportion_error

STOCKFISH = shutil.which("stockfish") or shutil.which("stockfish", path="/usr/games")
MIN_PLIES = 30
GOOD_CENTIPAWNS = 30
CLAIMED = {judgement.nag: threshold for threshold, judgement in THRESHOLDS}


def games_of(path: str) -> list[chess.pgn.Game]:
    """All games of a file."""
    with Path(path).open(encoding="utf-8", errors="replace") as file:
        return list(iter(lambda: chess.pgn.read_game(file), None))


def draw(archive: str, count: str, seed: str) -> None:
    """Print so many games drawn by lot, without comments and variations."""
    games = [game for game in games_of(archive) if len(list(game.mainline())) >= MIN_PLIES and not game.errors]
    for game in random.Random(int(seed)).sample(games, int(count)):
        print(game.accept(chess.pgn.StringExporter(comments=False, variations=False)), end="\n\n")


def referee(output: str, depth: str, *analysed: str) -> None:
    """Append the value of every position that is missing in ``output``, one JSON line each, White's view."""
    if STOCKFISH is None:
        raise SystemExit("stockfish is not installed (Debian: apt install stockfish)")
    known = values_of(output) if Path(output).exists() else {}
    moves = [node for path in analysed for game in games_of(path) for node in game.mainline()]
    moves.sort(key=lambda node: not CLAIMED.keys() & node.nags)
    boards = {board.fen(): board for node in moves for board in boards_beside(node)}
    missing = [board for fen, board in boards.items() if fen not in known and not board.is_game_over()]
    with chess.engine.SimpleEngine.popen_uci(STOCKFISH) as engine, Path(output).open("a", encoding="utf-8") as file:
        engine.configure({"Hash": 128, "Threads": 1})
        for number, board in enumerate(missing, 1):
            score = engine.analyse(board, chess.engine.Limit(depth=int(depth)))["score"].white()
            print(json.dumps([board.fen(), score.score(), score.mate()]), file=file, flush=True)
            print(f"\r{number} of {len(missing)} positions", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)


def boards_beside(node: chess.pgn.ChildNode) -> Iterator[chess.Board]:
    """The positions before and after a move, and after the one recommended in its place."""
    yield node.parent.board()
    yield node.board()
    if better := recommended(node):
        yield better.board()


def recommended(node: chess.pgn.ChildNode) -> chess.pgn.ChildNode | None:
    """The better move that an analysis has put beside a marked one."""
    if not CLAIMED.keys() & node.nags:
        return None
    return next((other for other in node.parent.variations[1:] if OWN_WORD in other.comment), None)


def values_of(path: str) -> dict[str, tuple[int | None, int | None]]:
    """The referee's centipawns or moves to mate of each FEN, White's view."""
    lines = Path(path).read_text(encoding="utf-8").splitlines()
    return {fen: (centipawns, mate) for fen, centipawns, mate in map(json.loads, lines)}


def seen(value: tuple[int | None, int | None], turn: chess.Color) -> Score:
    """A value of the referee from one side's view."""
    sign = 1 if turn else -1
    centipawns, mate = value
    return Score(None, sign * mate) if mate is not None else Score(sign * (centipawns or 0), None)


def chances(score: Score) -> float:
    """Winning chances in percent; a mate counts as the largest value there is."""
    return win_percent((100_000 if score.mate > 0 else -100_000) if score.mate is not None else score.centipawns or 0)


def share(part: int, whole: int) -> str:
    """'3 of 50, 6.0% (0.0 to 12.9)'."""
    if not whole:
        return "none"
    percent, error = 100 * part / whole, 100 * proportion_error(part, whole)
    return f"{part} of {whole}, {percent:.1f}% ({max(0.0, percent - error):.1f} to {min(100.0, percent + error):.1f})"


def compare(values: str, *analysed: str) -> None:
    """Print false marks and recall of each analysed file."""
    known = values_of(values)
    for path in analysed:
        given: Counter[int] = Counter()
        false: Counter[int] = Counter()
        theirs = both = severe = severe_both = better = good = 0
        for game in games_of(path):
            before = game.board()
            whole = all(node.board().fen() in known or node.board().is_game_over() for node in game.mainline())
            for node in game.mainline():
                after = node.board()
                fens = before.fen(), after.fen()
                turn, before = before.turn, after
                if not all(fen in known for fen in fens):
                    continue
                scores = [seen(known[fen], turn) for fen in fens]
                marks = sorted(CLAIMED.keys() & node.nags)
                loss = chances(scores[0]) - chances(scores[1])
                for nag in marks:
                    given[nag] += 1
                    false[nag] += loss < CLAIMED[nag] / 2
                if (line := recommended(node)) and (fen := line.board().fen()) in known:
                    better += 1
                    good += scores[0].clipped() - seen(known[fen], turn).clipped() <= GOOD_CENTIPAWNS
                verdict = judge(*scores)
                if whole and verdict in (Judgement.MISTAKE, Judgement.BLUNDER):
                    severe += 1
                    severe_both += bool(marks)
                if whole and verdict is not None and chances(scores[0]) >= LOST_WIN_PERCENT:
                    theirs += 1
                    both += bool(marks)
        print(path)
        for threshold, judgement in THRESHOLDS:
            nag = judgement.nag
            print(f"  {judgement.symbol:2} ({threshold:.0f} points): false {share(false[nag], given[nag])}")
        print(f"  all marks: false {share(false.total(), given.total())}")
        print(f"  recall of the referee's marks: {share(both, theirs)}")
        print(f"  recall of its ? and ??: {share(severe_both, severe)}")
        print(f"  recommended moves that are good: {share(good, better)}", flush=True)


if __name__ == "__main__":
    steps = {"draw": draw, "referee": referee, "compare": compare}
    if len(sys.argv) < 3 or sys.argv[1] not in steps:
        raise SystemExit(__doc__)
    steps[sys.argv[1]](*sys.argv[2:])
