"""Games of self-play in about two bytes a ply, and what of them is learned from.

A record holds what was played, nothing that was left out of it: which positions are kept is decided when it is read, so
a filter may change without a game being lost. Labels (what a better judge said of some of its positions, and which move
it found) stand apart, so a game may be judged again.

**A game**: the result (half points of the side that moves first), the bytes of its start's FEN or SFEN and that text
(none: the initial position), the plies of its opening, the plies that follow (two bytes, the low one first); for each
ply of the opening a move, for each later one a move and a number. **Its labels**: how many there are; for each the
plies since the one before, the best move, and the value's distance from the game's own value there.

A move is how many legal moves have a smaller code, so the order in which moves are generated may change: in chess a
byte; in shogi, where there may be more, seven bits a byte, the low ones first. A value is the distance from the value
before it, in the view of the side that moves first. A number takes seven bits a byte, the low ones first, its sign in
bit 0.

Thread safety: functions touch only what they are given.
"""

import cython
from cython.cimports.kiebitz.core.chess.position import Position
from cython.cimports.kiebitz.core.game import (
    NO_MOVE,
    SHOGI_MAX_MOVES,
    Move,
    ShogiPosition,
    is_in_check,
    is_noisy,
    legal_moves,
    move_text,
    parse_move,
    parse_shogi_move,
    shogi_move_text,
)
from cython.cimports.kiebitz.core.training.packed_position import LARGEST_SCORE, PackedPosition
from cython.cimports.kiebitz.core.training.packing import pack_at
from cython.cimports.kiebitz.core.training.shogi_packed_position import ShogiPackedPosition
from cython.cimports.kiebitz.core.value import is_mate
from cython.cimports.libc.stdlib import free, malloc

GAMES = ("chess", "shogi")
"""The games that may be recorded."""


class GameRecordError(ValueError):
    """Bytes that are no games, or labels that belong to other games."""


def rank_among_legal(position, move):
    """Number of legal moves with a smaller code than this one."""
    moves: Move[SHOGI_MAX_MOVES]
    rank: cython.int = 0
    for index in range(legal_moves(position, moves)):
        if moves[index] < move:
            rank += 1
    return rank


def move_of_rank(position, rank):
    """The legal move to which ``rank`` belongs; NO_MOVE if there is none."""
    moves: Move[SHOGI_MAX_MOVES]
    count = legal_moves(position, moves)
    for index in range(count):
        smaller: cython.int = 0
        for other in range(count):
            smaller += moves[other] < moves[index]
        if smaller == rank:
            return moves[index]
    return NO_MOVE


def put_rank(position, at, rank):
    """Write a move's rank; returns where the next byte goes."""
    if AnyPosition is ShogiPosition:
        while rank > 127:
            at[0] = rank & 127 | 128
            at += 1
            rank >>= 7
    at[0] = rank
    return at + 1


def take_rank(position, reader):
    """Read a move's rank."""
    rank: cython.int = take_byte(reader)
    if AnyPosition is ShogiPosition:
        if rank > 127:
            rank = rank & 127 | take_byte(reader) << 7
    return rank


def put_number(at, number):
    """Write a number of either sign; returns where the next byte goes."""
    rest: cython.uint = cython.cast(cython.uint, number) << 1 ^ cython.cast(cython.uint, number >> 31)
    while rest > 127:
        at[0] = rest & 127 | 128
        at += 1
        rest >>= 7
    at[0] = rest
    return at + 1


def take_byte(reader):
    """Read a byte; 0 where there is none."""
    if reader.at >= reader.end:
        reader.damaged = True
        return 0
    byte: cython.int = reader.at[0]
    reader.at += 1
    return byte


def take_number(reader):
    """Read a number of either sign."""
    rest: cython.uint = 0
    for shift in range(0, 35, 7):
        byte: cython.uint = take_byte(reader)
        rest |= (byte & 127) << shift
        if byte < 128:
            break
    return cython.cast(cython.int, rest >> 1) ^ -cython.cast(cython.int, rest & 1)


