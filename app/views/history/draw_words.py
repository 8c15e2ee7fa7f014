"""Plans, set pairs and changed pairings in words, for the history and the undo menu."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from app.engine.acts.draw import (
    ChangePlan,
    ChangeTies,
    DrawChange,
    DrawExplained,
    FreePairing,
    MergePlayers,
    PairingsChanged,
    SetPairing,
)
from app.engine.draw.criteria import CROSSINGS, criterion_words
from app.engine.draw.values import BYE, group_words
from app.engine.draw.wishes import Plan, PlayerGroups, SetPair
from app.engine.language import plural, say
from app.engine.text import join_words

Name = Callable[[int], str]


DRAW_ACT_WORDS: Mapping[type, Callable[[Any, Name], str]] = {
    ChangePlan: lambda _event, _name: say("change of draw and tables"),
    ChangeTies: lambda event, name: say("groups of {name}", name=name(event.number)),
    SetPairing: lambda event, name: say(
        "set pair of {pair}", pair=_pair(event.pair.one, event.pair.other, name)
    ),
    FreePairing: lambda event, name: say(
        "freeing of {pair}", pair=_pair(event.one, event.other, name)
    ),
    DrawExplained: lambda event, _name: say(
        "draw of round {round_number}", round_number=event.round_number
    ),
    PairingsChanged: lambda event, _name: say(
        "change of pairings of round {round_number}", round_number=event.round_number
    ),
    MergePlayers: lambda event, name: say("merging into {name}", name=name(event.kept)),
}
"""To stand after "Undo" and "Redo"."""


def draw_act_words(event: DrawChange, name: Name) -> str:
    return DRAW_ACT_WORDS[type(event)](event, name)


def draw_words(event: DrawChange, name: Name) -> str:
    return DRAW_WORDS[type(event)](event, name)


def set_pair_words(pair: SetPair, name: Name) -> str:
    """ "Anna and Ben may not be paired", "Cleo has the bye in round 3"."""
    with_bye, once = BYE in pair.numbers, bool(pair.round_number)
    who = name(pair.one or pair.other) if with_bye else _pair(pair.one, pair.other, name)
    words = _SET_PAIRS[with_bye, pair.together, once]
    return words.format(who=who, round_number=pair.round_number)


_SET_PAIRS = {
    (True, True, False): say("{who} has the bye"),
    (True, True, True): say("{who} has the bye in round {round_number}"),
    (True, False, False): say("{who} may not have the bye"),
    (True, False, True): say("{who} may not have the bye in round {round_number}"),
    (False, True, False): say("{who} meet"),
    (False, True, True): say("{who} meet in round {round_number}"),
    (False, False, False): say("{who} may not be paired"),
    (False, False, True): say("{who} may not be paired in round {round_number}"),
}
"""By whether it is about the bye, wanted, and for one round only."""


def plan_words(plan: Plan) -> str:
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
    """ "travel group Kraków, table 4 (stream)"."""
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


def merit_words(event: DrawExplained) -> str:
    """Return every criterion that is broken, the strictest first; "every rule kept" if none is."""
    broken = [f"{_merit_name(merit.name)}: {merit.value}" for merit in event.merits if merit.value]
    return ", ".join(broken) or say("every rule kept")


def _merit_name(name: str) -> str:
    """Files keep "crossings from 2 TP"; players say paired down."""
    what, _, group = name.partition(" from ")
    if what != CROSSINGS:
        return criterion_words(name)
    if not group:
        return say("paired down")
    return say("paired down from {group}", group=group_words(group))


def _explanation_words(event: DrawExplained) -> str:
    parts = [merit_words(event), *_ended(event.impossible), *_ended(event.causes)]
    parts += _ended(event.tables)
    if event.locked:
        parts.append(
            plural(
                len(event.locked),
                "{count} game held as begun or set by place",
                "{count} games held as begun or set by place",
            )
        )
    if event.why:
        parts.append(say("drawn again because: {why}", why=event.why))
    return "; ".join(parts)


def _changed_words(event: PairingsChanged, name: Name) -> str:
    games = [
        say(
            "{pair} at table {table}",
            pair=_pair(place.players.red, place.players.blue, name),
            table=place.table,
        )
        for place in event.places
    ]
    if event.bye is not None:
        games.append(say("{name} has the bye", name=name(event.bye)))
    what = join_words(games) if games else say("a game less")
    parts = [
        say(
            "Pairings of round {round_number} changed: {what}",
            round_number=event.round_number,
            what=what,
        )
    ]
    if event.differences:
        parts.append(
            plural(
                len(event.differences),
                "{count} difference to the program's draw: {differences}",
                "{count} differences to the program's draw: {differences}",
                differences=" ".join(event.differences),
            )
        )
    parts += _ended(event.faults)
    if event.why:
        parts.append(event.why)
    return "; ".join(sentence.rstrip(".") for sentence in parts)


def _ended(sentences: Sequence[str]) -> list[str]:
    return [sentence.rstrip(".") for sentence in sentences]


def _pair(player: int, other: int, name: Name) -> str:
    return join_words(say("the bye") if n == BYE else name(n) for n in (player, other))


DRAW_WORDS: Mapping[type, Callable[[Any, Name], str]] = {
    ChangePlan: lambda event, _name: say("Draw and tables: {plan}", plan=plan_words(event.plan)),
    ChangeTies: lambda event, name: say(
        "Groups of {name}: {groups}",
        name=name(event.number),
        groups=groups_words(event.ties) or say("none"),
    ),
    SetPairing: lambda event, name: f"{set_pair_words(event.pair, name)}: {event.pair.reason}",
    FreePairing: lambda event, name: say(
        "No longer set or forbidden: {pair}", pair=_pair(event.one, event.other, name)
    ),
    DrawExplained: lambda event, _name: say(
        "Draw of round {round_number}: {explanation}",
        round_number=event.round_number,
        explanation=_explanation_words(event),
    ),
    PairingsChanged: _changed_words,
    MergePlayers: lambda event, name: say(
        "Entry {gone} merged into number {kept}, {name}",
        gone=event.gone,
        kept=event.kept,
        name=name(event.kept),
    ),
}
"""What happened, without a full stop."""
