"""The themes a second time: what each claim means, in plain python-chess, by other means than the detectors.

Where a detector reasons about attackers and rays, a definition here changes the board (takes a man away, passes the
turn) and plays the legal moves out. It is told the fact's record and nothing else.
"""

from itertools import combinations, permutations, product

import chess

SHOWN_PLIES = 5
"""What a line that wins nothing does is told only where it goes on for so long."""
WORTH = {"p": 1, "n": 3, "b": 3, "r": 5, "q": 9, "k": 0}


def holds(record, taken_before=0):
    """Whether what a fact's record claims is so, as far as rules can tell.

    ``taken_before`` is what the move before took, in pawns: it counts as paid.
    """
    record = record | {"taken_before": taken_before}
    board = chess.Board(record["fen"])
    boards = [board.copy()]
    for text in record["line"]:
        move = chess.Move.from_uci(text)
        if move not in board.legal_moves:
            return False
        board.push(move)
        boards.append(board.copy())
    return DEFINITIONS[record["theme"]](record, boards)


def material_of(board, side):
    """A side's men less the other's, counted letter by letter."""
    total = sum(
        WORTH[letter.lower()] * (1 if letter.isupper() else -1) for letter in board.board_fen() if letter.isalpha()
    )
    return total if side else -total


def settled(board, side, alpha=-99, beta=99):
    """A side's balance of men when both take as long as they like: a plain search of captures."""
    own_view = material_of(board, side)
    maximises = board.turn == side
    if board.is_checkmate():
        return -99 if maximises else 99
    if not board.is_check():
        if maximises:
            alpha = max(alpha, own_view)
        else:
            beta = min(beta, own_view)
    moves = list(board.legal_moves) if board.is_check() else list(board.generate_legal_captures())
    if board.is_check() and not any(board.is_capture(move) for move in moves):
        return own_view
    moves.sort(key=lambda move: -WORTH[(board.piece_at(move.to_square) or chess.Piece(1, True)).symbol().lower()])
    for move in moves:
        if alpha >= beta:
            break
        board.push(move)
        value = settled(board, side, alpha, beta)
        board.pop()
        if maximises:
            alpha = max(alpha, value)
        else:
            beta = min(beta, value)
    return alpha if maximises else beta


def after(board, uci):
    """The board after a move."""
    board = board.copy()
    board.push_uci(uci)
    return board


def without(board, square):
    """The board without the man on a square (written as text)."""
    board = board.copy()
    board.remove_piece_at(chess.parse_square(square))
    return board


def passed(board):
    """The board with the other side to move."""
    board = board.copy()
    board.turn = not board.turn
    board.ep_square = None
    return board


def can_go(board, origin, target):
    """Whether the side to move could go from one square to another if its king were no concern."""
    squares = chess.parse_square(origin), chess.parse_square(target)
    return any((move.from_square, move.to_square) == squares for move in board.pseudo_legal_moves)


def defends(board, defender, target):
    """Whether a man could retake on a square: another's man is put there, and it may legally take it."""
    board = board.copy()
    square = chess.parse_square(target)
    owner = board.color_at(chess.parse_square(defender))
    board.set_piece_at(square, chess.Piece(chess.PAWN if 8 <= square < 56 else chess.KNIGHT, not owner))
    board.turn = owner
    return can_go(board, defender, target)


def matches(board, man):
    """Whether a man stands where the record says."""
    piece = board.piece_at(chess.parse_square(man["square"]))
    return piece is not None and piece.symbol() == man["piece"]


def taken(boards, ply, square):
    """Whether the move of that ply takes what stands on a square (of the side that didn't move first)."""
    move = boards[ply + 1].peek()
    captured = boards[ply].piece_at(move.to_square)
    return chess.square_name(move.to_square) == square and captured is not None and captured.color != boards[0].turn


def is_material(record, boards):
    side = boards[0].turn
    gained = material_of(boards[-1], side) - material_of(boards[0], side) - record["taken_before"]
    claimed = [sum(WORTH[letter.lower()] for letter in record[name]) for name in ("won", "paid")]
    if gained != record["pawns"] or claimed[0] - claimed[1] != gained or gained < 1:
        return False
    return (
        settled(boards[-1], side) - material_of(boards[0], side) - record["taken_before"] >= gained
        and settled(passed(boards[-1]), side) > 0 - 99
    )


