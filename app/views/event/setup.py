"""The settings of an event by subject, with the changes from the packet; and a search for settings
by name.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import TypeAlias

from msgspec import Struct

from app.engine.formats.keywords import describe_keyword, in_force
from app.engine.formats.settings import Settings
from app.engine.formats.times import setting_words
from app.engine.frozen import default_values, replace
from app.engine.language import Text, plural, say
from app.engine.packet.packet import Packet
from app.engine.packet.timing import TimingKind
from app.engine.rounds.schedule import clock, day_plan
from app.engine.standings.scores import planned_rounds
from app.engine.state import State
from app.engine.text import join_in_order
from app.views.event.settings_words import (
    PARTS,
    VALUES,
    column_words,
    painting_words,
    team_match_words,
)

LineWords: TypeAlias = Callable[[State, Packet, Settings], str]
NAMED = 3
"""The greatest number of scenarios that a line names."""
FOUND = 8


class SetupLine(Struct, frozen=True):
    """The line for one subject. ``changed`` are the settings that differ from the packet;
    ``instead`` is the packet's own value in words.
    """

    key: str
    name: str
    says: str
    changed: tuple[str, ...] = ()
    instead: str = ""


class FoundSetting(Struct, frozen=True):
    """A setting that was found by its name, with its present value."""

    key: str
    name: str
    value: str


def setup_lines(state: State) -> tuple[SetupLine, ...]:
    """Return a line for each subject that concerns the packet."""
    packet, settings = state.packet, state.settings
    if packet is None or settings is None:
        return ()
    lines = (_line(key, state, packet, settings) for key in SUBJECTS)
    return tuple(line for line in lines if line.says)


def reset_settings(settings: Settings, names: tuple[str, ...]) -> Settings:
    """Return ``settings`` with the packet's own values for these settings."""
    return replace(settings, **{name: DEFAULTS[name] for name in names})


def find_settings(packet: Packet, settings: Settings, words: str) -> tuple[FoundSetting, ...]:
    """Return the settings whose names or values contain all of the words. Those whose names begin
    with the words come first.
    """
    wanted = words.casefold().split()
    rows = [row for row in _every_setting(packet, settings) if _has(row, wanted)]
    rows.sort(key=lambda row: not row.name.casefold().startswith(words.casefold().strip()))
    return tuple(rows[:FOUND]) if wanted else ()


def _has(row: FoundSetting, wanted: list[str]) -> bool:
    text = f"{row.name} {row.value}".casefold()
    return all(word in text for word in wanted)


def _every_setting(packet: Packet, settings: Settings) -> Iterator[FoundSetting]:
    for key, (name, words) in VALUES.items():
        yield FoundSetting(key, str(name), words(packet, settings))
    for key, (name, parts) in PARTS.items():
        yield FoundSetting(key, str(name), ", ".join(parts(packet, settings).values()) or "–")
    held = {keyword.key for keyword in in_force(packet, settings)}
    for keyword in packet.variants:
        value = say("on") if keyword.key in held else say("off")
        yield FoundSetting("variants", keyword.name, value)


def _line(key: str, state: State, packet: Packet, settings: Settings) -> SetupLine:
    name, names, words = SUBJECTS[key]
    says = words(state, packet, settings)
    changed = tuple(each for each in names if getattr(settings, each) != DEFAULTS[each])
    if not says or not changed:
        return SetupLine(key, str(name), says)
    before = reset_settings(settings, changed)
    instead = words(replace(state, settings=before), packet, before)
    if instead == says:
        says = ", ".join((says, *(_name_value(each, packet, settings) for each in changed)))
        instead = ", ".join(_name_value(each, packet, before) for each in changed)
    return SetupLine(key, str(name), says, changed, instead)


def _name_value(name: str, packet: Packet, settings: Settings) -> str:
    return next(
        f"{row.name}: {row.value}" for row in _every_setting(packet, settings) if row.key == name
    )


def _clocks(_: State, packet: Packet, settings: Settings) -> str:
    words = setting_words(packet, settings)
    return f"{words[:1].upper()}{words[1:]}"


def _rounds(state: State, _: Packet, settings: Settings) -> str:
    words = plural(planned_rounds(state), "{count} round", "{count} rounds")
    cut = say("a cut to the top {count}", count=settings.cut) if settings.cut else ""
    return ", ".join(filter(None, (words, cut)))


def _day(state: State, packet: Packet, settings: Settings) -> str:
    rows = day_plan(replace(state, rounds=()), lambda _at_ms: 0)
    if packet.timing(settings.timing).kind is TimingKind.UNTIMED or not rows[-1].end:
        return say("From {start}", start=clock(settings.starts))
    return say("{start} to {end}", start=clock(rows[0].start), end=clock(rows[-1].end))


def _scenarios(_: State, packet: Packet, settings: Settings) -> str:
    played = [
        scenario.name
        for scenario in packet.scenarios
        if not settings.scenarios or scenario.number in settings.scenarios
    ]
    more = len(played) - NAMED
    if more < 2:
        return ", ".join(played)
    return say("{scenarios} and {count} more", scenarios=", ".join(played[:NAMED]), count=more)


def _victory(_: State, packet: Packet, settings: Settings) -> str:
    by_lead = not packet.scenarios or any(scenario.win is None for scenario in packet.scenarios)
    if not (by_lead and packet.armies):
        return ""
    points = settings.lead or packet.victory.win.points
    return plural(points, "At {count} control point.", "At {count} control points.").rstrip(".")


def _keywords(_: State, packet: Packet, settings: Settings) -> str:
    held = [describe_keyword(packet, keyword) for keyword in in_force(packet, settings)]
    return ", ".join(held) if held or not packet.variants else say("none announced")


def _painting(_: State, packet: Packet, settings: Settings) -> str:
    words = painting_words(packet, settings)
    return f"{words[:1].upper()}{words[1:]}"


def _standings(_: State, packet: Packet, settings: Settings) -> str:
    columns = column_words(packet)
    words = join_in_order([str(columns[each]) for each in settings.order or packet.standings])
    return f"{words[:1].upper()}{words[1:]}"


def _teams(_: State, packet: Packet, settings: Settings) -> str:
    return team_match_words(packet, settings) if settings.team_seats else ""


SUBJECTS: Mapping[str, tuple[Text, tuple[str, ...], LineWords]] = {
    "clocks": (say("Clocks"), ("timing", "limits", "extensions", "clock_out"), _clocks),
    "rounds": (say("Rounds"), ("rounds", "cut", "cut_by_seed", "finals_tables"), _rounds),
    "day": (say("Day"), (), _day),
    "scenarios": (
        say("Scenarios"),
        ("scenarios", "in_order", "scenarios_public", "reinforcements"),
        _scenarios,
    ),
    "victory": (
        say("Scenario win"),
        ("lead", "kill_box", "disputed_wins", "artifices", "assassination", "battlegroup"),
        _victory,
    ),
    "keywords": (say("Keywords"), ("variants",), _keywords),
    "painting": (say("Best Painted"), (), _painting),
    "standings": (say("Standings"), ("order", "schedule", "tiebreakers", "late"), _standings),
    "teams": (say("Teams"), ("team_order",), _teams),
}
"""The name of each subject, the settings that change it, and the function that returns its line.
"""
DEFAULTS = default_values(Settings)
