"""A few analysed games as columns, with ratings, clocks and time controls, for the tests of ``survey``."""

import chess

from kiebitz.analysis.archive_run.batch import Observer, run
from kiebitz.analysis.archive_run.parquet import ParquetFolder
from kiebitz.analysis.archive_run.request import AnalysisRequest
from kiebitz.analysis.explanation.language import Language
from kiebitz.analysis.judging.annotate import AnalysisSettings
from kiebitz.engine.limit import Limit

MOVES = (
    "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 Re1 b5 Bb3 O-O c3 d5 exd5 Nxd5 Nxe5 Nxe5 Rxe5 c6 d4 Bd6 Re1 Qh4 g3 Qh3",
    "d4 d5 c4 e6 Nc3 Nf6 Bg5 Be7 e3 O-O Nf3 h6 Bh4 b6 cxd5 Nxd5 Bxe7 Qxe7 Nxd5 exd5 Rc1 Be6 Qa4 c5 Qa3 Rc8",
    "f3 e5 g4 Qh4#",
)
PLAYERS = (("Anna O'Neil", 1500, "Bert"), ("Bert", 1750, "Carla"), ("Carla", 2100, "Anna O'Neil"), ("Bert", 0, "Dora"))
CONTROLS = ("300+3", "60", "40/7200:3600", "-", "?")
RESULTS = ("1-0", "1/2-1/2", "0-1", "*")


def games():
    """The games as PGN: moves, players, time controls and results in every third, fourth and fifth combination."""
    for number in range(20):
        white, rating, black = PLAYERS[number % len(PLAYERS)]
        sans = MOVES[number % len(MOVES)].split()
        text, board = "", chess.Board()
        for ply, san in enumerate(sans):
            clock = f" {{ [%clk 0:0{5 - ply // 6}:{50 - ply:02}] }}" if number % 2 else ""
            text += f"{board.fullmove_number}{'.' if board.turn else '...'} {san}{clock} "
            board.push_san(san)
        tags = {
            "White": white,
            "Black": black,
            "WhiteElo": rating or "?",
            "BlackElo": 1600,
            "Date": f"20{number:02}.01.01",
            "TimeControl": CONTROLS[number % len(CONTROLS)],
            "Result": RESULTS[number % len(RESULTS)],
        }
        yield "".join(f'[{name} "{value}"]\n' for name, value in tags.items()) + f"\n{text}{tags['Result']}\n"
    yield '[Variant "Atomic"]\n[White "Bert"]\n\n1. e4 *\n'


def write_columns(folder):
    """Analyse these games briefly; the folder of columns."""
    archive, columns = folder / "games.pgn", ParquetFolder(folder / "data")
    archive.write_text("\n".join(games()))
    silent = Observer(*[lambda *what: None] * 4)
    settings = AnalysisSettings(Limit(nodes=30), words=Language.ENGLISH)
    request = AnalysisRequest((str(archive),), folder / "out.pgn", settings, jobs=1, parquet=columns)
    run(request, silent)
    return columns.path
