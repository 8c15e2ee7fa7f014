"""Checks that concern several parts of a packet file. Each complaint names the key."""

import re
from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal
from itertools import pairwise

from app.engine.armies.army import Kind
from app.engine.armies.parse.known import read_known
from app.engine.language import USUAL_WORDS
from app.engine.packet.keywords import Variant
from app.engine.packet.list_rules import USUAL_RULES
from app.engine.packet.packet import (
    NO_COUNTING,
    NO_KILL_BOX,
    USUAL_HEADINGS,
    Packet,
    RoundsFor,
    Tiebreak,
)
from app.engine.packet.scenario import Element, ElementKind, Held, Need, Scenario, Seat, Win
from app.engine.packet.terrain_rules import Method, TerrainRules
from app.engine.packet.timing import MOST_STEPS, TimeRow, Timing, TimingKind

CONTROLLED = ("", "jack", "beast")


def complaints(packet: Packet, stem: str, data: Mapping[str, object]) -> Iterator[str]:
    """Yield every error in a packet from the file ``stem``. ``data`` are the file's plain
    values.
    """
    if packet.key != stem:
        yield f"key must be the file’s own name, {stem!r}, not {packet.key!r}"
    yield from _empty(packet)
    yield from _with_armies(packet) if packet.armies else _without_armies(packet)
    yield from _find_repeated("sizes", packet.sizes)
    yield from _find_repeated("standings", [standing.value for standing in packet.standings])
    yield from _rounds_ascend(packet.rounds)
    yield from _find_repeated("timing", [timing.key for timing in packet.timings], "key")
    for i, timing in enumerate(packet.timings):
        yield from _timing(timing, packet, f"timing[{i}]")
    yield from _find_repeated("limits", [limit.key for limit in packet.limits], "key")
    yield from _victory(packet)
    yield from _find_repeated(
        "briefing.word", [word.usual for word in packet.briefing.words], "usual"
    )
    for i, word in enumerate(packet.briefing.words):
        if word.usual not in USUAL_WORDS:
            yield f"briefing.word[{i}].usual must be one of {', '.join(USUAL_WORDS)}"
    timings = [timing.key for timing in packet.timings]
    for i, reminder in enumerate(packet.briefing.timed):
        if reminder.timing not in timings:
            yield f"briefing.timed[{i}].timing must be one of {', '.join(timings)}"
    for i, named in enumerate(packet.counting.named):
        if named.controls not in CONTROLLED:
            yield f"counting.named[{i}].controls must be jack or beast: {named.controls!r}"
    for i, line in enumerate(packet.lists.models):
        if not read_known(line):
            yield f"lists.models[{i}] must be like 'Doom Reavers: unit of 6': {line!r}"
    kinds = [kind.value for kind in Kind]
    for i, holder in enumerate(packet.counting.holders):
        if other := next((kind for kind in holder.kinds if kind not in kinds), ""):
            yield f"counting.holder[{i}].kinds must be of {', '.join(kinds)}, not {other!r}"
    if packet.terrain is not None:
        yield from _terrain(packet.terrain)
    yield from _find_repeated(
        "scenario", [scenario.number for scenario in packet.scenarios], "number"
    )
    for i, scenario in enumerate(packet.scenarios):
        path = f"scenario[{i}]"
        if not scenario.elements and packet.note(path) is None:
            yield f"{path}.element must not be empty, unless a note says why"
        yield from _scenario(scenario, path)
    yield from _variants(packet)
    for i, note in enumerate(packet.notes):
        if not _is_there(data, note.about):
            yield f"note[{i}].about names no key of this file: {note.about!r}"


def _empty(packet: Packet) -> Iterator[str]:
    lists: dict[str, Sequence[object]] = {
        "rounds": packet.rounds,
        "standings": packet.standings,
        "timing": packet.timings,
    }
    if packet.armies:
        lists |= {"sizes": packet.sizes, "scenario": packet.scenarios}
    yield from (f"{key} must not be empty" for key, rows in lists.items() if not rows)


def _with_armies(packet: Packet) -> Iterator[str]:
    """Yield the errors that only a packet with armies can have: keys that it lacks, and keys that
    it must not have.
    """
    if packet.counting is NO_COUNTING:
        yield "counting is missing"
    if packet.kill_box is NO_KILL_BOX:
        yield "kill_box is missing"
    if packet.victory.by_agreement or packet.victory.points_at_end:
        yield "victory.armies must be false where players agree or enter points at the end"
    if packet.adjustable:
        yield "victory.armies must be false where adjustable is true"


