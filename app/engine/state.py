"""The whole event as one frozen value. It holds nothing that the log does not."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum

from app.engine.acts.display import USUAL_DISPLAY, ArrangeDisplay
from app.engine.acts.draw import DrawExplained, PairingsChanged
from app.engine.acts.events import Event
from app.engine.acts.phones import CLOSED, OpenToPhones
from app.engine.acts.players import Entry
from app.engine.acts.setup import ShiftTimes
from app.engine.acts.stations.aside import ActSetAside
from app.engine.acts.teams.roster import PlayerSubstituted, Team
from app.engine.armies.army_list import ArmyList
from app.engine.armies.models import Model
from app.engine.draw.wishes import NO_PLAN, Plan, PlayerGroups, SetPair
from app.engine.formats.settings import CheckInItem, Settings
from app.engine.frozen import memoized_few, replace
from app.engine.match_up.procedure import Procedure
from app.engine.match_up.progress import Choice
from app.engine.packet.packet import Packet
from app.engine.packet.timing import RoundTime
from app.engine.remarks import Remark, RemarkKind, note
from app.engine.table.game import Game
from app.engine.terrain.layout import Layout


class Status(Enum):
    """The status of an entry in the event."""

    REGISTERED = "registered"
    CHECKED_IN = "checked_in"
    DROPPED = "dropped"
    DISQUALIFIED = "disqualified"

    @property
    def has_left(self) -> bool:
        """Dropped or disqualified."""
        return self in {Status.DROPPED, Status.DISQUALIFIED}


@dataclass(frozen=True, slots=True)
class PlayerWarning:
    """A warning the EO gave a player."""

    round_number: int
    reason: str


@dataclass(frozen=True, slots=True)
class Player:
    """An entry under its permanent registration number."""

    number: int
    entry: Entry
    status: Status = Status.REGISTERED
    warnings: tuple[PlayerWarning, ...] = ()
    lists: tuple[ArmyList, ...] = ()
    accepted: tuple[Remark, ...] = ()
    """Doubts about the lists that the organizer accepted."""
    checked: frozenset[CheckInItem] = frozenset()
    """What the check-in desk has already checked."""
    left_after_round: int | None = None
    """The round after which the player dropped, 0 for before round 1; None while they play."""
    disqualified_for: str = ""
    asks_to_drop: bool = False
    """Whether the player asked to leave the event and waits for the organizer."""

    @property
    def plays(self) -> bool:
        """Takes part in the next draw."""
        return self.status is Status.CHECKED_IN


@dataclass(frozen=True, slots=True)
class Applicant:
    """Somebody who signed up on a phone."""

    number: int
    """Of the sign-up."""
    entry: Entry
    lists: tuple[ArmyList, ...] = ()
    player: int = 0
    """The registration number; 0 until the organizer has entered them."""
    declined: bool = False

    @property
    def waits(self) -> bool:
        return not self.player and not self.declined


class Stage(Enum):
    """A round's way from the draw to its end."""

    DRAWN = "drawn"
    PUBLISHED = "published"
    STARTED = "started"
    FINISHED = "finished"


@dataclass(frozen=True, slots=True)
class Bye:
    """A round's bye, with the control points and army points it is worth."""

    player: int
    cp: int
    apd: int


@dataclass(frozen=True, slots=True)
class MatchUp:
    """What was chosen in the match-up of a match; see `app.engine.rounds.match_ups`."""

    choices: tuple[Choice, ...] = ()
    complete: bool = False
    """Whether the match's games are those of the match-up."""
    typed: bool = False
    """Whether the desk typed it as a whole."""
    drawn_at: int = 0
    """The first table when it began, which its dice are rolled from; 0 for the table of now."""


