"""``kiebitz.Board`` and columns of positions beside python-chess, in processor time, in turn.

What a board is asked in loops, on a position with 48 legal moves; then all positions of a PGN file, games a second of
one core: read alone, as FENs, as FENs with moves and SAN, as bitboards; by python-chess a part of the games, as FENs.
Then what columns are asked, positions a second of one core. cozy-chess-py (boards) and rust-pgn-reader-python-binding
(games, each a text cut out before: its arrays of boards beside ours) are timed too if they are installed. Reported is
the best of the rounds, and the load of the machine at the beginning and the end.

    python benches/boards.py [PGN] [ROUNDS]
"""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Callable
from importlib import import_module, util
from pathlib import Path
from time import process_time

import chess
import chess.pgn

import kiebitz

KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
EXAMPLE = Path(__file__).parents[1] / "examples" / "kasparov-deep-blue-1997.pgn"
# So often the example is read, if no other file is named.
COPIES = 500
GAMES_OF_PYTHON_CHESS = 60
SECONDS = 0.2
BATCH = 20_000


def microseconds(work: Callable[[], object]) -> float:
    """Time of one call, of as many as take some tenths of a second."""
    calls = 1
    while True:
        started = process_time()
        for _ in range(calls):
            work()
        if (spent := process_time() - started) > SECONDS:
            return 1e6 * spent / calls
        calls *= 3


def seconds(work: Callable[[], object]) -> float:
    """Time of a call."""
    started = process_time()
    work()
    return process_time() - started


def there_and_back(board: kiebitz.Board | chess.Board, move: kiebitz.Move | chess.Move) -> None:
    """Push and pop."""
    board.push(move)
    board.pop()


def questions() -> dict[str, tuple[Callable[[], object], Callable[[], object]]]:
    """The questions to both boards, ours first."""
    ours, theirs = kiebitz.Board(KIWIPETE), chess.Board(KIWIPETE)
    own, other = kiebitz.Move.from_uci("e5f7"), chess.Move.from_uci("e5f7")
    return {
        "a board of a FEN": (lambda: kiebitz.Board(KIWIPETE), lambda: chess.Board(KIWIPETE)),
        "list(legal_moves)": (lambda: list(ours.legal_moves), lambda: list(theirs.legal_moves)),
        "push and pop": (lambda: there_and_back(ours, own), lambda: there_and_back(theirs, other)),
        "fen()": (ours.fen, theirs.fen),
        "san(move)": (lambda: ours.san(own), lambda: theirs.san(other)),
        "parse_san(text)": (lambda: ours.parse_san("Nxf7"), lambda: theirs.parse_san("Nxf7")),
        "copy()": (ours.copy, theirs.copy),
        "outcome()": (ours.outcome, theirs.outcome),
        "is_check()": (ours.is_check, theirs.is_check),
        "piece_at(square)": (lambda: ours.piece_at(chess.E5), lambda: theirs.piece_at(chess.E5)),
    }


def main(pgn: str, rounds: int) -> None:
    """Time and print."""
    print(f"load {os.getloadavg()[0]:.1f}")
    print(f"{'microseconds':<22}{'kiebitz':>9}{'chess':>9}")
    for name, works in questions().items():
        own, other = (min(times) for times in zip(*[map(microseconds, works) for _ in range(rounds)], strict=True))
        print(f"{name:<22}{own:>9.3f}{other:>9.2f}{other / own:>7.0f} times")
    if util.find_spec("cozy_chess"):
        board_of = import_module("cozy_chess").Board.from_fen
        cozy = board_of(KIWIPETE)
        works = {"a FEN": lambda: board_of(KIWIPETE), "all moves": cozy.generate_moves, "fen()": cozy.fen}
        for name, work in works.items():
            print(f"{'cozy-chess-py, ' + name:<26}{min(microseconds(work) for _ in range(rounds)):>5.3f}")

    games = sum(1 for _ in kiebitz.read_games(pgn))

    def speed(work: Callable[[], object]) -> float:
        return games / min(seconds(work) for _ in range(rounds))

    print(f"\ngames a second of one core ({games:,} games)")
    print(f"{'read':<22}{speed(lambda: sum(1 for _ in kiebitz.read_games(pgn))):>9,.0f}")
    for name, columns in {"fen": ["fen"], "fen, move, san": ["fen", "move", "san"], "board": ["board"]}.items():

        def columned(columns: list[str] = columns) -> None:
            for _ in kiebitz.read_games(pgn).positions(columns, jobs=1).chunks():
                pass

        print(f"{name:<22}{speed(columned):>9,.0f}")

    if util.find_spec("rust_pgn_reader_python_binding"):
        rust = import_module("rust_pgn_reader_python_binding")
        texts = [game.raw.text for game in kiebitz.read_games(pgn)]
        for name, options in {"": {}, ", comments": {"store_comments": True}}.items():

            def by_rust(options: dict[str, bool] = options) -> None:
                assert rust.parse_games_from_strings(texts, num_threads=1, **options).num_games == games

            print(f"{'rust-pgn-reader' + name:<26}{speed(by_rust):>5,.0f}")

    def by_python_chess() -> None:
        file = io.StringIO(pgn)
        for _ in range(GAMES_OF_PYTHON_CHESS):
            game = chess.pgn.read_game(file)
            if game is None:
                raise SystemExit("too few games")
            board = game.board()
            for move in game.mainline_moves():
                board.fen()
                board.push(move)
            board.fen()

    print(f"{'fen, by python-chess':<22}{GAMES_OF_PYTHON_CHESS / seconds(by_python_chess):>9,.0f}")

    positions = kiebitz.read_games(pgn).positions(["fen", "move"]).to_arrow()
    played = positions.filter(positions["move"].is_valid())[:BATCH]
    fens, moves = played["fen"], played["move"]
    print("\npositions a second of one core")
    for name, work in {
        "evaluate_batch": lambda: kiebitz.evaluate_batch(fens, jobs=1),
        "features_batch": lambda: kiebitz.features_batch(fens, jobs=1),
        "facts, 138 of them": lambda: kiebitz.facts(fens, jobs=1),
        "move_batch": lambda: kiebitz.move_batch(fens, moves, jobs=1),
        "search_batch, one node": lambda: kiebitz.search_batch(fens, kiebitz.Limit(nodes=1), jobs=1),
    }.items():
        print(f"{name:<22}{len(fens) / min(seconds(work) for _ in range(rounds)):>9,.0f}")
    print(f"load {os.getloadavg()[0]:.1f}")


if __name__ == "__main__":
    path = Path(sys.argv[1]) if len(sys.argv) > 1 else None
    main(
        path.read_text(encoding="utf-8") if path else COPIES * (EXAMPLE.read_text() + "\n"),
        int(sys.argv[2]) if len(sys.argv) > 2 else 3,
    )
