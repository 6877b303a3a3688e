r"""A player of a match: settings of Kiebitz in this process, or a program that speaks UCI, xboard or USI.

As people write them:

- ``kiebitz``, ``null_move=off,reduction_divisor=200``, ``era=nimzo,hash=64``: the Kiebitz in this process; options are
  ``hash`` (MB), ``move_overhead_ms``, ``era``, ``network`` (a file) and every parameter of the search; on/off, whole
  numbers or names;
- ``uci:COMMAND;OPTION=VALUE;…``, ``xboard:COMMAND;…``: a program with its arguments (quoted as in a shell) and the
  options of its protocol: ``"uci:/usr/games/stockfish;Threads=1;Hash=16"``, ``"xboard:/usr/games/crafty"``;
  ``\;`` stands for a semicolon that belongs to a value; an xboard program must know ``ping``, and ``setboard`` if games
  don't start from the starting position. What the match decides by itself (MATCH_OPTIONS) is left out and named;
- ``usi:COMMAND;OPTION=VALUE;…``: the same for shogi;
- a path alone, ``builds/old/bin/kiebitz-uci`` (with options as above), is a UCI program, in a match of shogi a USI
  program.

``name=…`` among the options says how the player is called, ``times=2`` that it has so many times the match's time or
nodes.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Literal, Protocol, TypeAlias

from kiebitz.commandline.clean_text import clean
from kiebitz.commandline.switches import SwitchError, parse_switches
from kiebitz.engine.limit import Limit
from kiebitz.engine.line import GameName
from kiebitz.engine.score import Score
from kiebitz.games.live_game import LiveGame
from kiebitz.programs.description import SEMICOLON, DescriptionError, read_program

OWN_NAME = "kiebitz"
NAME_OPTION, TIMES_OPTION = "name", "times"
MOST_TIMES = 1000.0
FaultKind = Literal["crash", "illegal move", "time loss", "stall"]
OutsideProtocol = Literal["uci", "xboard", "usi"]
GAME_OF: dict[OutsideProtocol, GameName] = {"uci": "chess", "xboard": "chess", "usi": "shogi"}
"""The game of each protocol."""
USUAL_PROTOCOL: dict[GameName, OutsideProtocol] = {"chess": "uci", "shogi": "usi"}
"""The protocol that a path alone is taken to speak."""
MATCH_OPTIONS: dict[OutsideProtocol, tuple[str, ...]] = {
    "uci": ("ponder", "multipv", "uci_chess960", "uci_variant"),
    "xboard": (),
    "usi": ("usi_ponder", "ponder", "multipv", "uci_variant"),
}
"""Options that follow from the match: nobody thinks on the other's time, one line is enough, the opening says which
game it is."""
_ALIASES = {"hash": "hash_mb"}


class PlayerError(ValueError):
    """A player that can't be made; the message says why."""


class PlayerFault(Exception):  # noqa: N818 - a rule broken in play, not an error of the program
    """A player's fault in a game: it loses that game.

    The message, which may quote the player, is cleaned: it goes to terminals and into the PGN.
    """

    def __init__(self, kind: FaultKind, message: str) -> None:
        super().__init__(clean(message))
        self.kind: FaultKind = kind

    def __reduce__(self) -> tuple[type[PlayerFault], tuple[FaultKind, str]]:
        """Say how pickle makes it again, so that it comes back from another process: by itself it forgets the kind."""
        return type(self), (self.kind, str(self))


@dataclass(frozen=True, slots=True)
class Choice:
    """A player's move and what it said about it."""

    move: str | None
    """UCI or USI text; None if it resigns, or declares."""
    score: Score | None = None
    """The player's own view; None if it said none."""
    depth: int = 0
    """Plies of the last iteration."""
    nodes: int = 0
    """Positions visited."""
    declares: bool = False
    """True if it declares that it has won, as shogi's rule of 27 points allows."""


class Player(Protocol):
    """Somebody who plays games."""

    def new_game(self) -> None:
        """Forget the last game; start the program if it doesn't run. Raises PlayerError if that is impossible."""

    def choose(self, game: LiveGame, limit: Limit, timeout_s: float) -> Choice:
        """The move to play.

        Raises PlayerFault, at the latest a little after the time-out; PlayerError if it can't play this opening.
        """

    def game_over(self, points: float) -> None:
        """Hear what it made of the game: 0, ½ or 1. Raises nothing: the next game shows whether it is still there."""

    def close(self) -> None:
        """End the player: its program, its search. Nothing can be asked of it afterwards."""

    def kill(self) -> None:
        """End its program, if it has one, at once; from whatever thread, also while it thinks."""


