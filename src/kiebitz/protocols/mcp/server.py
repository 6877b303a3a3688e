"""The tools, as the Model Context Protocol has them. A tool's docstring and parameters are what a model sees.

Parameters are of plain types, an empty text or -1 for nothing, and choices are written out: several clients refuse all
tools if the schema of one has a union, a reference or a default of null.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from inspect import signature
from typing import Annotated, Any, Literal

from anyio import to_thread
from mcp.server.mcpserver import Context, MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from mcp_types import ToolAnnotations
from pydantic import Field, ValidationError

from kiebitz import __version__
from kiebitz.analysis.explanation.explanation import DEFAULT_NODES
from kiebitz.analysis.explanation.language import Language
from kiebitz.analysis.reading.selection import GameSelection
from kiebitz.engine import position_from
from kiebitz.protocols.mcp.held_game import CHESS960_POSITIONS, UNKNOWN, HeldGame, RefusedError
from kiebitz.protocols.mcp.my_games import MyGames
from kiebitz.protocols.mcp.results import (
    BestLines,
    Explained,
    FoundGames,
    GameReport,
    Judgement,
    LegalMoves,
    Moments,
    Saved,
    State,
)
from kiebitz.protocols.mcp.searching import (
    LEAST_NODES,
    MAX_LINES,
    MAX_NODES,
    MAX_REPORT_NODES,
    REPORT_NODES,
    Searching,
)

INSTRUCTIONS = """\
Kiebitz holds one game of chess. Ask it instead of remembering or inventing a position: state tells where the game
stands, move plays a legal move, new_game begins another. evaluate, best_lines and explain judge the position that the
game stands in; every value takes White's view. report and moments judge a whole game that
load or open_game has taken over; find_games looks into the user's own games. What explain and moments give as reasons
was proven; what they don't say, don't claim."""
LAST_MOVE = "last"
MAX_FEN_CHARACTERS, MAX_MOVE_CHARACTERS, MAX_NAME_CHARACTERS = 200, 20, 60
MAX_PGN_CHARACTERS = 1_000_000
MAX_DATE_CHARACTERS, MAX_GAMES = 10, 100
NONE = -1

MoveText = Annotated[str, Field(max_length=MAX_MOVE_CHARACTERS, description="A move: Nf3 or g1f3.")]
Nodes = Annotated[int, Field(ge=LEAST_NODES, le=MAX_NODES, description="How long each search takes, in positions.")]
GameNodes = Annotated[
    int, Field(ge=LEAST_NODES, le=MAX_REPORT_NODES, description="For each position of the game, in positions searched.")
]
PlayerName = Annotated[str, Field(max_length=MAX_NAME_CHARACTERS, pattern=r'^[^"\\\x00-\x1f]+$')]
CHANGES = ToolAnnotations(read_only_hint=False, destructive_hint=False, open_world_hint=False)
BEGINS_AGAIN = ToolAnnotations(read_only_hint=False, destructive_hint=True, open_world_hint=False)
LOOKS = ToolAnnotations(read_only_hint=True, open_world_hint=False)


class Tools:
    """The tools of a client. One client at a time: the game is the one of whoever is on the other side of the pipe."""

    def __init__(self, game: HeldGame, searching: Searching, my_games: MyGames) -> None:
        self._game = game
        self._searching = searching
        self._my_games = my_games

    async def new_game(
        self,
        fen: Annotated[
            str, Field(max_length=MAX_FEN_CHARACTERS, description="Begin in this position, of Chess960 too.")
        ] = "",
        chess960: Annotated[
            int,
            Field(description=f"Begin in this position of Chess960, 0 to {CHESS960_POSITIONS - 1}; {NONE}: none."),
        ] = NONE,
    ) -> State:
        """Begin a new game; the one before is forgotten, so save it first if it matters."""
        self._game.begin(fen or None, None if chess960 == NONE else chess960)
        return self._game.state

    async def load(
        self,
        pgn: Annotated[str, Field(max_length=MAX_PGN_CHARACTERS, description="A game, or several, as PGN.")],
        number: Annotated[int, Field(ge=1, description="Which of them.")] = 1,
        ply: Annotated[
            int, Field(ge=NONE, description=f"Stand after so many plies of it; {NONE}: where it ends.")
        ] = NONE,
    ) -> State:
        """Load a game from its PGN, main line alone; the game before is forgotten. Step on by move, back by undo."""
        self._game.load(pgn, number, None if ply == NONE else ply)
        return self._game.state

    async def state(self) -> State:
        """Tell where the game stands: position, moves so far, result."""
        return self._game.state

    async def legal_moves(self) -> LegalMoves:
        """List every legal move."""
        return self._game.legal_moves

    async def move(self, move: MoveText) -> State:
        """Play a legal move of the side to move."""
        self._game.move(move)
        return self._game.state

    async def undo(self) -> State:
        """Take the last move back."""
        self._game.undo()
        return self._game.state

    async def evaluate(self, nodes: Nodes = DEFAULT_NODES) -> Judgement:
        """Tell what the position is worth, by search and by the evaluation alone, and who is how likely to win."""
        return await self._searching.evaluate(self._game.board.copy(), nodes)

    async def best_lines(
        self,
        count: Annotated[int, Field(ge=1, le=MAX_LINES, description="How many.")] = 1,
        nodes: Nodes = DEFAULT_NODES,
    ) -> BestLines:
        """Find the best moves, each with the expected continuation."""
        return await self._searching.best_lines(self._game.board.copy(), count, nodes)

    async def explain(
        self,
        move: Annotated[
            str,
            Field(
                max_length=MAX_MOVE_CHARACTERS,
                description=f"A legal move (Nf3 or g1f3), or '{LAST_MOVE}' for the one played last; without a move,"
                " what the best one does and what the other side threatens.",
            ),
        ] = "",
        nodes: Nodes = DEFAULT_NODES,
        language: Literal["en", "de"] = "en",
    ) -> Explained:
        """Say why a move is good or bad: facts that are proven, each with the line that shows it, or nothing."""
        board = self._game.board.copy()
        played = None if move in {"", LAST_MOVE} else self._game.read(move)
        if move == LAST_MOVE:
            if not board.move_stack:
                raise RefusedError("no move was played yet: name one that is legal")
            played = board.pop()
        return await self._searching.explain(board, played, nodes, Language(language))

    async def report(self, nodes: GameNodes = REPORT_NODES) -> GameReport:
        """Judge the whole game move by move: opening, accuracy and marks of both sides, and the course of the value."""
        return await self._searching.report(self._game.record(), nodes)

    async def moments(self, nodes: GameNodes = REPORT_NODES, language: Literal["en", "de"] = "en") -> Moments:
        """List the game's marked moves: what was better, and why, as far as that is proven."""
        return await self._searching.moments(self._game.record(), nodes, Language(language))

    async def find_games(
        self,
        *,
        player: Annotated[
            str, Field(max_length=MAX_NAME_CHARACTERS, description="A name, or how words of it begin.")
        ] = "",
        eco: Annotated[str, Field(max_length=MAX_NAME_CHARACTERS, description="Openings: B33, C5, D80-D99.")] = "",
        since: Annotated[str, Field(max_length=MAX_DATE_CHARACTERS, description="First day, month or year.")] = "",
        until: Annotated[str, Field(max_length=MAX_DATE_CHARACTERS, description="Last day, month or year.")] = "",
        result: Literal["", "1-0", "0-1", "1/2-1/2"] = "",
        here: Annotated[bool, Field(description="Only games that had the position that the game stands in.")] = False,
        count: Annotated[int, Field(ge=1, le=MAX_GAMES, description="List so many.")] = 20,
    ) -> FoundGames:
        """Find games in the user's own collection, the latest first."""
        try:
            select = GameSelection(player=player, eco=eco, since=since, until=until, result=result, first=count)
        except ValueError as error:
            raise RefusedError(str(error)) from error
        position = position_from(self._game.state.fen, chess960=None) if here else None
        return await to_thread.run_sync(self._my_games.find, select, position)

    async def open_game(
        self,
        game: Annotated[int, Field(ge=1, description="Its number, as find_games tells it.")],
        ply: Annotated[
            int, Field(ge=NONE, description=f"Stand after so many plies of it; {NONE}: where it ends.")
        ] = NONE,
    ) -> State:
        """Take over a game of the user's collection, main line alone; the game before is forgotten."""
        self._game.load(await to_thread.run_sync(self._my_games.text, game), 1, None if ply == NONE else ply)
        return self._game.state

    async def save(
        self,
        file: Annotated[str, Field(description="Also write it to a new file of this name.")] = "",
        white: PlayerName = UNKNOWN,
        black: PlayerName = UNKNOWN,
    ) -> Saved:
        """Give the game as PGN. Files are written only into the folder that the user has opened, never over another."""
        return self._game.save(file or None, white, black)


