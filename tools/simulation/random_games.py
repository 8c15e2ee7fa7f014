"""Plays single games by dice, each in a separate event, and checks the rules that all of them must
keep.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import TypeAlias

from msgspec import Struct

from app.clock.timeline import SetTimeline
from app.engine.acts.events import Record
from app.engine.acts.players import AddPlayers, CheckIn, EnterArmy, Entry
from app.engine.acts.results import Result
from app.engine.acts.rounds import DrawRound, PublishRound, StartRound
from app.engine.acts.setup import CreateEvent
from app.engine.acts.table import AdjustClock, ReopenGame
from app.engine.armies.army import ArmyRow, Kind
from app.engine.armies.army_list import ArmyList, models_of
from app.engine.armies.list_checks import SPECIALISTS
from app.engine.formats.keywords import put_in_force
from app.engine.formats.settings import Settings
from app.engine.frozen import replace
from app.engine.language import plural, reword
from app.engine.packet.keywords import Artifice
from app.engine.packet.packet import ClockOut, Packet
from app.engine.packet.scenario import Scenario
from app.engine.packet.timing import TimingKind
from app.engine.progress import Progress, no_progress
from app.engine.side import Side
from app.engine.state import State
from app.engine.table import scoring, turns
from app.engine.table.game import Game
from app.engine.table.sentences import HOW_WORDS, standing_result
from app.engine.table.verdict import final_result
from app.headless.recheck.armies import army_faults
from app.headless.simulation.dice import SimulationDice
from app.headless.simulation.schedule import SimulationSchedule
from app.headless.simulation.scripts.table import play_table
from app.headless.simulation.table import MINUTE, Table
from tools.simulation.games import game_faults
from tools.simulation.memory_desk import MemoryDesk

LEAST_REINFORCED = 25
"""The least army size with reinforcements (SR2014, Reinforcements)."""
NINE_O_CLOCK_MS = 9 * 60 * MINUTE
Openings: TypeAlias = dict[ClockOut, tuple[Record, ...]]
"""The records of a series up to the start of its round."""


class Series(Struct, frozen=True):
    """``games`` games of one scenario. ``timing`` is a key of the packet; empty for the packet's
    baseline.
    """

    packet: Packet
    scenario: Scenario
    size: int
    games: int
    seed: int = 1
    timing: str = ""
    cards: bool = False
    """True if players have specialists, reinforcements and objectives."""


class Outcome(Struct, frozen=True):
    """The endings of the games of a series, and every fault that was found."""

    ways: Counter[str]
    faults: tuple[str, ...]

    def line(self, series: Series) -> str:
        ended = ", ".join(f"{many} {way}" for way, many in self.ways.most_common())
        games = plural(series.games, "{count} game", "{count} games")
        timing = series.packet.timing(series.timing).name
        where = f"{series.packet.name}, {series.scenario.name}, {timing}, {series.size} points"
        return f"{where}: {games}: {ended}"


def every_series(packets: Iterable[Packet], games: int, seed: int) -> Iterator[Series]:
    """Yield a series for every scenario of every packet in every timing format, with cards and
    objectives. The army sizes for which there are reinforcements take turns.
    """
    for packet in packets:
        sizes = [size for size in packet.sizes if size >= LEAST_REINFORCED]
        cases = [(scenario, timing) for scenario in packet.scenarios for timing in packet.timings]
        for number, (scenario, timing) in enumerate(cases):
            size = sizes[number % len(sizes)]
            yield Series(packet, scenario, size, games, seed, timing.key, cards=True)


def play_series(series: Series, report_progress: Progress = no_progress) -> Outcome:
    """Play all games of a series. Return how they ended and any faults found. Raises whatever
    ``report_progress`` raises.
    """
    ways: Counter[str] = Counter()
    faults: list[str] = []
    before: Openings = {}
    for number in range(1, series.games + 1):
        report_progress((number - 1) / series.games)
        state = play_event(series, number, before)
        game = state.games[1]
        result = final_result(game)
        if result is not None:
            words = HOW_WORDS[result.how].lower()
            ways[reword(words, series.packet.vocabulary)] += 1
        timing = series.timing or "baseline"
        where = f"{series.packet.key}, {series.scenario.name}, {timing}, seed {series.seed},"
        where = f"{where} game {number}"
        faults += [f"{where}: {fault}." for fault in faults_of(game, result)]
        faults += [f"{where}: {fault}." for fault in game_faults(series.packet, game, result)]
        if series.cards:
            faults += [f"{where}: {fault}." for fault in card_faults(game)]
            faults += [f"{where}: {fault}" for fault in army_faults(state)]
    return Outcome(ways, tuple(faults))


def play_game(series: Series, number: int) -> Game:
    """Play game ``number`` of a series, from the round's start to a result that counts."""
    return play_event(series, number).games[1]


