"""The scenario of a round: choosing it after the draw, and the doubts about it."""

from collections.abc import Callable, Hashable

from app.engine.acts.commands import Refused
from app.engine.acts.decision import Decision
from app.engine.acts.rounds import ChooseScenario, ScenarioChosen
from app.engine.acts.stations.roles import Role
from app.engine.formats.settings import Settings
from app.engine.formats.terms import round_time, terms_for, under_scenario
from app.engine.frozen import replace, with_changes
from app.engine.language import say
from app.engine.packet.packet import GameRules, Packet
from app.engine.rounds.pair_round import scenarios_played
from app.engine.state import Round, Stage, State
from app.engine.subjects.act import Act, Context, Sets
from app.engine.table.marks import replay


def _choose(state: State, command: ChooseScenario, _at_ms: int, *, insist: bool) -> Decision:
    latest = state.open_round
    if latest is None:
        return Refused(
            say("The scenario can be changed from the draw until the round is finished.")
        )
    refused = scenario_fault(state, command.scenario, latest.number, insist=insist)
    if refused is None and latest.stage is Stage.STARTED and not insist:
        refused = Refused(
            say(
                "Round {latest} is under way: what its tables have scored then counts by the new"
                " scenario. Results already entered stay.",
                latest=latest.number,
            ),
            insistable=True,
        )
    return refused or (ScenarioChosen(latest.number, command.scenario),)


def scenario_fault(state: State, number: int, round_number: int, *, insist: bool) -> Refused | None:
    """Return why this scenario cannot be played in the round, or a doubt about it; None if it can.

    A scenario is played again only after all others of the event. A group of scenarios is played
    again only after all other groups (SR2012, Scenario Selection), unless the organizer has set an
    order of scenarios.
    """
    packet = state.packet
    if packet is not None and not packet.scenarios and not number:
        return None
    scenario = packet.scenario(number) if packet else None
    if packet is None or scenario is None:
        return Refused(say("There is no scenario {number} in this packet.", number=number))
    if insist:
        return None
    played = scenarios_played(state)
    if number not in played:
        return Refused(
            say("{scenario} is not played at this event.", scenario=scenario.name), insistable=True
        )
    earlier = {
        round_.scenario: round_.number for round_ in state.rounds if round_.number != round_number
    }
    if number in earlier and not earlier.keys() >= {*played}:
        return Refused(
            say(
                "Round {earlier} was played with {scenario}; a scenario is played once.",
                earlier=earlier[number],
                scenario=scenario.name,
            ),
            insistable=True,
        )
    own_order = state.settings is not None and state.settings.in_order and state.settings.scenarios
    left = packet.scenarios_left(tuple(earlier), played)
    if own_order or scenario in left:
        return None
    group = {other.number for other in packet.scenarios if other.group == scenario.group}
    before = next(round_ for scenario_number, round_ in earlier.items() if scenario_number in group)
    return Refused(
        say(
            "Round {before} already had a scenario of the group {group}; each group is played once"
            " before one is played again.",
            before=before,
            group=scenario.group,
        ),
        insistable=True,
    )


def _apply_scenario(state: State, event: ScenarioChosen) -> State:
    round_ = state.round(event.round_number)
    if round_ is None:
        return state
    round_ = replace(round_, scenario=event.scenario)
    state = state.with_round(round_)
    if state.packet is None or state.settings is None:
        return state
    if round_.started_ms is not None:
        return _correct_scenario(state, state.packet, state.settings, round_)
    terms = terms_for(state.packet, state.settings, event.scenario)
    time = round_time(state.packet, state.settings, event.scenario)
    round_ = replace(_with_byes(round_, cp=terms.bye_cp, apd=terms.bye_apd), time=time)
    return _under_terms(state.with_round(round_), round_, lambda _before: terms)


def _correct_scenario(state: State, packet: Packet, settings: Settings, round_: Round) -> State:
    """Return the state with another scenario for a round under way. Time and army size stay as they
    were drawn.
    """
    scenario = round_.scenario
    bye_cp = terms_for(packet, settings, scenario).bye_cp
    state = state.with_round(_with_byes(round_, cp=bye_cp))
    return _under_terms(
        state, round_, lambda before: under_scenario(before, packet, settings, scenario)
    )


def _under_terms(state: State, round_: Round, terms: Callable[[GameRules], GameRules]) -> State:
    """Return the state with the round's games replayed under other rules."""
    changed = {
        number: replay(replace(game, terms=terms(game.terms)))
        for number, game in state.games.items()
        if game.round_number == round_.number
    }
    return replace(state, games=with_changes(state.games, changed))


def _with_byes(round_: Round, **points: int) -> Round:
    """Return the round with the given ``points`` for all its byes."""
    return replace(
        round_,
        bye=round_.bye and replace(round_.bye, **points),
        more_byes=tuple(replace(bye, **points) for bye in round_.more_byes),
    )


def _words(event: ScenarioChosen, context: Context) -> str:
    return say(
        "Scenario of round {round_number}: {scenario}",
        round_number=event.round_number,
        scenario=context.scenario(event.scenario),
    )


def _scenario_set(event: ScenarioChosen) -> dict[Hashable, int]:
    return {("scenario", event.round_number): event.scenario}


def scenario_words(scenario: int, context: Context) -> str:
    """Return a scenario's name."""
    return context.scenario(scenario)


ACTS = (
    Act(
        ChooseScenario, ScenarioChosen, kind="scenario_chosen", by=Role.ORGANIZER,
        decide=_choose, apply=_apply_scenario,
        words=_words, undo=say("scenario of round {round_number}"),
        insist=say("&Use this scenario"),
        sets=Sets(_scenario_set, scenario_words),
    ),
)  # fmt: skip
