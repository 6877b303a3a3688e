"""Matches between settings."""

import pytest

from kiebitz.arena.match.anchors import ANCHORS, Anchor
from kiebitz.arena.match.openings import read_book
from kiebitz.arena.match.own_player import OwnPlayer
from kiebitz.arena.match.player import parse_player
from kiebitz.arena.match.record import ScheduledGame
from kiebitz.arena.match.referee import Rules, play_game
from kiebitz.arena.match.time_control import MatchLimit, TimeControl
from kiebitz.engine import TableDesign
from kiebitz.engine.limit import Limit
from kiebitz_claims.measuring.matches import MatchResult, Side, elo_of_row, meet_anchor, play_match, side_of
from kiebitz_claims.measuring.origin import Origin
from kiebitz_claims.measuring.progress import JournalledProgress, Progress

NODES = 300
FEW_NODES = MatchLimit(nodes=NODES)


def test_equals_at_fixed_nodes_share_every_pair():
    result = play_match("equals", Side(), Side(), 2, Progress(), match_limit=FEW_NODES)
    assert result.pairs == (0, 0, 2, 0, 0)
    assert result.games == 4
    assert result.score == 0.5


@pytest.mark.check
def test_a_side_may_have_a_limit_of_its_own_and_more_nodes_win():
    result = play_match("nodes", Side(limit=Limit(nodes=20 * NODES)), Side(), 2, Progress(), match_limit=FEW_NODES)
    assert result.score > 0.5
    assert result.wins > result.losses


@pytest.mark.check
def test_another_seed_draws_other_openings():
    """The same seed gives the same games, another one others."""
    ahead = Side(limit=Limit(nodes=2 * NODES))
    first, again, other = (
        play_match("openings", ahead, Side(), 4, Progress(), match_limit=FEW_NODES, openings_seed=seed)
        for seed in (1, 1, 2)
    )
    assert first.pairs == again.pairs != other.pairs


def test_false_hits_are_counted():
    narrow = Side(hash_mb=1, design=TableDesign(key_bits=4, verify="count"))
    assert play_match("narrow keys", narrow, Side(), 1, Progress(), match_limit=FEW_NODES).false_hits > 0
    assert play_match("default", Side(), Side(), 1, Progress(), match_limit=FEW_NODES).false_hits == 0


@pytest.mark.check
@pytest.mark.parametrize("era", ["minimax", "nimzo"])
def test_an_era_plays_the_games_that_the_engine_plays_as_this_era(era):
    task = ScheduledGame(0, read_book().openings[0])
    rules = Rules(MatchLimit(nodes=2_000))
    players = OwnPlayer(side_of(era).engine()), OwnPlayer.from_spec(parse_player(f"era={era},hash=16"))
    other = OwnPlayer(Side().engine())
    games = [[played.move for played in play_game(task, (player, other), rules).moves] for player in players]
    assert games[0] == games[1]


@pytest.mark.check
def test_on_a_clock():
    clock = MatchLimit(TimeControl(base_ms=200, increment_ms=2))
    result = play_match("clock", side_of("hydra"), side_of("tartan"), 1, Progress(), match_limit=clock)
    assert result.games == 2
    assert sum(result.pairs) == 1


@pytest.mark.check
def test_an_interrupted_match_goes_on(tmp_path):
    def run(pairs, resume):
        output, origin = tmp_path / "match", Origin("43c1e75", True, 0.5)
        with JournalledProgress(output, {}, origin, resume=resume, show=lambda progress, step: None) as progress:
            return play_match("journal", strong, weak, pairs, progress)

    strong, weak = Side(limit=Limit(nodes=3 * NODES)), Side(limit=Limit(nodes=NODES))
    part, whole = run(1, False), run(2, True)
    assert whole == play_match("journal", strong, weak, 2, Progress())
    assert whole.games == part.games + 2


@pytest.mark.check
@pytest.mark.skipif(ANCHORS[0].player is None, reason="no Stockfish (Debian: stockfish) to play against")
def test_a_program_of_stated_rating_is_met():
    side = Side(limit=Limit(nodes=NODES))
    found = meet_anchor("anchor", side, ANCHORS[0], 1, Progress(), match_limit=FEW_NODES, openings_seed=3)
    assert found.games == 2


def test_a_program_that_is_missing_is_not_met():
    missing = Anchor("missing", "no-such-program", "uci")
    assert meet_anchor("missing", Side(), missing, 1, Progress(), match_limit=FEW_NODES, openings_seed=3) is None


def test_a_side_that_fails_ends_the_match():
    limit = Limit(nodes=1)
    # No limit says so much; a side that has it all the same fails in the core.
    object.__setattr__(limit, "nodes", 10**30)
    with pytest.raises(RuntimeError, match="a side of the laboratory fails"):
        play_match("too many", Side(limit=limit), Side(), 1, Progress(), match_limit=FEW_NODES)


def test_elo_of_a_result():
    result = MatchResult("-=" * 5 + "+-" * 10 + "+=" * 25 + "++" * 10)
    assert result.pairs == (0, 5, 10, 25, 10)
    assert elo_of_row(*result.outcome) == result.elo
    assert result.score == pytest.approx(0.7)
    assert result.elo.low < 147.2 < result.elo.high
    assert result.row[:4] == (55, 30, 15, result.score)
    assert result.row[-1] == result.each


def test_what_is_infinite_is_left_out():
    won = MatchResult("++")
    assert won.row == (2, 0, 0, 1.0, None, None, None, "++")
    assert elo_of_row(*won.outcome) == elo_of_row(1.0, None, None, None) == won.elo
