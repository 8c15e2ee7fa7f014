"""One packet's rules as frozen data, and what follows from the data alone.

The files are in ``resources/packets``; ``app.store.packets.files`` reads and checks them.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

from app.engine.language import Vocabulary
from app.engine.packet.army_points import Counting
from app.engine.packet.keywords import Preset, Variant
from app.engine.packet.list_rules import USUAL_RULES, ListRules
from app.engine.packet.ranking import STEAMROLLER, Points, RankingColumn
from app.engine.packet.reference import NO_BRIEFING, Briefing, Word
from app.engine.packet.scenario import ElementKind, Scenario, Win
from app.engine.packet.terrain_rules import TerrainRules
from app.engine.packet.timing import Limits, TableTime, Timing


class ClockOut(Enum):
    """What a clock that runs out does: as the packet says, or a house rule instead."""

    PACKET = "packet"
    LOSE = "lose"
    LAST_TURN = "last_turn"
    WARN = "warn"


class Tiebreak(Enum):
    """A comparison that decides a game nobody has won.

    ``AREA``: points in the scenario's area, only what stands in it. ``ARMY_LEFT``: army points
    left, doubled in the area. ``PRESENCE``: points in zones or at flags.
    """

    CASTERS = "casters"
    CONTROL_POINTS = "control_points"
    AREA = "area"
    ARMY_LEFT = "army_left"
    ARMY_POINTS_DESTROYED = "army_points_destroyed"
    PRESENCE = "presence"

    @property
    def on_table(self) -> bool:
        """Tell whether the players have to count models on the table for it."""
        return self in (Tiebreak.AREA, Tiebreak.ARMY_LEFT, Tiebreak.PRESENCE)


class Source(Enum):
    """The source of a value that is not the packet's own text."""

    INFERRED = "inferred"
    OURS = "ours"


@dataclass(frozen=True, slots=True)
class Note:
    """Marks a value of the packet's file as not the packet's own, and says why."""

    about: str
    """The key of the value in the file."""
    source: Source
    text: str
    section: str = ""
    """The packet's section that it touches."""
    why: str = ""
    """Why it is so, where the text does not say it."""


class PacketTopic(Enum):
    """What a packet's advice is about, and so where it is shown."""

    PLAYERS = "players"
    ROUNDS = "rounds"
    TERRAIN = "terrain"
    TIMING = "timing"
    CLOCK = "clock"
    PAINTING = "painting"


@dataclass(frozen=True, slots=True)
class Advice:
    """What a packet recommends without asking for it."""

    at: PacketTopic
    says: str
    least: int = 0
    """Of players or rounds: the fewest it is about."""
    most: int = 0
    """Of players or rounds: the most it is about; 0 for no limit."""


@dataclass(frozen=True, slots=True)
class RoundsFor:
    """How many rounds the packet asks for, by number of players."""

    players: int
    """The most players this number of rounds is for."""
    rounds: int


