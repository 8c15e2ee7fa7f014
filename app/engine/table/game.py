"""A game at a table, worked out from its marks in order of time: turns, interrupts, claims,
counting.

A mark that makes no sense at its place is ignored, so a late mark can never break a game.
"""

from collections.abc import Mapping, Sequence

from msgspec import Struct, field

from app.engine import wording
from app.engine.acts.late import NoteMovedTime, PressSetAside
from app.engine.acts.photos import PhotoKept
from app.engine.acts.results import How, Result
from app.engine.acts.table import CallJudge, Claim, Mark, PauseCause, Question, ScoreTurn
from app.engine.armies.army import NO_LOSSES, Army, Losses
from app.engine.armies.at_table import Swap
from app.engine.armies.racks import Racks
from app.engine.frozen import memoized_latest, replace
from app.engine.packet.packet import GameRules
from app.engine.packet.timing import TimingKind
from app.engine.side import Pair, Side
from app.engine.table import scoring, turns
from app.engine.table.deathclock import DeathClock
from app.engine.text import tables_words

UNANSWERED: Pair[bool | None] = Pair(None, None)
NONE_TAKEN = Pair(0, 0)
NO_SWAPS: Pair[Swap | None] = Pair(None, None)
NO_OBJECTIVES = Pair("", "")
NO_RACKS: Pair[Racks] = Pair((), ())
NO_REINFORCEMENTS: Pair[Army] = Pair((), ())
NOT_REINFORCED: Pair[int | None] = Pair(None, None)
NOT_PHONED: Pair[Result | None] = Pair(None, None)
GIVEN_UP = (How.CONCESSION, How.DISQUALIFICATION, How.GAME_LOSS)
"""Endings that are scored like a concession. No packet says how a game loss is scored (our
decision).
"""
STOPPED_BY_PLAYERS = (PauseCause.CLOCK, PauseCause.TABLE)


class Pause(Struct, frozen=True):
    """A pause of a game's clock."""

    since_ms: int
    cause: PauseCause
    reason: str
    gap_ms: int = 0
    """The length of the gap in time, in milliseconds; 0 if the length is unknown, or if the pause
    is not for a gap.
    """
    gap_known: bool = True
    """True if the length of the gap is certain; False if it comes from the computer's clock alone,
    which somebody may have set.
    """


class OpenClaim(Struct, frozen=True):
    """A claim that waits for the opponent, with the clock at the instant of the claim."""

    by: Side
    claim: Claim
    side: Side
    at_ms: int
    clock: DeathClock
    army_points: int = 0
    tapped: bool = False
    """True if the claim comes from a tap right after the opponent's tap."""


class EndedTurn(Struct, frozen=True):
    """A phase or turn that a tap ended, with the data that are needed to take its end back."""

    step: int
    at_ms: int
    """The instant of the tap."""
    since_ms: int
    """The instant at which the phase or turn began."""
    paused_ms: int
    """The total time for which the clock had been paused when the phase or turn began."""
    used_ms: Pair[int]
    """The time that each side had used when the tap came."""
    overrun: tuple[Side, ...]
    extended: bool
    extensions: Pair[int]
    settled: bool = False
    """True if the players have since confirmed that the phase or turn is over."""


class Flag(Struct, frozen=True):
    """A fallen flag that waits for an answer."""

    side: Side
    at_ms: int


class Ending(Struct, frozen=True):
    """The ending of play at a table: its kind and its instant."""

    at_ms: int
    step: int
    """The number of the phase or turn in which play ended, as in `Play.step`."""
    winner: Side | None = None
    """The winner; None for a tie, and until the table has been counted."""
    how: How | None = None
    """The way in which the game was won; None if nobody had won and the table has to be counted."""
    length: bool = False
    """True if the packet's last turn was played. Leading on control points is then a scenario
    win.
    """
    casters_gone: bool = False
    """True if all casters on both sides are gone."""
    disagreed: bool = False
    """True if the players answered the clock-out question differently."""
    ruled: bool = False
    """True if the organizer decided the game."""
    reason: str = ""
    """The organizer's reason for a ruling."""
    army_points: int = 0
    """The worth of the loser's list; 0 if it is not known."""
    scores_on: bool = False
    """True if play ended by a clock-out in a turn that is still scored once more. The points then
    decide how the opponent won.
    """


