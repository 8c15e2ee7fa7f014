"""The event's limits on the lists in a team, and the lists that a captain may see."""

from collections.abc import Iterator, Sequence

from app.engine.armies.army_list import ArmyList
from app.engine.armies.list_checks import shared_casters, shared_characters
from app.engine.players.rosters import Roster, roster_of, rosters
from app.engine.remarks import RemarkKind, Said, holds, note
from app.engine.standings.matches import matches_of
from app.engine.state import Player, Stage, State


def team_list_doubts(state: State, player: Player, lists: Sequence[ArmyList]) -> tuple[Said, ...]:
    """Return a sentence for each of the player's team-mates whose lists share a caster or character
    with these lists against the event's limits. Team-mates who left the event, and doubts accepted
    with a mate's lists, do not count (our decision).
    """
    team = roster_of(state, player.number)
    if team is None or player.status.has_left:
        return ()
    mates = (state.players[number] for number in team.players if number != player.number)
    return tuple(
        doubt
        for mate in mates
        if not mate.status.has_left
        for doubt in _doubts(state, player, lists, mate)
        if not holds(mate.accepted, doubt)
    )


def every_team_list_doubt(state: State, team: Roster) -> tuple[Said, ...]:
    """Return the doubts about a team's lists, each only once and without those that
    were accepted.
    """
    players = [state.players[number] for number in team.players]
    doubts = (
        doubt
        for player in players
        for doubt in team_list_doubts(state, player, player.lists)
        if not holds(player.accepted, doubt)
    )
    return tuple(dict.fromkeys(doubts))


def team_met(state: State, captain: int) -> Roster | None:
    """Return the team that the captain's team meets in the latest round. Return None if the round
    is not public yet, if the player is no captain, or if captains do not see lists.
    """
    team, latest = roster_of(state, captain), state.latest
    opened = state.settings is not None and state.settings.lists_to_captains
    if not opened or team is None or team.captain != captain:
        return None
    if latest is None or latest.stage is Stage.DRAWN:
        return None
    match = next((m for m in matches_of(state, latest.number) if team.key in m.teams), None)
    if match is None:
        return None
    return rosters(state)[next(key for key in match.teams if key != team.key)]


def _doubts(
    state: State, player: Player, lists: Sequence[ArmyList], mate: Player
) -> Iterator[Said]:
    """Yield the doubts about the lists of two players; the order of the two does not matter."""
    settings, known = state.settings, {player.number: lists, mate.number: mate.lists}
    if settings is None:
        return
    first, second = sorted(known)
    both = (state.name(first), state.name(second))
    casters = shared_casters(known[first], known[second])
    if casters and settings.team_casters_differ:
        yield note(RemarkKind.CASTER_TWICE_IN_TEAM, casters=casters, both=both)
    characters = shared_characters(known[first], known[second])
    fresh = [name for name in characters if name not in casters]
    if fresh and settings.team_characters_differ:
        yield note(RemarkKind.CHARACTER_TWICE_IN_TEAM, fresh=fresh, both=both)
