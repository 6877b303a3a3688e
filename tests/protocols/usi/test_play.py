"""What shogi programs ask of an engine that plays, after ShogiHome's state machine and Shogidokoro's rules."""

import re

import pytest

from kiebitz import Limit
from kiebitz.core.evaluation.network.games import SHOGI
from kiebitz.core.shogi.notation import legal_moves
from kiebitz.engine.engine import ShogiEngine
from kiebitz.engine.positions import shogi_position_from
from kiebitz.protocols.usi.loop import OPTIONS
from networks import Weights
from sources import ROOT

pytestmark = pytest.mark.check

NETWORK = Weights.drawn(1, SHOGI).network()
GAME = "position startpos moves 7g7f 3c3d"
AFTER = shogi_position_from(moves=("7g7f", "3c3d"))
MATE_IN_ONE = "position sfen 4k4/9/4P4/9/9/9/9/9/4K4 b GS 1"
MATED = "position sfen 4k4/4G4/4G4/9/9/9/9/9/4K4 w - 1"
DECLARED = "position sfen 1+R1K1+B3/GSGSGS3/+P+P+P+P5/9/9/9/9/9/4k4 b RBS2N4L5P 1"
HANDICAP = "position sfen lnsgkgsnl/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1"
QUIET_S = 0.3


def move_of(answer):
    return answer.split()[1]


def test_it_says_its_options_and_loads_nothing_before_it_must(engine):
    answers = engine.ask("usi", wanted="usiok")
    names = {line.split()[2] for line in answers if line.startswith("option")}
    assert {"USI_Hash", "USI_Ponder", "Threads", "MultiPV", "NetworkDelay", "EvalFile"} <= names
    delay = next(line for line in answers if "NetworkDelay" in line)
    assert int(delay.split()[6]) <= 100
    assert engine.ask("isready", wanted="readyok") == ["readyok"]


@pytest.mark.parametrize("page", ["shogi.md", "shogi.ja.md"])
def test_every_option_is_told_with_its_default(page):
    rows = dict(
        re.findall(r"^\| `(\w+)` \| (\w+) \|", (ROOT / "docs" / page).read_text(encoding="utf-8"), re.MULTILINE)
    )
    assert rows.keys() >= {option.name for option in OPTIONS}
    for option in OPTIONS:
        assert rows[option.name] == (str(option.default).lower() or "none")


def test_the_tables_use_falls_or_stays_with_the_next_search(engine):
    """As YaneuraOu's article counts it stays; as the engine counts by itself it is that of the search under way."""
    uses = {}
    for counts_used in ("false", "true"):
        engine.send("usinewgame", "setoption name USI_Hash value 1", f"setoption name HashUsed value {counts_used}")
        found = [engine.ask("position startpos", f"go nodes {nodes}", wanted="bestmove") for nodes in (100_000, 1)]
        uses[counts_used] = [int(re.findall(r" hashfull (\d+)", "".join(infos))[-1]) for infos in found]
    recent, used = uses["false"], uses["true"]
    assert recent[0] > 100 > recent[1]
    assert used[1] >= used[0] > 100


TIMES = (
    "btime 0 wtime 0 byoyomi 200",
    "btime 2000 wtime 2000 byoyomi 100",
    "btime 1000 wtime 1000 binc 100 winc 100",
    "btime 0 wtime 0 byoyomi 0",
    "byoyomi 100",
    "movetime 100",
    "nodes 2000",
    "depth 4",
)


def test_every_kind_of_clock_brings_a_legal_move(engine):
    for times in TIMES:
        *infos, last = engine.ask(GAME, f"go {times}", wanted="bestmove")
        assert move_of(last) in legal_moves(AFTER), times
        for word in ["depth", "score", "nodes", "nps", "hashfull", "time", "pv"]:
            assert f" {word} " in infos[-1], times


def test_infinite_is_silent_until_it_is_stopped(engine):
    engine.send(GAME, "go infinite")
    engine.until("info depth 3")
    assert not [line for line in engine.sync() if line.startswith("bestmove")]
    assert move_of(engine.ask("stop", wanted="bestmove")[-1]) in legal_moves(AFTER)


@pytest.mark.parametrize("end", ["stop", "ponderhit"])
def test_pondering_is_silent_until_it_is_ended(engine, end):
    engine.send(GAME, "go ponder btime 0 wtime 0 byoyomi 100")
    assert engine.is_silent(QUIET_S)
    assert move_of(engine.ask(end, wanted="bestmove")[-1]) in legal_moves(AFTER)


def test_a_game_that_is_over_ends_the_search(engine):
    engine.send(GAME, "go infinite")
    assert engine.ask("gameover win", wanted="bestmove")
    engine.send("usinewgame")
    assert engine.sync() == []


def test_what_is_clear_is_played(engine):
    """A mate, by plies; being mated, and a win by declaration; White first in a handicap game."""
    *infos, last = engine.ask(MATE_IN_ONE, "go byoyomi 200", wanted="bestmove")
    assert re.search(r" score mate 1 ", infos[-1])
    assert move_of(last) in ("G*5b", "S*5b", "5c5b+", "S*4b", "S*6b")
    assert engine.ask(MATED, "go byoyomi 200", wanted="bestmove")[-1] == "bestmove resign"
    assert engine.ask(DECLARED, "go byoyomi 200", wanted="bestmove")[-1] == "bestmove win"
    last = engine.ask(HANDICAP, "go byoyomi 200", wanted="bestmove")[-1]
    assert move_of(last) in legal_moves(shogi_position_from(HANDICAP.removeprefix("position sfen ")))