class Tally(Struct, frozen=True):
    """The count of the table after the game."""

    apd: Pair[int]
    """The army points that each side destroyed."""
    casters: Pair[int] | None
    """The casters that each side has left; None if the packet does not count them."""
    presence: Pair[int] | None
    """The points that each side has on the table, as the packet's tiebreak counts them; None if the
    packet does not count any.
    """


class Play(Struct, frozen=True):
    """The play of a game at the instant of its last mark."""

    clock: DeathClock | None = None
    """The clock; None before it is started."""
    first: Side = Side.RED
    """The side that has the first turn, and so every step with an even number."""
    step: int = 0
    """The number of the deployment phase or turn, counted from 0 (`app.engine.table.turns`)."""
    step_since_ms: int = 0
    """The instant at which the step began."""
    step_paused_ms: int = 0
    """The total time for which the clock had been paused when the step began."""
    ended: tuple[EndedTurn, ...] = ()
    """The latest phases and turns that taps ended, as many as can be taken back."""
    last_step: int | None = None
    """The step with which play will end, once dice down or a flag has determined it."""
    interrupted: bool = False
    """True if the other side's clock runs in the owner's turn."""
    awaits_start: bool = False
    """True if continuous effects are being resolved. No clock runs until the player starts the
    turn.
    """
    pause: Pause | None = None
    eo_paused_ms: int = 0
    """The total time of all finished pauses."""
    players_paused_ms: int = 0
    """The part of that time in which players had stopped the clock."""
    scores: Mapping[int, ScoreTurn] = field(default_factory=dict)
    """The scoring of each turn, by step."""
    claim: OpenClaim | None = None
    """The claim that the opponent has not answered yet."""
    flag: Flag | None = None
    """The fallen flag that has stopped the game and waits to be settled."""
    overrun: tuple[Side, ...] = ()
    """The sides whose flag has fallen although play goes on. In timed turns, the side whose turn
    has run out.
    """
    extensions: Pair[int] = NONE_TAKEN
    """The number of extensions that each side has taken."""
    extended: bool = False
    """True if the present turn has an extension."""
    dice_down_ms: int | None = None
    """The instant of dice down. After it, no clock runs and the present step is the last one."""
    removed: str | None = None
    """The key of the vanishing element that has left the table."""
    answers: Pair[bool | None] = UNANSWERED
    """Each side's answer to the present question; None for no answer."""
    judge_called: bool = False
    disputed: OpenClaim | None = None
    """The claim that the opponent denied, as long as the judge who was called for it is needed."""
    losses: Pair[Losses] = NO_LOSSES
    """The losses of each side's own army."""
    swaps: Pair[Swap | None] = NO_SWAPS
    """The specialists that each side swapped in; None until its player has chosen to swap or
    not.
    """
    objectives: Pair[str] = NO_OBJECTIVES
    """The objective that each side chose for this game; empty until it has chosen."""
    racks: Pair[Racks] = NO_RACKS
    """The spells in each side's spell racks; empty until it has chosen."""
    reinforcements: Pair[Army] = NO_REINFORCEMENTS
    """The reinforcements that each side has brought."""
    reinforced: Pair[int | None] = NOT_REINFORCED
    """The step in which each side brought its reinforcements."""
    clock_holds: bool = False
    """True if a chess clock on the table keeps the time and reports flags."""
    clock_left: bool = False
    """True if the program keeps the time although a chess clock was to do so."""
    tally: Tally | None = None
    """The count after the game, once it was entered."""
    ending: Ending | None = None
    """The ending of play; None while play goes on."""

    @property
    def owner(self) -> Side:
        """Return the side whose phase or turn it is."""
        return turns.owner(self.first, self.step)

    def owner_of(self, step: int) -> Side:
        """Return the side whose phase or turn ``step`` is."""
        return turns.owner(self.first, step)

    @property
    def runner(self) -> Side:
        """Return the side whose clock runs, or would run without a pause."""
        return self.owner.other if self.interrupted else self.owner

    @property
    def in_progress(self) -> bool:
        """Tell whether the game has started and not ended, and no flag waits to be settled; it may
        be paused.
        """
        return self.clock is not None and self.ending is None and self.flag is None

    @property
    def ticking(self) -> bool:
        return self.in_progress and self.pause is None

    @property
    def objectives_shown(self) -> bool:
        """Tell whether each player may see the other's objective: both have chosen, or the game has
        begun.
        """
        return all(self.objectives) or self.clock is not None

    @property
    def racks_shown(self) -> bool:
        """Tell whether each player may see the other's spells: both have chosen, or the game has
        begun.
        """
        return all(self.racks) or self.clock is not None

    @property
    def confirmed(self) -> bool:
        """Tell whether both players have agreed to the table's result."""
        return self.ending is not None and all(self.answers)

    @property
    def question(self) -> Question | None:
        """The question that the players have to answer now; None if there is none."""
        if self.claim is not None:
            return Question.CLAIM
        if self.flag is not None:
            return Question.CLOCK_OUT
        return Question.RESULT if self.ending is not None else None