def put_game(position, game, at):
    """Write what follows a game's start; the position is its start, before and after."""
    value: cython.int = 0
    at[0] = game.opening
    at[1] = game.plies & 255
    at[2] = game.plies >> 8
    at += 3
    for ply in range(game.opening + game.plies):
        at = put_rank(position, at, rank_among_legal(position, game.moves[ply]))
        if ply >= game.opening:
            at = put_number(at, game.values[ply - game.opening] - value)
            value = game.values[ply - game.opening]
        position.make(game.moves[ply])
    rewind(position, game, game.plies)
    return at


def put_labels(position, game, at):
    """Write a game's labels; the position is its start, before and after."""
    at = put_number(at, game.labelled)
    replay(position, game, 0)
    ply: cython.int = 0
    for index in range(game.labelled):
        label = cython.address(game.labels[index])
        at = put_number(at, label.ply - ply)
        while ply < label.ply:
            position.make(game.moves[game.opening + ply])
            ply += 1
        at = put_rank(position, at, rank_among_legal(position, label.best))
        at = put_number(at, label.value - game.values[ply])
    rewind(position, game, ply)
    return at


def take_game(position, game, reader):
    """Read what follows a game's start, from where the position stands before and after; whether it is a game."""
    value: cython.int = 0
    game.labelled = 0
    game.opening = take_byte(reader)
    game.plies = take_byte(reader)
    game.plies |= take_byte(reader) << 8
    if game.opening > MAX_OPENING_PLIES or game.plies > MAX_GAME_PLIES:
        reader.damaged = True
    made: cython.int = 0
    while made < game.opening + game.plies and not reader.damaged:
        move = move_of_rank(position, take_rank(position, reader))
        if move == NO_MOVE:
            reader.damaged = True
            break
        if made >= game.opening:
            value += take_number(reader)
            if not -LARGEST_SCORE <= value <= LARGEST_SCORE:
                reader.damaged = True
                break
            game.values[made - game.opening] = value
        game.moves[made] = move
        position.make(move)
        made += 1
    while made:
        made -= 1
        position.unmake()
    return not reader.damaged


def take_labels(position, game, reader):
    """Read a game's labels, from its start, where the position stands before and after; whether they are its own."""
    count = take_number(reader)
    if not 0 <= count <= game.plies:
        reader.damaged = True
        return False
    replay(position, game, 0)
    ply: cython.int = 0
    for index in range(count):
        label = cython.address(game.labels[index])
        label.ply = ply + take_number(reader)
        if not ply <= label.ply < game.plies:
            reader.damaged = True
            break
        while ply < label.ply:
            position.make(game.moves[game.opening + ply])
            ply += 1
        label.best = move_of_rank(position, take_rank(position, reader))
        label.value = game.values[ply] + take_number(reader)
        if label.best == NO_MOVE or not -LARGEST_SCORE <= label.value <= LARGEST_SCORE:
            reader.damaged = True
            break
    rewind(position, game, ply)
    game.labelled = 0 if reader.damaged else count
    return not reader.damaged


def replay(position, game, plies):
    """Make the opening and ``plies`` plies after it."""
    for ply in range(game.opening + plies):
        position.make(game.moves[ply])


def rewind(position, game, plies):
    """Take them back."""
    for _ in range(game.opening + plies):
        position.unmake()


def is_quiet(position, best):
    """True if the static evaluation is asked for here: no check, and the best move neither captures nor promotes.

    The value of a search where it captures is poison to a network: the search counts the capture once more.
    """
    return not is_in_check(position) and not is_noisy(position, best)


def keep_positions(position, game, by_labels, number, packed):
    """Write the quiet positions of a game, with the values of its labels or its own; returns how many there are.

    The position stands at the game's start, before and after.
    """
    kept: cython.longlong = 0
    following: cython.int = 0
    replay(position, game, 0)
    for ply in range(game.plies):
        best = game.moves[game.opening + ply]
        value: cython.int = game.values[ply]
        wanted = not by_labels
        if by_labels and following < game.labelled and game.labels[following].ply == ply:
            best = game.labels[following].best
            value = game.labels[following].value
            following += 1
            wanted = True
        if wanted and not is_mate(value) and is_quiet(position, best):
            pack_at(position, packed, kept, value, game.result, number)
            kept += 1
        position.make(game.moves[game.opening + ply])
    rewind(position, game, game.plies)
    return kept


