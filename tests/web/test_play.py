"""A game against the engine as a tab plays it, without a browser, at a clock that the tests wind."""

import asyncio
import re
from contextlib import contextmanager
from dataclasses import asdict

import pytest

pytest.importorskip("starlette", reason="the board in the browser needs kiebitz[web]")


from kiebitz.classroom.board.opponent import PROGRAMS, TARTAN
from kiebitz.engine.eras import ERAS
from kiebitz.play.opponent import DRAW_FROM_MOVE
from kiebitz.web.kept_games import GameKeeper
from kiebitz.web.left_games import LeftGames
from kiebitz.web.limits import Limits
from kiebitz.web.messages import VERSION, Forget, Kept, KeptGames, Move, Notice, Resume, Shown
from kiebitz.web.play import Clock, Play
from kiebitz.web.play_messages import Begin, Hint, Hinted, Join, OfferDraw, Resign, Standing, TakeBack
from kiebitz.web.searches import Searches
from kiebitz.web.server import Board
from kiebitz.web.timed_game import title_of
from processes import wait_until
from tabs import ADDRESS, Tab, client_of, own_headers

PATIENCE_S = 30
MATE_IN_ONE = "6k1/5ppp/8/8/8/8/8/R6K w - - 0 1"
QUEEN_UP = f"4k3/8/8/8/8/8/8/Q3K3 w - - 0 {DRAW_FROM_MOVE}"
QUEEN_DOWN = f"q3k3/8/8/8/8/8/8/4K3 w - - 0 {DRAW_FROM_MOVE}"
BEGIN = Begin(elo=600, era="today", colour="white", base_ms=0, increment_ms=0, fen="startpos", chess960=-1)
MINUTES = {"base_ms": 300_000, "increment_ms": 2_000}


def begin(**fields):
    return Begin(**{**asdict(BEGIN), **fields})


class Wound:
    """A clock that goes on only when it is told to."""

    def __init__(self):
        self.time_s = 0.0
        self.sleepers = []

    def now(self):
        return self.time_s

    async def sleep(self, seconds):
        woken = asyncio.Event()
        if seconds <= 0:
            woken.set()
        self.sleepers.append((self.time_s + seconds, woken))
        await woken.wait()

    def go_on(self, seconds):
        self.time_s += seconds
        for at, woken in self.sleepers:
            if at <= self.time_s:
                woken.set()


class Seat:
    """A tab that plays, and what it hears."""

    def __init__(self, house):
        self.heard = asyncio.Queue()
        self.run = house.runner.run
        self.play = Play(
            self.heard.put, house.limits, house.searches, house.left, Clock(house.clock.now, house.clock.sleep)
        )

    def say(self, message):
        self.run(self.play.handle(message))

    def hear(self, kind, **fields):
        """The next message of a kind whose fields are these; what comes before it is passed over."""

        async def heard():
            while True:
                message = await asyncio.wait_for(self.heard.get(), PATIENCE_S)
                if isinstance(message, kind) and all(getattr(message, name) == fields[name] for name in fields):
                    return message

        return self.run(heard())

    def hear_moves(self, count):
        """The game after so many moves, and the position."""
        while len((standing := self.hear(Standing)).moves) != count:
            pass
        return standing, self.hear(Shown)

    def refused(self, message):
        """Why a message is refused."""
        self.say(message)
        return self.hear(Notice, code="refused").detail


class House:
    """A server without its sockets."""

    def __init__(self, folder):
        self.folder = folder
        self.runner = asyncio.Runner()
        self.clock = Wound()
        self.limits = Limits()
        self.start()

    def start(self):
        """Start, with nothing in memory."""
        self.searches = Searches(self.limits)
        self.left = LeftGames(self.folder and GameKeeper(self.folder, 10, 100_000), 10)

    @contextmanager
    def seat(self, game=""):
        seat = Seat(self)
        try:
            seat.say(Join(VERSION, "en", game))
            yield seat
        finally:
            self.runner.run(seat.play.close())