@dataclass(frozen=True, slots=True)
class Round:
    """One round: its draw, its games and its times."""

    number: int
    stage: Stage
    attempt: int
    """Which draw of this round it is, from 1."""
    seed: int
    """What the draw was rolled from; 0 for pairings set by hand."""
    games: tuple[int, ...]
    """The numbers of its games in `State.games`."""
    bye: Bye | None
    paired_down: tuple[int, ...]
    """The players who meet an opponent with fewer tournament points."""
    gave_way: tuple[Remark, ...]
    """The rules that the draw could not keep, as sentences."""
    scenario: int
    """The number of the scenario; 0 while it is not known."""
    started_ms: int | None = None
    finished_ms: int | None = None
    length_ms: int = 0
    """The time until dice down, secret from players; 0 for a round without one."""
    dice_down_ms: int | None = None
    """The instant at which dice down was called."""
    explanation: DrawExplained | None = None
    """How the program's own draw came about; None for pairings set by hand."""
    edits: tuple[PairingsChanged, ...] = ()
    """What the organizer changed by hand since the draw."""
    finals: tuple[int, ...] = ()
    """The games at the finals tables, the first table first."""
    cut: tuple[int, ...] = ()
    """The players of the cut, best first, and reserves who came into it; empty before the cut."""
    lists: Mapping[int, int] = field(default_factory=dict)
    """The list that each player chose for the round, by player; lists count from 1."""
    time: RoundTime | None = None
    """What the length is rolled from."""
    barred: Mapping[int, tuple[int, ...]] = field(default_factory=dict)
    """The lists a player may not choose, by player. Only at a table's window on another computer,
    which is sent them; elsewhere they are worked out.
    """
    more_byes: tuple[Bye, ...] = ()
    """Byes beside `bye`, as a played event may have."""
    procedure: Procedure | None = None
    """How captains settle who meets whom in their match; None where they do not."""
    match_ups: Mapping[int, MatchUp] = field(default_factory=dict)
    """What they have chosen, by the first table of their match."""
    teams_then: Mapping[int, str] = field(default_factory=dict)
    """The teams for which players played this round who have changed teams since, by player."""

    @property
    def byes(self) -> tuple[Bye, ...]:
        """Everybody's bye. A draw gives one at most; a played event may have had several."""
        return (*((self.bye,) if self.bye else ()), *self.more_byes)

    def bye_of(self, player: int) -> Bye | None:
        return next((bye for bye in self.byes if bye.player == player), None)

    def includes(self, player: int, games: Mapping[int, Game]) -> bool:
        """Tell whether the player has a game or a bye in it, or is in the cut."""
        plays = any(player in games[game].players for game in self.games if game in games)
        return plays or player in self.cut or self.bye_of(player) is not None

    @property
    def has_begun(self) -> bool:
        return self.stage in {Stage.STARTED, Stage.FINISHED}

    @property
    def dice_down_due_ms(self) -> int | None:
        """The instant at which the round clock will call dice down; None when it will not."""
        waits = self.stage is Stage.STARTED and self.length_ms and self.dice_down_ms is None
        return self.started_ms + self.length_ms if waits and self.started_ms is not None else None


@dataclass(frozen=True, slots=True)
class Tie:
    """Level players put in an order by the EO; it holds until the next round begins."""

    after_round: int
    numbers: tuple[int, ...]
    reason: str


@dataclass(frozen=True, slots=True)
class Vote:
    """A blind vote for an award."""

    ballot: int
    """1, or 2 and more for ballots among the tied."""
    candidates: tuple[int, ...] = ()
    """The players who can be voted for; empty for everybody."""
    cast: Mapping[int, int] = field(default_factory=dict)
    """Each voter's choice, by voter. Secret until the vote is closed."""
    is_open: bool = True


@dataclass(frozen=True, slots=True)
class UndoStep:
    """One of the EO's acts: the row it begins with and what it was."""

    seq: int
    event: Event


class TableActKind(Enum):
    """What the organizer did at a table that undo does not take back."""

    START = "start"
    PAUSE = "pause"
    RESUME = "resume"
    ADJUST = "adjust"
    JUDGE = "judge"
    JUDGE_DONE = "judge_done"
    REOPEN = "reopen"
    DICE_DOWN = "dice_down"
    TURN_BACK = "turn_back"
    ENTRY = "entry"  # points, counts and everything else that is entered for players


@dataclass(frozen=True, slots=True)
class TableAct:
    """One of the organizer's acts that undo does not take back."""

    seq: int
    """The number of its first row."""
    kind: TableActKind
    game: int


@dataclass(frozen=True, slots=True)
class TableActs:
    """The organizer's latest acts, as far as undo has to know of them."""

    act: int = 0
    """The organizer's latest act that undo takes back or passes over, by its first row."""
    undoable: bool = False
    """Whether undo takes that act back, or it is an undo itself."""
    latest: TableAct | None = None
    """The latest that undo does not take back."""
    before: TableAct | None = None
    """The same before `act`, which may turn out to be undoable by a later row."""


