"""Substitutes: players who take the seat of another."""

from collections.abc import Iterator, Sequence

from app.engine.acts.commands import Refused
from app.engine.acts.decision import Decision
from app.engine.acts.events import Event
from app.engine.acts.players import PlayerDropped, PlayersCheckedIn
from app.engine.acts.stations.roles import Role
from app.engine.acts.teams.roster import PlayerSubstituted, SubstitutePlayer
from app.engine.frozen import replace
from app.engine.language import say
from app.engine.players.rosters import roster_of
from app.engine.players.team_doubts import leaves_doubts
from app.engine.rounds.draw_request import games_begun, pair_of
from app.engine.rounds.edit import arrangement, changed_pairings
from app.engine.state import Round, State, Status
from app.engine.subjects.act import Act, Context
from app.engine.subjects.players.numbers import unknown_player
from app.engine.subjects.teams.changes import of_team, seat_in_order
from app.engine.subjects.teams.past_teams import past_kept
from app.engine.table.game import Game


def _substitute(state: State, command: SubstitutePlayer, _at_ms: int, *, insist: bool) -> Decision:
    gone, came = command.gone, command.came
    if refused := unknown_player(state, (gone, came)):
        return refused
    fault = _substitute_fault(state, command)
    if fault:
        return Refused(fault)
    round_ = state.open_round
    doubts = [*_substitute_doubts(state, command, round_)]
    if doubts and not insist:
        return Refused(" ".join(doubts), insistable=True)
    number = len(state.rounds) + 1
    events: list[Event] = []
    if round_ and command.at_once:
        number = round_.number
        events += _instead(state, round_, gone, came)
    events.insert(0, PlayerSubstituted(gone, came, number))
    if command.leaves and not state.players[gone].status.has_left:
        events.append(PlayerDropped(gone, number - 1))
    if state.rounds and state.players[came].status is Status.REGISTERED:
        events.append(PlayersCheckedIn((came,)))
    return tuple(events)


def _substitute_fault(state: State, command: SubstitutePlayer) -> str:
    gone, came = state.name(command.gone), state.name(command.came)
    team = roster_of(state, command.gone)
    if team is None:
        return say("{name} is in no team.", name=gone)
    if command.gone in team.substitutes:
        return say("{name} is a substitute of {team} and has no seat.", name=gone, team=team.name)
    if command.came in team.seated:
        return say(
            "{name} already has a seat in {team}. Change the seats instead.",
            name=came,
            team=team.name,
        )
    if state.players[command.came].status.has_left:
        return say("{name} has left the event. Readmit the player first.", name=came)
    if not command.at_once:
        return ""
    round_ = state.open_round
    if round_ is None:
        return say("No round is drawn or under way. The substitute plays from the next round on.")
    if _game_of(state, round_, command.gone) is None:
        return say(
            "{name} has no game in round {round_number}. The substitute plays from the next round"
            " on.",
            name=gone,
            round_number=round_.number,
        )
    if _is_in(state, round_, command.came):
        return say(
            "{name} is already in round {round_number} and cannot play a second game of it.",
            name=came,
            round_number=round_.number,
        )
    return ""


def _game_of(state: State, round_: Round, number: int) -> Game | None:
    return next((game for game in state.games_of(round_) if number in game.players), None)


def _is_in(state: State, round_: Round, number: int) -> bool:
    return _game_of(state, round_, number) is not None or round_.bye_of(number) is not None


def _substitute_doubts(
    state: State, command: SubstitutePlayer, round_: Round | None
) -> Iterator[str]:
    team = roster_of(state, command.gone)
    yield from leaves_doubts(state, command.came, team.key if team else "")
    if round_ is None:
        return
    if not command.at_once and _is_in(state, round_, command.came):
        yield say(
            "{name} has already played in round {round_number}, and plays from round {next} on in"
            " that seat.",
            name=state.name(command.came),
            round_number=round_.number,
            next=round_.number + 1,
        )
    game = _game_of(state, round_, command.gone)
    if command.at_once and game in games_begun(state, round_):
        yield say(
            "{name} has begun to play at table {table}. That game is set aside, and a new one"
            " begins.",
            name=state.name(command.gone),
            table=game.table if game else 0,
        )


def _instead(state: State, round_: Round, gone: int, came: int) -> Sequence[Event]:
    """Return the events by which one player takes the other's place in the round."""
    now = arrangement(state, round_)
    pairs = [
        tuple(came if number == gone else number for number in pair_of(game))
        for game in state.games_of(round_)
    ]
    changed = changed_pairings(
        state, round_, [(red, blue) for red, blue in pairs], now.tables, now.bye
    )
    assert changed is not None
    return (changed.event,)


def _apply_substitution(state: State, event: PlayerSubstituted) -> State:
    gone, came = event.gone, event.came
    team = roster_of(state, gone)
    if team is None or came not in state.players:
        return state
    order = [{gone: came, came: gone}.get(player, player) for player in team.players]
    if came not in team.players:
        order.append(gone)
    changed = past_kept(state, of_team(state, (came,), team.name), (came,))
    changed = seat_in_order(changed, team, order)
    return replace(changed, substitutions=(*state.substitutions, event))


def _words(event: PlayerSubstituted, context: Context) -> str:
    return say(
        "{came} plays in the seat of {gone} from round {from_round} on",
        came=context.name(event.came),
        gone=context.name(event.gone),
        from_round=event.from_round,
    )


def _name(event: PlayerSubstituted, state: State) -> str:
    return say("substitution of {name}", name=state.name(event.gone))


ACTS = (
    Act(
        SubstitutePlayer, PlayerSubstituted, kind="player_substituted", by=Role.ORGANIZER,
        decide=_substitute, apply=_apply_substitution, words=_words,
        undo=_name, insist=say("&Substitute the player"), stops_games=True,
    ),
)  # fmt: skip
