"""Does a judge tell right from wrong? Its marks, losses and chances in real games, held against a referee: minutes.

    python benches/judge.py measure [SETTINGS …] [--nodes 300000] [--teacher FILE] [--product] [--jobs N]
    python benches/judge.py referee [--depth 20]     adds what is missing in judge_values.tsv, by an installed Stockfish
    python benches/judge.py marks GAMES.pgn OUT.tsv [--games 100] [--nodes 300000] [--depth 20]
    python benches/judge.py sureness OUT.tsv

``judge_games.pgn`` are 24 games: of world championships, four of them long endings, of club players, of programs. The
referee's values of their positions (Stockfish 15.1, depth 20) lie in ``judge_values.tsv``: game and ply from 0, then
centipawns or moves to mate, White's view; games that lack some are left out. A judge (settings as ``kiebitz match``
takes them) searches each position once, game by game; a move's loss is what the mover's winning chances fell by,
nothing if it is the judge's own choice.

- marks: moves that lose ``MARK`` points or more, of a side that has not lost already; false: those of which the referee
  sees less than half of that.
- real, big: moves of which the referee sees ``MARK`` and ``BIG`` points lost; how many of them have a mark.
- correlation: of the losses of all moves with the referee's; rms: of the chances of all positions, in points.

With ``--product`` the marks are those that ``kiebitz analyse`` gives, second looks and all; one is false if the referee
sees less than half of what it claims (?! 5, ? 10, ?? 15 points).

With ``--teacher`` (as ``kiebitz teacher cut`` writes it) also how far the chances of static values are from the
teacher's, root mean square, in points, by the number of men, in positions without check of all games.

``marks`` asks the referee about nothing but marks, nearly marks (``NEARLY`` points and more) and praises, in games of
any file, evenly taken: a row each, resumable by game. ``sureness`` holds the marks' sureness against them, and fits it
anew: on each half of the games in turn, tested on the other.
"""

from __future__ import annotations

import argparse
import csv
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from multiprocessing import get_context
from pathlib import Path

import chess
import chess.engine
import chess.pgn
import numpy as np

from kiebitz import evaluate_batch
from kiebitz.analysis.judging.annotate import AnalysisSettings, analyse_game
from kiebitz.analysis.judging.judgement import LOST_WIN_PERCENT, THRESHOLDS, win_percent
from kiebitz.arena.match.anchors import installed
from kiebitz.arena.match.player import OwnSpec, parse_player
from kiebitz.arena.teacher.stream import NORMAL, SPREAD
from kiebitz.engine.engine import Engine
from kiebitz.engine.limit import Limit
from kiebitz.engine.options import EngineOptions, options_by_name
from kiebitz.processes.cores import usable_cores

GAMES = Path(__file__).with_name("judge_games.pgn")
VALUES = Path(__file__).with_name("judge_values.tsv")
NODES, DEPTH, HASH_MB = 300_000, 20, 64
MARK, BIG = 5.0, 10.0
NEARLY = 4.0
CLAIMED = {judgement: threshold for threshold, judgement in THRESHOLDS}
MEN = ((26, 32), (19, 25), (2, 18))
SURER = 0.9
MARK_COLUMNS = ("game", "ply", "fen", "san", "mark", "loss", "sureness", "men", "before", "after", "best", "second")
MATED = 100_000

Value = tuple[int | None, int | None]
"""Centipawns or moves to mate, White's view."""


@dataclass(slots=True)
class Losses:
    """Losses by judge and referee of moves and positions, in points of the winning chances."""

    own: list[float] = field(default_factory=list)
    referees: list[float] = field(default_factory=list)
    lost: list[bool] = field(default_factory=list)
    """True if the judge sees the mover lost before the move."""
    referees_lost: list[bool] = field(default_factory=list)
    off: list[float] = field(default_factory=list)
    """Of each position: the judge's chances less the referee's."""


def games(path: Path = GAMES) -> list[chess.pgn.Game]:
    """The games of a file; without one, those of the yardstick."""
    with path.open(encoding="utf-8", errors="replace") as file:
        return list(iter(lambda: chess.pgn.read_game(file), None))


