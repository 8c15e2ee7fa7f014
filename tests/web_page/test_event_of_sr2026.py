"""A whole event of 17 players by Steamroller 2026, on tablets and phones at its tables. Every
figure of its standings was added up here by hand.
"""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TypeAlias

import pytest
from msgspec import Struct, field

from app.engine.acts.players import AddPlayers, CheckIn, EnterArmy, Entry
from app.engine.acts.results import How, Result
from app.engine.acts.rounds import FinishRound, PublishRound, StartRound
from app.engine.armies.army import ArmyRow, Kind
from app.engine.armies.army_list import ArmyList
from app.engine.formats.settings import Settings
from app.engine.side import Pair, Side
from app.engine.standings.ranking import standings
from app.engine.state import Round
from app.engine.table.verdict import final_result
from app.views.round.round import Proposal, overtimes
from tests.web.venue import Venue, just_now
from tests.web_page.ahead import NO_PONGS, PASS_OLD_PONGS, SKIP, AheadTimeline
from tests.web_page.chromium import Browser, Page
from tests.web_page.fake_server import WEB
from tests.web_page.room import enter
from tests.web_page.tablet import touchable
from tests.web_page.turn_pads import PAD

pytestmark = pytest.mark.long

PLAYERS, TABLES, CUT = 17, 8, 4
FIRST_SCORED = 7  # the Defender's second turn
SEED = 20_261_129
SIZES = ((800, 1280), (360, 640), (1280, 800))
MINUTE = 60_000
SCENARIOS = ("Trench Warfare", "Pressure Point", "Two Fronts", "Wolves at Our Heels", "Payload")
EVERY = (*SCENARIOS, "High Stakes", "Fault Line")
BYE_VP, BYE_AP = 3, 38  # half of 75 points, rounded up
CELLS = """[...document.querySelectorAll('%s button.cell')]
    .map((one) => [one.getAttribute('aria-label'), one.ariaPressed === 'true'])"""


def two_lists(number: int) -> tuple[ArmyList, ...]:
    """Two lists of 75 points with different Leaders."""
    return tuple(
        ArmyList(
            (
                ArmyRow(f"Leader {number} of list {chosen}", Kind.CASTER, None),
                ArmyRow("Renegade", Kind.JACK, 13),
                ArmyRow("Steelheads", Kind.UNIT, 62, 10),
            ),
            name=f"Plan {'AB'[chosen - 1]}",
        )
        for chosen in (1, 2)
    )


