"""The whole event as one frozen value. It contains nothing that does not follow from the log."""

from collections.abc import Mapping, Sequence
from enum import Enum

from msgspec import Struct, field

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
        """Tell whether the player has dropped or was disqualified."""
        return self is Status.DROPPED or self is Status.DISQUALIFIED


class PlayerWarning(Struct, frozen=True):
    """A warning that the organizer gave a player."""

    round_number: int
    reason: str


class Player(Struct, frozen=True):
    """A player under a permanent registration number."""

    number: int
    entry: Entry
    status: Status = Status.REGISTERED
    warnings: tuple[PlayerWarning, ...] = ()
    lists: tuple[ArmyList, ...] = ()
    accepted: tuple[Remark, ...] = ()
    """The doubts about the player's lists, as far as the organizer accepted them."""
    checked: frozenset[CheckInItem] = frozenset()
    """The items that the check-in desk has ticked off."""
    left_after_round: int | None = None
    """The round after which the player dropped, or 0 if before round 1; None if the player has not
    dropped.
    """
    disqualified_for: str = ""
    asks_to_drop: bool = False
    """True if the player asked to leave the event and waits for the organizer."""

    @property
    def plays(self) -> bool:
        """Tell whether the player takes part in the next draw."""
        return self.status is Status.CHECKED_IN


class Applicant(Struct, frozen=True):
    """A player who signed up on a phone."""

    number: int
    """The number of the sign-up."""
    entry: Entry
    lists: tuple[ArmyList, ...] = ()
    player: int = 0
    """The registration number; 0 until the organizer accepts the sign-up."""
    declined: bool = False

    @property
    def waits(self) -> bool:
        return not self.player and not self.declined


class Stage(Enum):
    """The stages of a round, from its draw to its end."""

    DRAWN = "drawn"
    PUBLISHED = "published"
    STARTED = "started"
    FINISHED = "finished"


class Bye(Struct, frozen=True):
    """A round's bye, with the control points and army points it is worth."""

    player: int
    cp: int
    apd: int


class MatchUp(Struct, frozen=True):
    """The choices by which captains decide who plays whom in a match; see
    `app.engine.rounds.match_ups`.
    """

    choices: tuple[Choice, ...] = ()
    complete: bool = False
    """True if the games of the match follow from the match-up."""
    typed: bool = False
    """True if the desk entered the pairs all at once."""
    drawn_at: int = 0
    """The first table of the match when the match-up began, because the dice of the match-up depend
    on it; 0 for the present first table.
    """