def play_event(series: Series, number: int, before: Openings | None = None) -> State:
    """Play the event of a game. ``before`` caches the rows that many games of a series have in
    common.
    """
    dice = SimulationDice(f"{series.packet.key}|{series.scenario.number}|{series.seed}|{number}")
    clock_out = dice.pick(tuple(ClockOut))
    records = before.get(clock_out) if before is not None else None
    if records is None:
        records = _up_to_the_round(series, clock_out)
        if before is not None:
            before[clock_out] = records
    timeline = SetTimeline(NINE_O_CLOCK_MS)
    line = MemoryDesk(timeline, records)
    line.do(StartRound(dice.below(2**20)))
    table = Table(1, lambda: line.state, dice, objectives=series.cards)
    SimulationSchedule(line, timeline).run([play_table(table)])
    return line.state


def _up_to_the_round(series: Series, clock_out: ClockOut) -> tuple[Record, ...]:
    """Return the rows of two players, their lists and their pairing, which are the same in all
    games of a series.
    """
    line = MemoryDesk(SetTimeline(NINE_O_CLOCK_MS))
    settings = Settings(
        "Random game",
        series.packet.key,
        series.size,
        series.seed,
        clock_out=clock_out,
        timing=series.timing,
    )
    if series.cards:
        settings = _with_cards(series.packet, settings)
    line.do(CreateEvent(settings, series.packet))
    line.do(AddPlayers((Entry("Anna"), Entry("Ben"))))
    line.do(CheckIn((1, 2)))
    if series.cards:
        for player in (1, 2):
            line.do(EnterArmy(player, (card_list(series.size),)), insist=True)
    line.do(DrawRound(1, series.scenario.number))
    line.do(PublishRound())
    return tuple(line.records)


def _with_cards(packet: Packet, settings: Settings) -> Settings:
    """Return the settings with reinforcements in every scenario that can have them, and with
    specialists if the packet has any.
    """
    settings = replace(settings, artifices=(Artifice.REINFORCEMENTS,))
    return put_in_force(packet, settings, SPECIALISTS) if packet.variant(SPECIALISTS) else settings


def card_list(size: int) -> ArmyList:
    """Return a list of this size with one card to swap and one card to bring in."""
    jack = min(size // 5, 5)
    army = (
        ArmyRow("Anybody", Kind.CASTER, 0),
        ArmyRow("Jack", Kind.JACK, jack),
        ArmyRow("Unit", Kind.UNIT, min(size - jack, 99), 10),
    )
    spare, later = ArmyRow("Spare jack", Kind.JACK, jack), ArmyRow("Later", Kind.SOLO, 3, 2)
    return ArmyList(army, specialists=(spare,), reinforcements=(later,))


def card_faults(game: Game) -> Iterator[str]:
    """Yield sentences about faults in the army of each side, by independent sums: no card comes
    twice or too early.
    """
    known = {row.name: row for row in models_of(card_list(0))}
    for side in Side:
        swap = game.play.swaps.of(side)
        if swap is not None and len(swap.out) != len(swap.added):
            yield f"{side.colour} has swapped {len(swap.out)} cards for {len(swap.added)}"
        came, step = game.play.reinforcements.of(side), game.play.reinforced.of(side)
        if any(row.name not in known for row in came) or len(set(came)) != len(came):
            yield f"{side.colour}'s reinforcements are not those of the list"
        if bool(came) is (step is None):
            yield f"{side.colour}'s reinforcements came at no time"
        own = step is None or turns.owner(game.play.first, step) is side
        if step is not None and (turns.turn_number(step) < 2 or not own):
            yield f"{side.colour}'s reinforcements came in step {step}"


def faults_of(game: Game, result: Result | None) -> Iterator[str]:
    """Yield sentences about faults that no game may end with: no result, no reason, points or times
    out of bounds.
    """
    if result is None:
        yield "it has no result"
        return
    if not standing_result(game):
        yield "it has no reason"
    victory, win = game.terms.victory, scoring.winning(game.terms)
    if min(result.cp) < 0 or min(result.apd) < 0:
        yield f"negative points, CP {result.cp}, AP {result.apd}"
    if victory.capped and game.reported is None and max(result.cp) > win.points:
        yield f"{max(result.cp)} control points are more than a win needs"
    clock, play = game.play.clock, game.play
    if clock is None:
        return
    used = clock.used_ms.red + clock.used_ms.blue
    if used + clock.paused_ms != clock.since_ms - clock.started_ms:
        yield "time was lost or made"
    set_by_eo = any(isinstance(mark, (ReopenGame, AdjustClock)) for mark in game.marks)
    for side in Side if not set_by_eo else ():
        left = clock.remaining(side, clock.since_ms)
        limited = game.terms.time.kind is TimingKind.DEATHCLOCK and side not in play.overrun
        if limited and left < 0 and game.reported is None:
            yield f"{side.colour} played {-left} ms longer than they had"