@dataclass(frozen=True, slots=True)
class OwnSpec:
    """Kiebitz in this process, with options."""

    name: str
    """How it is called, in printable characters."""
    options: tuple[tuple[str, int | bool | str], ...] = ()
    """Options of ``kiebitz.Engine``, or ``kiebitz.ShogiEngine``."""
    times: float = 1.0
    """Its factor on the match's time, or nodes."""
    game: GameName = "chess"
    """The game it plays."""


@dataclass(frozen=True, slots=True)
class OutsideSpec:
    """A program of its own, with options."""

    name: str
    """How it is called, in printable characters."""
    protocol: OutsideProtocol
    """The protocol it speaks."""
    command: tuple[str, ...]
    """Program and arguments."""
    options: tuple[tuple[str, str], ...] = field(default=())
    """Options of its protocol."""
    left_out: tuple[str, ...] = ()
    """Options that were given but follow from the match."""
    times: float = 1.0
    """Its factor on the match's time, or nodes."""


Spec: TypeAlias = OwnSpec | OutsideSpec


def game_of(text: str) -> GameName | None:
    """The game a player plays by the protocol that its description names; None if it names none."""
    protocol = _protocol_of(text)
    return None if protocol is None else GAME_OF[protocol]


def _protocol_of(text: str) -> OutsideProtocol | None:
    """The protocol that a description names."""
    named, colon, _ = text.strip().partition(":")
    return next((protocol for protocol in GAME_OF if colon and protocol == named.lower()), None)


def parse_player(text: str, game: GameName = "chess") -> Spec:
    """Read a description as people write it. Raises PlayerError."""
    protocol = _protocol_of(text)
    if protocol is not None:
        if GAME_OF[protocol] != game:
            raise PlayerError(f"{clean(text)} plays {GAME_OF[protocol]}; a program for {game} speaks {_speaks(game)}")
        return _outside(protocol, text.strip().partition(":")[2])
    # A path in a value, such as network=nets/own.network, makes no program.
    program = SEMICOLON.split(text)[0].partition("=")[0].strip()
    if "/" in program or "\\" in program:
        return _outside(USUAL_PROTOCOL[game], text.strip())
    return _own(text, game)


def _speaks(game: GameName) -> str:
    return " or ".join(f"{protocol.upper()} ({protocol}:COMMAND)" for protocol in GAME_OF if GAME_OF[protocol] == game)


def parse_players(*texts: str, game: GameName = "chess") -> tuple[Spec, ...]:
    """Read descriptions and give the players different names: to those of one name (A), (B), … Raises PlayerError."""
    specs = [parse_player(text, game) for text in texts]
    names = [spec.name for spec in specs]
    return tuple(
        replace(spec, name=f"{spec.name} ({chr(ord('A') + names[:index].count(spec.name))})")
        if names.count(spec.name) > 1
        else spec
        for index, spec in enumerate(specs)
    )


def _own(text: str, game: GameName) -> OwnSpec:
    parts = [part.strip() for part in text.split(",")]
    if parts[0].lower() == OWN_NAME:
        del parts[0]
    own = {key.strip(): value.strip() for key, _, value in (part.partition("=") for part in parts)}
    settings = [part for part in parts if part.partition("=")[0].strip() not in (NAME_OPTION, TIMES_OPTION)]
    try:
        options = parse_switches(settings)
    except SwitchError as error:
        if "=" in text:
            raise PlayerError(str(error)) from error
        raise PlayerError(
            f"'{text}' is no player: write settings of Kiebitz (null_move=off,hash=64), a path, or"
            f" {USUAL_PROTOCOL[game]}:COMMAND"
        ) from error
    shown = ",".join(settings)
    name = own.get(NAME_OPTION) or (f"Kiebitz {shown}" if shown else "Kiebitz")
    return OwnSpec(
        clean(name),
        tuple((_ALIASES.get(key, key), value) for key, value in options.items()),
        _times(own.get(TIMES_OPTION, "1")),
        game,
    )


def _times(text: str) -> float:
    try:
        times = float(text)
    except ValueError:
        times = 0.0
    if not 1 / MOST_TIMES <= times <= MOST_TIMES:
        raise PlayerError(
            f"{TIMES_OPTION}={text}: write how many times the others' time it has, {MOST_TIMES:g} at most"
        )
    return times


def _outside(protocol: OutsideProtocol, text: str) -> OutsideSpec:
    try:
        program = read_program(text, f"{protocol}:")
    except DescriptionError as error:
        raise PlayerError(str(error)) from error
    options = program.options
    left_out = tuple(key for key in options if key.lower() in MATCH_OPTIONS[protocol])
    for key in left_out:
        del options[key]
    name = options.pop(NAME_OPTION, None) or program.file_name
    times = _times(options.pop(TIMES_OPTION, "1"))
    return OutsideSpec(clean(name), protocol, program.command, tuple(options.items()), left_out, times)