class GameServer(MCPServer[Any]):
    """A server whose tools refuse in one sentence."""

    arguments: Mapping[str, Sequence[str]] = {}
    """The arguments that each tool takes, by its name."""

    async def call_tool(self, name: str, arguments: dict[str, Any], context: Context[Any, Any] | None = None) -> Any:
        """As MCPServer has it, but that an argument which a tool doesn't know is refused. Raises ToolError."""
        known = self.arguments.get(name)
        if known is not None and (unknown := sorted(set(arguments) - set(known))):
            takes = f"it takes {', '.join(known)}" if known else "it takes none"
            raise ToolError(f"{name} has no argument {unknown[0][:MAX_NAME_CHARACTERS]!r}; {takes}")
        try:
            return await super().call_tool(name, arguments, context)
        except ToolError as error:
            match error.__cause__:
                case RefusedError() as fault:
                    raise ToolError(str(fault)) from fault
                case ValidationError() as fault:
                    first = fault.errors()[0]
                    raise ToolError(f"{'.'.join(map(str, first['loc']))}: {first['msg']}") from fault
            raise


def make_server(game: HeldGame, searching: Searching, my_games: MyGames | None = None) -> GameServer:
    """The server of a game, not yet running; without ``my_games`` no collection is looked into."""
    server = GameServer("kiebitz", title="Kiebitz", instructions=INSTRUCTIONS, version=__version__, log_level="WARNING")
    tools = Tools(game, searching, my_games or MyGames())
    offered = (
        (tools.new_game, BEGINS_AGAIN),
        (tools.load, BEGINS_AGAIN),
        (tools.state, LOOKS),
        (tools.legal_moves, LOOKS),
        (tools.move, CHANGES),
        (tools.undo, CHANGES),
        (tools.evaluate, LOOKS),
        (tools.best_lines, LOOKS),
        (tools.explain, LOOKS),
        (tools.report, LOOKS),
        (tools.moments, LOOKS),
        (tools.find_games, LOOKS),
        (tools.open_game, BEGINS_AGAIN),
        (tools.save, CHANGES),
    )
    for tool, effect in offered:
        server.add_tool(tool, annotations=effect)
    server.arguments = {tool.__name__: list(signature(tool).parameters) for tool, _ in offered}
    return server