@dataclass(frozen=True, slots=True)
class State:
    """The whole event at one instant: the fold of its log.

    Numbers of games and players are never given twice, not even after an undo.
    """

    settings: Settings | None = None
    """None before the event is created."""
    packet: Packet | None = None
    players: Mapping[int, Player] = field(default_factory=dict)
    """By registration number."""
    rounds: tuple[Round, ...] = ()
    games: Mapping[int, Game] = field(default_factory=dict)
    """By game number."""
    plan: Plan = NO_PLAN
    groups: Mapping[int, PlayerGroups] = field(default_factory=dict)
    """What binds a player to others, by player."""
    set_pairs: tuple[SetPair, ...] = ()
    terrain: Mapping[int, Layout] = field(default_factory=dict)
    """What lies on the tables, by table, where the organizer has entered it."""
    tie_breaks: tuple[Tie, ...] = ()
    """The level players whom the organizer put in an order."""
    given: Mapping[str, int] = field(default_factory=dict)
    """The player chosen by the organizer for an award, by the award's name."""
    votes: Mapping[str, Vote] = field(default_factory=dict)
    """The latest vote for an award, by the award's name."""
    next_game: int = 1
    """The number of the next new game."""
    next_player: int = 1
    """The number of the next new player."""
    done: tuple[UndoStep, ...] = ()
    """The organizer's acts that can be undone, latest last."""
    undone: tuple[UndoStep, ...] = ()
    """The organizer's acts that can be redone, latest last."""
    table_acts: TableActs = TableActs()
    """What the organizer did since that undo does not take back."""
    time_shifts: tuple[ShiftTimes, ...] = ()
    """What turns an instant of the timeline into the time that is shown."""
    phones: OpenToPhones = CLOSED
    """What players may do from their phones."""
    applicants: Mapping[int, Applicant] = field(default_factory=dict)
    """Everybody who signed up on a phone, by the number of the sign-up."""
    display: ArrangeDisplay = USUAL_DISPLAY
    """What the room display shows."""
    announcements: Mapping[int, str] = field(default_factory=dict)
    """What is announced on it, by number."""
    teams: Mapping[str, Team] = field(default_factory=dict)
    """What the organizer entered of teams, by `team_key` of their names; see
    `app.engine.players.rosters` for every team.
    """
    models: Mapping[str, Model] = field(default_factory=dict)
    """What the organizer said that models are, by `model_key` of their names."""
    substitutions: tuple[PlayerSubstituted, ...] = ()
    acts_aside: tuple[ActSetAside, ...] = ()
    """What a station did while it was without the server and could not be added, unread."""

    @property
    def shift_ms(self) -> int:
        """Return how much later the present is shown than the timeline has it."""
        return sum(shift.by_ms for shift in self.time_shifts if shift.until_ms is None)

    @property
    def computer_ahead_ms(self) -> int:
        """Return how far the computer's clock was ahead of the right time when the organizer last
        set the time.
        """
        said = (shift for shift in reversed(self.time_shifts) if shift.until_ms is None)
        return next((shift.computer_ahead_ms for shift in said), 0)

    def shown_ms(self, at_ms: int) -> int:
        """Return the date and time of an instant, as everybody reads it; never used to reckon
        with.
        """
        by_ms = sum(shift.by_ms for shift in self.time_shifts if shift.covers(at_ms))
        return max(at_ms + by_ms, 0)

    @property
    def armies(self) -> bool:
        """Tell whether players have armies, lists and factions."""
        return self.packet is None or self.packet.armies

    @property
    def latest(self) -> Round | None:
        return self.rounds[-1] if self.rounds else None

    @property
    def round_now(self) -> int:
        """The latest round that has begun; 0 before the first."""
        return max((round_.number for round_ in self.rounds if round_.has_begun), default=0)

    def round(self, number: int) -> Round | None:
        for round_ in self.rounds:
            if round_.number == number:
                return round_
        return None

    def round_of(self, game: Game) -> Round:
        """Return the round in which the game was drawn."""
        round_ = self.round(game.round_number)
        assert round_ is not None
        return round_

    def with_round(self, changed: Round) -> "State":
        """Return the state with a round in place of the one of its number."""
        rounds = (changed if round_.number == changed.number else round_ for round_ in self.rounds)
        return replace(self, rounds=tuple(rounds))

    @property
    def cut_round(self) -> Round | None:
        """The round from which on only the players of the cut play."""
        return next((round_ for round_ in self.rounds if round_.cut), None)

    @property
    def in_cut(self) -> tuple[int, ...]:
        """The players of the cut, best first, then the reserves who came into it by hand; empty
        before the cut.
        """
        return tuple(dict.fromkeys(player for round_ in self.rounds for player in round_.cut))

    def games_of(self, round_: Round) -> tuple[Game, ...]:
        """Return the round's games; a log that gave a number twice may have lost one (see
        verify).
        """
        return tuple(self.games[game] for game in round_.games if game in self.games)

    def name(self, number: int) -> str:
        """Return the player's name on screens; namesakes are distinguished by club or number."""
        player = self.players.get(number)
        if player is None:
            return note(RemarkKind.UNKNOWN_PLAYER, number=number)
        return _namesake_labels(self.players).get(number, player.entry.name)

    def club_beside(self, number: int) -> str:
        """Return what is read below a name; empty where the name itself says the club."""
        player = self.players.get(number)
        if player is None:
            return ""
        club = player.entry.club
        return "" if self.name(number).endswith(f"({club})") else club


@memoized_few
def _namesake_labels(players: Mapping[int, Player]) -> Mapping[int, str]:
    """Return the names of those who share theirs, by their numbers."""
    groups: dict[str, list[Player]] = {}
    for player in players.values():
        groups.setdefault(player.entry.name.casefold(), []).append(player)
    return {
        player.number: note(RemarkKind.NAMESAKE, name=player.entry.name, which=by)
        for group in groups.values()
        if len(group) > 1
        for player, by in zip(group, _distinctions(group), strict=True)
    }


def _distinctions(namesakes: Sequence[Player]) -> tuple[str, ...]:
    clubs = tuple(namesake.entry.club for namesake in namesakes)
    if all(clubs) and len({club.casefold() for club in clubs}) == len(clubs):
        return clubs
    return tuple(note(RemarkKind.NAMESAKE_NUMBER, namesake=one.number) for one in namesakes)