class Game(Struct, frozen=True):
    """A game of the event: its rules, its marks and the play that follows from them."""

    number: int
    round_number: int
    table: int
    players: Pair[int]
    """The numbers of the players by side."""
    terms: GameRules
    """The rules of this game."""
    marks: tuple[Mark, ...] = ()
    """The records of what happened at the table, in order of time."""
    play: Play = Play()
    """The play after the last mark."""
    reported: Result | None = None
    """The organizer's report of the result, or the report that both players made by phone. It
    outranks the table's result.
    """
    aside: tuple[PressSetAside, ...] = ()
    """Late presses that wait for the organizer."""
    moved: tuple[NoteMovedTime, ...] = ()
    """The records of time moved by late presses, which the organizer has not reversed, in order of
    time.
    """
    alone: bool = False
    """True if the organizer has the table play on without its tablets."""
    phoned: Pair[Result | None] = NOT_PHONED
    """The result that each player reported by phone."""
    phones_call: int = 0
    """The number of the call for the judge, from 1, if different reports by phone led to it;
    otherwise 0.
    """
    taken: bool = False
    """True if a judge is on the way to the table."""
    taker: str = ""
    """The judge's device or station; empty for the desk of an event in a file."""
    photos: tuple[PhotoKept, ...] = ()
    """The photos of the game's slip, in the order in which they arrived."""

    @property
    def armies(self) -> bool:
        """Tell whether the game's players have armies."""
        return self.terms.victory.armies

    @property
    def agreed(self) -> Result | None:
        """The result that both players reported by phone; None until their reports agree."""
        return self.phoned.red if self.phoned.red == self.phoned.blue else None

    @property
    def contradicted(self) -> bool:
        """Tell whether the players reported different results by phone, and no result counts
        yet.
        """
        both = self.phoned.red is not None and self.phoned.blue is not None
        return both and self.agreed is None and self.reported is None

    @property
    def calls(self) -> int:
        """The number of calls for the judge, answered or not."""
        return sum(isinstance(mark, CallJudge) for mark in self.marks)

    @property
    def called_by_reports(self) -> bool:
        """Tell whether the judge is called only because reports by phone differ."""
        return self.play.judge_called and self.calls == self.phones_call

    @property
    def points(self) -> Pair[int]:
        """The control points of the finished turns, and once play has ended, also of the last
        turn.
        """
        return _points(self)

    @property
    def turn_points(self) -> Pair[int]:
        """The change to `points` if the present turn ended with the scoring that is entered now."""
        play = self.play
        if play.ending is not None:
            return scoring.NO_POINTS
        return scoring.step_points(self.terms, play.first, play.scores, play.step)


