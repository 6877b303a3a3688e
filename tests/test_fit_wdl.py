"""What the fit of the chances takes from games."""

import io

import chess
import chess.pgn

import fit_wdl
from kiebitz.engine.wdl import FULL_MATERIAL

MOVES = "1. e4 { book } 1... e5 { book } 2. Nf3 { +0.20/5 0.006s 2000n } 2... Nc6 { -0.25/4 0.1s 9n } 3. Bb5 a6 "
MOVES += "4. Bxc6 { +1.50/9 0.1s 9n } 4... dxc6 { -M5/9 0.1s 9n } 5. d4 { +9.99/9 0s 9n }"
MATCH = f'[Event "match"]\n\n{MOVES} 1-0\n'
ANALYSED = (
    '[Event "analysed"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Bxc6 { [%eval 0.35] } 4... dxc6 { [%eval #-3] } 1/2-1/2\n'
)


def test_scores_of_players_and_analyses(tmp_path):
    path = tmp_path / "games.pgn"
    path.write_text(f'{MATCH}\n{ANALYSED}\n[Event "unfinished"]\n\n1. e4 *\n')
    samples, games = fit_wdl.read_samples([path])
    assert games == 2
    # Before White took the knight all men were there; after it, one was gone.
    assert samples.tolist() == [[150, 1.0, 1], [35, (FULL_MATERIAL - 3) / FULL_MATERIAL, 0]]


def test_positions_are_those_the_scores_are_about():
    game = chess.pgn.read_game(io.StringIO(MATCH))
    node = list(game.mainline())[3]
    fen, centipawns = fit_wdl.scored(node, node.parent.board())
    assert (chess.Board(fen).turn, centipawns) == (chess.BLACK, 25)
