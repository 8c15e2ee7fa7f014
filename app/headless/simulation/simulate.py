"""Plays a whole event by dice, through a real desk and a real file, on its own timeline.

The same plan gives the same event, row for row, on every machine.
"""

import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path

from msgspec import Struct, field

from app.clock.timeline import SetTimeline
from app.engine.acts.events import Record
from app.engine.acts.players import (
    AddPlayers,
    CheckIn,
    ChooseList,
    DropPlayer,
    EditPlayer,
    EnterArmy,
    Entry,
    ReadmitPlayer,
    TickOff,
)
from app.engine.acts.rounds import ChooseScenario, DrawRound, FinishRound, PublishRound, StartRound
from app.engine.acts.setup import CreateEvent
from app.engine.acts.teams.roster import DropTeam, EnterTeam, SubstitutePlayer, Team
from app.engine.acts.undo import Redo, Undo
from app.engine.formats.keywords import put_in_force
from app.engine.formats.settings import CheckInItem, Settings
from app.engine.frozen import replace
from app.engine.language import group_digits, plural, say, within
from app.engine.packet.keywords import AnnouncedKeyword
from app.engine.packet.packet import ClockOut, Packet
from app.engine.packet.timing import row_for_size
from app.engine.players.list_choice import plays
from app.engine.players.rosters import rosters
from app.engine.progress import Progress, no_progress, share_of
from app.engine.state import State, Status
from app.engine.table.sentences import HOW_WORDS
from app.engine.table.verdict import final_result
from app.headless.desk_session import DeskSession, open_new_event
from app.headless.simulation.dice import SimulationDice
from app.headless.simulation.fake_lists import LISTS
from app.headless.simulation.fake_players import fake_entries
from app.headless.simulation.match_ups import choose_procedure, settle_match_ups
from app.headless.simulation.schedule import Ask, Script, SimulationSchedule, TimeIsUp
from app.headless.simulation.scripts.check_in import check_in
from app.headless.simulation.scripts.table import play_table
from app.headless.simulation.scripts.vote import vote
from app.headless.simulation.table import MINUTE, SECOND, Table
from app.store.errors import StoreError
from app.store.packets.files import packets

MOST_PLAYERS = 2048
MOST_ROUNDS = 12
NINE_O_CLOCK_MS = 1_800_000_000_000 // 86_400_000 * 86_400_000 + 9 * 60 * MINUTE
LONG_GAME_MINUTES = 180
BETWEEN_ROUNDS_MS = 45 * MINUTE
"""The time from the end of both clocks to the announced start of the next round."""


class SimulationPlan(Struct, frozen=True):
    """The settings of a simulated event."""

    players: int
    rounds: int = 0
    """The number of rounds; 0 for the number that the packet gives."""
    seed: int = 1
    size: int = 75
    clock_out: ClockOut = ClockOut.PACKET
    name: str = "Simulated event"
    start_ms: int = NINE_O_CLOCK_MS
    """The instant at which the doors open."""
    stop_ms: int | None = None
    """The instant at which the simulation stops; None to play to the end."""
    packet: str = "sr2017"
    timing: str = ""
    variants: tuple[AnnouncedKeyword, ...] = ()
    """The variant keywords that are in force at the event."""
    starts: int = 600
    """The start of round 1 in the day's plan, in minutes after midnight."""
    checked_in: bool = False
    """True if players go through check-in and hand in lists."""
    seats: int = 0
    """The number of players of a team who play each round; 0 for an event without teams."""
    vote: tuple[str, int] = ("", 0)
    """The award that players vote on, and the round in which the vote is opened."""
    objectives: bool = False
    """True if players choose objectives in scenarios that offer some."""


class Played(Struct, frozen=True):
    """The event at its end, with the number of rows and the seconds that writing took."""

    state: State
    rows: int
    seconds: float

    @property
    def summary(self) -> str:
        """Return the counts and the speed, on two lines."""
        results = [final_result(game) for game in self.state.games.values()]
        ways = Counter(within(HOW_WORDS[result.how]) for result in results if result)
        played = say(
            "{players}, {rounds}, {games}: {ways}.",
            players=plural(len(self.state.players), "{count} player", "{count} players"),
            rounds=plural(len(self.state.rounds), "{count} round", "{count} rounds"),
            games=plural(len(self.state.games), "{count} game", "{count} games"),
            ways=", ".join(f"{count} × {way}" for way, count in ways.most_common()),
        )
        tempo = plural(
            self.rows,
            "{count} row in {seconds} s, {rate} per second.",
            "{count} rows in {seconds} s, {rate} per second.",
            seconds=group_digits(round(self.seconds)),
            rate=group_digits(round(self.rows / max(self.seconds, 0.001))),
        )
        return f"{played}\n{tempo}"


class _Rows(Struct):
    """Counts the acknowledged rows and passes their numbers to ``echo``."""

    echo: Callable[[int], None] | None
    count: int = field(default=0)

    def __call__(self, rows: tuple[Record, ...]) -> None:
        for row in rows:
            self.count = max(row.seq, self.count)
            if self.echo is not None:
                self.echo(row.seq)


