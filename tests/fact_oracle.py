"""The facts of ``kiebitz.facts`` once more, by their definitions and python-chess, one man at a time."""

import chess

from exchange_oracle import VALUES, exchange

PIECES = (chess.KNIGHT, chess.BISHOP, chess.ROOK, chess.QUEEN)
RANKS = {chess.PAWN: 1, chess.KNIGHT: 2, chess.BISHOP: 2, chess.ROOK: 3, chess.QUEEN: 4, chess.KING: 5}
PHASE = {chess.KNIGHT: 1, chess.BISHOP: 1, chess.ROOK: 2, chess.QUEEN: 4}
LIGHT = set(chess.SquareSet(chess.BB_LIGHT_SQUARES))


def file_and_rank(square, side):
    """File and rank of a square, both from 0, as a side counts ranks."""
    return chess.square_file(square), chess.square_rank(square) if side else 7 - chess.square_rank(square)


def lone_men(board, target, sliders):
    """The men that stand alone between a square and one of these sliders, which looks along its kind of line."""
    found = set()
    for slider in sliders:
        between = set(chess.SquareSet(chess.between(target, slider)))
        same_line = chess.square_file(target) == chess.square_file(slider) or chess.square_rank(target) == (
            chess.square_rank(slider)
        )
        kind = board.piece_type_at(slider)
        if kind != chess.QUEEN and (kind == chess.ROOK) != same_line:
            continue
        men = between & set(board.piece_map())
        if len(men) == 1:
            found |= men
    return found


def wins_something(board, square, attacker):
    """True if a man's capture on a square wins by exchange."""
    mover = board.color_at(attacker)
    if board.piece_type_at(attacker) == chess.KING:
        return not board.attackers(not mover, square)
    told = board.copy(stack=False)
    told.turn = mover
    promotes = board.piece_type_at(attacker) == chess.PAWN and chess.square_rank(square) in (0, 7)
    return exchange(told, chess.Move(attacker, square, chess.QUEEN if promotes else None)) > 0


