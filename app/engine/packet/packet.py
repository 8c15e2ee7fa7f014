"""One packet's rules as frozen data, and facts that follow from the data alone.

The files are in ``resources/packets``; ``app.store.packets.files`` reads and checks them.
"""

from collections.abc import Sequence
from enum import Enum

from msgspec import Struct

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
    """The effect of a clock that runs out: the packet's, or a house rule instead."""

    PACKET = "packet"
    LOSE = "lose"
    LAST_TURN = "last_turn"
    WARN = "warn"


class Tiebreak(Enum):
    """A comparison that decides a game that nobody has won.

    ``AREA``: the army points of entries in the scenario's area. ``ARMY_LEFT``: the army points
    left, doubled for entries in the area. ``PRESENCE``: the army points of entries in zones or at
    flags.
    """

    CASTERS = "casters"
    CONTROL_POINTS = "control_points"
    AREA = "area"
    ARMY_LEFT = "army_left"
    ARMY_POINTS_DESTROYED = "army_points_destroyed"
    PRESENCE = "presence"

    @property
    def on_table(self) -> bool:
        """Tell whether players have to count models on the table for this comparison."""
        return self in (Tiebreak.AREA, Tiebreak.ARMY_LEFT, Tiebreak.PRESENCE)


class Source(Enum):
    """The source of a value that is not the packet's own text."""

    INFERRED = "inferred"
    OURS = "ours"


class Note(Struct, frozen=True):
    """A note on a value in the packet's file that does not come from the packet's text, with the
    reason.
    """

    about: str
    """The key of the value in the file."""
    source: Source
    text: str
    section: str = ""
    """The section of the packet that the value is about."""
    why: str = ""
    """The reason for the value, if the text does not give it."""


class PacketTopic(Enum):
    """The topic of a packet's advice, which decides where it is shown."""

    PLAYERS = "players"
    ROUNDS = "rounds"
    TERRAIN = "terrain"
    TIMING = "timing"
    CLOCK = "clock"
    PAINTING = "painting"


class Advice(Struct, frozen=True):
    """A recommendation of a packet that is not a rule."""

    at: PacketTopic
    says: str
    least: int = 0
    """The least number of players or rounds that the advice applies to, if the advice is about a
    number.
    """
    most: int = 0
    """The highest number of players or rounds that the advice applies to; 0 for no limit."""


class RoundsFor(Struct, frozen=True):
    """The number of rounds that the packet has for a number of players."""

    players: int
    """The most players for whom this number of rounds applies."""
    rounds: int