class Table:
    """A table's page, on a tablet or on a phone."""

    def __init__(self, browser: Browser, venue: Venue, number: int) -> None:
        self.number, self.venue = number, venue
        address = f"{venue.base}/#table={number}&secret={venue.secrets[number]}"
        self.page: Page = browser.open(address, *SIZES[number % 3], apart=True, drawn=False)
        self.page.until("window.table?.link?.state === 'in touch'")
        self.page.do(PASS_OLD_PONGS)

    def half(self, side: Side) -> str:
        return f".half.{side.value}"

    def choose_lists(self, red: int, blue: int) -> None:
        for side, chosen in ((Side.RED, red), (Side.BLUE, blue)):
            self.page.press(f"List {chosen}", self.half(side))
        self.page.until("['red', 'blue'].every((side) => table.game().lists[side].made)")
        self.handed_over()

    def start(self, first: Side) -> None:
        colour, half = first.colour, self.half(first)
        self.page.press(f"{colour} is the Attacker", half)
        self.page.press(f"Start {colour}’s clock", half)
        self.page.until("!!table.game().play.clock")
        touchable(self.page)

    def act(self, side: Side, /, **act: object) -> None:
        """Do at once what takes some presses: at tables where nothing else is looked at."""
        self.page.do(f"table.act({json.dumps(side.value)}, {json.dumps(act)})")

    def tap(self) -> None:
        """Whoever's clock runs ends their turn, at once."""
        step = self.page.do("table.game().play.step")
        self.act(self.runner, type="tap", side=self.runner.value)
        self.page.until(f"table.game().play.step > {step} || table.game().play.ending")

    def touch_clock(self) -> Side:
        """Whoever's clock runs ends their turn with a finger; return who that was."""
        runner = self.runner
        touchable(self.page)
        self.page.click(f"{self.half(runner)} .time")
        return runner

    def pad(self, by: Side) -> str:
        """Return where a player's pad lies, once it does."""
        pad = f"{self.half(by)} {PAD}"
        self.page.until(
            f"!!document.querySelector('{pad}') && !document.querySelector('[data-fresh]')"
        )
        return pad

    def hold(self, by: Side, holders: Mapping[str, Side]) -> str:
        """Tap the cells of a pad until it shows who holds what; return where the pad lies."""
        pad = self.pad(by)
        wanted = {f"{holder.colour}: {name}" for name, holder in holders.items()}
        while wrong := {name for name, on in self.cells(pad).items() if on != (name in wanted)}:
            name = min(wrong)
            self.page.press_named(name, pad)
            self.page.until(f"{CELLS % pad}.some(([name]) => name.startsWith({json.dumps(name)}))")
            self.pad(by)
        assert wanted <= set(self.cells(pad)), f"{wanted} of {self.cells(pad)}"
        return pad

    def cells(self, pad: str) -> dict[str, bool]:
        """Return what each cell of a pad is called, and whether it is lit."""
        return {name.removesuffix(", changed"): on for name, on in self.page.do(CELLS % pad)}

    def enter(self, by: Side, holders: Mapping[str, Side], *presses: str) -> None:
        """Fill in the pad that asks a player, and press its buttons: "Done" if nothing else."""
        pad = self.hold(by, holders)
        for words in presses or ("Done",):
            self.page.press(words, f"{pad} footer" if words != "Arrived" else f"{pad} .cards")
        self.page.until(f"!document.querySelector('{pad}')")

    def end_turn(self, holders: Mapping[str, Side], *presses: str) -> None:
        """End a turn by a touch, and fill in the pad that comes with it."""
        self.enter(self.touch_clock(), holders, *presses)

    def correct(self, by: Side, holders: Mapping[str, Side], *, turns_ago: int) -> None:
        """Open the pad by hand and correct a turn before the last one that ended."""
        self.page.press("Score", f".tools.{by.value}")
        for _ in range(turns_ago):
            self.page.press("Earlier turn", self.pad(by))
        self.enter(by, holders)

    def say_it_is_over(self, by: Side, words: str) -> None:
        """Say by presses how the game is over; the opponent confirms it."""
        self.page.press("End game", f".tools.{by.value}")
        self.page.press(words, self.half(by))
        self.page.press(f"Yes: ask {by.other.colour}", self.half(by))
        self.page.press("Yes, confirm", self.half(by.other))
        self.page.until("!!table.game().play.ending")

    @property
    def points(self) -> dict[str, int]:
        """What the page shows of each side's points."""
        shown = "Number(table.halves[side].parts.cp.textContent.match(/\\d+/)[0])"
        return dict(
            self.page.do(f"({{red: (side => {shown})('red'), blue: (side => {shown})('blue')}})")
        )

    @property
    def runner(self) -> Side:
        return Side(self.page.do("table.game().play.clock.running"))

    @property
    def step(self) -> int:
        """The turn that is played, or in which play ended."""
        return int(self.page.do("table.game().play.ending?.step ?? table.game().play.step"))

    def score(self, by: Side, held: Iterable[str]) -> None:
        """Enter at once what a player holds of the present turn, or of the one that ended last."""
        step = self.step
        keys = dict(
            self.page.do(
                "Object.fromEntries(table.game().terms.scenario.elements.map((one) =>"
                " [one.name, one.key]))"
            )
        )
        holdings = [{"key": keys[name], "side": by.value, "held": "controlled"} for name in held]
        score = {
            "type": "score_turn", "by": by.value, "step": step, "holdings": holdings,
            "kill_box": False, "points": None, "reason": "", "caster_left": False, "counted": [],
        }  # fmt: skip
        self.act(by, **score)
        self.page.until(f"!!table.game().play.scores[{step}]")

    def score_nothing(self) -> None:
        """Say of a turn that scores, and of which nothing was said, that nobody holds anything."""
        unsaid = f"!table.game().play.scores[{self.step}]"
        if self.step >= FIRST_SCORED and self.page.do(unsaid):
            self.score(Side(self.page.do("table.game().play.first")), ())

    def done(self, by: Side) -> None:
        """Leave a sheet."""
        if self.page.do(f"!!document.querySelector('{self.half(by)} .losses')"):
            self.page.press("Done", self.half(by))

    def claim(self, by: Side, claim: str, side: Side) -> None:
        """Say how the game is over."""
        self.act(by, type="make_claim", by=by.value, claim=claim, side=side.value)

    def agree(self, side: Side) -> None:
        self.act(side, type="answer", side=side.value, question="claim", agrees=True)
        self.page.until("!!table.game().play.ending")

    def add(self, by: Side, label: str, number: int) -> None:
        """Choose a number on a sheet and type what it comes to with so much more."""
        field = f"""[...document.querySelectorAll('{self.half(by)} .number')].find((one) =>
            one.textContent.startsWith({json.dumps(label)}))"""
        self.page.until(f"{field}?.click(), {field}?.getAttribute('aria-pressed') === 'true'")
        number += int(self.page.do(f"{field}.querySelector('b').textContent"))
        for place, digit in enumerate(str(number), 1):
            self.page.press(digit, f"{self.half(by)} .numkeys")
            typed = f"{field}?.querySelector('b').textContent"
            self.page.until(f"{typed} === '{str(number)[:place]}'")

    def count(self, by: Side, labels: Mapping[str, int]) -> None:
        """Enter after the game what was not there before."""
        if not self.page.do("['concession'].includes(table.game().play.ending.how)"):
            self.score_nothing()
        self.page.do("['red', 'blue'].forEach((side) => table.seats.open(side, null))")
        self.page.press("Enter army points", self.half(by))
        self.page.until(f"!!document.querySelector('{self.half(by)} .numberpad')")
        for label, number in labels.items():
            self.add(by, label, number)
        self.page.press("Save the count", self.half(by))

    def confirm(self) -> None:
        for side in Side:
            self.page.press("Confirm", self.half(side))
        self.handed_over()

    def handed_over(self) -> None:
        self.page.until("table.link.state === 'in touch' && table.queue.marks.length === 0")


