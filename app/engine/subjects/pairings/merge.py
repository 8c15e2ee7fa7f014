"""Merges two entries of one person."""

from app.engine.acts.commands import Refused
from app.engine.acts.decision import Decision
from app.engine.acts.draw import MergePlayers
from app.engine.acts.players import Entry
from app.engine.acts.stations.roles import Role
from app.engine.acts.teams.roster import Team
from app.engine.draw.wishes import NO_GROUPS, PlayerGroups
from app.engine.frozen import replace
from app.engine.language import say
from app.engine.state import Player, Round, State, Status, Vote
from app.engine.subjects.act import Act, Context
from app.engine.subjects.players.numbers import unknown_player
from app.engine.subjects.teams.past_teams import past_kept


def _merge(state: State, command: MergePlayers, _at_ms: int, *, insist: bool) -> Decision:
    """Give everything of one entry to the other, which stays. The merge is refused if both entries
    are in the same round.
    """
    kept, gone = command.kept, command.gone
    if refused := unknown_player(state, (kept, gone)):
        return refused
    name, other = (state.players[number].entry.name for number in (kept, gone))
    if kept == gone:
        return Refused(say("These are already one entry."))
    for round_ in state.rounds:
        numbers = [n for game in state.games_of(round_) for n in game.players]
        numbers += [bye.player for bye in round_.byes]
        if kept in numbers and gone in numbers:
            return Refused(
                say(
                    "{name} and {other} are both in round {round}, so they are not one"
                    " player. Take one of them out of it first.",
                    name=name,
                    other=other,
                    round=round_.number,
                )
            )
    if not insist:
        return Refused(
            say(
                "Number {gone}, {other}, becomes number {kept}, {name}, with all games, byes and"
                " warnings.",
                gone=gone,
                other=other,
                kept=kept,
                name=name,
            ),
            insistable=True,
        )
    return (command,)


def _apply_merge(state: State, event: MergePlayers) -> State:
    kept, gone = event.kept, event.gone
    player, other = state.players.get(kept), state.players.get(gone)
    if player is None or other is None or kept == gone:
        return state
    players = {key: each for key, each in state.players.items() if key != gone}
    players[kept] = _join_players(player, other)
    state = past_kept(state, replace(state, players={**players, gone: players[kept]}), (kept, gone))
    groups = {key: each for key, each in state.groups.items() if key != gone}
    if gone in state.groups:
        groups[kept] = _joined_groups(groups.get(kept, NO_GROUPS), state.groups[gone])
    pairs = [
        replace(pair, one=_rename(pair.one, kept, gone), other=_rename(pair.other, kept, gone))
        for pair in state.set_pairs
    ]
    return replace(
        state,
        players=players,
        games={
            key: replace(game, players=game.players.map(lambda n: _rename(n, kept, gone)))
            for key, game in state.games.items()
        },
        rounds=tuple(_round_renamed(each, kept, gone) for each in state.rounds),
        groups=groups,
        set_pairs=tuple(pair for pair in pairs if pair.one != pair.other),
        tie_breaks=tuple(
            replace(tie, numbers=tuple(_rename(number, kept, gone) for number in tie.numbers))
            for tie in state.tie_breaks
        ),
        given={award: _rename(number, kept, gone) for award, number in state.given.items()},
        votes={award: _vote_renamed(vote, kept, gone) for award, vote in state.votes.items()},
        teams={key: _team_renamed(team, kept, gone) for key, team in state.teams.items()},
        substitutions=tuple(
            replace(
                change,
                gone=_rename(change.gone, kept, gone),
                came=_rename(change.came, kept, gone),
            )
            for change in state.substitutions
        ),
    )


def _rename(number: int, kept: int, gone: int) -> int:
    return kept if number == gone else number


def _team_renamed(team: Team, kept: int, gone: int) -> Team:
    players = dict.fromkeys(_rename(player, kept, gone) for player in team.players)
    return replace(team, captain=_rename(team.captain, kept, gone), players=tuple(players))


def _vote_renamed(vote: Vote, kept: int, gone: int) -> Vote:
    """Return the vote with a single ballot for the two entries. If both cast one, the ballot of the
    entry that stays counts.
    """
    own = {kept: vote.cast[kept]} if kept in vote.cast else {}
    cast = {_rename(voter, kept, gone): candidate for voter, candidate in vote.cast.items()} | own
    candidates = (_rename(candidate, kept, gone) for candidate in vote.candidates)
    return replace(
        vote,
        candidates=tuple(dict.fromkeys(candidates)),
        cast={voter: _rename(candidate, kept, gone) for voter, candidate in cast.items()},
    )


def _round_renamed(round_: Round, kept: int, gone: int) -> Round:
    bye, *more = (
        bye and replace(bye, player=_rename(bye.player, kept, gone))
        for bye in (round_.bye, *round_.more_byes)
    )
    down = tuple(_rename(player, kept, gone) for player in round_.paired_down)
    cut = tuple(_rename(player, kept, gone) for player in round_.cut)
    lists = {_rename(player, kept, gone): chosen for player, chosen in round_.lists.items()}
    then = {_rename(player, kept, gone): team for player, team in round_.teams_then.items()}
    return replace(
        round_,
        teams_then=then,
        bye=bye,
        more_byes=tuple(credit for credit in more if credit),
        paired_down=down,
        cut=cut,
        lists=lists,
    )


def _join_players(player: Player, other: Player) -> Player:
    """Return the merged player. Blanks are filled from the other entry, and the merged player is
    disqualified if either was, and still plays if either does.
    """
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


def _words(event: MergePlayers, context: Context) -> str:
    return say(
        "Entry {gone} merged into number {kept}, {name}",
        gone=event.gone,
        kept=event.kept,
        name=context.name(event.kept),
    )


def _name(event: MergePlayers, state: State) -> str:
    return say("merging into {name}", name=state.name(event.kept))


ACTS = (
    Act(
        MergePlayers, MergePlayers, kind="players_merged", by=Role.ORGANIZER,
        decide=_merge, apply=_apply_merge, words=_words,
        undo=_name, insist=say("&Merge the entries"), stops_games=True,
    ),
)  # fmt: skip