class Award(Struct, frozen=True):
    """The points for a bye or for a conceded game."""

    cp: int = 0
    """The control points."""
    win_percent: int = 0
    """The control points as a percentage of a scenario win, rounded up."""
    apd_percent: int = 0
    """The army points as a percentage of the army size, rounded up; 0 if the army points on the
    table are counted instead.
    """
    or_more: bool = False
    """True if the points on the table count instead if those are higher."""
    of_list: bool = False
    """True if the army points are a percentage of the opponent's list, if that is known."""
    finished_turns: bool = False
    """True if the turn in which the game ended is left out of the score."""

    def control_points(self, win: Win) -> int:
        return max(self.cp, -(-win.points * self.win_percent // 100))

    def apd(self, size: int) -> int:
        return -(-size * self.apd_percent // 100)


NO_COUNTING = Counting(0)


class KillBox(Struct, frozen=True):
    """The price of ending one's turn near a table edge."""

    from_turn: int
    """The first player's turn from which the kill box counts."""
    inches: int
    """The depth of the kill box from the edge, in inches."""
    points: int = 0
    """The control points that the opponent gets if a turn ends in the kill box."""
    own_edge: bool = False
    """True if only the player's own edge counts; False if every edge does."""
    destroys: bool = False
    """True if ending a turn in the kill box destroys the caster."""


NO_KILL_BOX = KillBox(1, 0)


class Victory(Struct, frozen=True):
    """The rules of scoring a game and of its end."""

    win: Win
    """The scenario win, unless the scenario has its own."""
    scoring_from_turn: int
    """The second player's turn from which turns are scored."""
    at_length: tuple[Tiebreak, ...]
    """The comparisons after the packet's last turn, in order."""
    unfinished: tuple[Tiebreak, ...]
    """The comparisons if all casters are gone or the game stopped early, in order."""
    last_turn: int = 0
    """The second player's turn after which the game ends; 0 if only time ends the game."""
    capped: bool = False
    """True if no more control points are recorded than a win needs."""
    assassination: bool = True
    """True if destroying the caster wins. If not, play goes on until a scenario win, or until one
    side is gone.
    """
    battlegroup: bool = False
    """True if a player without warjacks and warbeasts left has lost."""
    one_domination: bool = False
    """True if a caster can dominate only one element."""
    dice_down_is_length: bool = False
    """True if a game that ends with dice down is decided by `at_length`."""
    on_opponents_turn: bool = False
    """True if a scenario win is only checked when the opponent's turn is scored."""
    each_turn: bool = False
    """True if every turn is scored, by both sides, even if nothing is held."""
    both_secure: bool = False
    """True if both sides score an element that both control; False if only the active player
    does.
    """
    leading_is_scenario: bool = True
    """True if leading on control points after the last turn is a win by scenario; False if it is a
    win by tiebreak.
    """
    armies: bool = True
    """True if players have armies, with casters to destroy, army points to count and lists. If not,
    a game has only a clock and points.
    """
    points_at_end: bool = False
    """True if the points of a game are only entered once it is over."""
    by_agreement: bool = False
    """True if the players report who has won, or a tie, instead of their points."""


USUAL_HEADINGS = {RankingColumn.TP: "TP", RankingColumn.SOS: "SoS", RankingColumn.CP: "CP"}
"""The usual names of the columns that a packet may rename."""


class Heading(Struct, frozen=True):
    """A packet's own name for a ranking column."""

    column: RankingColumn
    name: str


class Packet(Struct, frozen=True):
    """The rules of a kind of event, as read from its file."""

    key: str
    """The name of the packet's file, without the ending."""
    name: str
    sizes: tuple[int, ...]
    """The army sizes in points; empty if players have no armies."""
    rounds: tuple[RoundsFor, ...]
    standings: tuple[RankingColumn, ...]
    """The columns that rank players, the strictest first."""
    bye: Award
    concession: Award
    timings: tuple[Timing, ...]
    """The timings that the organizer can choose; the first is the baseline."""
    victory: Victory
    counting: Counting = NO_COUNTING
    kill_box: KillBox = NO_KILL_BOX
    scenarios: tuple[Scenario, ...] = ()
    limits: tuple[Limits, ...] = ()
    """The limits that the organizer can choose."""
    terrain: TerrainRules | None = None
    """The rules for terrain; None if the packet has none that could be checked."""
    notes: tuple[Note, ...] = ()
    points: Points = STEAMROLLER
    variants: tuple[Variant, ...] = ()
    presets: tuple[Preset, ...] = ()
    one_a_group: bool = False
    """True if the packet advises against several variants of one group."""
    lists: ListRules = USUAL_RULES
    briefing: Briefing = NO_BRIEFING
    """Short texts for players at the table about the rules that count."""
    advice: tuple[Advice, ...] = ()
    own_painting: bool = False
    """True if only models that players painted themselves may win painting prizes."""
    adjustable: bool = False
    """True if the organizer sets the clock, the win, the tournament points and the headings."""
    headings: tuple[Heading, ...] = ()

    @property
    def armies(self) -> bool:
        """Tell whether players have armies, lists and factions."""
        return self.victory.armies

    def heading(self, column: RankingColumn) -> str:
        """Return the packet's own name for a column; empty if it has none."""
        return next((each.name for each in self.headings if each.column is column), "")

    @property
    def words(self) -> tuple[Word, ...]:
        """The packet's own words, including its headings."""
        headed = [Word(USUAL_HEADINGS[each.column], each.name) for each in self.headings]
        usual = {word.usual for word in headed}
        return (*(word for word in self.briefing.words if word.usual not in usual), *headed)

    @property
    def vocabulary(self) -> Vocabulary:
        """The packet's own words as pairs of the usual word and the packet's, for translating
        texts.
        """
        return tuple((word.usual, word.own) for word in self.words)

    def rounds_for(self, players: int) -> int:
        """Return the number of rounds for this number of players. Beyond the packet's table, one
        round is added each time the number of players doubles.
        """
        for row in self.rounds:
            if players <= row.players:
                return row.rounds
        last = self.rounds[-1]
        limit, rounds = last.players, last.rounds
        while players > limit:
            limit, rounds = limit * 2, rounds + 1
        return rounds

    def timing(self, key: str) -> Timing:
        """Return the timing called ``key``, or else the baseline."""
        return next((timing for timing in self.timings if timing.key == key), self.timings[0])

    def variant(self, key: str) -> Variant | None:
        return next((keyword for keyword in self.variants if keyword.key == key), None)

    def limits_called(self, key: str) -> Limits | None:
        return next((limit for limit in self.limits if limit.key == key), None)

    def limits_for(self, timing: str) -> tuple[Limits, ...]:
        """Return the limits that suit the timing called ``timing``."""
        chosen = self.timing(timing).key
        return tuple(limit for limit in self.limits if limit.timing in {"", chosen})

    def scenario(self, number: int) -> Scenario | None:
        return next((scenario for scenario in self.scenarios if scenario.number == number), None)

    def note(self, about: str) -> Note | None:
        """Return the note on exactly this key; None if the value is the packet's own."""
        return next((note for note in self.notes if note.about == about), None)

    def notes_on(self, about: str) -> tuple[Note, ...]:
        """Return the notes on this key and on all keys below it."""
        below = (f"{about}.", f"{about}[")
        return tuple(note for note in self.notes if f"{note.about}.".startswith(below))

    def scenarios_left(
        self, played: Sequence[int], among: Sequence[int] = ()
    ) -> tuple[Scenario, ...]:
        """Return the scenarios that the next roll chooses from. No scenario is played twice, and no
        group twice before every group was played once.

        ``among`` has the numbers of the scenarios of this event; empty means all of them.
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


class GameRules(Struct, frozen=True):
    """The rules of one game. They are fixed when the game is drawn, so later settings do not change
    them.
    """

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
        """Tell whether the opponent of a player who runs out of time scores once more."""
        return self.clock_out is ClockOut.PACKET and self.time.clock_out_scores

    @property
    def scores_each_turn(self) -> bool:
        """Tell whether both sides score every turn, and only for elements that they hold."""
        plain = not self.scenario.conditions and not self.scenario.vanishing
        return self.victory.each_turn and bool(self.scenario.elements) and plain

    @property
    def objectives_offered(self) -> tuple[str, ...]:
        """The names of the cards from which each player chooses one (SR2015, SR2017); empty if
        there are no objectives or the scenario names them (SR2014).
        """
        scenario = self.scenario
        stands = any(element.kind is ElementKind.OBJECTIVE for element in scenario.elements)
        if not stands or scenario.objective:
            return ()
        return tuple(card.name for card in self.briefing.cards)

    @property
    def plays_past_a_flag(self) -> bool:
        """Tell whether the turn under way goes on after the other player's clock has run out."""
        return self.clock_out is ClockOut.LAST_TURN or self.scores_once_more