class End(Struct, frozen=True):
    """How a game ends, worked out by hand from the packet: victory points and army points of the
    Attacker and of the Defender.
    """

    attacker_wins: bool | None
    how: How
    vp: tuple[int, int] = (0, 0)
    ap: tuple[int, int] = (0, 0)


class Sums(Struct):
    """What one player has, added up by hand."""

    tp: int = 0
    vp: int = 0
    ap: int = 0
    byes: int = 0
    met: list[int] = field(default_factory=list)

    def add(self, tp: int, vp: int, ap: int) -> None:
        self.tp, self.vp, self.ap = self.tp + tp, self.vp + vp, self.ap + ap


Row: TypeAlias = tuple[int, int, int, int, int]
"""A player, their tournament points, strength of schedule, victory and army points."""


class Hall:
    """The event, its tables' pages, and the sums made by hand."""

    def __init__(self, browser: Browser, folder: Path) -> None:
        chosen = Settings("SR2026 Open", "sr2026", 75, SEED, tables=TABLES, rounds=5, cut=CUT)
        self.browser = browser
        self.venue = Venue(folder, chosen, TABLES, began_ms=just_now())
        self.venue.pages = WEB
        numbers = tuple(range(1, PLAYERS + 1))
        self.venue.do(AddPlayers(tuple(Entry(f"Player {number}") for number in numbers)))
        for number in numbers:
            self.venue.do(EnterArmy(number, two_lists(number)), insist=True)
        self.venue.do(CheckIn(numbers))
        self.timeline = AheadTimeline()
        self.venue.restart(self.timeline)
        self.tables = {
            number: Table(browser, self.venue, number) for number in range(1, TABLES + 1)
        }
        self.phone = browser.open(f"{self.venue.base}/room", 360, 640, apart=True, drawn=False)
        self.wall = browser.open(f"{self.venue.base}/wall", 1366, 768, apart=True, drawn=False)
        self.sums = {number: Sums() for number in numbers}

    @contextmanager
    def organizer(self) -> Iterator[Page]:
        """Open the organizer's page on a phone, their PIN entered."""
        page = self.browser.open(f"{self.venue.base}/eo", 360, 640, apart=True, drawn=False)
        enter(page, self.venue.keys.new_pin())
        page.until("desk.unlocked && !!desk.latest?.tables.length")
        yield page
        page.close()

    def close(self) -> None:
        for page in (*(table.page for table in self.tables.values()), self.phone, self.wall):
            page.close()
        self.venue.close()

    def pass_by(self, minutes: float) -> None:
        """So much time passes at the desk and on every table's page."""
        ms = int(minutes * MINUTE)
        for table in self.tables.values():
            table.page.do(NO_PONGS)
        self.timeline.skipped_ms += ms
        for table in self.tables.values():
            table.page.do(SKIP % {"ms": ms})

    def left(self, number: int, side: Side) -> float:
        """Return the minutes left on a clock."""
        clock = self.venue.game(number).play.clock
        assert clock is not None
        return clock.remaining(side, self.timeline.now_ms()) / MINUTE

    def end_turn(self, table: Table) -> None:
        """Let a minute's turn pass at once; a tap straight after another would be asked about."""
        self.pass_by(1)
        table.score_nothing()
        table.tap()

    def play_turn(self, table: Table, holders: Mapping[str, Side], *presses: str) -> None:
        """Let a minute's turn pass that is ended and scored by presses."""
        self.pass_by(1)
        table.end_turn(holders, *presses)

    def score_second(self, table: Table, holders: Mapping[str, Side], *presses: str) -> None:
        """Score the Defender's second turn, the first that scores, by presses; before it only the
        Attacker's kill box can.
        """
        table.enter(table.runner.other, {})
        self.play_turn(table, holders, *presses)

    def begin(self, number: int) -> Round:
        """Draw a round, publish it and start it. Nobody reads its scenario before the start."""
        self.venue.draw(number)
        drawn = self.venue.state.latest
        assert drawn is not None
        for bye in drawn.byes:
            assert self.sums[bye.player].tp == min(sums.tp for sums in self.sums.values())
            assert not self.sums[bye.player].byes
            self.sums[bye.player].add(1, BYE_VP, BYE_AP)
            self.sums[bye.player].byes += 1
        self.venue.do(PublishRound())
        games = self.venue.state.games_of(drawn)
        for game in games:
            self.tables[game.table].page.until(f"table.standing.latest?.game === {game.number}")
        self.phone.until(f"room.latest.pairings.length === {len(games)}")
        played = SCENARIOS[: number - 1]
        assert not [name for name in EVERY if name in self.seen() and name not in played]
        self.venue.do(StartRound())
        for game in games:
            self.tables[game.table].page.until("!table.game().secret")
            self.tables[game.table].choose_lists(1 + game.number % 2, 1 + number % 2)
        assert all(game.terms.scenario.name == SCENARIOS[number - 1] for game in games)
        return drawn

    def open(self, games: Mapping[int, Side]) -> None:
        """Play these tables, each with its Attacker, to the first turn that scores: the Defender's
        second. Every phase of deployment and every turn takes two minutes.
        """
        for number, attacker in games.items():
            self.tables[number].start(attacker)
        for _ in range(7):
            self.pass_by(2)
            for number in games:
                self.tables[number].tap()

    def play(self, number: int, story: "Story", attacker: Side) -> None:
        """Play a table to its confirmed end and add up what it was worth."""
        end = story(self, self.tables[number], attacker)
        self.tables[number].confirm()
        self.add_up(number, end, attacker)

    def add_up(self, number: int, end: "End", attacker: Side) -> None:
        game = self.venue.game(number)
        winner = (
            None if end.attacker_wins is None else attacker if end.attacker_wins else attacker.other
        )
        seats = (attacker, attacker.other)
        vp, ap = (dict(zip(seats, each, strict=True)) for each in (end.vp, end.ap))
        found = final_result(game)
        expected = Result(
            winner, end.how, Pair(vp[Side.RED], vp[Side.BLUE]), Pair(ap[Side.RED], ap[Side.BLUE])
        )
        assert found == expected, f"table {number} of round {game.round_number}"
        for side in Side:
            sums = self.sums[game.players.of(side)]
            sums.add(int(winner is side), vp[side], ap[side])
            sums.met.append(game.players.of(side.other))

    def rank(self, among: Iterable[int]) -> list[Row]:
        """Rank by tournament points, strength of schedule, victory and army points: by hand."""
        rows = []
        for number in among:
            sums = self.sums[number]
            schedule = sum(self.sums[other].tp for other in sums.met)
            rows.append((number, sums.tp, schedule, sums.vp, sums.ap))
        return sorted(rows, key=lambda row: row[1:], reverse=True)

    def standings(self) -> list[Row]:
        return [
            (row.number, row.tp, int(row.sos), row.cp, row.apd)
            for row in standings(self.venue.state)
        ]

    def seen(self) -> str:
        """All that players can read on their tables, the wall and their phones."""
        pages = [*(table.page for table in self.tables.values()), self.phone, self.wall]
        told = "JSON.stringify(window.table?.standing?.latest ?? window.room?.latest ?? null)"
        return " ".join(f"{page.text()} {page.do(told)}" for page in pages)