def mates_in(board, moves):
    """Whether the side to move mates in so many moves: everything tried."""
    for move in board.legal_moves:
        board.push(move)
        answers = list(board.legal_moves)
        mates = board.is_checkmate()
        if not mates and moves > 1 and answers:
            mates = all(mates_in(after(board, answer.uci()), moves - 1) for answer in answers)
        board.pop()
        if mates:
            return True
    return False


def is_mate(record, boards):
    if not boards[-1].is_checkmate() or len(record["line"]) != 2 * record["in_moves"] - 1:
        return False
    return record["in_moves"] > 2 or mates_in(boards[0], record["in_moves"])


def is_threat(record, boards):
    if record["mate_in"]:
        return is_mate(record | {"in_moves": record["mate_in"]}, boards)
    won, paid = (sum(WORTH[letter.lower()] for letter in record[name]) for name in ("won", "paid"))
    return is_material(record | {"pawns": won - paid}, boards)


def is_hanging(record, boards):
    man = record["man"]
    if not matches(boards[0], man) or not taken(boards, 0, man["square"]):
        return False
    retakes = [move for move in boards[1].legal_moves if chess.square_name(move.to_square) == man["square"]]
    if record["is_undefended"]:
        return not retakes
    side = boards[0].turn
    return _exchanged(boards[0], boards[1].peek(), side) > material_of(boards[0], side)


def is_fork(record, boards):
    by, targets = record["by"], record["targets"]
    if not matches(boards[1], by) or len(targets) < 2 or not all(matches(boards[1], man) for man in targets):
        return False
    mover = passed(boards[1])
    for man in targets:
        square = man["square"]
        if not can_go(mover, by["square"], square):
            return False
        piece = man["piece"].lower()
        if piece == "k" or WORTH[piece] > WORTH[by["piece"].lower()]:
            continue
        captured = mover.copy()
        captured.push(chess.Move(chess.parse_square(by["square"]), chess.parse_square(square)))
        if piece == "p" or any(can_go(captured, chess.square_name(at), square) for at in chess.SQUARES):
            return False
    answer, third = boards[2].peek(), boards[3].peek()
    if chess.square_name(answer.to_square) == by["square"]:
        return taken(boards, 2, by["square"])
    side = boards[0].turn
    if not boards[2].is_capture(third) or _exchanged(boards[2], third, side) <= material_of(boards[2], side):
        return False
    came_between = boards[1].piece_at(answer.to_square) is None and third.to_square == answer.to_square
    is_forker = chess.square_name(third.from_square) == by["square"]
    return any(taken(boards, 2, man["square"]) for man in targets) or (came_between and is_forker)


def is_skewer(record, boards):
    by, front, behind = record["by"], record["front"], record["behind"]
    if not all(matches(boards[1], man) for man in (by, front, behind)):
        return False
    hits = passed(boards[1])
    through = can_go(passed(without(boards[1], front["square"])), by["square"], behind["square"])
    if can_go(hits, by["square"], behind["square"]) or not through:
        return False
    king = front["piece"].lower() == "k"
    heavy = king or WORTH[front["piece"].lower()] >= WORTH[behind["piece"].lower()]
    third = boards[3].peek()
    return heavy and chess.square_name(third.from_square) == by["square"] and taken(boards, 2, behind["square"])


def is_discovery(record, boards):
    by, target = record["by"], record["target"]
    first = boards[1].peek()
    if not matches(boards[0], by) or not matches(boards[1], target):
        return False
    origin = chess.square_name(first.from_square)
    shut = can_go(boards[0], by["square"], target["square"])
    opened = can_go(passed(boards[1]), by["square"], target["square"])
    by_leaving = can_go(without(boards[0], origin), by["square"], target["square"])
    if shut or not opened or not by_leaving or origin == by["square"]:
        return False
    checks = sum(can_go(passed(boards[1]), chess.square_name(at), _king(boards[1])) for at in chess.SQUARES)
    if record["is_double_check"] != (checks > 1):
        return False
    if target["piece"].lower() == "k":
        return boards[1].is_check()
    third = boards[3].peek()
    return chess.square_name(third.from_square) == by["square"] and taken(boards, 2, target["square"])


def _king(board):
    return chess.square_name(board.king(board.turn))