@memoized_latest
def _points(game: Game) -> Pair[int]:
    play = game.play
    steps = play.step if play.ending is None else last_scored(game.terms, play) + 1
    return scoring.control_points(game.terms, play.first, play.scores, steps)


def sole_scorer(game: Game, step: int) -> Side | None:
    """Return the only side that scores ``step``: the opponent of a player who ran out of time in it
    (SR2026, tournament timing). Return None if both sides score.
    """
    play = game.play
    out = play.flag.side if play.flag else None
    if play.ending is not None and play.ending.scores_on and play.ending.winner is not None:
        out = play.ending.winner.other
    in_own_turn = out is not None and step == _stopped_in(play) and out is play.owner_of(step)
    return out.other if out is not None and in_own_turn and game.terms.scores_once_more else None


def _stopped_in(play: Play) -> int:
    return play.ending.step if play.ending is not None else play.step


def last_scored(terms: GameRules, play: Play) -> int:
    """Return the last step that is scored: the present one, or the one in which play ended.

    A turn in which a player gave up is left out if the packet says so (SR2017, concession).
    """
    if play.ending is None:
        return play.step
    gave_up = play.ending.how in GIVEN_UP and terms.concession.finished_turns
    return play.ending.step - gave_up


def extension_fault(terms: GameRules, play: Play, side: Side) -> str:
    """Return why ``side`` cannot extend their turn now; empty if they can."""
    if not terms.time.extensions:
        return wording.NO_EXTENSIONS
    if play.step < turns.FIRST_TURN_STEP or side is not play.owner:
        return wording.ONLY_ONES_OWN_TURN_IS_EXTENDED
    if play.dice_down_ms is not None:
        return wording.DICE_DOWN_NO_EXTENSION
    if play.extended:
        return wording.EXTENDED_ALREADY
    if play.extensions.of(side) >= terms.time.extensions:
        return wording.NO_EXTENSION_LEFT.format(side=side.colour)
    return ""


def step_elapsed(play: Play, now_ms: int) -> int:
    """Return the milliseconds that this phase or turn has lasted, without pauses."""
    if play.clock is None:
        return 0
    paused = play.clock.paused(now_ms) - play.step_paused_ms
    return max(now_ms - play.step_since_ms - paused, 0)


def eo_paused(play: Play, now_ms: int) -> int:
    """Return the milliseconds for which this table's clock has been paused. Stops by players and
    the time after dice down do not count.
    """
    play = resume_play(play, now_ms)
    return play.eo_paused_ms - play.players_paused_ms


def resume_play(play: Play, at_ms: int) -> Play:
    """Return the play without its pause, which lasted until ``at_ms``."""
    pause = play.pause
    if pause is None:
        return play
    stood_ms = max(at_ms - pause.since_ms, 0)
    by_players = pause.cause in STOPPED_BY_PLAYERS
    return replace(
        play,
        pause=None,
        eo_paused_ms=play.eo_paused_ms + stood_ms,
        players_paused_ms=play.players_paused_ms + stood_ms * by_players,
    )


def stop_play(play: Play, ending: Ending) -> Play:
    """End play: the clock stops at the instant of the ending."""
    return replace(
        resume_play(play, ending.at_ms),
        clock=play.clock.run(None, ending.at_ms) if play.clock else None,
        ending=ending,
        claim=None,
        flag=None,
        interrupted=False,
        answers=UNANSWERED,
    )