Story = Callable[["Hall", Table, Side], End]


CACHE = "The opponent’s cache"


def destroyed(by: Side) -> str:
    return f"Army points {by.colour} destroyed"


def cache_taken_back(hall: Hall, table: Table, a: Side) -> End:
    """The Defender scores the Attacker's cache, takes it back and scores it again a turn later."""
    d = a.other
    hall.score_second(table, {CACHE: d})
    assert table.points == {a.value: 0, d.value: 2}
    hall.play_turn(table, {})
    table.correct(d, {}, turns_ago=1)
    assert table.points == {a.value: 0, d.value: 0}
    hall.play_turn(table, {CACHE: d, "Attacker’s 50 mm objective": d})
    assert table.points == {a.value: 0, d.value: 3}
    hall.play_turn(table, {}, "End the game")
    table.count(d, {destroyed(d): 20, destroyed(a): 10})
    return End(False, How.SCENARIO, (0, 2 + 1), (10, 20))


def three_ahead(hall: Hall, table: Table, a: Side) -> End:
    """The Attacker holds three objectives when the Defender's turn ends."""
    mine = (
        "Attacker’s 50 mm objective",
        "Attacker’s 40 mm objective",
        "Defender’s 50 mm objective",
    )
    hall.score_second(table, dict.fromkeys(mine, a), "End the game")
    table.count(a, {destroyed(a): 33, destroyed(a.other): 12})
    return End(True, How.SCENARIO, (1 + 1 + 1, 0), (33, 12))


