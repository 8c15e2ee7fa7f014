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
from app.engine.draw.values import BYE
from app.engine.draw.wishes import Plan, PlayerGroups, SetPair
from app.engine.text import join_words, plural

Name = Callable[[int], str]


DRAW_ACT_WORDS: Mapping[type, Callable[[Any, Name], str]] = {
    ChangePlan: lambda _event, _name: "change of draw and tables",
    ChangeTies: lambda event, name: f"groups of {name(event.number)}",
    SetPairing: lambda event, name: f"set pair of {_pair(event.pair.one, event.pair.other, name)}",
    FreePairing: lambda event, name: f"freeing of {_pair(event.one, event.other, name)}",
    DrawExplained: lambda event, _name: f"draw of round {event.round_number}",
    PairingsChanged: lambda event, _name: f"change of pairings of round {event.round_number}",
    MergePlayers: lambda event, name: f"merging into {name(event.kept)}",
}
"""To stand after "Undo" and "Redo"."""


def draw_act_words(event: DrawChange, name: Name) -> str:
    return DRAW_ACT_WORDS[type(event)](event, name)


def draw_words(event: DrawChange, name: Name) -> str:
    return DRAW_WORDS[type(event)](event, name)


def set_pair_words(pair: SetPair, name: Name) -> str:
    """ "Anna and Ben shall not meet", "Cleo has the bye in round 3"."""
    when = f" in round {pair.round_number}" if pair.round_number else ""
    if BYE in pair.numbers:
        who = name(pair.one or pair.other)
        return f"{who} {'has the bye' if pair.together else 'shall not have the bye'}{when}"
    both = _pair(pair.one, pair.other, name)
    return f"{both} {'meet' if pair.together else 'shall not meet'}{when}"


def plan_words(plan: Plan) -> str:
    groups = [
        f"{rule.kind.value} {'in round 1' if rule.first_round_only else 'always'}"
        for rule in plan.apart
    ]
    parts = [f"kept apart: {join_words(groups)}" if groups else "nobody kept apart"]
    if plan.tables:
        out = sum(not table.in_use for table in plan.tables)
        parts.append(plural(len(plan.tables), "table") + (f", {out} out of use" if out else ""))
    top = "top tables first" if plan.fresh_tables_first else "top tables first, before fresh ones"
    parts.append(top if plan.top_tables_first else "tables by lot")
    if plan.no_show_minutes:
        parts.append(f"no-show after {plan.no_show_minutes} min")
    return "; ".join(parts)


def groups_words(ties: PlayerGroups) -> str:
    """ "travel group Kraków, table 4 (stream)"."""
    named = (
        ("travel group", ties.travel),
        ("family", ties.family),
        ("region", ties.region),
        ("caster", ties.caster),
    )
    parts = [f"{what} {words}" for what, words in named if words]
    if ties.tables:
        why = f" ({ties.tables_for})" if ties.tables_for else ""
        parts.append(f"table{'s' * (len(ties.tables) > 1)} {join_words(ties.tables)}{why}")
    return ", ".join(parts)


def merit_words(event: DrawExplained) -> str:
    """Every criterion that is broken, the strictest first; "every rule kept" if none is."""
    broken = [f"{_merit_name(merit.name)}: {merit.value}" for merit in event.merits if merit.value]
    return ", ".join(broken) or "every rule kept"


def _merit_name(name: str) -> str:
    """Files keep "crossings from 2 TP"; players say paired down."""
    return name.replace("crossings", "paired down")


def _explanation_words(event: DrawExplained) -> str:
    parts = [merit_words(event), *_ended(event.impossible), *_ended(event.causes)]
    parts += _ended(event.tables)
    if event.locked:
        parts.append(f"{plural(len(event.locked), 'game')} held as begun or set by place")
    if event.why:
        parts.append(f"drawn again because: {event.why}")
    return "; ".join(parts)


def _changed_words(event: PairingsChanged, name: Name) -> str:
    games = [
        f"{_pair(place.players.red, place.players.blue, name)} at table {place.table}"
        for place in event.places
    ]
    if event.bye is not None:
        games.append(f"{name(event.bye)} has the bye")
    what = join_words(games) if games else "a game less"
    parts = [f"Pairings of round {event.round_number} changed: {what}"]
    if event.differences:
        parts.append(
            f"{plural(len(event.differences), 'difference')} to the program's draw:"
            f" {' '.join(event.differences)}"
        )
    parts += _ended(event.faults)
    if event.why:
        parts.append(event.why)
    return "; ".join(sentence.rstrip(".") for sentence in parts)


def _ended(sentences: Sequence[str]) -> list[str]:
    return [sentence.rstrip(".") for sentence in sentences]


def _pair(player: int, other: int, name: Name) -> str:
    return join_words("the bye" if n == BYE else name(n) for n in (player, other))


DRAW_WORDS: Mapping[type, Callable[[Any, Name], str]] = {
    ChangePlan: lambda event, _name: f"Draw and tables: {plan_words(event.plan)}",
    ChangeTies: lambda event, name: (
        f"Groups of {name(event.number)}: {groups_words(event.ties) or 'none'}"
    ),
    SetPairing: lambda event, name: f"{set_pair_words(event.pair, name)}: {event.pair.reason}",
    FreePairing: lambda event, name: (
        f"No longer set or forbidden: {_pair(event.one, event.other, name)}"
    ),
    DrawExplained: lambda event, _name: (
        f"Draw of round {event.round_number}: {_explanation_words(event)}"
    ),
    PairingsChanged: _changed_words,
    MergePlayers: lambda event, name: (
        f"Entry {event.gone} merged into number {event.kept}, {name(event.kept)}"
    ),
}
"""What happened, without a full stop."""