@pytest.fixture
def house(tmp_path):
    """A server; what is left of its searches and tables when all tabs have gone fails the test."""
    house = House(tmp_path)
    yield house
    with house.runner as runner:
        runner.run(asyncio.sleep(0))
        tasks = asyncio.all_tasks(runner.get_loop())
    assert (house.searches.running, house.searches.hash_mb, house.left.seats, tasks) == (
        0,
        house.limits.total_hash_mb,
        {},
        set(),
    )


def test_moves_are_answered_and_nobody_peeks(house):
    with house.seat() as seat:
        seat.say(begin())
        standing, shown = seat.hear_moves(0)
        assert (standing.elo, standing.era, standing.player, len(shown.legal)) == (600, "Kiebitz", "w", 20)
        seat.say(Move("e4"))
        standing, shown = seat.hear_moves(1)
        assert (standing.moves, standing.result, standing.cause, shown.turn, shown.legal) == (["e4"], "*", "", "b", [])
        standing, shown = seat.hear_moves(2)
        assert shown.legal
        assert not re.search(r"eval|[+-]\d\.\d\d|#-?\d", standing.pgn)
        seat.hear(Kept, edits=2)
        assert seat.heard.empty()


@pytest.mark.parametrize("era", [*(pytest.param(program, marks=pytest.mark.check) for program in PROGRAMS), *ERAS])
def test_every_era_plays(house, era):
    with house.seat() as seat:
        seat.say(begin(elo=0, era=era, base_ms=1_000, fen=MATE_IN_ONE.replace("w", "b"), colour="black"))
        seat.say(Move("h6"))
        standing, _ = seat.hear_moves(2)
        assert (standing.elo, standing.era, f'[Era "{era}"]' in standing.pgn) == (0, title_of(era), True)


@pytest.mark.check
def test_the_board_of_120_squares_can_be_left_and_gone_on_with(house):
    """While it thinks; its game is kept with its name, and Chess960 it doesn't play."""
    with house.seat() as seat:
        assert "Chess960" in seat.refused(begin(elo=0, era=TARTAN, chess960=1))
        seat.say(begin(elo=0, era=TARTAN))
        standing, _ = seat.hear_moves(0)
        seat.say(Move("e4"))
        seat.hear_moves(1)
    with house.seat(standing.name) as seat:
        standing, shown = seat.hear_moves(2)
        assert standing.era == title_of(TARTAN)
        assert shown.legal


def test_a_game_ends_with_mate(house):
    with house.seat() as seat:
        seat.say(begin(fen=MATE_IN_ONE))
        seat.say(Move("a1a8"))
        standing, shown = seat.hear_moves(1)
        assert (standing.result, standing.cause, shown.legal) == ("1-0", "checkmate", [])
        assert seat.refused(Move("h7h6")) == "the game is over"
        seat.say(TakeBack())
        standing, shown = seat.hear_moves(0)
        assert (standing.result, len(shown.legal) > 0) == ("*", True)


@pytest.mark.parametrize(
    ("fields", "fault"),
    [
        ({"elo": 2401}, "outside 600 to 2400"),
        ({"colour": "green"}, "there is no colour 'green'"),
        ({"base_ms": -1_000}, "1 to 10,800 seconds"),
        ({"increment_ms": 1_000}, "only where there are clocks"),
        ({"chess960": 960}, "from 0 to 959"),
        ({"fen": "8/8/8/8/8/8/8/8 w - - 0 1"}, "king"),
        ({"fen": "<script>"}, "ranks"),
        ({"fen": "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1"}, "the end of a game: White mates"),
    ],
)
def test_a_game_that_can_not_be_begun_is_refused(house, fields, fault):
    with house.seat() as seat:
        seat.say(begin())
        seat.hear_moves(0)
        assert fault in seat.refused(begin(**fields))
        seat.say(Move("e4"))  # and the game that was begun goes on
        seat.hear_moves(2)


def test_what_can_not_be_done_is_refused(house):
    with house.seat() as seat:
        for message in (Move("e4"), TakeBack(), Hint(), OfferDraw(), Resign()):
            assert seat.refused(message) == "no game is played here"
        seat.say(begin())
        assert "is not legal here" in seat.refused(Move("e5"))
        assert "no move of yours" in seat.refused(TakeBack())
        seat.say(begin(elo=0, **MINUTES))
        seat.say(Move("e4"))
        assert seat.refused(Move("e5")) == "it is Kiebitz's turn"
        assert seat.refused(TakeBack()) == "with clocks no move is taken back"