def side_facts(board, side):
    """Every fact of a side; sets of squares as sets."""
    own = {square for square, piece in board.piece_map().items() if piece.color == side}
    foes = set(board.piece_map()) - own
    kind = {square: piece.piece_type for square, piece in board.piece_map().items()}
    king, other_king = board.king(side), board.king(not side)
    pawns, enemies = ({s for s in men if kind[s] == chess.PAWN} for men in (own, foes))
    pieces = {s for s in own if kind[s] in PIECES}
    place = {square: file_and_rank(square, side) for square in chess.SQUARES}
    reach = {square: set(board.attacks(square)) for square in kind}
    hits = {square: [s for s in own if square in reach[s]] for square in chess.SQUARES}
    foe_hits = {square: [s for s in foes if square in reach[s]] for square in chess.SQUARES}
    attacked = {square for square, men in hits.items() if men}
    foe_attacked = {square for square, men in foe_hits.items() if men}
    pawn_hits = {square for pawn in pawns for square in reach[pawn]}
    foe_pawn_hits = {square for pawn in enemies for square in reach[pawn]}

    def may_come_to_attack(men, square, colour):
        """True if one of these pawns attacks a square, or may after going straight on."""
        file, rank = file_and_rank(square, colour)
        return any(abs(f - file) == 1 and r < rank for f, r in (file_and_rank(pawn, colour) for pawn in men))

    files = {place[pawn][0] for pawn in pawns}
    enemy_files = {place[pawn][0] for pawn in enemies}
    king_files = {file for file in range(8) if abs(file - place[king][0]) <= 1}
    zone = {square for square in chess.SQUARES if chess.square_distance(square, king) <= 1}
    in_zone = {man: len(reach[man] & zone) for man in foes if kind[man] in PIECES}
    lifted = board.copy(stack=False)
    lifted.remove_piece_at(king)
    escapes = {s for s in zone - own if not lifted.attackers(not side, s)}
    danger = {man: kind[man] for man in foes}
    forks = set()
    for man in own:
        prey = {
            foe
            for foe in reach[man] & foes
            if kind[foe] == chess.KING
            or (kind[foe] != chess.PAWN and (RANKS[kind[foe]] > RANKS[kind[man]] or foe not in foe_attacked))
        }
        if len(prey) >= 2:
            forks.add(man)
    alone = [hits[man][0] for man in own - {king} if man in foe_attacked and len(hits[man]) == 1]
    mobility = {man: len(reach[man] - own) for man in pieces}
    bishops = {s for s in pieces if kind[s] == chess.BISHOP}
    outposts = {s for s in pawn_hits if 3 <= place[s][1] <= 5 and not may_come_to_attack(enemies, s, not side)}
    sliders = {s for s in kind if kind[s] in (chess.BISHOP, chess.ROOK, chess.QUEEN)}
    checking = 0
    for piece in PIECES:
        told = chess.Board(None)
        told.set_piece_map(board.piece_map())
        told.set_piece_at(other_king, chess.Piece(piece, side))  # what it would attack from there, it is attacked from
        reached = {square for man in pieces if kind[man] == piece for square in reach[man]}
        checking += len(set(told.attacks(other_king)) & reached - own - foe_attacked)

    def count(piece):
        return sum(kind[man] == piece for man in own)

    return {
        "attacked": attacked,
        "attacked_twice": {square for square, men in hits.items() if len(men) > 1},
        "attacked_by_pawns": pawn_hits,
        "defended": own & attacked - {king},
        "hanging": own & foe_attacked - attacked - {king},
        "loose": pieces - attacked,
        "en_prise": {
            s for s in own & foe_attacked - {king} if any(wins_something(board, s, foe) for foe in foe_hits[s])
        },
        "attacked_by_lesser": {s for s in pieces if any(RANKS[danger[foe]] < RANKS[kind[s]] for foe in foe_hits[s])},
        "pinned": lone_men(board, king, sliders & foes) & own,
        "pinned_to_queen": {
            s
            for queen in own
            if kind[queen] == chess.QUEEN
            for s in lone_men(board, queen, {f for f in sliders & foes if kind[f] != chess.QUEEN}) & own - {king}
        },
        "discovering": lone_men(board, other_king, sliders & own) & own - {king},
        "forking": forks,
        "overloaded": {man for man in alone if alone.count(man) > 1},
        "immobile": {man for man in pieces if not mobility[man]},
        "passed": {
            p
            for p in pawns
            if not any(abs(place[e][0] - place[p][0]) <= 1 and place[e][1] > place[p][1] for e in enemies)
        },
        "isolated": {p for p in pawns if not {place[p][0] - 1, place[p][0] + 1} & files},
        "doubled": {p for p in pawns if any(place[q][0] == place[p][0] and place[q][1] > place[p][1] for q in pawns)},
        "backward": {
            p
            for p in pawns
            if (beside := [q for q in pawns if abs(place[q][0] - place[p][0]) == 1])
            and all(place[q][1] > place[p][1] for q in beside)
            and p + (8 if side else -8) in foe_pawn_hits
        },
        "supported": pawns & pawn_hits,
        "phalanx": {
            p for p in pawns if any(place[q][1] == place[p][1] and abs(place[q][0] - place[p][0]) == 1 for q in pawns)
        },
        "blocked": {p for p in pawns if p + (8 if side else -8) in kind},
        "levers": {p for p in pawns if reach[p] & enemies},
        "outposts": outposts,
        "on_outposts": {s for s in outposts & pieces if kind[s] in (chess.KNIGHT, chess.BISHOP)},
        "holes": {s for s in chess.SQUARES if place[s][1] in (2, 3) and not may_come_to_attack(pawns, s, side)},
        "king_zone": zone,
        "rooks_on_open_files": {s for s in pieces if kind[s] == chess.ROOK and place[s][0] not in files | enemy_files},
        "rooks_on_half_open_files": {s for s in pieces if kind[s] == chess.ROOK and place[s][0] in enemy_files - files},
        "rooks_on_seventh": {s for s in pieces if kind[s] == chess.ROOK and place[s][1] == 6},
        "material": sum(VALUES[kind[s]] for s in own),
        "mobility": sum(mobility.values()),
        "safe_mobility": sum(len(reach[man] - own - foe_pawn_hits) for man in pieces),
        **{
            f"{chess.piece_name(piece)}_mobility": sum(moves for man, moves in mobility.items() if kind[man] == piece)
            for piece in PIECES
        },
        **{f"{chess.piece_name(piece)}s": count(piece) for piece in (chess.PAWN, *PIECES)},
        "space": sum(
            2 <= place[s][0] <= 5 and 1 <= place[s][1] <= 3 and s not in pawns | foe_pawn_hits for s in chess.SQUARES
        ),
        "centre": len(attacked & {chess.D4, chess.E4, chess.D5, chess.E5}),
        "safe_checks": checking,
        "pawn_islands": sum(file in files and file - 1 not in files for file in range(8)),
        "half_open_files": len(enemy_files - files),
        "king": king,
        "king_attackers": sum(number > 0 for number in in_zone.values()),
        "king_attacks": sum(in_zone.values()),
        "king_shelter": sum(place[p][0] in king_files and 1 <= place[p][1] - place[king][1] <= 2 for p in pawns),
        "king_storm": sum(place[e][0] in king_files and place[e][1] <= 4 for e in enemies),
        "king_escapes": len(escapes),
        "king_open_files": len(king_files - files),
        "pawns_on_light": len(pawns & LIGHT),
        "pawns_on_dark": len(pawns - LIGHT),
        "undeveloped": sum(
            place[s][1] == 0
            and (kind[s], place[s][0]) in {(chess.KNIGHT, 1), (chess.KNIGHT, 6), (chess.BISHOP, 2), (chess.BISHOP, 5)}
            for s in pieces
        ),
        "bishop_pair": bool(bishops & LIGHT and bishops - LIGHT),
        "can_castle_short": board.has_kingside_castling_rights(side),
        "can_castle_long": board.has_queenside_castling_rights(side),
        "back_rank_is_weak": place[king][1] == 0
        and not any(place[s][1] == 1 for s in escapes)
        and any(kind[foe] in (chess.ROOK, chess.QUEEN) for foe in foes),
    }