def _without_armies(packet: Packet) -> Iterator[str]:
    """Yield each setting that makes no sense in a packet whose games have only a clock and
    points.
    """
    absent = {
        "sizes": packet.sizes,
        "scenario": packet.scenarios,
        "counting": packet.counting is not NO_COUNTING,
        "kill_box": packet.kill_box is not NO_KILL_BOX,
        "terrain": packet.terrain,
        "lists": packet.lists is not USUAL_RULES,
        "variant": packet.variants,
    }
    for key, value in absent.items():
        if value:
            yield f"{key} must be left out where victory.armies is false"
    victory = packet.victory
    compared = (*victory.at_length, *victory.unfinished)
    if any(tiebreak is not Tiebreak.CONTROL_POINTS for tiebreak in compared):
        yield "victory.at_length may hold control_points alone where victory.armies is false"
    if bool(victory.at_length) is victory.by_agreement:
        yield "victory.at_length must be empty where players agree, and only there"
    if packet.bye.apd_percent or packet.concession.apd_percent:
        yield "bye.apd_percent and concession.apd_percent must be 0 where victory.armies is false"


def _find_repeated(path: str, values: Sequence[object], key: str = "") -> Iterator[str]:
    for i, value in enumerate(values):
        if value in values[:i]:
            at = f"{path}[{i}].{key}" if key else f"{path}[{i}]"
            yield f"{at} is there twice: {value!r}"


def _rounds_ascend(rows: Sequence[RoundsFor]) -> Iterator[str]:
    for i, (before, row) in enumerate(pairwise(rows), start=1):
        for key in ("players", "rounds"):
            if getattr(row, key) <= getattr(before, key):
                yield f"rounds[{i}].{key} must be more than in the line before"


def _timing(timing: Timing, packet: Packet, path: str) -> Iterator[str]:
    sizes = packet.sizes if packet.armies else (0,)
    largest = max(sizes, default=0)  # the limits of this timing may reach beyond it
    shifts = any(limit.timing in {"", timing.key} for limit in packet.limits)
    timed = [row.size for row in timing.rows]
    yield from _find_repeated(f"{path}.row", timed, "size")
    if timing.kind is not TimingKind.UNTIMED:
        for size in sizes:
            decided = packet.note(f"{path}.row") and size < max(timed, default=0)
            if size not in timed and not decided:
                yield f"{path}.row has no line for size {size}"
    for i, row in enumerate(timing.rows):
        at = f"{path}.row[{i}]"
        if row.size not in sizes and not (shifts and row.size > largest):
            yield f"{at}.size is not one of the sizes: {row.size}"
        if timing.kind is TimingKind.DEATHCLOCK and not row.clock:
            yield f"{at}.clock must be 1 or more in a Deathclock format"
        if timing.kind is TimingKind.TURNS and not row.turn:
            yield f"{at}.turn must be 1 or more where turns are timed"
        if timing.dice_down:
            yield from _round(timing, row, at)


def _round(timing: Timing, row: TimeRow, path: str) -> Iterator[str]:
    if not row.round:
        yield f"{path}.round must be 1 or more where dice down is called"
    elif row.turn > row.round:
        yield f"{path}.turn must not be longer than the round of {row.round} minutes"
    step = timing.variable_minutes or row.extension
    if timing.variable and not step:
        yield f"{path}.extension must be 1 or more where a secret roll goes in its steps"
    if timing.variable and row.round and MOST_STEPS * step >= row.round:
        yield f"{path}.round must be more than the {MOST_STEPS * step} minutes a roll can take away"


def _victory(packet: Packet) -> Iterator[str]:
    victory = packet.victory
    if victory.last_turn and victory.scoring_from_turn > victory.last_turn:
        yield "victory.scoring_from_turn must not come after victory.last_turn"
    if victory.armies:
        yield from _win(victory.win, "victory.win")
        if not victory.scoring_from_turn:
            yield "victory.scoring_from_turn must be 1 or more, not 0"
    for i, heading in enumerate(packet.headings):
        if heading.column not in USUAL_HEADINGS:
            columns = ", ".join(column.value for column in USUAL_HEADINGS)
            yield f"heading[{i}].column must be one of {columns}"
    yield from _find_repeated("heading", [heading.column for heading in packet.headings], "column")
    for key, tiebreaks in (("at_length", victory.at_length), ("unfinished", victory.unfinished)):
        yield from _find_repeated(f"victory.{key}", [tiebreak.value for tiebreak in tiebreaks])
    for key, tiebreaks in (("at_length", victory.at_length), ("unfinished", victory.unfinished)):
        if victory.last_turn and not tiebreaks and not victory.by_agreement:
            yield f"victory.{key} must not be empty where there is a last turn"
    both = {*victory.at_length, *victory.unfinished}
    if sum(tiebreak.on_table for tiebreak in both) > 1:
        words = ", ".join(tiebreak.value for tiebreak in Tiebreak if tiebreak.on_table)
        yield f"victory.unfinished may hold one of {words}, not several"
    if packet.kill_box.points and packet.kill_box.destroys:
        yield "kill_box.points must be 0 where kill_box.destroys is true"
    priced = packet.kill_box.points or packet.kill_box.destroys
    if not priced and any(scenario.kill_box for scenario in packet.scenarios):
        yield "kill_box.points must be 1 or more where a scenario has the kill box"