def take_whole(position, game, reader, labels):
    """Read a game and its labels, if there are any; whether both are whole. The position stands at its start."""
    if not take_game(position, game, reader):
        return False
    return labels == cython.NULL or take_labels(position, game, labels)


class RecordReader:
    """Takes games, and their labels if there are any, one after the other out of their bytes."""

    def __cinit__(self, games: bytes, labels: bytes | None, game: str = "chess"):
        """Read records of that game. Raises ValueError for one that isn't recorded."""
        if game not in GAMES:
            raise ValueError(f"there are records of {' and '.join(GAMES)}, not of {game!r}")
        game_bytes: cython.p_uchar = games
        self.games = games
        self.labels = labels
        self.reader.at = game_bytes
        self.reader.end = game_bytes + len(games)
        self.reader.damaged = False
        if labels is not None:
            label_bytes: cython.p_uchar = labels
            self.label_reader.at = label_bytes
            self.label_reader.end = label_bytes + len(labels)
        self.label_reader.damaged = False
        self.is_shogi = game == "shogi"
        self.initial = ShogiPosition() if self.is_shogi else Position()

    def next_game(self, game):
        """Read a game; returns the position at its start. Raises GameRecordError, FenError and SfenError."""
        reader = cython.address(self.reader)
        game.result = take_byte(reader)
        length = take_byte(reader)
        if length > reader.end - reader.at or game.result > FIRST_WINS:
            raise GameRecordError("a game is damaged")
        start = self.initial
        if length:
            text = bytes(reader.at[:length]).decode("ascii", "replace")
            start = ShogiPosition(text) if self.is_shogi else Position(text)
            reader.at += length
        labels: cython.pointer(Reader) = cython.NULL
        if self.labels is not None:
            labels = cython.address(self.label_reader)
        if self.is_shogi:
            shogi: ShogiPosition = start
            shogi.reserve(MAX_GAME_PLIES + MAX_OPENING_PLIES + 1)
            whole = take_whole(shogi, game, reader, labels)
        else:
            chess: Position = start
            chess.reserve(MAX_GAME_PLIES + MAX_OPENING_PLIES + 1)
            whole = take_whole(chess, game, reader, labels)
        if not whole:
            raise GameRecordError("a game is damaged, or its labels belong to another")
        return start

    def finish(self):
        """Raise GameRecordError unless everything was read."""
        if self.reader.at != self.reader.end:
            raise GameRecordError("there is more than the games")
        if self.labels is not None and self.label_reader.at != self.label_reader.end:
            raise GameRecordError("there are more labels than games")


def unpack_games(
    games: bytes, count: int, labels: bytes | None, buffer: cython.uchar[::1], first_game: int, game: str = "chess"
) -> int:
    """Write the quiet positions of ``count`` games into a buffer of packed ones, numbered from ``first_game``.

    With ``labels``, those that have one, with its value; without, all of them, with the value of the search that moved.
    Returns how many there are. Raises GameRecordError for bytes that are something else, or for too little room, and
    ValueError for a game that isn't recorded.
    """
    played: PlayedGame
    written: cython.longlong = 0
    by_labels: cython.bint = labels is not None
    record = RecordReader(games, labels, game)
    chess: Position
    shogi: ShogiPosition
    size: cython.int = cython.sizeof(ShogiPackedPosition) if record.is_shogi else cython.sizeof(PackedPosition)
    room: cython.longlong = buffer.shape[0] // size
    packed = cython.address(buffer[0])
    for index in range(count):
        if room - written < MAX_GAME_PLIES:
            raise GameRecordError(f"no room for the positions of {count} games")
        start = record.next_game(cython.address(played))
        number: cython.uint = (first_game + index) & 0xFFFFFFFF
        target = packed + written * size
        if record.is_shogi:
            shogi = start
            written += keep_positions(shogi, cython.address(played), by_labels, number, target)
        else:
            chess = start
            written += keep_positions(chess, cython.address(played), by_labels, number, target)
    record.finish()
    return written