# White has lost a bishop and a silver for nothing.
LOST = "7g7f 3c3d 8h2b+ 9a9b 2b3a"


def test_who_has_lost_too_much_since_the_start_resigns(engine):
    engine.send("setoption name ResignValue value 500")
    played = f"position startpos moves {LOST}"
    assert engine.ask(played, "go nodes 5000", wanted="bestmove")[-1] == "bestmove resign"
    # Whoever was set up so, as in a handicap game, plays on; so does who is asked what it thinks.
    position = shogi_position_from(moves=LOST.split())
    last = engine.ask(f"position sfen {position.sfen()}", "go nodes 5000", wanted="bestmove")[-1]
    assert move_of(last) in legal_moves(position)
    engine.send(played, "go infinite")
    assert move_of(engine.ask("stop", wanted="bestmove")[-1]) in legal_moves(position)
    engine.send("setoption name ResignValue value 99999")
    assert move_of(engine.ask(played, "go nodes 5000", wanted="bestmove")[-1]) in legal_moves(position)


def test_being_mated_is_a_reason_to_resign_unless_it_is_to_be_played_out(engine):
    """Mate in one, whatever White does."""
    cornered = "position sfen 8k/9/8P/7G1/9/9/9/9/4K4 b G 1 moves G*2c"
    assert engine.ask(cornered, "go nodes 20000", wanted="bestmove")[-1] == "bestmove resign"
    engine.send("setoption name ResignValue value 99999")
    assert engine.ask(cornered, "go nodes 20000", wanted="bestmove")[-1] != "bestmove resign"


def test_levels_search_less_and_choose_among_what_they_see(engine):
    nodes, moves = {}, {}
    for level in (1, 6, 20):
        engine.send(f"setoption name Level value {level}", "usinewgame")
        answers = [engine.ask(GAME, "go nodes 30000", wanted="bestmove") for _ in range(12)]
        nodes[level] = max(int(re.search(r" nodes (\d+)", infos[-2]).group(1)) for infos in answers)
        moves[level] = {move_of(infos[-1]) for infos in answers}
        assert moves[level] <= set(legal_moves(AFTER))
        assert {re.search(r" multipv (\d)", infos[-2]).group(1) for infos in answers} == {"1"}
    assert nodes[6] < nodes[20]
    assert len(moves[1]) > 1
    engine.send("setoption name Level value 1", GAME, "go infinite")  # asked what it thinks, it says all it knows
    engine.until(lambda line: (said := re.search(r" nodes (\d+)", line)) and int(said[1]) > 10 * nodes[1])
    engine.ask("stop", wanted="bestmove")


def test_what_is_no_word_of_go_is_told_and_skipped(engine):
    infos = engine.ask(GAME, "go nodes 1000 moves 3 byoyomi x", wanted="bestmove")
    told = [line for line in infos if line.startswith("info string")]
    assert len(told) == 3
    assert move_of(infos[-1]) in legal_moves(AFTER)


def test_searchmoves_are_obeyed_as_far_as_they_are_legal(engine):
    move = legal_moves(AFTER)[-1]
    answers = engine.ask(GAME, f"go nodes 2000 searchmoves {move} 5a5a", wanted="bestmove")
    assert move_of(answers[-1]) == move
    assert "info string searchmoves '5a5a' left out: not legal here" in answers
    assert move_of(engine.ask(GAME, "go nodes 100 searchmoves 5a5a", wanted="bestmove")[-1]) in legal_moves(AFTER)


def test_a_position_that_cannot_be_played_is_answered_by_resigning(engine):
    assert engine.ask("position sfen 9/9/9 b - 1", "go byoyomi 100", wanted="bestmove")[-1] == "bestmove resign"


def score_of(engine) -> str:
    """The score of a search of one ply."""
    *_, info, _ = engine.ask("usinewgame", GAME, "go depth 1", wanted="bestmove")
    return re.search(r"score (\S+ \S+)", info).group(1)


def test_a_network_evaluates_where_evalfile_names_one(engine, tmp_path):
    """And none where it is emptied; a file that is no network of shogi is told at once and changes nothing."""
    file, chess = tmp_path / "a.network", tmp_path / "chess.network"
    file.write_bytes(NETWORK.data)
    chess.write_bytes(Weights.drawn(1).network().data)
    engine.ask("isready", wanted="readyok")
    by_hand = score_of(engine)
    engine.send(f"setoption name EvalFile value {file}")
    with ShogiEngine(network=NETWORK) as other:
        expected = other.analyse(AFTER, Limit(depth=1)).score.centipawns
    assert score_of(engine) == f"cp {expected}" != by_hand
    for wrong, words in ((chess, "this is a network of chess"), (tmp_path / "none", "can't read the network")):
        engine.send(f"setoption name EvalFile value {wrong}")
        assert any("option unchanged" in line and words in line for line in engine.sync())
        assert score_of(engine) == f"cp {expected}"
    engine.send("setoption name EvalFile value <empty>")
    assert score_of(engine) == by_hand