def is_asked(table: Table, by: Side) -> None:
    """Read the question that a clock-out puts to the opponent."""
    asked = table.page.text(table.pad(by))
    assert f"{by.other.colour}’s clock ran out" in asked
    assert f"What does {by.colour} score now?" in asked


def is_over_time(table: Table, out: Side) -> None:
    """Read on both halves that a clock ran out in the opponent's turn, and that this goes on."""
    table.page.until("table.game().play.overrun.length")
    theirs, other = (table.page.text(table.half(side)) for side in (out, out.other))
    assert f"Your clock ran out\n{out.other.colour} is playing" in theirs
    assert f"{out.colour}’s clock ran out. Tap here to end your turn" in other


def out_of_time_and_behind(hall: Hall, table: Table, a: Side) -> End:
    """The Defender's clock runs out in their own turn; the Attacker scores one and so is ahead."""
    is_asked(table, a)
    pad = table.hold(a, {"Defender’s 40 mm objective": a})
    assert f"{a.colour} wins by scenario" in table.page.text(pad)
    table.enter(a, {"Defender’s 40 mm objective": a}, "End the game")
    table.count(a, {destroyed(a): 41, destroyed(a.other): 8})
    return End(True, How.SCENARIO, (1, 0), (41, 8))


def out_of_time_and_level(hall: Hall, table: Table, a: Side) -> End:
    """The Defender's clock runs out in their own turn; nothing is held: the Leader falls."""
    is_asked(table, a)
    assert f"{a.colour} wins by assassination" in table.page.text(table.pad(a))
    table.enter(a, {}, "End the game")
    table.count(a, {destroyed(a.other): 7})
    return End(True, How.CLOCK_OUT, (0, 0), (10, 7))


def out_of_time_while_asked(hall: Hall, table: Table, a: Side) -> End:
    """The Defender's clock runs out in the Attacker's turn, who finishes it two ahead: no lead of
    three, so the Leader falls.
    """
    is_over_time(table, a.other)
    mine = ("Attacker’s 50 mm objective", "Attacker’s 40 mm objective")
    hall.play_turn(table, dict.fromkeys(mine, a))
    table.count(a, {destroyed(a): 5, destroyed(a.other): 4})
    return End(True, How.CLOCK_OUT, (1 + 1, 0), (10 + 5, 4))


def out_of_time_while_asked_and_three_behind(hall: Hall, table: Table, a: Side) -> End:
    """The same with a lead of three at the end of the Attacker's own turn: by scenario."""
    is_over_time(table, a.other)
    mine = ("Attacker’s 50 mm objective", "The opponent’s terrain")
    hall.play_turn(table, dict.fromkeys(mine, a))
    table.count(a, {destroyed(a): 25, destroyed(a.other): 4})
    return End(True, How.SCENARIO, (1 + 2, 0), (25, 4))


def concession(hall: Hall, table: Table, a: Side) -> End:
    """The Attacker concedes one behind: five points and half of their list of 75."""
    d = a.other
    hall.score_second(table, {"Attacker’s 40 mm objective": d})
    table.say_it_is_over(a, "I concede")
    table.count(d, {destroyed(d): 13})
    return End(False, How.CONCESSION, (0, 5), (0, 38))


def last_scoring(hall: Hall, table: Table, a: Side) -> End:
    """The Defender's Leader falls; the last scoring is for the record."""
    d = a.other
    hall.score_second(table, {})
    table.say_it_is_over(a, f"{d.colour}’s last Leader is destroyed")
    scored = {
        "Attacker’s 50 mm objective": a, "Defender’s 50 mm objective": d,
        "Defender’s 40 mm objective": d,
    }  # fmt: skip
    table.enter(a, scored)
    table.count(a, {destroyed(a): 13})
    return End(True, How.ASSASSINATION, (1, 1 + 1), (10 + 13, 0))