def _win(win: Win, path: str) -> Iterator[str]:
    if win.points < 1:
        yield f"{path}.points must be 1 or more"


def _terrain(rules: TerrainRules) -> Iterator[str]:
    count, size = rules.count, rules.size
    if not 1 <= count.least <= count.most:
        yield "terrain.count.least must be 1 or more, and not more than terrain.count.most"
    if count.advised and not count.least <= count.advised <= count.most:
        yield "terrain.count.advised must lie between least and most"
    if not Decimal("0.5") <= size.least <= size.most:
        yield "terrain.size.least must be half an inch or more, and not more than terrain.size.most"
    if not rules.unrestricted:
        yield "terrain.unrestricted must not be empty"
    yield from _find_repeated("terrain kind", [kind.value for kind in rules.kinds])
    for key in ("touching", "lines", "blockers"):
        for i, kind in enumerate(getattr(rules, key)):
            if kind not in rules.kinds:
                yield f"terrain.{key}[{i}] is no kind of this packet: {kind.value!r}"
    if rules.least_blockers and not rules.blockers:
        yield "terrain.blockers must not be empty where some are needed"
    if rules.least_blockers > count.least:
        yield "terrain.least_blockers must not be more than terrain.count.least"
    yield from _find_repeated(
        "terrain.setup", [setup_rules.method.value for setup_rules in rules.setups], "method"
    )
    for i, setup in enumerate(rules.setups):
        at = f"terrain.setup[{i}]"
        if not count.least <= setup.least <= setup.most <= count.most:
            yield f"{at}.least and most must lie within terrain.count"
        if setup.method is Method.CLUSTER and not 1 <= setup.core <= setup.least:
            yield f"{at}.core must be 1 or more, and not more than its least"
        if setup.method is not Method.QUADRANT and not rules.blockers:
            yield f"{at} starts with a blocker: terrain.blockers must not be empty"


def _scenario(scenario: Scenario, path: str) -> Iterator[str]:
    if scenario.win is not None:
        yield from _win(scenario.win, f"{path}.win")
    keys = [element.key for element in scenario.elements]
    yield from _find_repeated(f"{path}.element", keys, "key")
    yield from _find_repeated(
        f"{path}.condition", [condition.key for condition in scenario.conditions], "key"
    )
    for i, element in enumerate(scenario.elements):
        yield from _element(element, scenario, f"{path}.element[{i}]")
    yield from _find_repeated(f"{path}.vanishing", scenario.vanishing)
    for i, key in enumerate(scenario.vanishing):
        if key not in keys:
            yield f"{path}.vanishing[{i}] is no element: {key!r}"
    yield from _ways(scenario, path)
    worthless = not scenario.ways and not any(map(_scores, scenario.elements))
    if scenario.elements and worthless:
        yield f"{path} scores nothing: give an element points, or add a way"


def _scores(element: Element) -> bool:
    worth = (element.control, element.dominate, element.own_control, element.own_dominate)
    return any(worth) or bool(element.destroyed)


def _ways(scenario: Scenario, path: str) -> Iterator[str]:
    for i, way in enumerate(scenario.ways):
        at = f"{path}.way[{i}]"
        if way.points < 1:
            yield f"{at}.points must be 1 or more"
        if not way.needs:
            yield f"{at}.needs must not be empty"
        for j, need in enumerate(way.needs):
            if need.held is Held.MET and scenario.condition(need.key) is None:
                yield f"{at}.needs[{j}].key is no condition: {need.key!r}"
            element = scenario.element(need.key)
            if need.held is not Held.MET and element is None:
                yield f"{at}.needs[{j}].key is no element: {need.key!r}"
            falls = element is not None and element.kind is ElementKind.OBJECTIVE
            if need.held is Held.DESTROYED and element is not None and not falls:
                yield f"{at}.needs[{j}].held must not be destroyed: {need.key!r} is no objective"


