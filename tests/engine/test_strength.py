import itertools
from dataclasses import replace
from statistics import geometric_mean

import pytest

from kiebitz import Engine, Limit
from kiebitz.core.parameters import checked
from kiebitz.engine import position_from
from kiebitz.engine.era_names import TODAY
from kiebitz.engine.eras import ERAS
from kiebitz.engine.strength import (
    CANDIDATES,
    FULL_STRENGTH,
    LEARNED_NODES,
    LEVELS,
    MAX_ELO,
    MIN_ELO,
    NODES_SPREAD,
    SHOGI_LEVELS,
    Handicap,
    Level,
    level_of,
    settings_of,
    shogi_level,
)
from networks import Weights

OPEN_POSITION = "r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4"


@pytest.mark.parametrize("levels", [LEVELS, SHOGI_LEVELS], ids=["chess", "shogi"])
def test_the_table_rises(levels):
    for below, above in itertools.pairwise(levels):
        assert below.elo < above.elo
        assert below.nodes <= above.nodes
        assert below.noise >= above.noise


def test_levels_of_shogi_have_numbers():
    assert [shogi_level(number) for number in range(1, FULL_STRENGTH + 1)] == [*SHOGI_LEVELS, None]


def test_levels_between_rows():
    assert [level_of(level.elo) for level in LEVELS] == list(LEVELS)
    levels = [level_of(elo) for elo in range(MIN_ELO, MAX_ELO + 1, 25)]
    assert [level.nodes for level in levels] == sorted(level.nodes for level in levels)
    for elo in (MIN_ELO - 1, MAX_ELO + 1):
        with pytest.raises(ValueError, match=str(MIN_ELO)):
            level_of(elo)


def test_the_stricter_limit_holds():
    level = Level(2000, 500, 0.0)
    nodes = Handicap(level, seed=1).limit(Limit()).nodes
    assert Handicap(level, seed=1).limit(Limit(movetime_ms=50)) == Limit(movetime_ms=50, nodes=nodes)
    assert Handicap(level, seed=1).limit(Limit(nodes=100)).nodes == 100
    assert Handicap(level, seed=1).limit(Limit(nodes=1000)).nodes == nodes < 1000


@pytest.mark.parametrize(("noise", "lines", "looked_at"), [(0.0, None, 1), (0.0, 3, 3), (100.0, None, CANDIDATES)])
def test_every_line_has_about_the_nodes_of_a_line(noise, lines, looked_at):
    handicap = Handicap(Level(1000, 500, noise), seed=1)
    nodes = [handicap.limit(Limit(), lines).nodes / looked_at for _ in range(300)]
    assert 500 / NODES_SPREAD <= min(nodes) < 400 < 600 < max(nodes) <= 500 * NODES_SPREAD
    assert geometric_mean(nodes) == pytest.approx(500, rel=0.05)


def choices(level, seed, times):
    handicap = Handicap(level, seed)
    with Engine(hash_mb=1) as engine:
        info = engine.analyse(OPEN_POSITION, handicap.limit(Limit()), multipv=handicap.candidates)
    return [handicap.choose(info.lines).moves[0] for _ in range(times)], info.best_move


def test_noise_varies_and_a_seed_repeats():
    level = Level(1000, 2000, 200.0)
    moves, _ = choices(level, 1, 30)
    assert 1 < len(set(moves)) <= CANDIDATES
    assert choices(level, 1, 30)[0] == moves
    assert choices(level, 2, 30)[0] != moves


def test_without_noise_the_best_is_played():
    moves, best = choices(Level(2400, 2000, 0.0), 1, 3)
    assert set(moves) == {best}
    assert Handicap(LEVELS[0]).choose([]) is None


@pytest.mark.parametrize(
    ("elo", "fen", "learned"),
    [
        (1000, "8/8/3k4/8/8/8/8/KQ6 w - - 0 1", True),
        (1000, "kr6/8/8/8/8/3K4/8/8 b - - 0 1", True),
        (999, "8/8/3k4/8/8/8/8/KQ6 w - - 0 1", False),
        (1000, "8/8/3k4/8/8/8/8/KQ6 b - - 0 1", False),
        (1000, "8/8/3k4/3p4/8/8/8/KQ6 w - - 0 1", False),
        (1000, "8/8/3k4/8/8/8/8/KBN5 w - - 0 1", True),
        (1000, "8/8/3k4/8/8/8/8/KB6 w - - 0 1", False),
    ],
)
def test_mates_of_a_bare_king_are_learned(elo, fen, learned):
    player = Handicap(level_of(elo)).at(position_from(fen))
    assert (player.candidates == 1) == learned
    assert (player.level.nodes == LEARNED_NODES) == learned


@pytest.mark.check
def test_the_stronger_the_more_it_trusts_what_it_sees():
    """Of blunders that people of any rating like, the strongest think least."""
    position = position_from("1r3rk1/1p2n1p1/pb2p1qp/8/1PNp4/P2P1N2/2P2PPP/R2QR1K1 b - - 2 18")
    trusts = [level.trust for level in LEVELS if level.trust is not None]
    assert trusts == sorted(trusts)
    with Engine(hash_mb=1, evaluation="classical") as engine:
        info = engine.analyse(position, Limit(depth=1), multipv=100)
    best = info.lines[0].score.clipped()
    blunders = {line.moves[0] for line in info.lines if line.score.clipped() < best - 300}
    shares = []
    for trust in (0.3, 1.0, 3.0):
        player = Handicap(replace(level_of(1200), trust=trust), seed=1).at(position)
        shares.append(sum(player.choose(info.lines).moves[0] in blunders for _ in range(300)))
    assert shares[0] > shares[1] >= shares[2]


def test_levels_are_played_with_the_evaluation_they_were_measured_with():
    """Whatever today's is; other eras keep their own."""
    with Engine(hash_mb=1, network=Weights.drawn(1).network()) as engine:
        for era in ERAS:
            engine.configure(era=era)
            own = engine.parameters["evaluation"]
            engine.configure(era=era, **settings_of(era))
            expected = checked("evaluation", "classical") if era == TODAY else own
            assert (engine.parameters["evaluation"], engine.network) == (expected, None)


@pytest.mark.parametrize("chosen", ["classical", "tartan", "network"])
def test_full_strength_has_the_evaluation_that_was_chosen(chosen):
    with Engine(hash_mb=1, evaluation=chosen, elo=1400) as together, Engine(hash_mb=1, evaluation=chosen) as after:
        after.configure(elo=1400)
        for engine in (together, after):
            engine.configure(elo=None)
            assert engine.parameters["evaluation"] == checked("evaluation", chosen)