def lend(hall: Hall, table: Table) -> None:
    """The Attacker's turn begins, and they hand the clock to the Defender."""
    hall.score_second(table, {})
    table.page.press("Interrupt", ".middle")


def terrain_and_objective(hall: Hall, table: Table, a: Side) -> End:
    """Pressure Point: a terrain and the objective are three for the Attacker."""
    hall.score_second(table, {"Terrain 1": a, "50 mm objective": a}, "End the game")
    table.count(a, {destroyed(a): 21, destroyed(a.other): 20})
    return End(True, How.SCENARIO, (1 + 2, 0), (21, 20))


def kill_box(hall: Hall, table: Table, a: Side) -> End:
    """Pressure Point: a terrain and the Attacker's kill box are three for the Defender."""
    d = a.other
    hall.score_second(table, {"Terrain 2": d})
    hall.play_turn(table, {"Kill box": d}, "End the game")
    table.count(d, {destroyed(d): 9})
    return End(False, How.SCENARIO, (0, 1 + 2), (0, 9))


def leader_falls(points: int, losses: int) -> Story:
    """A Leader falls in the Attacker's turn; the Attacker holds so many terrains at the end."""

    def story(hall: Hall, table: Table, a: Side) -> End:
        hall.end_turn(table)
        table.claim(a, "caster", a.other)
        table.agree(a.other)
        if points:
            table.score(a, [f"Terrain {place + 1}" for place in range(points)])
        table.count(a, {destroyed(a): losses, destroyed(a.other): 2})
        return End(True, How.ASSASSINATION, (points, 0), (10 + losses, 2))

    return story


def everything(hall: Hall, table: Table, a: Side) -> End:
    """Two Fronts: all five elements, and one more for each pair, are seven."""
    every = ("Attacker’s 40 mm objective", "Defender’s 40 mm objective",
        "Attacker’s 50 mm objective", "Defender’s 50 mm objective", "Terrain")  # fmt: skip
    hall.score_second(table, dict.fromkeys(every, a), "End the game")
    table.count(a, {destroyed(a): 75, destroyed(a.other): 1})
    return End(True, How.SCENARIO, (5 + 1 + 1, 0), (75, 1))


def concession_after_seven(hall: Hall, table: Table, a: Side) -> End:
    """Two Fronts: who scored seven before the other concedes keeps them, and 62 army points."""
    d = a.other
    every = ("Attacker’s 40 mm objective", "Defender’s 40 mm objective",
        "Attacker’s 50 mm objective", "Defender’s 50 mm objective", "Terrain")  # fmt: skip
    hall.score_second(table, dict.fromkeys(every, d))
    table.say_it_is_over(a, "I concede")
    table.count(d, {destroyed(d): 62, destroyed(a): 30})
    return End(False, How.CONCESSION, (0, 5 + 1 + 1), (0, 62))


def third_token(hall: Hall, table: Table, a: Side) -> End:
    """Wolves: the Defender adds a token to their objective three turns in a row, and wins when the
    Attacker's turn ends with the third: three for holding it, three for the third token.
    """
    d = a.other
    objective = {"Defender’s 40 mm objective": d}
    hall.score_second(table, {})
    hall.play_turn(table, objective, "Next: tokens", "Done")
    hall.play_turn(table, objective, "Next: tokens", "Done")
    hall.play_turn(table, objective, "Next: tokens", "End the game")
    table.count(d, {destroyed(d): 18, destroyed(a): 17})
    return End(False, How.SCENARIO, (0, 3 + 3), (17, 18))


def both_leaders(hall: Hall, table: Table, a: Side) -> End:
    """Wolves: both Leaders fall together; the Attacker has one point more."""
    hall.score_second(table, {"Attacker’s terrain": a})
    table.say_it_is_over(a, "Both Leaders are destroyed at once")
    table.enter(a, {})
    table.count(a, {destroyed(a): 3, destroyed(a.other): 40})
    return End(True, How.CONTROL_POINTS, (1, 0), (13, 50))


def payload_arrives(hall: Hall, table: Table, a: Side) -> End:
    """Payload: the Attacker holds their 50 mm objective, and it arrives at the other's terrain."""
    objective = {"Attacker’s 50 mm objective": a}
    hall.score_second(table, objective, "Next: move", "Arrived", "Arrived +3")
    table.count(a, {destroyed(a): 44})
    return End(True, How.SCENARIO, (1 + 3, 0), (44, 0))