def identity(game: chess.pgn.Game) -> tuple[str, ...]:
    """The tags that tell a game from others."""
    return tuple(game.headers[name] for name in ("White", "Date", "Round"))


def referee_program() -> str:
    """The referee's path; ends the run without one."""
    program = installed("stockfish")
    if program is None:
        raise SystemExit("stockfish is not installed (Debian: apt-get install stockfish)")
    return program


def positions(game: chess.pgn.Game) -> Iterator[tuple[int, chess.Board, chess.Move | None]]:
    """Every position of a game that isn't over: its ply, and the move that was played."""
    node: chess.pgn.GameNode = game
    for ply in range(game.end().ply() + 1):
        if not node.board().is_game_over():
            yield ply, node.board(), node.variations[0].move if node.variations else None
        node = node.variations[0] if node.variations else node


def known() -> dict[tuple[int, int], Value]:
    """The referee's values by game and ply."""
    if not VALUES.exists():
        return {}
    with VALUES.open(encoding="utf-8") as file:
        rows = list(csv.reader(file, delimiter="\t"))[1:]

    def number(text: str) -> int | None:
        return int(text) if text else None

    return {(int(game), int(ply)): (number(centipawns), number(mate)) for game, ply, centipawns, mate in rows}


def chances(value: Value) -> float:
    """White's winning chances in percent; a mate counts as the largest value there is."""
    centipawns, mate = value
    return win_percent((centipawns or 0) if mate is None else MATED if mate > 0 else -MATED)


def referee(depth: int) -> None:
    """Append the values that are missing."""
    program = referee_program()
    done = known()
    if not done:
        VALUES.write_text("game\tply\tcentipawns\tmate\n", encoding="utf-8")
    with chess.engine.SimpleEngine.popen_uci(program) as engine, VALUES.open("a", encoding="utf-8") as file:
        engine.configure({"Threads": 1, "Hash": 256})
        for number, game in enumerate(games()):
            for ply, board, _ in positions(game):
                if (number, ply) not in done:
                    score = engine.analyse(board, chess.engine.Limit(depth=depth), game=number)["score"].white()
                    cells = ("" if each is None else str(each) for each in (score.score(), score.mate()))
                    print(number, ply, *cells, sep="\t", file=file, flush=True)
            print(f"\rgame {number + 1}", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)


def options_of(settings: str) -> EngineOptions:
    """A judge's options."""
    player = parse_player(settings)
    if not isinstance(player, OwnSpec):
        raise SystemExit(f"{settings}: give settings of Kiebitz, such as name=classical,evaluation=classical")
    return options_by_name(dict(player.options), hash_mb=HASH_MB)


@dataclass(slots=True)
class Marked:
    """The moves of a game whose loss the referee knows, as ``kiebitz analyse`` marks them."""

    claims: list[float] = field(default_factory=list)
    """Points that the mark claims to be lost, 0 without one."""
    losses: list[float] = field(default_factory=list)
    """The referee's losses; none of a side that has lost already."""
    men: list[int] = field(default_factory=list)
    """Number of pieces on the board before the move."""
    sureness: list[float] = field(default_factory=list)
    """How likely a mark says that it is true, 0 without one."""


def mark_game(task: tuple[int, str, int]) -> Marked:
    """The marks of ``kiebitz analyse`` in a game."""
    number, settings, nodes = task
    told, marked, game = known(), Marked(), games()[number]
    boards = [board for _, board, _ in positions(game)]
    with Engine(**options_of(settings)) as engine:
        analysis = analyse_game(game, engine, AnalysisSettings(Limit(nodes=nodes)))
    for ply, move in enumerate(analysis.moves):
        if (number, ply) in told and (number, ply + 1) in told:
            sign = 1 if move.is_white else -1
            before, after = chances(told[number, ply]), chances(told[number, ply + 1])
            lost = (before if move.is_white else 100 - before) < LOST_WIN_PERCENT
            marked.claims.append(CLAIMED[move.judgement] if move.judgement else 0.0)
            marked.losses.append(0.0 if lost else max(0.0, sign * (before - after)))
            marked.men.append(chess.popcount(boards[ply].occupied))
            marked.sureness.append(move.sureness or 0.0)
    return marked