def is_pin(record, boards):
    by, pinned = record["by"], record["pinned"]
    if not matches(boards[1], by) or not matches(boards[1], pinned) or pinned["piece"].lower() in "pk":
        return False
    if chess.square_name(boards[1].peek().to_square) != by["square"] or boards[1].is_check():
        return False
    if not taken(boards, 2, pinned["square"]):
        return False
    if record.get("is_new", True):
        return can_go(passed(without(boards[1], pinned["square"])), by["square"], _king(boards[1]))
    origin = chess.square_name(boards[1].peek().from_square)
    first = can_go(passed(boards[1]), by["square"], pinned["square"]) and not can_go(
        boards[0], origin, pinned["square"]
    )
    return first and all(_exposes_king(board, pinned["square"]) for board in (passed(boards[0]), boards[1]))


def _exposes_king(board, square):
    """Whether the king of the side to move is attacked as soon as a man of its own is taken away."""
    bare, king = without(board, square), board.king(board.turn)
    return not board.is_attacked_by(not board.turn, king) and bare.is_attacked_by(not board.turn, king)


def is_pinned_defender(record, boards):
    defender, lost = record["defender"], record["taken"]
    to, side = boards[1].peek().to_square, boards[0].turn
    square = chess.square_name(to)
    if not matches(boards[1], defender) or defender["piece"].lower() == "k":
        return False
    checkers = [at for at in chess.SQUARES if can_go(passed(boards[1]), chess.square_name(at), _king(boards[1]))]
    if any(at != to for at in checkers) or any(move.to_square == to for move in boards[1].legal_moves):
        return False
    taker = boards[1].piece_at(to).symbol().lower()
    if lost:
        if not taken(boards, 0, lost["square"]) or WORTH[taker] < WORTH[lost["piece"].lower()]:
            return False
    elif boards[0].piece_at(to) or (
        WORTH[taker] <= WORTH[defender["piece"].lower()]
        and any(defends(boards[1], chess.square_name(at), square) for at in _own(boards[1], side) if at != to)
    ):
        return False
    return can_go(boards[1], defender["square"], square)


def _own(board, side):
    """Where a side's men stand."""
    return [at for at in chess.SQUARES if board.color_at(at) == side]


def is_removed_defender(record, boards):
    defender, lost = record["defender"], record["lost"]
    if not matches(boards[0], defender) or not matches(boards[2], lost) or not taken(boards, 0, defender["square"]):
        return False
    return defends(boards[0], defender["square"], lost["square"]) and _falls(record, boards, lost["square"])


def is_deflection(record, boards):
    defender, lost = record["defender"], record["lost"]
    if not matches(boards[0], defender) or not matches(boards[2], lost):
        return False
    first, answer = boards[1].peek(), boards[2].peek()
    if chess.square_name(answer.from_square) != defender["square"]:
        return False
    if record.get("is_driven"):
        side = boards[0].turn
        attacks = [
            {at for at in _own(board, side) if can_go(board, chess.square_name(at), defender["square"])}
            for board in (boards[0], passed(boards[1]))
        ]
        if boards[1].is_capture(answer) or not attacks[1] - attacks[0]:
            return False
        third, stayed = boards[3].peek(), passed(boards[1])
        if stayed.is_legal(third) and _exchanged(stayed, third, side) > material_of(stayed, side):
            return False
    elif answer.to_square != first.to_square or (record["theme"] == "overloaded piece") != (
        boards[0].piece_at(first.to_square) is not None
    ):
        return False
    now = chess.square_name(answer.to_square)
    away = not defends(boards[2], now, lost["square"])
    return away and defends(boards[0], defender["square"], lost["square"]) and _falls(record, boards, lost["square"])


def is_overload(record, boards):
    return taken(boards, 0, record["taken"]["square"]) and is_deflection(record, boards)


def is_interference(record, boards):
    defender, lost = record["defender"], record["lost"]
    ply = 2 if record.get("is_own") else 1
    square = chess.square_name(boards[ply].peek().to_square)
    if boards[ply - 1].is_capture(boards[ply].peek()):
        return False
    if not all(matches(boards[ply], man) for ply in (0, 2) for man in (defender, lost)):
        return False
    if boards[2].piece_at(chess.parse_square(square)) is None:
        return False
    if not defends(boards[0], defender["square"], lost["square"]):
        return False
    if defends(boards[2], defender["square"], lost["square"]):
        return False
    opened = defends(without(boards[2], square), defender["square"], lost["square"])
    return (
        opened and chess.square_name(boards[3].peek().from_square) != square and _falls(record, boards, lost["square"])
    )


