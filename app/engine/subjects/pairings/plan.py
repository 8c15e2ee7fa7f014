"""The plan of the draws and the groups of players: who is kept apart, and the tables of the
hall.
"""

from collections.abc import Hashable

from app.engine.acts.commands import Refused
from app.engine.acts.decision import Decision
from app.engine.acts.draw import ChangePlan, ChangeTies
from app.engine.acts.stations.roles import Role
from app.engine.draw.wishes import Plan, PlayerGroups
from app.engine.frozen import replace
from app.engine.language import plural, say
from app.engine.state import State
from app.engine.subjects.act import Act, Context, Sets
from app.engine.subjects.players.numbers import no_player
from app.engine.text import join_words


def _change_plan(_state: State, command: ChangePlan, _at_ms: int, *, insist: bool) -> Decision:
    return _plan_fault(command.plan) or (command,)


def _plan_fault(plan: Plan) -> Refused | None:
    kinds = [rule.kind for rule in plan.apart]
    if len({*kinds}) < len(kinds):
        return Refused(say("Each reason to keep players apart can be in the order only once."))
    numbers = [table.number for table in plan.tables]
    if len({*numbers}) < len(numbers) or any(number < 1 for number in numbers):
        return Refused(say("Every table needs a number of its own, from 1 on."))
    if plan.no_show_minutes < 0:
        return Refused(say("The time until a no-show cannot be negative. Use 0 for none."))
    return None


def _change_groups(state: State, command: ChangeTies, _at_ms: int, *, insist: bool) -> Decision:
    if command.number not in state.players:
        return no_player(command.number)
    return (command,)


def _plan_changed(state: State, event: ChangePlan) -> State:
    return replace(state, plan=event.plan)


def _groups_changed(state: State, event: ChangeTies) -> State:
    return replace(state, groups={**state.groups, event.number: event.ties})


def plan_words(plan: Plan) -> str:
    """Return the plan in words, such as "kept apart: clubs in round 1; 8 tables; tables by lot"."""
    groups = [
        say("{kind} in round 1", kind=say(rule.kind.value))
        if rule.first_round_only
        else say("{kind} always", kind=say(rule.kind.value))
        for rule in plan.apart
    ]
    parts = [
        say("kept apart: {groups}", groups=join_words(groups))
        if groups
        else say("nobody kept apart")
    ]
    if plan.tables:
        parts.append(plural(len(plan.tables), "{count} table", "{count} tables"))
        if out := sum(not table.in_use for table in plan.tables):
            parts[-1] = say("{tables}, {out} out of use", tables=parts[-1], out=out)
    top = (
        say("top tables first")
        if plan.fresh_tables_first
        else say("top tables first, before fresh ones")
    )
    parts.append(top if plan.top_tables_first else say("tables by lot"))
    if plan.no_show_minutes:
        parts.append(
            say("no-show after {no_show_minutes} min", no_show_minutes=plan.no_show_minutes)
        )
    return "; ".join(parts)


def groups_words(ties: PlayerGroups) -> str:
    """Return a player's groups in words, such as "travel group Kraków, table 4 (stream)"."""
    named = (
        (say("travel group {named}"), ties.travel),
        (say("family {named}"), ties.family),
        (say("region {named}"), ties.region),
        (say("caster {named}"), ties.caster),
    )
    parts = [template.format(named=words) for template, words in named if words]
    if ties.tables:
        why = f" ({ties.tables_for})" if ties.tables_for else ""
        parts.append(
            plural(
                len(ties.tables),
                "table {tables}{why}",
                "tables {tables}{why}",
                tables=join_words(ties.tables),
                why=why,
            )
        )
    return ", ".join(parts)


def _plan_words(event: ChangePlan, _context: Context) -> str:
    return say("Draw and tables: {plan}", plan=plan_words(event.plan))


def _groups_words(event: ChangeTies, context: Context) -> str:
    return say(
        "Groups of {name}: {groups}",
        name=context.name(event.number),
        groups=groups_words(event.ties) or say("none"),
    )


def _plan_set(event: ChangePlan) -> dict[Hashable, Plan]:
    return {"plan": event.plan}


def _plan_was(plan: Plan, _context: Context) -> str:
    return plan_words(plan)


def _groups_set(event: ChangeTies) -> dict[Hashable, PlayerGroups]:
    return {("groups", event.number): event.ties}


def _groups_were(groups: PlayerGroups, _context: Context) -> str:
    return groups_words(groups) or say("none")


ACTS = (
    Act(
        ChangePlan, ChangePlan, kind="plan_changed", by=Role.ORGANIZER,
        decide=_change_plan, apply=_plan_changed, words=_plan_words,
        undo=say("change of draw and tables"), insist=say("C&hange the draw settings"),
        sets=Sets(_plan_set, _plan_was),
    ),
    Act(
        ChangeTies, ChangeTies, kind="ties_changed", by=Role.ORGANIZER,
        decide=_change_groups, apply=_groups_changed, words=_groups_words,
        undo=say("groups of {name}"), insist=say("C&hange the groups"),
        sets=Sets(_groups_set, _groups_were),
    ),
)  # fmt: skip
