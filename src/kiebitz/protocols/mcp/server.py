"""The tools, as the Model Context Protocol has them. A tool's docstring and parameters are what a model sees.

Parameters are of plain types, an empty text or -1 for nothing, and choices are written out: several clients refuse all
tools if the schema of one has a union, a reference or a default of null.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from inspect import signature
from typing import Annotated, Any, Literal

from mcp.server.mcpserver import Context, MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from mcp_types import ToolAnnotations
from pydantic import Field, ValidationError

from kiebitz import __version__
from kiebitz.analysis.explanation.explanation import DEFAULT_NODES
from kiebitz.analysis.explanation.language import Language
from kiebitz.protocols.mcp.held_game import CHESS960_POSITIONS, UNKNOWN, HeldGame, RefusedError
from kiebitz.protocols.mcp.results import BestLines, Explained, Judgement, LegalMoves, Saved, State
from kiebitz.protocols.mcp.searching import LEAST_NODES, MAX_LINES, MAX_NODES, Searching

INSTRUCTIONS = """\
Kiebitz holds one game of chess. Ask it instead of remembering or inventing a position: state tells where the game
stands, move plays a legal move, new_game begins another. evaluate, best_lines and explain judge the position that the
game stands in; every value takes White's view. What explain gives was proven; what it doesn't say, don't claim."""
LAST_MOVE = "last"
MAX_FEN_CHARACTERS, MAX_MOVE_CHARACTERS, MAX_NAME_CHARACTERS = 200, 20, 60
MAX_PGN_CHARACTERS = 1_000_000
NONE = -1

MoveText = Annotated[str, Field(max_length=MAX_MOVE_CHARACTERS, description="A move: Nf3 or g1f3.")]
Nodes = Annotated[int, Field(ge=LEAST_NODES, le=MAX_NODES, description="How long each search takes, in positions.")]
PlayerName = Annotated[str, Field(max_length=MAX_NAME_CHARACTERS, pattern=r'^[^"\\\x00-\x1f]+$')]
CHANGES = ToolAnnotations(read_only_hint=False, destructive_hint=False, open_world_hint=False)
BEGINS_AGAIN = ToolAnnotations(read_only_hint=False, destructive_hint=True, open_world_hint=False)
LOOKS = ToolAnnotations(read_only_hint=True, open_world_hint=False)


class Tools:
    """What a client may call. One client at a time: the game is the one of whoever is on the other side of the pipe."""

    def __init__(self, game: HeldGame, searching: Searching) -> None:
        self._game = game
        self._searching = searching

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
        """Find the best moves, each with what is expected to follow."""
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


def make_server(game: HeldGame, searching: Searching) -> GameServer:
    """The server of a game, not yet running."""
    server = GameServer("kiebitz", title="Kiebitz", instructions=INSTRUCTIONS, version=__version__, log_level="WARNING")
    tools = Tools(game, searching)
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
        (tools.save, CHANGES),
    )
    for tool, effect in offered:
        server.add_tool(tool, annotations=effect)
    server.arguments = {tool.__name__: list(signature(tool).parameters) for tool, _ in offered}
    return server