def is_intermediate_move(record, boards):
    taker, side = record["taker"], boards[0].turn
    square = chess.parse_square(taker["square"])
    mine = record["captured"].isupper() == side
    if not mine or boards[0].is_check() or not matches(boards[0], taker) or not matches(boards[2], taker):
        return False
    if boards[1].peek().to_square == square or not taken(boards, 2, taker["square"]):
        return False
    at_once = _best_exchange(boards[0], square, side)
    return at_once >= material_of(boards[0], side) and material_of(boards[-1], side) >= at_once


def is_perpetual(record, boards):
    """By the rules alone: whether anybody can escape, a search must say."""
    side, again = boards[0].turn, record["again"]
    places = [board.fen().split()[:3] for board in boards]
    if places[again] != places[-1] or len(boards) - 1 - again < 4:
        return False
    checked = [board for board in boards[again + 1 :] if board.turn != side]
    return all(board.attackers(side, board.king(not side)) for board in checked)


def is_stalemate(record, boards):
    end = boards[-1]
    if list(end.legal_moves) or end.king(end.turn) is None or end.is_attacked_by(not end.turn, end.king(end.turn)):
        return False
    return end.turn == record["is_white_stalemated"] and material_of(end, not end.turn) >= 3


def is_only_move(record, boards):
    best, second = record["line"][0], record["second"]
    others = {boards[0].uci(move) for move in boards[0].legal_moves} - {best}
    return second in others and record["left"] != "winning"


def is_zugzwang(record, boards):
    return not boards[1].is_check() and any(boards[1].legal_moves) and record["centipawns"] > 0


def is_passed_pawn_made(record, boards):
    pawn, before = record["pawn"], boards[1].peek()
    square = chess.parse_square(pawn["square"])
    origin = before.from_square if before.to_square == square else square
    if not matches(boards[1], pawn) or not _runs_free(boards[1], square) or _runs_free(boards[0], origin):
        return False
    for board in boards[2:]:
        move = board.peek()
        if move.from_square == square:
            square = move.to_square
        if board.piece_at(square) is None or str(board.piece_at(square)) != pawn["piece"]:
            return move.promotion is not None and move.to_square == square
    return _runs_free(boards[-1], square)


def is_passed_pawn_stopped(record, boards):
    pawn, side = record["pawn"], boards[0].turn
    square = chess.parse_square(pawn["square"])
    before = square + (-8 if side else 8)
    if not _runs_free(boards[0], square) or boards[0].piece_at(before) or boards[1].peek().to_square != before:
        return False
    if chess.square_rank(square) not in ((1, 2, 3) if side else (4, 5, 6)):
        return False
    blocked = all(board.piece_at(before) and board.color_at(before) == side for board in boards[1:])
    return blocked and all(matches(board, pawn) for board in boards)


def _runs_free(board, square):
    """Whether a pawn could walk to the last rank past all pawns: none in its way, none of the other side's takes it."""
    piece = board.piece_at(square)
    if piece is None or piece.piece_type != chess.PAWN:
        return False
    board = board.copy()
    for other, man in board.piece_map().items():
        if man.piece_type != chess.PAWN:
            board.remove_piece_at(other)
    step = 8 if piece.color else -8
    path = range(square + step, 64 if piece.color else -1, step)
    return not any(board.piece_at(at) for at in path) and not any(
        board.attackers_mask(not piece.color, at) & board.pawns for at in (square, *path)
    )


def is_king_cover(record, boards):
    king, pawn, side = record["king"], record["pawn"], boards[0].turn
    if not all(matches(board, king) for board in boards) or not matches(boards[0], pawn):
        return False
    if pawn["piece"].lower() != "p" or king["square"][0] in "de" or king["square"][1] != ("8" if side else "1"):
        return False
    if abs(ord(king["square"][0]) - ord(pawn["square"][0])) > 1 or pawn["square"][1] not in ("76" if side else "23"):
        return False
    best = _exchanged(boards[0], boards[1].peek(), side)
    if not taken(boards, 0, pawn["square"]) or best < material_of(boards[0], side):
        return False
    file = chess.FILE_NAMES.index(pawn["square"][0])
    columns = ([board.piece_at(chess.square(file, rank)) for rank in range(8)] for board in boards[2:])
    closed = any(man == chess.Piece(chess.PAWN, not side) for column in columns for man in column)
    return not closed and ("Q" if side else "q") in boards[-1].board_fen()