class Round(Struct, frozen=True):
    """One round: its draw, its games and its times."""

    number: int
    stage: Stage
    attempt: int
    """The number of this draw among the draws of the round, from 1."""
    seed: int
    """The seed of the draw's dice; 0 for pairings that were set by hand."""
    games: tuple[int, ...]
    """The numbers of the round's games in `State.games`."""
    bye: Bye | None
    paired_down: tuple[int, ...]
    """The players who meet an opponent with fewer tournament points."""
    gave_way: tuple[Remark, ...]
    """The rules that the draw could not keep."""
    scenario: int
    """The number of the scenario; 0 while it is unknown."""
    started_ms: int | None = None
    finished_ms: int | None = None
    length_ms: int = 0
    """The time from the start to dice down, which players may not know; 0 for a round without dice
    down.
    """
    dice_down_ms: int | None = None
    """The instant at which dice down was called."""
    explanation: DrawExplained | None = None
    """The explanation of the program's own draw; None for pairings that were set by hand."""
    edits: tuple[PairingsChanged, ...] = ()
    """The changes by hand since the draw."""
    finals: tuple[int, ...] = ()
    """The games at the finals tables, the first table first."""
    cut: tuple[int, ...] = ()
    """The players of the cut, best first, followed by reserves who joined it; empty before the
    cut.
    """
    lists: Mapping[int, int] = field(default_factory=dict)
    """The list that each player chose for the round, by player; lists are numbered from 1."""
    time: RoundTime | None = None
    """The settings from which the random length of the round was made."""
    barred: Mapping[int, tuple[int, ...]] = field(default_factory=dict)
    """The lists that a player may not choose, by player. They are set only at a table's window on
    another computer, which receives them; elsewhere they are derived.
    """
    more_byes: tuple[Bye, ...] = ()
    """Byes beyond the first. A draw of teams, pairings by hand and a replayed event may
    have some.
    """
    procedure: Procedure | None = None
    """The procedure by which captains choose the pairings of a match; None if captains choose
    nothing.
    """
    match_ups: Mapping[int, MatchUp] = field(default_factory=dict)
    """The match-ups of the round, by the first table of each match."""
    teams_then: Mapping[int, str] = field(default_factory=dict)
    """The teams for which players played this round, by player, for players who have changed teams
    since.
    """

    @property
    def byes(self) -> tuple[Bye, ...]:
        """All byes of the round. A draw of players gives at most one; a draw of teams, pairings by
        hand and a replayed event may have several.
        """
        return (*((self.bye,) if self.bye else ()), *self.more_byes)

    def bye_of(self, player: int) -> Bye | None:
        return next((bye for bye in self.byes if bye.player == player), None)

    def includes(self, player: int, games: Mapping[int, Game]) -> bool:
        """Tell whether the player has a game or a bye in this round, or is in its cut."""
        plays = any(player in games[game].players for game in self.games if game in games)
        return plays or player in self.cut or self.bye_of(player) is not None

    @property
    def has_begun(self) -> bool:
        return self.stage is Stage.STARTED or self.stage is Stage.FINISHED

    @property
    def dice_down_due_ms(self) -> int | None:
        """The instant at which the round clock will call dice down; None if it will not."""
        waits = self.stage is Stage.STARTED and self.length_ms and self.dice_down_ms is None
        return self.started_ms + self.length_ms if waits and self.started_ms is not None else None


class Tie(Struct, frozen=True):
    """Tied players in the order that the organizer chose; it applies until the next round
    begins.
    """

    after_round: int
    numbers: tuple[int, ...]
    reason: str


class Vote(Struct, frozen=True):
    """A blind vote for an award."""

    ballot: int
    """The number of the ballot: 1, or higher for further ballots among tied candidates."""
    candidates: tuple[int, ...] = ()
    """The players who can be voted for; empty if everybody can."""
    cast: Mapping[int, int] = field(default_factory=dict)
    """The player whom each voter chose, by the voter's number. Votes are secret until the vote is
    closed.
    """
    is_open: bool = True


class UndoStep(Struct, frozen=True):
    """One of the organizer's acts: its first row and the event of that row."""

    seq: int
    event: Event


class TableActKind(Enum):
    """The kinds of acts at a table that undo does not take back."""

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


class TableAct(Struct, frozen=True):
    """One of the organizer's acts at a table that undo does not take back."""

    seq: int
    """The number of the act's first row."""
    kind: TableActKind
    game: int


class TableActs(Struct, frozen=True):
    """The organizer's latest acts, for deciding what undo may take back."""

    act: int = 0
    """The first row of the organizer's latest act that undo takes back or passes over."""
    undoable: bool = False
    """True if undo takes that act back, or the act is itself an undo."""
    latest: TableAct | None = None
    """The latest act at a table that undo does not take back."""
    before: TableAct | None = None
    """The value of `latest` before `act`, in case a later row shows that `act` can be undone."""


