"""The game that the server holds. Its positions come from a FEN that the core accepts and from legal moves alone."""

from __future__ import annotations

import re
from datetime import date
from itertools import islice
from pathlib import Path

import chess
import chess.pgn

from kiebitz.analysis.reading.archive import cut_text
from kiebitz.analysis.reading.reader import read_game
from kiebitz.commandline.typed_move import MoveTextError, read_move
from kiebitz.engine import START_FEN, FenError, board_of, dropped_from, fen_of, position_from, position_of
from kiebitz.games.chess.game import CHESS
from kiebitz.games.ending import Ending
from kiebitz.protocols.mcp.results import LegalMove, LegalMoves, Saved, State

CHESS960_POSITIONS = 960
UNKNOWN = "?"
UNDECIDED = "*"
SUFFIX = ".pgn"
FILE_NAME = re.compile(r"\w[\w .-]*")


class RefusedError(Exception):
    """The request can't be done; the message names fault and remedy in one sentence."""


class HeldGame:
    """A game, begun in the starting position of chess."""

    def __init__(self, folder: Path | None = None) -> None:
        """Files are written into ``folder`` alone; None: nowhere."""
        self.board = chess.Board()
        self.players = (UNKNOWN, UNKNOWN)
        """The players of White and Black, as a loaded game says."""
        self._dropped: tuple[str, ...] = ()
        self._folder = folder

    @property
    def ending(self) -> Ending | None:
        """How the game ended; None while it goes on."""
        return CHESS.ending(position_of(self.board))

    @property
    def state(self) -> State:
        """The game as it stands."""
        root, ending = self.board.root(), self.ending
        return State(
            fen=fen_of(self.board),
            chess960=self.board.chess960,
            turn=chess.COLOR_NAMES[self.board.turn],
            is_check=self.board.is_check(),
            start_fen=fen_of(root),
            moves=sans(root, self.board.move_stack),
            result=ending.result if ending else UNDECIDED,
            ending=ending.reason if ending else None,
            dropped=self._dropped,
        )

    @property
    def legal_moves(self) -> LegalMoves:
        """Every legal move, in the order of their UCI text."""
        board = self.board
        moves = sorted((board.uci(move), board.san(move)) for move in board.legal_moves)
        return LegalMoves(fen=fen_of(board), moves=tuple(LegalMove(san=san, uci=uci) for uci, san in moves))

    def begin(self, fen: str | None = None, chess960: int | None = None) -> None:
        """Begin again: in a position or in a starting position of Chess960 by its number. Raises RefusedError."""
        if fen is not None and chess960 is not None:
            raise RefusedError("give a FEN or the number of a Chess960 position, not both")
        if chess960 is not None:
            if not 0 <= chess960 < CHESS960_POSITIONS:
                raise RefusedError(f"Chess960 has no position {chess960}: give 0 to {CHESS960_POSITIONS - 1}")
            self.board, self._dropped = chess.Board.from_chess960_pos(chess960), ()
            self.players = (UNKNOWN, UNKNOWN)
            return
        try:
            fen = fen or START_FEN
            self.board, self._dropped = board_of(position_from(fen, chess960=None)), dropped_from(fen)
        except FenError as error:
            raise RefusedError(f"that is no position, {error}; the game is unchanged") from error
        self.players = (UNKNOWN, UNKNOWN)

    def load(self, pgn: str, number: int = 1, ply: int | None = None) -> None:
        """Take over a game of a PGN, up to a ply or its end, its main line alone. Raises RefusedError."""
        raws = list(islice(cut_text(pgn, "the text"), number))
        if len(raws) < number:
            raise RefusedError(f"the PGN has no game {number}, it has {len(raws)}; the game is unchanged")
        read = read_game(raws[-1])
        if read.game is None:
            fault = read.faults[0].text if read.faults else "it is no game"
            raise RefusedError(f"game {number} can't be played through, {fault}; the game is unchanged")
        board = read.game.end().board()
        plies = len(board.move_stack)
        if ply is not None and ply > plies:
            raise RefusedError(f"the game has {plies} plies: give a smaller number; the game is unchanged")
        for _ in range(0 if ply is None else plies - ply):
            board.pop()
        self.board, self._dropped = board, tuple(str(fault) for fault in read.faults)
        self.players = read.headers.get("White", UNKNOWN), read.headers.get("Black", UNKNOWN)

    def read(self, text: str) -> chess.Move:
        """The legal move that a text means (SAN or UCI). Raises RefusedError."""
        try:
            return read_move(self.board, text)
        except MoveTextError as error:
            raise RefusedError(f"{error}; legal_moves lists what is") from error

    def move(self, text: str) -> None:
        """Play a move. Raises RefusedError, also when the game is over."""
        if ending := self.ending:
            raise RefusedError(f"the game is over ({ending.reason}): undo a move, or begin a new_game")
        self.board.push(self.read(text))

    def undo(self) -> None:
        """Take the last move back. Raises RefusedError."""
        if not self.board.move_stack:
            raise RefusedError("there is no move to take back: the game stands where it began")
        self.board.pop()

    def record(self) -> chess.pgn.Game:
        """The game to here, with the names of both sides."""
        game = chess.pgn.Game.from_board(self.board)
        game.headers["White"], game.headers["Black"] = self.players
        return game

    def save(self, file: str | None, white: str, black: str) -> Saved:
        """The game as PGN, written to a new file of that name if one is given. Raises RefusedError."""
        game = chess.pgn.Game.from_board(self.board)
        ending = self.ending
        game.headers["Event"] = "Game by MCP"
        game.headers["Site"] = UNKNOWN
        game.headers["Date"] = date.today().strftime("%Y.%m.%d")
        game.headers["Round"] = "-"
        game.headers["White"], game.headers["Black"] = white, black
        game.headers["Result"] = ending.result if ending else UNDECIDED
        if ending:
            game.end().comment = ending.reason
        pgn = f"{game}\n"
        return Saved(pgn=pgn, file=None if file is None else str(self._write(file, pgn)))

    def _write(self, file: str, pgn: str) -> Path:
        """Write to a file that isn't there yet, beside no other; its path. Raises RefusedError."""
        if self._folder is None:
            raise RefusedError("no file may be written: kiebitz mcp was begun without --games DIR; take the PGN's text")
        if not FILE_NAME.fullmatch(file):
            raise RefusedError("name a file by letters and digits, without a folder, such as game.pgn")
        path = self._folder / f"{file.removesuffix(SUFFIX)}{SUFFIX}"
        try:
            # Never over a file, nor through a link.
            with path.open("x", encoding="utf-8") as handle:
                handle.write(pgn)
        except FileExistsError as error:
            raise RefusedError(f"{path.name} is there already: give another name") from error
        except OSError as error:
            raise RefusedError(f"{path.name} can't be written, {error.strerror}: take the PGN's text") from error
        return path


def sans(board: chess.Board, moves: list[chess.Move]) -> tuple[str, ...]:
    """The SAN of moves played one after the other."""
    board = board.copy(stack=False)
    return tuple(board.san_and_push(move) for move in moves)