def simulate(
    plan: SimulationPlan,
    *,
    path: Path | None = None,
    echo: Callable[[int], None] | None = None,
    at_stop: Callable[[DeskSession], None] | None = None,
    report_progress: Progress = no_progress,
) -> Played:
    """Play an event by ``plan``. Its file is ``path``; without a path it is temporary. ``echo`` is
    called with the number of each durable row.

    ``at_stop`` is called when the plan's ``stop_ms`` is reached. Raises StoreError if the plan
    cannot be played.
    """
    packet = packets()[plan.packet]
    _check(plan, packet)
    timeline = SetTimeline(plan.start_ms)
    rows = _Rows(echo)
    began = time.perf_counter()
    with open_new_event(path, timeline, rows) as line:
        schedule = SimulationSchedule(line, timeline, plan.stop_ms, line.together)
        event = _Event(plan, packet, line, schedule)
        try:
            event.play(report_progress)
        except TimeIsUp:
            if at_stop is not None:
                at_stop(line)
        return Played(line.state, rows.count, time.perf_counter() - began)


def _check(plan: SimulationPlan, packet: Packet) -> None:
    if not 2 <= plan.players <= MOST_PLAYERS:
        raise StoreError(say("A simulated event has 2 to {most} players.", most=MOST_PLAYERS))
    if not 0 <= plan.rounds <= MOST_ROUNDS:
        sentence = say(
            "A simulated event has 1 to {most} rounds; 0 is as many as the packet says.",
            most=MOST_ROUNDS,
        )
        raise StoreError(sentence)
    if plan.size not in packet.sizes:
        sentence = say(
            "{packet} has no size {size}. Its sizes are {sizes}.",
            packet=packet.name,
            size=plan.size,
            sizes=", ".join(map(str, packet.sizes)),
        )
        raise StoreError(sentence)


def round_begins_ms(plan: SimulationPlan, packet: Packet, number: int) -> int:
    """Return the announced start of round ``number``."""
    row = row_for_size(packet.timing(plan.timing), plan.size, None)
    length_ms = (2 * row.clock or row.round or LONG_GAME_MINUTES) * MINUTE + BETWEEN_ROUNDS_MS
    return plan.start_ms + 60 * MINUTE + (number - 1) * length_ms