def give_clock(play: Play, at_ms: int, *, interrupted: bool | None = None) -> Play:
    """Let the clock run from ``at_ms`` on for the side whose time it is, or for nobody after dice
    down. ``interrupted`` tells whether an interrupt is in progress from then on; None leaves that
    unchanged.
    """
    interrupted = play.interrupted if interrupted is None else interrupted
    active = play.owner.other if interrupted else play.owner
    runs = play.dice_down_ms is None and not play.awaits_start
    runner = active if runs else None
    clock = play.clock and play.clock.run(runner, at_ms)
    return replace(play, clock=clock, interrupted=interrupted)


def end_step(terms: GameRules, play: Play, at_ms: int) -> Play:
    """End the phase or turn: the opponent's clock runs, or the game ends with its last turn."""
    ended, last = play.step, turns.last_step(terms)
    runner = play.owner.other if play.dice_down_ms is None else None
    play = replace(
        play,
        step=ended + 1,
        step_since_ms=at_ms,
        step_paused_ms=play.clock.paused(at_ms) if play.clock else 0,
        interrupted=False,
        awaits_start=False,
        claim=None,
        clock=play.clock and play.clock.run(runner, at_ms),
    )
    play = won_by_scoring(terms, play, at_ms)
    if play.ending is not None:
        return play
    at_length = last is not None and ended >= last
    if terms.scores_once_more and play.overrun:
        loser = play.overrun[0]
        ending = Ending(at_ms, ended, loser.other, How.CLOCK_OUT, scores_on=True)
        return stop_play(play, ending)
    if at_length or (play.last_step is not None and ended >= play.last_step):
        over = play.dice_down_ms is not None and terms.victory.dice_down_is_length
        return stop_play(play, Ending(at_ms, ended, length=at_length or over))
    return _begin_turn(terms, play, at_ms)


def _begin_turn(terms: GameRules, play: Play, at_ms: int) -> Play:
    """Begin a turn, if turns are timed, with its full time. Its player starts the time after
    continuous effects (every packet, turn timing). With a chess clock, the time runs at once.
    """
    if terms.time.kind is not TimingKind.TURNS or play.clock is None:
        return play
    clock = play.clock.allot(play.owner, terms.time.turn_ms, at_ms)
    play = replace(play, clock=clock, overrun=(), extended=False)
    waits = terms.time.player_starts_turn and play.step >= turns.FIRST_TURN_STEP
    if not waits or play.clock_holds or play.dice_down_ms is not None:
        return play
    return give_clock(replace(play, awaits_start=True), at_ms)


def wins_if_scored(terms: GameRules, play: Play) -> Side | None:
    """Return the side that wins by scenario if the present turn is scored as entered; None if
    neither does.
    """
    leader = scoring.leader(terms, play.first, play.scores, play.step + 1)
    return leader[0] if leader else None


def won_by_scoring(terms: GameRules, play: Play, at_ms: int) -> Play:
    """End a game in progress if its finished turns decide it, by the kill box or by scenario.

    The loss of a caster outranks a scenario win of the same turn (packets: scenario scoring).
    """
    if not play.in_progress:
        return play
    boxed = scoring.caster_destroyed(terms, play.scores, play.step)
    leader = scoring.leader(terms, play.first, play.scores, play.step)
    if boxed is not None and (leader is None or boxed <= leader[1]):
        winner = turns.owner(play.first, boxed).other
        return stop_play(play, Ending(at_ms, boxed, winner, How.ASSASSINATION))
    if leader is not None and not (terms.scores_once_more and leader[0] in play.overrun):
        winner, step = leader
        how = How.SCENARIO if terms.victory.armies else How.CONTROL_POINTS
        return stop_play(play, Ending(at_ms, step, winner, how))
    return play


def tables_of(games: Sequence[Game]) -> str:
    """Return the tables of games in words: "table 4", "tables 4 and 6"."""
    return tables_words([game.table for game in games])


def kept_or_new(known: Game | None, fresh: Game) -> Game:
    """Return the known game at its new table if the players are the same; otherwise the fresh
    game.
    """
    if known is not None and known.players == fresh.players:
        return replace(known, table=fresh.table)
    return fresh
