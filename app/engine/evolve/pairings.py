"""Changes the state by plans, set pairs, changed pairings and merged entries. Total."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from app.engine.acts.draw import (
    ChangePlan,
    ChangeTies,
    DrawExplained,
    FreePairing,
    MergePlayers,
    PairingsChanged,
    SetPairing,
)
from app.engine.acts.players import Entry
from app.engine.acts.rounds import Seating
from app.engine.acts.teams.roster import Team
from app.engine.draw.wishes import NO_GROUPS, PlayerGroups, SetPair
from app.engine.formats.terms import terms_for
from app.engine.rounds.field import is_of_teams
from app.engine.rounds.match_ups import carried_match_ups
from app.engine.rounds.pair_round import finals_first
from app.engine.rounds.team_round import finals_of_teams
from app.engine.standings.ranking import before_round
from app.engine.state import Bye, Player, Round, State, Status, Vote
from app.engine.subjects.teams.past_teams import past_kept
from app.engine.table.game import Game, kept_or_new


def _plan_changed(state: State, event: ChangePlan) -> State:
    return replace(state, plan=event.plan)


def _groups_changed(state: State, event: ChangeTies) -> State:
    return replace(state, groups={**state.groups, event.number: event.ties})


def _pair_set(state: State, event: SetPairing) -> State:
    pair = event.pair
    return replace(state, set_pairs=(*_others(state, pair.one, pair.other), pair))


def _pair_freed(state: State, event: FreePairing) -> State:
    return replace(state, set_pairs=_others(state, event.one, event.other))


def _explained(state: State, event: DrawExplained) -> State:
    round_ = state.round(event.round_number)
    return state.with_round(replace(round_, explanation=event)) if round_ else state


def _others(state: State, player: int, other: int) -> tuple[SetPair, ...]:
    return tuple(pair for pair in state.set_pairs if not pair.is_of(player, other))


def _pairings_changed(state: State, event: PairingsChanged) -> State:
    packet, settings = state.packet, state.settings
    current = state.round(event.round_number)
    if packet is None or settings is None or current is None:
        return state
    terms = terms_for(packet, settings, current.scenario)
    games = {key: game for key, game in state.games.items() if key not in event.gone}
    for place in event.places:
        fresh = Game(place.game, current.number, place.table, place.players, terms)
        games[place.game] = kept_or_new(games.get(place.game), fresh)
    numbers = {*current.games} - {*event.gone} | {place.game for place in event.places}
    known = {number: games[number].table for number in numbers if number in games}
    reseated = {event.bye, *(n for number in known for n in games[number].players)}
    more = tuple(bye for bye in current.more_byes if bye.player not in reseated)
    if event.more_byes is not None:
        more = tuple(Bye(player, terms.bye_cp, terms.bye_apd) for player in event.more_byes)
    changed = replace(
        current,
        games=tuple(sorted(known, key=lambda number: (known[number], number))),
        bye=None if event.bye is None else Bye(event.bye, terms.bye_cp, terms.bye_apd),
        more_byes=more,
        paired_down=event.paired_down,
        edits=(*current.edits, event),
        match_ups=carried_match_ups(state, event).kept,
        finals=_finals(state, current, [games[number] for number in known]),
    )
    return replace(state.with_round(changed), games=games)


def _finals(state: State, round_: Round, games: Sequence[Game]) -> tuple[int, ...]:
    """Those drawn, while they are all there; else those that are now, or none."""
    if round_.finals and {*round_.finals} <= {game.number for game in games}:
        return round_.finals
    seatings = [Seating(game.number, game.table, game.players) for game in games]
    before = before_round(state, round_.number)
    finals = finals_of_teams if is_of_teams(state) else finals_first
    return finals(before, round_.number, seatings)


def _merged(state: State, event: MergePlayers) -> State:
    kept, gone = event.kept, event.gone
    player, other = state.players.get(kept), state.players.get(gone)
    if player is None or other is None or kept == gone:
        return state
    players = {key: each for key, each in state.players.items() if key != gone}
    players[kept] = _joined(player, other)
    state = past_kept(state, replace(state, players={**players, gone: players[kept]}), (kept, gone))
    groups = {key: each for key, each in state.groups.items() if key != gone}
    if gone in state.groups:
        groups[kept] = _joined_groups(groups.get(kept, NO_GROUPS), state.groups[gone])
    pairs = [
        replace(pair, one=_renamed(pair.one, kept, gone), other=_renamed(pair.other, kept, gone))
        for pair in state.set_pairs
    ]
    return replace(
        state,
        players=players,
        games={
            key: replace(game, players=game.players.map(lambda n: _renamed(n, kept, gone)))
            for key, game in state.games.items()
        },
        rounds=tuple(_round_renamed(each, kept, gone) for each in state.rounds),
        groups=groups,
        set_pairs=tuple(pair for pair in pairs if pair.one != pair.other),
        tie_breaks=tuple(
            replace(tie, numbers=tuple(_renamed(number, kept, gone) for number in tie.numbers))
            for tie in state.tie_breaks
        ),
        given={award: _renamed(number, kept, gone) for award, number in state.given.items()},
        votes={award: _vote_renamed(vote, kept, gone) for award, vote in state.votes.items()},
        teams={key: _team_renamed(team, kept, gone) for key, team in state.teams.items()},
        substitutions=tuple(
            replace(
                change,
                gone=_renamed(change.gone, kept, gone),
                came=_renamed(change.came, kept, gone),
            )
            for change in state.substitutions
        ),
    )


def _renamed(number: int, kept: int, gone: int) -> int:
    return kept if number == gone else number


def _team_renamed(team: Team, kept: int, gone: int) -> Team:
    players = dict.fromkeys(_renamed(player, kept, gone) for player in team.players)
    return replace(team, captain=_renamed(team.captain, kept, gone), players=tuple(players))


def _vote_renamed(vote: Vote, kept: int, gone: int) -> Vote:
    """One ballot is left of two: that of the entry that stays."""
    own = {kept: vote.cast[kept]} if kept in vote.cast else {}
    cast = {_renamed(voter, kept, gone): candidate for voter, candidate in vote.cast.items()} | own
    candidates = (_renamed(candidate, kept, gone) for candidate in vote.candidates)
    return replace(
        vote,
        candidates=tuple(dict.fromkeys(candidates)),
        cast={voter: _renamed(candidate, kept, gone) for voter, candidate in cast.items()},
    )


def _round_renamed(round_: Round, kept: int, gone: int) -> Round:
    bye, *more = (
        bye and replace(bye, player=_renamed(bye.player, kept, gone))
        for bye in (round_.bye, *round_.more_byes)
    )
    down = tuple(_renamed(player, kept, gone) for player in round_.paired_down)
    cut = tuple(_renamed(player, kept, gone) for player in round_.cut)
    lists = {_renamed(player, kept, gone): chosen for player, chosen in round_.lists.items()}
    then = {_renamed(player, kept, gone): team for player, team in round_.teams_then.items()}
    return replace(
        round_,
        teams_then=then,
        bye=bye,
        more_byes=tuple(credit for credit in more if credit),
        paired_down=down,
        cut=cut,
        lists=lists,
    )


def _joined(player: Player, other: Player) -> Player:
    """Blanks are filled from the other entry; the better standing in the event counts."""
    both = zip(player.entry.words, other.entry.words, strict=True)
    entry = Entry(*(mine or theirs for mine, theirs in both))
    standing = player
    if Status.DISQUALIFIED not in {player.status, other.status}:
        standing = other if other.plays and not player.plays else player
    elif other.status is Status.DISQUALIFIED:
        standing = other
    brought = player if player.lists else other
    return replace(
        player,
        entry=entry,
        status=standing.status,
        left_after_round=standing.left_after_round,
        disqualified_for=standing.disqualified_for,
        warnings=(*player.warnings, *other.warnings),
        lists=brought.lists,
        accepted=brought.accepted,
        checked=player.checked | other.checked,
    )


def _joined_groups(groups: PlayerGroups, other: PlayerGroups) -> PlayerGroups:
    return PlayerGroups(
        travel=groups.travel or other.travel,
        family=groups.family or other.family,
        region=groups.region or other.region,
        caster=groups.caster or other.caster,
        tables=groups.tables or other.tables,
        tables_for=groups.tables_for or other.tables_for,
    )


EVOLVERS: Mapping[type, Callable[[State, Any], State]] = {
    ChangePlan: _plan_changed,
    ChangeTies: _groups_changed,
    SetPairing: _pair_set,
    FreePairing: _pair_freed,
    DrawExplained: _explained,
    PairingsChanged: _pairings_changed,
    MergePlayers: _merged,
}