def is_win_thrown_away(record, boards):
    return chess.Move.from_uci(record["winning"]) in boards[0].legal_moves and record["winning"] != record["line"][0]


def is_book_left(record, boards):
    return len(boards) == 2 and bool(record["eco"] and record["name"])


def is_what_changed(record, boards):
    """Both lines end where nobody wins by captures, and begin otherwise; whatever is named has fallen."""
    better = boards[0].copy()
    for text in record["better"]:
        if chess.Move.from_uci(text) not in better.legal_moves:
            return False
        better.push_uci(text)
    quiet = all(
        not end.is_check() and settled(end, end.turn) == material_of(end, end.turn) for end in (better, boards[-1])
    )
    fallen = [change["centipawns"] < 0 for change in record["changes"]]
    return quiet and bool(fallen) and all(fallen) and record["better"][0] != record["line"][0]


def _falls(record, boards, square):
    """Whether the third move takes on a square with profit, and taking there at once would not have paid."""
    side = boards[0].turn
    if not taken(boards, 2, square):
        return False
    if _best_exchange(boards[0], chess.parse_square(square), side) > material_of(boards[0], side):
        return False
    first, lost = boards[1].peek(), WORTH[boards[0].piece_at(chess.parse_square(square)).symbol().lower()]
    if boards[0].is_capture(first) and _exchanged(boards[0], first, side) - material_of(boards[0], side) >= lost:
        return False
    return _exchanged(boards[2], boards[3].peek(), side) > material_of(boards[2], side)


def _exchanged(board, move, side):
    """A side's balance after a capture and whatever is taken on the same square then, each as it likes."""
    board = after(board, move.uci())

    def value(board):
        own = material_of(board, side)
        options = [own] + [
            value(after(board, retake.uci())) for retake in board.legal_moves if retake.to_square == move.to_square
        ]
        return max(options) if board.turn == side else min(options)

    return value(board)


def is_trapped(record, boards):
    piece, side = record["piece"], boards[0].turn
    square = chess.parse_square(piece["square"])
    if not matches(boards[1], piece) or piece["piece"].lower() in "pk" or boards[0].is_check() or boards[1].is_check():
        return False
    before = material_of(boards[0], side)
    if boards[0].is_capture(boards[1].peek()) or _best_exchange(boards[0], square, side) > before:
        return False
    if _best_exchange(passed(boards[1]), square, side) <= before:
        return False
    for move in boards[1].legal_moves:
        if move.from_square == square and _best_exchange(after(boards[1], move.uci()), move.to_square, side) <= before:
            return False
    third = boards[3].peek()
    return third.to_square in (square, boards[2].peek().to_square) and boards[2].is_capture(third)


def _best_exchange(board, square, side):
    """A side's balance after the best capture on a square; as it is if there is none."""
    captures = [move for move in board.legal_moves if move.to_square == square]
    return max((_exchanged(board, move, side) for move in captures), default=material_of(board, side))


def is_back_rank(record, boards):
    end = boards[-1]
    king = end.king(end.turn)
    rank, front = (0, 8) if end.turn else (7, -8)
    checkers = [end.piece_type_at(square) for square in end.checkers()]
    if not end.is_checkmate() or chess.square_rank(king) != rank or checkers not in ([chess.ROOK], [chess.QUEEN]):
        return False
    ahead = [king + front + side for side in (-1, 0, 1) if 0 <= chess.square_file(king) + side <= 7]
    blocked = all(end.color_at(square) == end.turn for square in ahead)
    same_rank = chess.square_rank(next(iter(end.checkers()))) == rank
    return blocked and same_rank and matches(end, record["by"]) and matches(end, record["king"])


def is_promotion(record, boards):
    move = boards[-1].peek()
    if move.promotion is None or chess.square_name(move.to_square) != record["square"]:
        return False
    return matches(boards[0], record["pawn"]) and chess.piece_symbol(move.promotion).upper() == record["piece"]