class _Event:
    def __init__(
        self, plan: SimulationPlan, packet: Packet, line: DeskSession, schedule: SimulationSchedule
    ) -> None:
        self._plan = plan
        self._packet = packet
        self._line = line
        self._schedule = schedule
        self._dice = SimulationDice(f"event|{plan.seed}")

    def play(self, report_progress: Progress = no_progress) -> None:
        plan = self._plan
        settings = Settings(
            plan.name, plan.packet, plan.size, plan.seed, rounds=plan.rounds,
            clock_out=plan.clock_out, timing=plan.timing, starts=plan.starts,
            turnaround=BETWEEN_ROUNDS_MS // MINUTE, team_seats=plan.seats,
        )  # fmt: skip
        for keyword in plan.variants:
            settings = put_in_force(self._packet, settings, keyword.key, *keyword.numbers)
        self._line.do(CreateEvent(settings, self._packet))
        self._register()
        sides = plan.players // (plan.seats or 1)
        rounds = settings.rounds or self._packet.rounds_for(sides)
        for number in range(1, rounds + 1):
            report_progress((number - 1) / rounds)
            if number > 1:
                self._between_rounds()
            self._draw(number)
            self._schedule.move_to(round_begins_ms(plan, self._packet, number))
            self._line.do(StartRound(self._dice.below(2**20)))
            self._play_round(
                number, share_of(report_progress, (number - 1) / rounds, number / rounds)
            )
            self._line.do_anyway(FinishRound())

    def _register(self) -> None:
        """Enter the players: most in advance, some at the door."""
        entries = fake_entries(self._plan.players, self._dice)
        if self._plan.seats:
            entries = self._in_teams(entries)
        door = len(entries) // 6
        self._schedule.run([_registration(entries, door, self._dice)])
        if self._plan.checked_in:
            players = tuple(self._line.state.players.values())
            self._schedule.run([check_in(players, self._plan.seed)])

    def _in_teams(self, entries: tuple[Entry, ...]) -> tuple[Entry, ...]:
        """Return the entries in teams of the plan's size; every other team has a substitute."""
        teams = [f"Team {at // self._plan.seats + 1}" for at in range(len(entries))]
        others = teams[:: 2 * self._plan.seats]
        taken = frozenset(entry.name for entry in entries)
        more = fake_entries(len(others), SimulationDice(f"substitutes|{self._plan.seed}"), taken)
        every = zip((*entries, *more), (*teams, *others), strict=True)
        return tuple(replace(entry, team=team) for entry, team in every)

    def _draw(self, number: int) -> None:
        """Draw the round, sometimes a second time, and publish it."""
        begins_ms = round_begins_ms(self._plan, self._packet, number)
        self._schedule.move_to(begins_ms - 12 * MINUTE)
        captains = SimulationDice(f"captains|{self._plan.seed}|{number}")
        choose_procedure(self._line, captains)
        self._line.do_anyway(DrawRound(1 + self._dice.below(2**31)))
        if self._dice.chance(15):
            self._line.do_anyway(DrawRound(1 + self._dice.below(2**31)))
        if self._dice.chance(15):
            scenario = self._dice.pick(self._packet.scenarios).number
            self._line.do_anyway(ChooseScenario(scenario))
        self._schedule.move_to(begins_ms - 10 * MINUTE)
        self._line.do(PublishRound())
        if self._dice.chance(15):
            self._line.do(Undo())
            self._line.do(Redo())
        settle_match_ups(self._line, captains)
        self._choose_lists(number)

    def _choose_lists(self, number: int) -> None:
        """Let players with several lists choose one for the round."""
        dice = SimulationDice(f"lists|{self._plan.seed}|{number}")
        state = self._line.state
        latest = state.latest
        for player in state.players.values():
            if len(player.lists) > 1 and latest and plays(latest, state, player.number):
                chosen = 1 + dice.below(len(player.lists))
                self._line.do(ChooseList(number, player.number, chosen))

    def _play_round(self, number: int, report_progress: Progress) -> None:
        latest = self._line.state.latest
        games = latest.games if latest else ()

        def state() -> State:
            return self._line.state

        dice = {game: SimulationDice(f"table|{self._plan.seed}|{number}|{game}") for game in games}
        scripts = [
            play_table(Table(game, state, dice[game], self._plan.objectives)) for game in games
        ]
        award, opened = self._plan.vote
        if number == opened:
            scripts.append(vote(award, self._with(Status.CHECKED_IN), self._plan.seed))
        self._schedule.run(scripts, report_progress)

    def _between_rounds(self) -> None:
        """Sometimes let somebody leave, return or arrive, and correct a club. In an event of teams,
        change the teams as well.
        """
        dice = self._dice
        if dice.chance(min(self._plan.players, 60)):
            playing = self._with(Status.CHECKED_IN)
            if len(playing) > 3:
                self._line.do(DropPlayer(dice.pick(playing)))
        gone = self._with(Status.DROPPED)
        if gone and dice.chance(20):
            self._line.do(ReadmitPlayer(dice.pick(gone)))
        if dice.chance(min(self._plan.players, 30)):
            self._arrive_late()
        if self._plan.seats:
            self._change_teams()
        if dice.chance(30):
            number = dice.pick(self._with(Status.CHECKED_IN))
            entry = self._line.state.players[number].entry
            self._line.do(EditPlayer(number, replace(entry, club="Independent")))

    def _change_teams(self) -> None:
        """Bring in substitutes, name a captain, change the order of a team, and sometimes remove a
        whole team.
        """
        dice = SimulationDice(f"teams|{self._plan.seed}|{len(self._line.state.rounds)}")
        teams = [team for team in rosters(self._line.state).values() if team.players]
        for team in teams:
            if team.substitutes and dice.chance(30):
                gone, came = dice.pick(team.seated), dice.pick(team.substitutes)
                if not self._line.state.players[came].status.has_left:
                    self._line.do_anyway(SubstitutePlayer(gone, came))
        team = dice.pick(teams)
        order = tuple(reversed(rosters(self._line.state)[team.key].players))
        self._line.do_anyway(
            EnterTeam(Team(team.name, captain=dice.pick(order), players=order), team.name)
        )
        players = self._line.state.players
        here = [team for team in teams if any(players[number].plays for number in team.players)]
        if len(here) > 3 and dice.chance(15):
            self._line.do(DropTeam(dice.pick(here).name))

    def _arrive_late(self) -> None:
        taken = frozenset(player.entry.name for player in self._line.state.players.values())
        number = self._line.state.next_player
        entries = fake_entries(1, self._dice, taken)
        if self._plan.seats:
            shortest = min(rosters(self._line.state).values(), key=lambda team: len(team.players))
            entries = tuple(replace(entry, team=shortest.name) for entry in entries)
        self._line.do(AddPlayers(entries))
        self._line.do(CheckIn((number,)))
        if self._plan.checked_in:
            lists = LISTS[self._line.state.players[number].entry.faction]
            self._line.do(EnterArmy(number, lists))
            for item in (CheckInItem.PAID, CheckInItem.PAINTED):
                self._line.do(TickOff((number,), item))

    def _with(self, status: Status) -> tuple[int, ...]:
        players = self._line.state.players.values()
        return tuple(player.number for player in players if player.status is status)


def _registration(entries: tuple[Entry, ...], door: int, dice: SimulationDice) -> Script:
    """Enter a list from a file, then the players who queue at the desk."""
    listed = len(entries) - door
    if listed:
        yield Ask(2 * MINUTE, AddPlayers(entries[:listed]))
    for number in range(1, listed + 1, 8):
        group = tuple(range(number, min(number + 8, listed + 1)))
        yield Ask(dice.between(20, 90) * SECOND, CheckIn(group))
    for number, entry in enumerate(entries[listed:], start=listed + 1):
        yield Ask(dice.between(10, 60) * SECOND, AddPlayers((entry,)))
        yield Ask(SECOND, CheckIn((number,)))