def position_facts(board):
    """Every fact of a position as a whole; sets of squares as sets."""
    moves = list(board.legal_moves)
    kinds = [piece.piece_type for piece in board.piece_map().values()]
    bishops = [board.pieces(chess.BISHOP, side) for side in chess.COLORS]
    return {
        "checkers": set(board.checkers()),
        "legal_moves": len(moves),
        "captures": sum(map(board.is_capture, moves)),
        "checks": sum(map(board.gives_check, moves)),
        "halfmove": board.halfmove_clock,
        "fullmove": board.fullmove_number,
        "balance": sum(VALUES[p.piece_type] * (1 if p.color else -1) for p in board.piece_map().values()),
        "phase": min(24, sum(PHASE.get(kind, 0) for kind in kinds)),
        "men": len(kinds),
        "en_passant": board.ep_square if board.has_legal_en_passant() else -1,
        "open_files": 8 - len({chess.square_file(s) for s, p in board.piece_map().items() if p.piece_type == 1}),
        "white_to_move": board.turn,
        "is_check": board.is_check(),
        "is_checkmate": board.is_checkmate(),
        "is_stalemate": board.is_stalemate(),
        "insufficient_material": board.is_insufficient_material(),
        "opposite_bishops": all(len(men) == 1 for men in bishops)
        and len({next(iter(men)) in LIGHT for men in bishops}) == 2,
    }
