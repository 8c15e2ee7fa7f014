"""An event as it is shown online before and after the day: its facts, the planned rounds, and who
takes part. It contains no draws under review, no scenarios before their start, and no lists.
"""

from msgspec import Struct

from app.engine.armies.factions import factions_of
from app.engine.language import say
from app.engine.rounds.field import is_of_teams
from app.engine.rounds.schedule import day_plan, planned_words
from app.engine.state import State
from app.views.event.settings_words import announcement, invitation_words


class OnlineEvent(Struct, frozen=True):
    """The event as its page shows it."""

    name: str = ""
    invitation: str = ""
    """The day, the place and the price."""
    format: str = ""
    """The packet, the army size and the keywords."""
    fee: str = ""
    """The price of a place in the organizer's words; empty for none."""
    schedule: tuple[tuple[str, str], ...] = ()
    """The rounds with their planned times."""
    announcements: tuple[str, ...] = ()
    """The announcements, latest first."""
    factions: tuple[tuple[str, tuple[str, ...]], ...] = ()
    """The factions with their armies."""
    of_teams: bool = False
    armies: bool = True
    """True if army lists are used."""
    begun: bool = False
    """True once a round is drawn and nobody can sign up any more."""


class Coming(Struct, frozen=True):
    """A player in the event."""

    name: str
    club: str = ""
    faction: str = ""
    team: str = ""
    sign_up: str = ""
    """The player's number at the sign-up site."""
    left: bool = False
    """True if the player has left the event."""


def online_event(state: State) -> OnlineEvent:
    """Return the event for its page; an empty one before the event is set up."""
    settings, packet = state.settings, state.packet
    if settings is None or packet is None:
        return OnlineEvent()
    rows = day_plan(state, lambda _at_ms: settings.starts)
    return OnlineEvent(
        name=settings.name,
        invitation=invitation_words(settings),
        format=announcement(packet, settings),
        fee=settings.fee,
        schedule=tuple(
            (say("Round {number}", number=row.number), planned_words(row)) for row in rows
        ),
        announcements=tuple(text for _, text in sorted(state.announcements.items(), reverse=True)),
        factions=tuple((faction.name, faction.armies) for faction in factions_of(packet)),
        of_teams=is_of_teams(state),
        armies=state.armies,
        begun=bool(state.rounds),
    )


def who_comes(state: State) -> tuple[Coming, ...]:
    """Return the players of the event in the order in which they were entered."""
    return tuple(
        Coming(
            state.name(number),
            player.entry.club,
            player.entry.faction,
            player.entry.team,
            player.entry.sign_up,
            player.status.has_left,
        )
        for number, player in sorted(state.players.items())
    )