@pytest.mark.check
def test_a_move_is_taken_back_while_the_engine_thinks(house):
    with house.seat() as seat:
        seat.say(begin(elo=0))
        seat.say(Move("e4"))
        seat.hear_moves(1)
        seat.run(asyncio.sleep(0))
        assert house.searches.running == 1
        seat.say(TakeBack())
        assert house.searches.running == 0
        assert seat.hear_moves(0)[0].can_take_back is False
        seat.say(Move("d4"))  # by another engine, as the first was left
        assert seat.hear_moves(2)[0].moves[0] == "d4"


def test_a_hint_is_a_move_and_no_more(house):
    with house.seat() as seat:
        seat.say(begin(fen=MATE_IN_ONE))
        seat.say(Hint())
        assert asdict(seat.hear(Hinted)) == {"move": "a1a8", "san": "Ra8#"}
        seat.say(Hint())
        seat.say(Move("a1a7"))  # the hint is not waited for
        seat.hear_moves(2)
        seat.hear(Kept, edits=2)
        assert seat.heard.empty()


@pytest.mark.parametrize(("fen", "agrees"), [(QUEEN_UP, True), (QUEEN_DOWN, False)])
def test_a_draw_is_taken_by_who_is_no_better(house, fen, agrees):
    with house.seat() as seat:
        seat.say(begin(fen=fen))
        seat.hear_moves(0)
        seat.say(OfferDraw())
        if agrees:
            assert (seat.hear(Standing).cause, seat.hear(Shown).legal) == ("agreement", [])
        else:
            seat.hear(Notice, code="declined")
            seat.say(Move("e1e2"))
            seat.hear_moves(2)


def test_who_resigns_has_lost(house):
    with house.seat() as seat:
        seat.say(begin(**MINUTES))
        seat.hear_moves(0)
        for _ in range(2):  # a second time changes nothing
            seat.say(Resign())
        standing = seat.hear(Standing)
        assert (standing.result, standing.cause, standing.runs) == ("0-1", "resignation", "")


# ------------------------------------------------------------------ clocks


def test_the_server_keeps_the_clocks(house):
    with house.seat() as seat:
        seat.say(begin(**MINUTES))
        standing, _ = seat.hear_moves(0)
        assert (standing.white_ms, standing.black_ms, standing.runs) == (300_000, 300_000, "w")
        house.clock.go_on(10)
        seat.say(Move("e4"))
        standing, _ = seat.hear_moves(1)
        assert (standing.white_ms, standing.black_ms, standing.runs) == (292_000, 300_000, "b")
        standing, _ = seat.hear_moves(2)
        assert (standing.white_ms, standing.black_ms, standing.runs) == (292_000, 302_000, "w")


def test_a_flag_falls_by_itself(house):
    with house.seat() as seat:
        seat.say(begin(**MINUTES))
        house.clock.go_on(20)
        seat.say(Move("e4"))
        seat.hear_moves(2)
        seat.hear(Kept, edits=2)
        house.clock.go_on(281.5)  # the clock that was watched first would have fallen
        seat.run(asyncio.sleep(0))
        assert seat.heard.empty()
        house.clock.go_on(1)
        standing = seat.hear(Standing)
        assert (standing.result, standing.cause, standing.white_ms) == ("0-1", "time", 0)


# ------------------------------------------------------------------ leaving and coming back


def test_a_reload_comes_back_to_the_game_with_its_clocks(house):
    with house.seat() as seat:
        seat.say(begin(**MINUTES))
        seat.say(Move("e4"))
        before, _ = seat.hear_moves(2)
        house.clock.go_on(30)
    house.clock.go_on(1_000)  # nobody is there
    with house.seat(before.name) as seat:
        after, shown = seat.hear_moves(2)
        assert (after.moves, after.runs, after.white_ms, after.black_ms) == (before.moves, "w", 272_000, 302_000)
        assert shown.legal
        house.clock.go_on(272)
        assert seat.hear(Standing, white_ms=0).cause == "time"