class State(Struct, frozen=True):
    """The whole event at one instant, which follows from the rows of its log.

    Numbers of games and players are never used twice, not even after an undo.
    """

    settings: Settings | None = None
    """The settings; None before the event is created."""
    packet: Packet | None = None
    players: Mapping[int, Player] = field(default_factory=dict)
    """The players by registration number."""
    rounds: tuple[Round, ...] = ()
    games: Mapping[int, Game] = field(default_factory=dict)
    """The games by number."""
    plan: Plan = NO_PLAN
    groups: Mapping[int, PlayerGroups] = field(default_factory=dict)
    """The groups that a player shares with others, by player."""
    set_pairs: tuple[SetPair, ...] = ()
    terrain: Mapping[int, Layout] = field(default_factory=dict)
    """The terrain on the tables, by table, as far as the organizer has entered it."""
    tie_breaks: tuple[Tie, ...] = ()
    """The tied players whom the organizer put in an order."""
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
    """The organizer's latest acts at tables, which undo does not take back."""
    time_shifts: tuple[ShiftTimes, ...] = ()
    """The shifts between an instant on the timeline and the time that is shown."""
    phones: OpenToPhones = CLOSED
    """The acts that players may do on their phones."""
    applicants: Mapping[int, Applicant] = field(default_factory=dict)
    """The sign-ups on phones by number."""
    display: ArrangeDisplay = USUAL_DISPLAY
    """The content of the room display."""
    announcements: Mapping[int, str] = field(default_factory=dict)
    """The announcements on the room display, by number."""
    teams: Mapping[str, Team] = field(default_factory=dict)
    """The data on teams that the organizer entered, by `team_key` of their names.
    `app.engine.players.rosters` has every team.
    """
    models: Mapping[str, Model] = field(default_factory=dict)
    """The kinds of models that the organizer stated, by `model_key` of their names."""
    substitutions: tuple[PlayerSubstituted, ...] = ()
    acts_aside: tuple[ActSetAside, ...] = ()
    """The acts that a station did without a connection to the server and that could not be added.
    They stay here until somebody has read them.
    """

    @property
    def shift_ms(self) -> int:
        """Return the milliseconds by which times after the last of the `time_shifts` are shown
        later than on the timeline.
        """
        return sum(shift.by_ms for shift in self.time_shifts if shift.until_ms is None)

    @property
    def computer_ahead_ms(self) -> int:
        """Return the milliseconds by which the computer's clock was ahead when the organizer last
        set the time.
        """
        said = (shift for shift in reversed(self.time_shifts) if shift.until_ms is None)
        return next((shift.computer_ahead_ms for shift in said), 0)

    def shown_ms(self, at_ms: int) -> int:
        """Return the date and time at which an instant is shown, in milliseconds. It is for display
        only, never for calculations.
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
    def open_round(self) -> Round | None:
        """Return the round that is drawn or under way; None if there is none."""
        latest = self.latest
        return latest if latest is not None and latest.stage is not Stage.FINISHED else None

    @property
    def round_under_way(self) -> Round | None:
        """Return the round that has begun and is not finished; None if there is none."""
        latest = self.latest
        return latest if latest is not None and latest.stage is Stage.STARTED else None

    @property
    def round_now(self) -> int:
        """The number of the latest round that has begun; 0 before the first one."""
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
        """Return the state with this round in place of the round with the same number."""
        rounds = (changed if round_.number == changed.number else round_ for round_ in self.rounds)
        return replace(self, rounds=tuple(rounds))

    @property
    def cut_round(self) -> Round | None:
        """The first round that only players of the cut play; None without a cut."""
        return next((round_ for round_ in self.rounds if round_.cut), None)

    @property
    def in_cut(self) -> tuple[int, ...]:
        """The players of the cut, best first, followed by the reserves who joined it; empty before
        the cut.
        """
        return tuple(dict.fromkeys(player for round_ in self.rounds for player in round_.cut))

    def games_of(self, round_: Round) -> tuple[Game, ...]:
        """Return the round's games. A game may be missing if a damaged log used its number twice;
        `verify` reports that.
        """
        return tuple(self.games[game] for game in round_.games if game in self.games)

    def name(self, number: int) -> str:
        """Return the player's name for screens. Players with the same name are told apart by club
        or number.
        """
        player = self.players.get(number)
        if player is None:
            return note(RemarkKind.UNKNOWN_PLAYER, number=number)
        return _namesake_labels(self.players).get(number, player.entry.name)

    def club_beside(self, number: int) -> str:
        """Return the club to show below a player's name; empty if the name already includes it."""
        player = self.players.get(number)
        if player is None:
            return ""
        club = player.entry.club
        return "" if self.name(number).endswith(f"({club})") else club


@memoized_few
def _namesake_labels(players: Mapping[int, Player]) -> Mapping[int, str]:
    """Return distinct names for players with the same name, by number."""
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