def level_to_the_end(hall: Hall, table: Table, a: Side) -> End:
    """Payload: nobody scores until the Defender's seventh turn ends, and both have as many points
    of models in the scenario's places: a tie, worth no tournament point.
    """
    for _ in range(11):
        hall.end_turn(table)
    table.count(a, {destroyed(a): 30, destroyed(a.other): 10})
    presence = {f"{side.colour}’s scenario presence": 22 for side in Side}
    table.count(a.other, presence)
    return End(None, How.TIE, (0, 0), (30, 10))


DEFENDER_WINS = {cache_taken_back, concession, kill_box, concession_after_seven, third_token}


def seat(story: Story, winner: Side) -> Side:
    """Return who attacks if ``winner`` is to win."""
    return winner.other if story in DEFENDER_WINS else winner


@pytest.fixture
def hall(browser: Browser, tmp_path: Path) -> Iterator[Hall]:
    hall = Hall(browser, tmp_path)
    yield hall
    hall.close()


def test_the_standings_of_a_whole_event_always_match_the_results_of_its_games(
    hall: Hall, browser: Browser
) -> None:
    first_round(hall)
    second_round(hall)
    third_round(hall)
    cut = fourth_round(hall)
    fifth_round(hall, cut)
    assert browser.errors() == []


def finish(hall: Hall) -> None:
    """Finish a round before the cut: every line of the standings is that of the sums."""
    hall.venue.do(FinishRound())
    assert hall.standings() == hall.rank(hall.sums)


def first_round(hall: Hall) -> None:
    """Trench Warfare: scenario wins, a cache taken back, four clock-outs, a concession."""
    hall.begin(1)
    attackers = {number: Side.RED if number % 2 else Side.BLUE for number in hall.tables}
    hall.open(attackers)
    stories = (cache_taken_back, three_ahead, concession, last_scoring)
    for number, story in zip((1, 2, 7, 8), stories, strict=True):
        hall.play(number, story, attackers[number])
    for number in (5, 6):
        lend(hall, hall.tables[number])
    hall.pass_by(46)
    stories = (out_of_time_while_asked, out_of_time_while_asked_and_three_behind,
        out_of_time_and_behind, out_of_time_and_level)  # fmt: skip
    for number, story in zip((5, 6, 3, 4), stories, strict=True):
        hall.play(number, story, attackers[number])
    finish(hall)


def stronger(hall: Hall, number: int) -> Side:
    """Return who of a table has more tournament points; Red if both have as many."""
    red, blue = (hall.sums[player].tp for player in hall.venue.game(number).players)
    return Side.BLUE if blue > red else Side.RED


def second_round(hall: Hall) -> None:
    """Pressure Point. At the expected end one table, begun late, is a tie; another, whose clock the
    organizer had stopped for three minutes, plays on.
    """
    hall.begin(2)
    level = [n for n in hall.tables if not any(hall.sums[p].tp for p in hall.venue.game(n).players)]
    late, long = level[-1], level[0]
    stories = (terrain_and_objective, kill_box, leader_falls(2, 13), leader_falls(0, 20),
        leader_falls(1, 5), leader_falls(3, 0))  # fmt: skip
    short = dict(zip((n for n in hall.tables if n not in {late, long}), stories, strict=True))
    attackers = {n: seat(story, stronger(hall, n)) for n, story in short.items()}
    hall.open({**attackers, long: Side.RED})
    for number, story in short.items():
        hall.play(number, story, attackers[number])
    hall.tables[late].start(Side.BLUE)
    hall.tables[late].page.press("Losses", ".tools.red")
    hall.tables[late].page.press_named("Renegade: Destroyed", ".half.red")
    hall.tables[late].done(Side.RED)
    hall.tables[late].handed_over()
    at_the_expected_end(hall, long, late)
    finish(hall)


def at_the_expected_end(hall: Hall, long: int, late: int) -> None:
    venue, table = hall.venue, hall.tables[long]
    with hall.organizer() as organizer:
        order(organizer, long, "Pause", "Rules question", "Pause the clock")
        table.page.until("!!table.game().play.pause")
        hall.pass_by(3)
        order(organizer, long, "Resume")
        table.page.until("!table.game().play.pause")
    for minutes in (2, 1):
        hall.tables[late].tap()  # or a clock would run out there
        hall.pass_by(hall.left(long, table.runner) - minutes)
        table.tap()
    latest = venue.state.latest
    assert latest is not None
    rows = overtimes(venue.state, latest, venue.desk.timeline.now_ms())
    assert {row.table: row.proposal for row in rows} == {
        long: Proposal.PLAY_ON, late: Proposal.TIE,
    }  # fmt: skip
    with hall.organizer() as organizer:
        order(organizer, late, "Decide this game", "Tie", "Expected end", "Decide game")
        hall.tables[late].page.until("table.game().play.ending?.how === 'tie'")
    hall.play(late, called_off, Side.BLUE)
    hall.play(long, two_terrains_on_time, Side.RED)