def _element(element: Element, scenario: Scenario, path: str) -> Iterator[str]:
    if element.kind is not ElementKind.OBJECTIVE and element.destroyed:
        yield f"{path}.destroyed must be 0: only an objective is destroyed"
    if element.owner is Seat.NEUTRAL:
        for key in ("own_control", "own_dominate", "own_dominate_takes"):
            if getattr(element, key):
                yield f"{path}.{key} must be 0 where nobody owns the element"
    if element.after:
        before = scenario.element(element.after)
        if before is None or before.kind is not ElementKind.OBJECTIVE:
            yield f"{path}.after is no objective: {element.after!r}"
        elif not _can_fall(before, scenario):
            yield f"{path}.after is an objective that nobody can destroy: {element.after!r}"
    if element.area is not None:
        yield from _on_the_table(element, scenario.table, path)


def _can_fall(element: Element, scenario: Scenario) -> bool:
    """Tell whether this objective can both be on the table and be destroyed in this scenario."""
    waited: set[str] = set()
    current: Element | None = element
    while current is not None and current.key not in waited:
        waited.add(current.key)
        need = Need(Held.DESTROYED, current.key)
        if not current.destroyed and not any(need in way.needs for way in scenario.ways):
            return False
        if not current.after:
            return True
        current = scenario.element(current.after)
    return False


def _on_the_table(element: Element, table: int, path: str) -> Iterator[str]:
    area = element.area
    if area is None:
        return
    half = area.width / 2 if area.circle else 0
    left, right = area.x - half, area.x + (half if area.circle else area.width)
    low, high = area.y - half, area.y + (half if area.circle else area.height)
    if min(left, low) < 0 or max(right, high) > table:
        yield f"{path}.area reaches beyond the table of {table} inches"
    sized = element.kind is ElementKind.ZONE
    if sized and not area.width:
        yield f"{path}.area.width must be more than 0 for a zone"
    if area.width and not area.circle and not area.height:
        yield f"{path}.area.height must be more than 0 for a rectangle"


def _variants(packet: Packet) -> Iterator[str]:
    keys = [keyword.key for keyword in packet.variants]
    yield from _find_repeated("variant", keys, "key")
    yield from _find_repeated("preset", [preset.key for preset in packet.presets], "key")
    for i, limits in enumerate(packet.limits):
        if limits.timing not in {"", *(timing.key for timing in packet.timings)}:
            yield f"limits[{i}].timing is no timing format: {limits.timing!r}"
    for i, variant in enumerate(packet.variants):
        yield from _variant(variant, packet, f"variant[{i}]")
    for i, preset in enumerate(packet.presets):
        for j, keyword in enumerate(preset.variants):
            if keyword.key not in keys:
                yield f"preset[{i}].variant[{j}].key is no variant: {keyword.key!r}"


def _variant(variant: Variant, packet: Packet, path: str) -> Iterator[str]:
    keys = [keyword.key for keyword in packet.variants]
    for word, links in (("needs", variant.needs), ("conflicts", variant.conflicts)):
        for j, link in enumerate(links):
            if link.key not in keys:
                yield f"{path}.{word}[{j}].key is no variant: {link.key!r}"
    changes = variant.changes
    if changes.timing not in {None, *(timing.key for timing in packet.timings)}:
        yield f"{path}.changes.timing is no timing format: {changes.timing!r}"
    if changes.limits not in {None, *(limit.key for limit in packet.limits)}:
        yield f"{path}.changes.limits are no time limits: {changes.limits!r}"
    for number in variant.excludes:
        if packet.scenario(number) is None:
            yield f"{path}.excludes is no scenario: {number}"
    for j, row in enumerate(variant.points):
        if row.size not in packet.sizes:
            yield f"{path}.points[{j}].size is not one of the sizes: {row.size}"


def _is_there(data: Mapping[str, object], about: str) -> bool:
    """Tell whether a path such as ``timing[0].row`` exists in the plain values."""
    current: object = data
    for part in re.findall(r"\w+|\[\d+\]", about):
        if part.startswith("["):
            index = int(part[1:-1])
            if not isinstance(current, list) or index >= len(current):
                return False
            current = current[index]
        elif isinstance(current, Mapping) and part in current:
            current = current[part]
        else:
            return False
    return True