def lines_to_judge(
    games: bytes, count: int, labels: bytes, game: str = "chess"
) -> list[tuple[str, list[str], list[int]]]:
    """Write ``count`` games for a judge outside: of each the start, the moves, and after how many of them labels lie.

    A start is a FEN or SFEN, moves are UCI or USI texts. Raises as ``unpack_games``.
    """
    played: PlayedGame
    record = RecordReader(games, labels, game)
    lines = []
    for _ in range(count):
        start = record.next_game(cython.address(played))
        if record.is_shogi:
            shogi: ShogiPosition = start
            line = written_line(shogi, cython.address(played))
        else:
            chess: Position = start
            line = written_line(chess, cython.address(played))
        lines.append(line)
    record.finish()
    return lines


def labels_judged(
    games: bytes, count: int, labels: bytes, judged: list[list[tuple[str, int] | None]], game: str = "chess"
) -> bytes:
    """The labels of ``count`` games by a judge outside: of each label its best move, and its value in centipawns.

    Values are the view of the side that moves first. A position of which the judge says nothing loses its label. Raises
    as ``unpack_games``, MoveError or ShogiMoveError for a move that isn't legal, and ValueError for other positions
    than the labelled ones, or a value beyond 16 bits.
    """
    played: PlayedGame
    record = RecordReader(games, labels, game)
    space = cython.cast(cython.p_uchar, malloc(MAX_LABEL_BYTES))
    if space == cython.NULL:
        raise MemoryError("no memory for labels")
    written = bytearray()
    try:
        for _, said in zip(range(count), judged, strict=True):
            start = record.next_game(cython.address(played))
            if record.is_shogi:
                shogi: ShogiPosition = start
                take_judged(shogi, cython.address(played), said)
                end = put_labels(shogi, cython.address(played), space)
            else:
                chess: Position = start
                take_judged(chess, cython.address(played), said)
                end = put_labels(chess, cython.address(played), space)
            written += space[: end - space]
        record.finish()
    finally:
        free(space)
    return bytes(written)


def written_line(position, game):
    """A game as texts: its start, its moves, and after how many of them labels lie; the position is its start."""
    start = text_of_start(position)
    moves = []
    for ply in range(game.opening + game.plies):
        moves.append(text_of_move(position, game.moves[ply]))
        position.make(game.moves[ply])
    rewind(position, game, game.plies)
    return start, moves, [game.opening + game.labels[index].ply for index in range(game.labelled)]


def take_judged(position, game, judged):
    """Put a judge's best moves and values in the place of a game's labels; the position is its start."""
    if len(judged) != game.labelled:
        raise ValueError(f"{len(judged)} judgements of {game.labelled} positions; give one of each, or None")
    kept: cython.int = 0
    for index in range(game.labelled):
        if judged[index] is None:
            continue
        text, value = judged[index]
        if not -LARGEST_SCORE <= value <= LARGEST_SCORE:
            raise ValueError(f"a value of {value} centipawns is no label; give {LARGEST_SCORE} at most")
        ply: cython.int = game.labels[index].ply
        replay(position, game, ply)
        try:
            best = read_move(position, text)
        finally:
            rewind(position, game, ply)
        game.labels[kept].ply = ply
        game.labels[kept].value = value
        game.labels[kept].best = best
        kept += 1
    game.labelled = kept


def text_of_start(position):
    """The FEN or SFEN of a position."""
    if AnyPosition is ShogiPosition:
        return position.sfen()
    else:
        return position.fen()


def text_of_move(position, move):
    """The UCI or USI text of a move."""
    if AnyPosition is ShogiPosition:
        return shogi_move_text(move)
    else:
        return move_text(position, move)


def read_move(position, text):
    """The legal move that a text means. Raises MoveError or ShogiMoveError."""
    if AnyPosition is ShogiPosition:
        return parse_shogi_move(position, text)
    else:
        return parse_move(position, text)
