"""The figures of the event, and the next step."""

from typing import assert_never

from msgspec import Struct

from app.engine.formats.settings import Settings
from app.engine.formats.times import longest_round
from app.engine.language import plural, say
from app.engine.packet.packet import Packet
from app.engine.packet.timing import TimingKind
from app.engine.rounds.field import cut_over, field, last_of_cut, missing_results
from app.engine.rounds.outlook import ends_with
from app.engine.standings.ranking import sole_leader
from app.engine.standings.scores import planned_field, planned_rounds
from app.engine.state import Round, Stage, State, Status
from app.engine.text import all_played, few_tables
from app.views.pages import DeskPage
from app.views.round.hall import standing_words
from app.views.round.notices import notices_before


class NextStep(Struct, frozen=True):
    """The next step, and the page for it."""

    sentence: str
    button: str
    page: DeskPage
    acts: bool = False
    """True if the button takes the step immediately, because nothing has to be checked first."""


class Figures(Struct, frozen=True):
    """The numbers of players by status, and the planned rounds."""

    registered: int
    checked_in: int
    left: int
    rounds: int
    """The number of rounds that the organizer set, or else the number that the packet names for
    ``field`` players or teams.
    """
    rounds_set: bool
    """True if the organizer set the number of rounds."""
    round_minutes: int
    round_ends: str
    beyond: int = 0
    """The greatest number of players for which the packet names a number of rounds, if more players
    than that take part; else 0.
    """
    field: int = 0
    """The number of players, or of teams at a team event, for which the packet's number of rounds
    is taken.
    """
    of_teams: bool = False


def figures(state: State) -> Figures:
    statuses = [player.status for player in state.players.values()]
    present = statuses.count(Status.CHECKED_IN)
    packet, settings = state.packet, state.settings
    came = planned_field(state)
    most = packet.rounds[-1].players if packet else came
    return Figures(
        registered=len(statuses),
        checked_in=present,
        left=statuses.count(Status.DROPPED) + statuses.count(Status.DISQUALIFIED),
        rounds=planned_rounds(state),
        rounds_set=bool(settings and settings.rounds),
        round_minutes=longest_round(packet, settings) if packet and settings else 0,
        round_ends=_round_ends(packet, settings) if packet and settings else "",
        beyond=most if came > most else 0,
        field=came,
        of_teams=bool(settings and settings.team_seats),
    )


def _round_ends(packet: Packet, settings: Settings) -> str:
    timing = packet.timing(settings.timing)
    if timing.dice_down:
        return say("until dice down at the latest") if timing.variable else say("until dice down")
    return say("no limit") if timing.kind is TimingKind.UNTIMED else say("both clocks together")


def next_step(state: State) -> NextStep:
    latest = state.latest
    if latest is None:
        return _before_round_one(state)
    number = latest.number
    match latest.stage:
        case Stage.DRAWN:
            sentence = say("Round {number} is drawn. Look it over, then publish it.", number=number)
            return NextStep(sentence, say("Review round {number}", number=number), DeskPage.ROUND)
        case Stage.PUBLISHED:
            sentence = say(
                "Round {number} is published. Start it when everybody is seated.", number=number
            )
            words = say("Start round {number}", number=number)
            return NextStep(sentence, words, DeskPage.ROUND, acts=True)
        case Stage.STARTED:
            out = len(missing_results(state, latest))
            if not out:
                sentence = say("Every result of round {number} is in.", number=number)
                words = say("Finish round {number}", number=number)
                return NextStep(sentence, words, DeskPage.ROUND, acts=True)
            sentence = plural(
                out,
                "Round {number} is under way, {count} game still out.",
                "Round {number} is under way, {count} games still out.",
                number=number,
            )
            standing = standing_words(state.games_of(latest))
            sentence = f"{standing}. {sentence}" if standing else sentence
            return NextStep(sentence, say("Go to round {number}", number=number), DeskPage.ROUND)
        case Stage.FINISHED:
            return _after_round(state, latest)
        case _:
            assert_never(latest.stage)


def _before_round_one(state: State) -> NextStep:
    if not state.players:
        return NextStep(say("Nobody is registered yet."), say("Add players"), DeskPage.PLAYERS)
    present = len(field(state))
    if present < 2:
        waiting = plural(len(state.players), "{count} player", "{count} players")
        return NextStep(
            say("{waiting} registered, {present} checked in.", waiting=waiting, present=present),
            say("Check players in"),
            DeskPage.PLAYERS,
        )
    return NextStep(
        plural(present, "{count} player checked in.", "{count} players checked in."),
        say("Draw round 1"),
        DeskPage.ROUND,
        acts=True,
    )


def _after_round(state: State, latest: Round) -> NextStep:
    number, out = latest.number, missing_results(state, latest)
    if out:
        sentence = say(
            "Round {number} has no result yet at {tables}. Enter the missing results.",
            number=number,
            tables=few_tables([game.table for game in out]),
        )
        return NextStep(sentence, say("Enter results"), DeskPage.ROUND)
    leader = sole_leader(state)
    if leader is not None:
        sentence = say(
            "{name} leads alone after round {number}: the event is decided.",
            name=state.name(leader),
            number=number,
        )
        return NextStep(sentence, say("See the standings"), DeskPage.STANDINGS)
    if cut_over(state):
        sentence = say("{last_of_cut}: the event is decided.", last_of_cut=last_of_cut(state))
        return NextStep(sentence, say("See the standings"), DeskPage.STANDINGS)
    if ends_with(state, number):
        return NextStep(
            f"{all_played(planned_rounds(state))}.", say("See the standings"), DeskPage.STANDINGS
        )
    notices = notices_before(state, number + 1)
    first = notices[0] if notices else say("Nobody leads alone, so another round follows.")
    return NextStep(
        say("Round {number} is finished. {first}", number=number, first=first),
        say("Draw round {number}", number=number + 1),
        DeskPage.ROUND,
        acts=True,
    )