@dataclass(frozen=True, slots=True)
class Award:
    """Points given without a game that was played out."""

    cp: int = 0
    """Control points."""
    win_percent: int = 0
    """Control points as a percentage of a scenario win, rounded up."""
    apd_percent: int = 0
    """Army points as a percentage of the army size, rounded up; 0 counts the table."""
    or_more: bool = False
    """Whether what is on the table counts if it is more."""
    of_list: bool = False
    """Whether the army points are a percentage of the opponent's list, where it is known."""
    finished_turns: bool = False
    """Whether the turn in which the game ended is left out of the score."""

    def control_points(self, win: Win) -> int:
        return max(self.cp, -(-win.points * self.win_percent // 100))

    def apd(self, size: int) -> int:
        return -(-size * self.apd_percent // 100)


NO_COUNTING = Counting(0)


@dataclass(frozen=True, slots=True)
class KillBox:
    """The price of ending one's turn near a table edge."""

    from_turn: int
    """The first player's turn from which it counts."""
    inches: int
    """How near to an edge."""
    points: int = 0
    """Control points for the opponent."""
    own_edge: bool = False
    """Whether only the player's own edge counts, or every edge."""
    destroys: bool = False
    """Whether the caster is destroyed."""


NO_KILL_BOX = KillBox(1, 0)


@dataclass(frozen=True, slots=True)
class Victory:
    """How a game is scored and ends."""

    win: Win
    """The scenario win, unless the scenario has its own."""
    scoring_from_turn: int
    """The second player's turn from which turns are scored."""
    at_length: tuple[Tiebreak, ...]
    """The comparisons after the last turn."""
    unfinished: tuple[Tiebreak, ...]
    """The comparisons when all casters are gone or the game stopped early."""
    last_turn: int = 0
    """The second player's turn after which the game ends; 0 if only time ends it."""
    capped: bool = False
    """Whether no more control points are recorded than a win needs."""
    assassination: bool = True
    """Whether destroying the caster wins. If not, play goes on to a scenario win or until one side
    is gone.
    """
    battlegroup: bool = False
    """Whether a player without warjacks and warbeasts has lost."""
    one_domination: bool = False
    """Whether a caster can dominate one element only."""
    dice_down_is_length: bool = False
    """Whether a game that dice down ends is decided by `at_length`."""
    on_opponents_turn: bool = False
    """Whether a scenario win is looked at only when the opponent's turn is scored."""
    each_turn: bool = False
    """Whether every turn is scored, by both sides, even if nothing is held."""
    both_secure: bool = False
    """Whether both sides score an element that both control; if not, only the active player does.
    """
    leading_is_scenario: bool = True
    """Whether leading on control points after the last turn is a win by scenario; if not, it is
    one by the tiebreak.
    """
    armies: bool = True
    """Whether players have armies, with casters to destroy, army points to count and lists. If
    not, a game is a clock and points.
    """
    points_at_end: bool = False
    """Whether the points of a game are entered once, when it is over."""
    by_agreement: bool = False
    """Whether the players say who has won, or that it is a tie, instead of their points."""


USUAL_HEADINGS = {RankingColumn.TP: "TP", RankingColumn.SOS: "SoS", RankingColumn.CP: "CP"}
"""What the columns are called that a packet may name."""


@dataclass(frozen=True, slots=True)
class Heading:
    """A packet's own name of a column that ranks."""

    column: RankingColumn
    name: str


@dataclass(frozen=True, slots=True)
class Packet:
    """The rules of a kind of event, as read from its file."""

    key: str
    """The name of its file, without the ending."""
    name: str
    sizes: tuple[int, ...]
    """The army sizes in points; none where players have no armies."""
    rounds: tuple[RoundsFor, ...]
    standings: tuple[RankingColumn, ...]
    """The columns that rank players, the strictest first."""
    bye: Award
    concession: Award
    timings: tuple[Timing, ...]
    """The timings the organizer can choose; the first is the baseline."""
    victory: Victory
    counting: Counting = NO_COUNTING
    kill_box: KillBox = NO_KILL_BOX
    scenarios: tuple[Scenario, ...] = ()
    limits: tuple[Limits, ...] = ()
    """The limits the organizer can choose."""
    terrain: TerrainRules | None = None
    """None if the packet says nothing about terrain that could be checked."""
    notes: tuple[Note, ...] = ()
    points: Points = STEAMROLLER
    variants: tuple[Variant, ...] = ()
    presets: tuple[Preset, ...] = ()
    one_a_group: bool = False
    """Whether the packet advises against several variants of one group."""
    lists: ListRules = USUAL_RULES
    briefing: Briefing = NO_BRIEFING
    """What players read at the table: what counts, in short words."""
    advice: tuple[Advice, ...] = ()
    own_painting: bool = False
    """Whether only what players painted themselves may win painting prizes."""
    adjustable: bool = False
    """Whether the organizer sets the clock, the win, the tournament points and the headings."""
    headings: tuple[Heading, ...] = ()

    @property
    def armies(self) -> bool:
        """Tell whether players have armies, lists and factions."""
        return self.victory.armies

    def heading(self, column: RankingColumn) -> str:
        """Return the packet's own name of a column; empty where it has none."""
        return next((each.name for each in self.headings if each.column is column), "")

    @property
    def words(self) -> tuple[Word, ...]:
        """The packet's own words, its headings among them."""
        headed = [Word(USUAL_HEADINGS[each.column], each.name) for each in self.headings]
        usual = {word.usual for word in headed}
        return (*(word for word in self.briefing.words if word.usual not in usual), *headed)

    @property
    def vocabulary(self) -> Vocabulary:
        """The packet's own words, as texts are said with them."""
        return tuple((word.usual, word.own) for word in self.words)

    def rounds_for(self, players: int) -> int:
        """Return the rounds for a field; beyond the packet's table one more a doubling."""
        for row in self.rounds:
            if players <= row.players:
                return row.rounds
        last = self.rounds[-1]
        limit, rounds = last.players, last.rounds
        while players > limit:
            limit, rounds = limit * 2, rounds + 1
        return rounds

    def timing(self, key: str) -> Timing:
        """Return the timing format called ``key``, else the baseline."""
        return next((timing for timing in self.timings if timing.key == key), self.timings[0])

    def variant(self, key: str) -> Variant | None:
        return next((keyword for keyword in self.variants if keyword.key == key), None)

    def limits_called(self, key: str) -> Limits | None:
        return next((limit for limit in self.limits if limit.key == key), None)

    def limits_for(self, timing: str) -> tuple[Limits, ...]:
        """Return the variants that go with the timing format called ``timing``."""
        chosen = self.timing(timing).key
        return tuple(limit for limit in self.limits if limit.timing in {"", chosen})

    def scenario(self, number: int) -> Scenario | None:
        return next((scenario for scenario in self.scenarios if scenario.number == number), None)

    def note(self, about: str) -> Note | None:
        """Return the note on exactly this key, if its value is not the packet's own."""
        return next((note for note in self.notes if note.about == about), None)

    def notes_on(self, about: str) -> tuple[Note, ...]:
        """Return the notes on this key and on all keys below it."""
        below = (f"{about}.", f"{about}[")
        return tuple(note for note in self.notes if f"{note.about}.".startswith(below))

    def scenarios_left(
        self, played: Sequence[int], among: Sequence[int] = ()
    ) -> tuple[Scenario, ...]:
        """Return what the next roll chooses from: nothing twice, no group twice before all were
        used.

        ``among``: the numbers that are played at this event; empty means every scenario.
        """
        every = [scenario for scenario in self.scenarios if not among or scenario.number in among]
        names = {scenario.group for scenario in every}
        spent = [scenario.group for scenario in every if scenario.number in played]
        fewest = min((spent.count(name) for name in names), default=0)
        left = [scenario for scenario in every if scenario.number not in played]
        return tuple(
            scenario
            for scenario in left
            if len(names) == 1 or spent.count(scenario.group) == fewest
        ) or tuple(left or every)


@dataclass(frozen=True, slots=True)
class GameRules:
    """What one game is played under; fixed when it is drawn, so later settings leave it alone."""

    packet: str
    time: TableTime
    clock_out: ClockOut
    victory: Victory
    counting: Counting
    kill_box: KillBox
    scenario: Scenario
    concession: Award
    concession_cp: int
    concession_apd: int
    bye_cp: int
    bye_apd: int
    briefing: Briefing = NO_BRIEFING

    @property
    def scores_once_more(self) -> bool:
        """Tell whether the opponent of a player out of time scores once more."""
        return self.clock_out is ClockOut.PACKET and self.time.clock_out_scores

    @property
    def scores_each_turn(self) -> bool:
        """Tell whether both sides score every turn, and only what they hold."""
        plain = not self.scenario.conditions and not self.scenario.vanishing
        return self.victory.each_turn and bool(self.scenario.elements) and plain

    @property
    def objectives_offered(self) -> tuple[str, ...]:
        """Return the names of the cards of which each player chooses one; empty where nothing is
        chosen (SR2015, SR2017) or the scenario names its objectives (SR2014).
        """
        scenario = self.scenario
        stands = any(element.kind is ElementKind.OBJECTIVE for element in scenario.elements)
        if not stands or scenario.objective:
            return ()
        return tuple(card.name for card in self.briefing.cards)

    @property
    def plays_past_a_flag(self) -> bool:
        """Tell whether the turn under way goes on after the other player's clock ran out."""
        return self.clock_out is ClockOut.LAST_TURN or self.scores_once_more