def product(settings: str, nodes: int, jobs: int) -> str:
    """The marks of ``kiebitz analyse``: all of them, by kind, by men on the board, and by how sure they are."""
    with get_context("spawn").Pool(jobs) as pool:
        found = list(pool.imap_unordered(mark_game, [(number, settings, nodes) for number in whole_games()]))
    claims, theirs, men, sureness = (
        np.array([each for marked in found for each in getattr(marked, name)])
        for name in ("claims", "losses", "men", "sureness")
    )
    marks, real, big = claims > 0, theirs >= MARK, theirs >= BIG
    false = marks & (theirs < claims / 2)
    rows = [("all", claims >= 0), *((judgement.symbol, claims == least) for judgement, least in CLAIMED.items())]
    rows += [(f"{least}-{most} men", (men >= least) & (men <= most)) for least, most in MEN]
    rows += [("80-90% sure", marks & (sureness < SURER)), ("surer", marks & (sureness >= SURER))]
    table = "\n".join(
        f"| {name} | {(marks & chosen).sum()} | {(false & chosen).sum()} | {(marks & real & chosen).sum()} of"
        f" {(real & chosen).sum()} | {(marks & big & chosen).sum()} of {(big & chosen).sum()} |"
        for name, chosen in rows
    )
    return (
        f"{settings}, kiebitz analyse, {len(found)} games\n"
        f"| which | marks | false | real | big |\n|---|---|---|---|---|\n{table}"
    )