def order(organizer: Page, number: int, *presses: str) -> None:
    """Give an order for a table on the organizer's phone; what has no button is written."""
    organizer.press(f"Table {number}", ".tables")
    organizer.until("document.querySelector('dialog').open")
    for words in presses:
        if words in {"Rules question", "Expected end"}:
            organizer.do("document.querySelector('dialog input').focus()")
            organizer.write(words)
        else:
            organizer.press(words, "dialog")
    organizer.until("!document.querySelector('dialog').open")


def called_off(hall: Hall, table: Table, a: Side) -> End:
    """The organizer has ruled a tie; what the Attacker tapped off of the Defender's list counts."""
    table.count(a, {destroyed(a.other): 4})
    return End(None, How.TIE, (0, 0), (13, 4))


def two_terrains_on_time(hall: Hall, table: Table, a: Side) -> End:
    """Pressure Point: the Attacker's clock runs out; the Defender holds two terrains."""
    d = a.other
    hall.pass_by(1)
    table.tap()
    hall.pass_by(2)
    table.page.until("!!table.game().play.flag")
    is_asked(table, d)
    table.enter(d, {"Terrain 1": d, "Terrain 2": d}, "End the game")
    table.count(d, {destroyed(d): 6})
    return End(False, How.SCENARIO, (0, 2), (0, 6))


def third_round(hall: Hall) -> None:
    """Two Fronts. Whoever is paired down loses, so that the cut finds two undefeated."""
    hall.begin(3)
    stories = (
        everything,
        concession_after_seven,
        *(leader_falls(0, losses) for losses in range(6)),
    )
    short = dict(zip(hall.tables, stories, strict=True))
    attackers = {
        n: seat(story, stronger(hall, n).other if is_uneven(hall, n) else Side.RED)
        for n, story in short.items()
    }
    hall.open(attackers)
    for number, story in short.items():
        hall.play(number, story, attackers[number])
    finish(hall)


def is_uneven(hall: Hall, number: int) -> bool:
    red, blue = (hall.sums[player].tp for player in hall.venue.game(number).players)
    return red != blue


def fourth_round(hall: Hall) -> list[Row]:
    """Wolves at Our Heels, by the top four alone: the lower seeds win, so that four are level."""
    ranked = hall.rank(hall.sums)
    inside, others = ranked[:CUT], ranked[CUT:]
    drawn = hall.begin(4)
    assert {player for n in (1, 2) for player in hall.venue.game(n).players} == {
        row[0] for row in inside
    }
    assert drawn.byes == ()
    places = [row[0] for row in inside]
    short = {1: third_token, 2: both_leaders}
    attackers = {}
    for number, story in short.items():
        players = hall.venue.game(number).players
        lower = max(Side, key=lambda side: places.index(players.of(side)))
        attackers[number] = seat(story, lower)
    hall.open(attackers)
    for number, story in reversed(short.items()):
        hall.play(number, story, attackers[number])
    hall.venue.do(FinishRound())
    assert hall.standings() == [*hall.rank(places), *others]
    assert len({row[1] for row in hall.rank(places)}) == 1
    return others


def fifth_round(hall: Hall, others: list[Row]) -> None:
    """Payload: a payload arrives, and a game is a tie after both tiebreakers; one leads alone."""
    places = [row[0] for row in hall.standings()[:CUT]]
    hall.begin(5)
    hall.open({1: Side.RED, 2: Side.BLUE})
    hall.play(2, payload_arrives, Side.BLUE)
    hall.play(1, level_to_the_end, Side.RED)
    hall.venue.do(FinishRound())
    table = [*hall.rank(places), *others]
    assert hall.standings() == table
    assert [row[1] for row in table[:2]] == [4, 3]
    told = "room.latest.standings.map((row) => [row.tp, Number(row.sos), row.cp, row.apd])"
    hall.phone.until(f"{told}[0].join() === '{','.join(map(str, table[0][1:]))}'")
    assert [tuple(row) for row in hall.phone.do(told)] == [row[1:] for row in table]