@pytest.mark.check
def test_a_reload_while_the_engine_thinks_lets_it_think_again(house):
    with house.seat() as seat:
        seat.say(begin(elo=0))
        seat.say(Move("e4"))
        name = seat.hear_moves(1)[0].name
        seat.run(asyncio.sleep(0))
        assert house.searches.running == 1
    assert house.searches.running == 0
    with house.seat(name) as seat:
        seat.hear_moves(2)


def test_the_game_goes_on_in_the_tab_that_came_last(house):
    with house.seat() as first:
        first.say(begin())
        name = first.hear_moves(0)[0].name
        with house.seat(name) as second:
            first.hear(Notice, code="elsewhere")
            assert first.refused(Move("e4")) == "no game is played here"
            second.say(Move("e4"))
            second.hear_moves(2)


def test_an_unfinished_game_outlives_the_server_and_is_offered(house):
    with house.seat() as seat:
        seat.say(begin(**MINUTES))
        seat.say(Move("e4"))
        name = seat.hear_moves(2)[0].name
        seat.say(begin())  # without a move of the person's: nothing to go on with
        seat.say(begin())
        seat.say(Move("d4"))
        seat.hear_moves(1)
        seat.say(Resign())
        finished = seat.hear(Standing, cause="resignation").name
    house.start()
    with house.seat() as seat:
        (kept,) = seat.hear(KeptGames).games
        assert (kept.name, kept.title.startswith("Player – Kiebitz")) == (name, True)
        seat.say(Resume(name))
        assert seat.hear_moves(2)[0].white_ms == 302_000
    with house.seat(finished) as seat:
        assert seat.hear(Standing).cause == "resignation"
    with house.seat() as seat:
        seat.say(Forget(name))
        assert seat.hear(KeptGames, games=[]).games == []
        assert seat.refused(Resume(name)) == "this game isn't kept any more"
    with house.seat(name) as seat:
        seat.hear(Notice, code="refused")
        seat.hear(KeptGames)


def test_a_full_disk_is_told_and_the_game_goes_on(house):
    house.folder /= "file"
    house.folder.write_text("no folder")
    house.start()
    with house.seat() as seat:
        seat.say(begin())
        seat.say(Move("e4"))
        assert "can't keep the game" in seat.hear(Notice, code="unkept").detail
        name = seat.hear_moves(2)[0].name
        house.folder.unlink()
        seat.say(Resign())
        assert seat.hear(Kept) == Kept(name, 2)
    with house.seat(name) as seat:
        seat.hear_moves(2)


def test_the_engine_waits_for_a_place_to_search(house):
    house.limits = Limits(searches=1)
    house.start()
    with house.seat() as seat:
        seat.say(begin())
        with house.searches.one():
            seat.say(Move("e4"))
            seat.hear(Notice, code="busy")
            house.clock.go_on(1)
        seat.run(asyncio.sleep(0))
        house.clock.go_on(1)
        seat.hear_moves(2)


# ------------------------------------------------------------------ with its socket


def join(socket, game=""):
    tab = Tab(socket)
    tab.say("join", version=VERSION, language="en", game=game)
    tab.hear("offers")
    return tab


def test_a_tab_that_has_gone_leaves_no_search_and_finds_its_game_again():
    board = Board(ADDRESS)
    searches = board.shared.searches
    total_mb = searches.hash_mb
    with client_of(board) as client:
        with client.websocket_connect("/play/tab", headers=own_headers(board)) as socket:
            tab = join(socket)
            tab.say("begin", **asdict(begin(elo=0, **MINUTES)))
            tab.say("move", text="e4")
            name = tab.hear("standing", moves=["e4"])["name"]
            assert tab.hear("shown")["last"] == ["e2", "e4"]
        wait_until(lambda: (board.tabs, searches.running, searches.hash_mb) == (0, 0, total_mb))
        with client.websocket_connect("/play/tab", headers=own_headers(board)) as socket:
            assert join(socket, name).hear("standing")["moves"] == ["e4"]