def ask_about_marks(source: Path, out: Path, *, games_wanted: int, nodes: int, depth: int) -> None:
    """Append the marks, nearly marks and praises of games that aren't in ``out`` yet, beside the referee's values."""
    program = referee_program()
    own = set(map(identity, games()))
    every = [game for game in games(source) if identity(game) not in own]
    chosen = range(0, len(every), max(1, len(every) // games_wanted))[:games_wanted]
    if not out.exists():
        out.write_text("\t".join(MARK_COLUMNS) + "\n", encoding="utf-8")
    with out.open(encoding="utf-8", newline="") as file:
        done = {int(row["game"]) for row in csv.DictReader(file, delimiter="\t")}
    settings = AnalysisSettings(Limit(nodes=nodes))
    limit = chess.engine.Limit(depth=depth)
    with (
        Engine(hash_mb=HASH_MB) as engine,
        chess.engine.SimpleEngine.popen_uci(program) as judge,
        out.open("a", encoding="utf-8", newline="") as file,
    ):
        judge.configure({"Threads": 1, "Hash": 256})
        for number in chosen:
            if number in done:
                continue
            analysis = analyse_game(every[number], engine, settings)
            rows: list[tuple[object, ...]] = []
            for (ply, board, move), judged in zip(positions(every[number]), analysis.moves, strict=False):
                if move is None or not (judged.judgement or judged.is_praised or judged.win_percent_loss >= NEARLY):
                    continue
                found = judge.analyse(board, limit, multipv=2 if judged.is_praised else 1, game=(number, ply))
                before = _chances_of(found[0]["score"], board.turn)
                second = _chances_of(found[1]["score"], board.turn) if len(found) > 1 else None
                after = board.copy()
                after.push(move)
                left = _chances_of(judge.analyse(after, limit, game=(number, ply))["score"], board.turn)
                mark = judged.judgement.symbol if judged.judgement else "!" if judged.is_praised else ""
                told = (
                    number,
                    ply,
                    board.fen(),
                    judged.san,
                    mark,
                    f"{judged.win_percent_loss:.2f}",
                    judged.sureness or "",
                )
                men, best = chess.popcount(board.occupied), board.san(found[0]["pv"][0])
                rows.append((*told, men, round(before, 2), round(left, 2), best, second and round(second, 2)))
            rows.append((number, "", "", "", "end"))
            csv.writer(file, delimiter="\t", lineterminator="\n").writerows(rows)
            file.flush()
            print(f"\rgame {number + 1} of {len(every)}", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)


def _chances_of(score: chess.engine.PovScore, turn: chess.Color) -> float:
    """The winning chances of a side by the referee's score, in percent."""
    value = score.pov(turn)
    return chances((value.score(), value.mate()))


def sureness_table(asked: Path) -> str:
    """Tell how often marks are true that say how sure they are, and what a new fit says of games it has not seen."""
    with asked.open(encoding="utf-8", newline="") as file:
        rows = [row for row in csv.DictReader(file, delimiter="\t") if row["mark"] not in ("end", "!")]
    claim = {judgement.symbol: least for judgement, least in CLAIMED.items()}
    loss = np.array([float(row["loss"]) for row in rows])
    theirs = np.array([float(row["before"]) - float(row["after"]) for row in rows])
    told = np.array([float(row["sureness"] or 0) for row in rows])
    claims = np.array([claim.get(row["mark"], NEARLY) for row in rows])
    true, marked, opinion = theirs >= claims / 2, told > 0, told < 1
    half = np.unique([int(row["game"]) for row in rows], return_inverse=True)[1] % 2
    lines = [
        f"{marked.sum()} marks in {len({row['game'] for row in rows})} games, {(marked & ~true).sum()} false",
        "| told | marks | true |",
        "|---|---|---|",
    ]
    for least, most in ((0.0, 0.8), (0.8, 0.85), (0.85, 0.9), (0.9, 0.95), (0.95, 1.0), (1.0, 2.0)):
        chosen = marked & (told >= least) & (told < most)
        if chosen.any():
            lines.append(f"| {told[chosen].mean():.0%} | {chosen.sum()} | {true[chosen].mean():.0%} |")
    x = np.log(np.maximum(loss, 1e-9) / MARK)
    for learned in (0, 1):
        fitted, tested = opinion & (half == learned) & (loss >= NEARLY), opinion & (half != learned) & marked
        odds = _logistic(x[fitted], true[fitted])
        predicted = 1 / (1 + np.exp(-(odds[0] + odds[1] * x[tested])))
        lines.append(
            f"fitted on one half ({fitted.sum()} moves): log odds {odds[0]:.2f} + {odds[1]:.2f} ln(loss / {MARK:.0f});"
            f" on the other told {predicted.mean():.0%}, true {true[tested].mean():.0%} of {tested.sum()}"
        )
    return "\n".join(lines)


def _logistic(x: np.ndarray, true: np.ndarray) -> np.ndarray:
    """Intercept and slope of a logistic regression, by Newton's steps."""
    rows, odds = np.column_stack([np.ones_like(x), x]), np.zeros(2)
    for _ in range(30):
        chance = 1 / (1 + np.exp(-rows @ odds))
        odds += np.linalg.solve(rows.T @ (rows * (chance * (1 - chance))[:, None]), rows.T @ (true - chance))
    return odds


def whole_games() -> list[int]:
    """The numbers of the games of which the referee knows every position."""
    told = known()
    return [
        number for number, game in enumerate(games()) if all((number, ply) in told for ply, _, _ in positions(game))
    ]


def judge_game(task: tuple[int, str, int]) -> Losses:
    """A judge's values in a game."""
    number, settings, nodes = task
    told = known()
    seen: dict[int, tuple[float, chess.Move | None]] = {}
    played: dict[int, tuple[chess.Move | None, bool]] = {}
    losses = Losses()
    with Engine(**options_of(settings)) as engine:
        for ply, board, move in positions(games()[number]):
            info = engine.analyse(board, Limit(nodes=nodes))
            score = info.lines[0].white_score
            best = info.move
            seen[ply] = chances((score.centipawns, score.mate)), best
            played[ply] = move, board.turn
            losses.off.append(seen[ply][0] - chances(told[number, ply]))
    for ply, (move, turn) in played.items():
        if move is None or ply + 1 not in seen:
            continue
        sign = 1 if turn else -1
        before, theirs = seen[ply][0], chances(told[number, ply])
        losses.own.append(0.0 if move == seen[ply][1] else max(0.0, sign * (before - seen[ply + 1][0])))
        losses.referees.append(max(0.0, sign * (theirs - chances(told[number, ply + 1]))))
        for lost, value in ((losses.lost, before), (losses.referees_lost, theirs)):
            lost.append((value if turn else 100 - value) < LOST_WIN_PERCENT)
    return losses


def report(settings: str, nodes: int, jobs: int) -> str:
    """A judge in a line."""
    with get_context("spawn").Pool(jobs) as pool:
        found = list(pool.imap_unordered(judge_game, [(number, settings, nodes) for number in whole_games()]))
    own, theirs, lost, their_lost, off = (
        np.array([each for losses in found for each in getattr(losses, name)])
        for name in ("own", "referees", "lost", "referees_lost", "off")
    )
    marked = (own >= MARK) & ~lost
    real, big = (theirs >= MARK) & ~their_lost, (theirs >= BIG) & ~their_lost
    false = marked & (theirs < MARK / 2)
    correlation = np.corrcoef(own, theirs)[0, 1]
    rms = np.sqrt(np.mean(off**2))
    return (
        f"{settings}, {len(found)} games: {marked.sum()} marks, {false.sum()} false;"
        f" real {(marked & real).sum()} of {real.sum()}, big {(marked & big).sum()} of {big.sum()};"
        f" correlation {correlation:.2f}; rms {rms:.1f} points"
    )


def static_error(settings: str, teacher: str) -> str:
    """Error of static values against a teacher's, by the number of pieces."""
    boards = [board for game in games() for _, board, _ in positions(game) if not board.is_check()]
    batch = evaluate_batch(boards, teacher=teacher, **options_of(settings))
    ours = np.array([win_percent(int(value or 0)) for value in batch["centipawns"]])
    taught = np.array([win_percent(round(NORMAL * SPREAD * int(value or 0))) for value in batch["teacher"]])
    men = np.array([chess.popcount(board.occupied) for board in boards])
    groups = [("all", men > 0), *((f"{least}-{most} men", (men >= least) & (men <= most)) for least, most in MEN)]
    told = (f"{name} {np.sqrt(np.mean((ours - taught)[chosen] ** 2)):.1f}" for name, chosen in groups)
    return f"{settings}: static error, points: {', '.join(told)}"


def main() -> None:
    """Do what the command line says."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    steps = parser.add_subparsers(dest="step", required=True)
    measuring = steps.add_parser("measure")
    measuring.add_argument("settings", nargs="*", default=["name=default"])
    measuring.add_argument("--nodes", type=int, default=NODES)
    measuring.add_argument("--teacher")
    measuring.add_argument("--product", action="store_true")
    measuring.add_argument("--jobs", type=int, default=usable_cores())
    refereeing = steps.add_parser("referee")
    refereeing.add_argument("--depth", type=int, default=DEPTH)
    asking = steps.add_parser("marks")
    asking.add_argument("source", type=Path)
    asking.add_argument("out", type=Path)
    asking.add_argument("--games", type=int, default=100)
    asking.add_argument("--nodes", type=int, default=NODES)
    asking.add_argument("--depth", type=int, default=DEPTH)
    holding = steps.add_parser("sureness")
    holding.add_argument("asked", type=Path)
    given = parser.parse_args()
    if given.step == "referee":
        referee(given.depth)
        return
    if given.step == "marks":
        ask_about_marks(given.source, given.out, games_wanted=given.games, nodes=given.nodes, depth=given.depth)
        return
    if given.step == "sureness":
        print(sureness_table(given.asked))
        return
    for settings in given.settings:
        if given.teacher:
            print(static_error(settings, given.teacher), flush=True)
        if given.nodes:
            print((product if given.product else report)(settings, given.nodes, given.jobs), flush=True)


if __name__ == "__main__":
    main()