DEFINITIONS = {
    "material": is_material,
    "mate": is_mate,
    "threat": is_threat,
    "hanging": is_hanging,
    "fork": is_fork,
    "skewer": is_skewer,
    "discovered attack": is_discovery,
    "pin": is_pin,
    "pinned defender": is_pinned_defender,
    "removed defender": is_removed_defender,
    "deflection": is_deflection,
    "overloaded piece": is_overload,
    "interference": is_interference,
    "intermediate move": is_intermediate_move,
    "trapped piece": is_trapped,
    "back rank": is_back_rank,
    "promotion": is_promotion,
    "perpetual check": is_perpetual,
    "stalemate": is_stalemate,
    "only move": is_only_move,
    "zugzwang": is_zugzwang,
    "win thrown away": is_win_thrown_away,
    "book left": is_book_left,
    "what changed": is_what_changed,
    "passed pawn made": is_passed_pawn_made,
    "passed pawn stopped": is_passed_pawn_stopped,
    "king's cover": is_king_cover,
}


def wins(boards):
    """Whether the side that moves first mates, or has more men at the line's end than before, whatever is taken there.

    A capture just made by the other side is taken back first.
    """
    side, start = boards[0].turn, boards[0].copy()
    before = [material_of(start, side)]
    if start.move_stack:
        start.pop()
        before.append(material_of(start, side))
    end = boards[-1]
    if end.is_checkmate():
        return end.turn != side
    return min(settled(end, side), material_of(end, side)) > max(before)


def themes_of(boards):
    """What holds in a line that wins: its themes, whoever takes part, as every claim that could be made is tried."""
    if not wins(boards):
        return set()
    side = boards[0].turn
    themes = {"mate" if boards[-1].is_checkmate() else "material"}
    if any(board.peek().promotion for board in boards[1::2]):
        themes.add("promotion")
    arrived = _man(boards[1], boards[1].peek().to_square)
    before, foes, last = _men(boards[0], not side), _men(boards[1], not side), boards[-1]
    sliders = [man for man in _men(boards[0], side) if man["piece"] in "QRBqrb"]
    claims = {
        "hanging": ({"man": man, "is_undefended": alone} for man, alone in product(before, (True, False))),
        "pinned defender": ({"defender": man, "taken": lost} for man, lost in product(foes, before)),
        "discovered attack": (
            {"by": by, "target": man, "is_double_check": double}
            for by, man, double in product(sliders, foes, (True, False))
        ),
        "back rank": ({"by": by, "king": king} for by, king in product(_men(last, side), _men(last, not side))),
    }
    if len(boards) > 3:
        claims |= {
            "fork": ({"by": arrived, "targets": pair} for pair in combinations(foes, 2)),
            "skewer": ({"by": arrived, "front": man, "behind": lost} for man, lost in permutations(foes, 2)),
            "pin": ({"by": arrived, "pinned": man} for man in foes),
            "removed defender": ({"defender": man, "lost": lost} for man, lost in permutations(before, 2)),
            "deflection": (
                {"theme": "deflection", "defender": man, "lost": lost} for man, lost in permutations(before, 2)
            ),
            "overloaded piece": (
                {"theme": "overloaded piece", "defender": man, "lost": lost, "taken": first}
                for man, lost, first in permutations(before, 3)
            ),
            "interference": ({"defender": man, "lost": lost} for man, lost in permutations(before, 2)),
            "trapped piece": ({"piece": man} for man in foes),
        }
    elif not boards[1].is_check():
        del claims["discovered attack"]
    return themes | {
        theme for theme, records in claims.items() if any(DEFINITIONS[theme](record, boards) for record in records)
    }


def quiet_themes_of(boards):
    """What a line that wins nothing does to the pawns, as ``themes_of`` finds it."""
    if len(boards) <= SHOWN_PLIES or wins(boards):
        return set()
    side = boards[0].turn
    before, after_it = _men(boards[0], not side), _men(boards[1], side)
    king = [man for man in before if man["piece"] in "Kk"]
    claims = {
        "passed pawn made": ({"pawn": man} for man in after_it if man["square"][1] in ("45678" if side else "12345")),
        "passed pawn stopped": ({"pawn": man} for man in before),
        "king's cover": ({"king": man, "pawn": pawn} for man, pawn in product(king, before)),
    }
    return {theme for theme, records in claims.items() if any(DEFINITIONS[theme](record, boards) for record in records)}


def _man(board, square):
    """The man on a square as a record has it."""
    return {"piece": board.piece_at(square).symbol(), "square": chess.square_name(square)}


def _men(board, side):
    """A side's men as records have them."""
    return [_man(board, square) for square in chess.SQUARES if board.color_at(square) == side]
