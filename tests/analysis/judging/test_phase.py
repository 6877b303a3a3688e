import io

import chess
import chess.pgn
import pytest

from kiebitz.analysis.judging.phase import Phase, phase_of
from sources import ROOT


@pytest.mark.parametrize(
    ("fen", "phase"),
    [
        (chess.STARTING_FEN, Phase.OPENING),
        # Four men on White's back rank, then three: king and rooks, all developed.
        ("r1bqkb1r/pppppppp/2n2n2/8/8/2N1BN2/PPPPQPPP/R3KB1R w KQkq - 0 1", Phase.OPENING),
        ("r1bqkb1r/pppppppp/2n2n2/8/8/2NBBN2/PPPPQPPP/R3K2R w KQkq - 0 1", Phase.MIDDLEGAME),
        # Eleven pieces, ten, seven, six; pawns don't count.
        ("1nbqkb1r/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBN1 w - - 0 1", Phase.OPENING),
        ("1nbqkb1r/pppppppp/8/8/8/8/PPPPPPPP/1NBQKBN1 w - - 0 1", Phase.MIDDLEGAME),
        ("1n1qkb2/pppppppp/8/8/8/8/PPPPPPPP/1NBQKB2 w - - 0 1", Phase.MIDDLEGAME),
        ("1n1qkb2/pppppppp/8/8/8/8/PPPPPPPP/2BQKB2 w - - 0 1", Phase.ENDGAME),
    ],
)
def test_the_men_on_the_board_tell_the_phase(fen, phase):
    assert phase_of(chess.Board(fen)) is phase


def test_a_game_never_goes_back():
    developed = chess.Board("r1bqkb1r/pppppppp/2n2n2/8/8/2N1BN2/PPPPQPPP/R3KB1R w KQkq - 0 1")
    assert phase_of(developed, Phase.MIDDLEGAME) is Phase.MIDDLEGAME
    assert phase_of(developed, Phase.ENDGAME) is Phase.ENDGAME


def test_a_real_game_has_all_three():
    game = chess.pgn.read_game(io.StringIO((ROOT / "examples" / "carlsen-anand-2014-game-6.pgn").read_text()))
    phases, board = [Phase.OPENING], game.board()
    for move in game.mainline_moves():
        board.push(move)
        phases.append(phase_of(board, phases[-1]))
    # 9...Kxd8 leaves ten pieces, 33...fxg6 four rooks and two bishops.
    assert [phases.index(phase) for phase in Phase] == [0, 18, 66]
    assert phases == sorted(phases, key=list(Phase).index)
