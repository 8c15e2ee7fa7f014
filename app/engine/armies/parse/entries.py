"""Army lists as people type and paste them: columns, sentences of list builders, or both mixed.

Every line comes back: as an entry, as a heading that is no entry, or with what was wrong in it.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from app.engine.armies.army import Army, ArmyRow, Kind
from app.engine.armies.parse.kind_guess import (
    Bonus,
    Guess,
    ListContext,
    alone,
    is_attachment,
    is_war_room,
    kind_under,
    kind_without_points,
    plays_beasts,
    war_room_title,
)
from app.engine.armies.parse.phrases import (
    A_STEP,
    KINDS,
    Cost,
    depth,
    guessed_kinds,
    kind_words,
    leader_line,
    said_cost,
    said_kind,
    section,
    unbulleted,
)
from app.engine.armies.parse.points_first import Line, Role, is_points_first, read_current
from app.engine.language import say

MOST_LINES = 200
MOST_LENGTH = 300
"""Characters of a line that is no columns."""

FULL, LEAST = 10, 6
"""Models of a unit that only says "max" or "min"; to be looked at."""

EITHER = say("Taken as a {kind}, or is it a {otherwise}?")

_HEADING = re.compile(
    r"""^(war\s?room\b.*|(theme|system|faction|casters?|points|tiers?|army|contract|objective|
    player|list|specialists?|reinforcements?|generated|build\ id|name)\s*[:=].*|
    \[theme\].*|.*\d\s*/\s*\d.*|\W*|objective\b.*|.*\barmy\s*-\s*\d+.*)$""",
    re.IGNORECASE | re.VERBOSE,
)
_LABEL = re.compile(r"^(war)?(caster|lock)\s*[:=]\s*(?=\S)", re.IGNORECASE)
_VERSION = re.compile(r"[^\W\d]\s+[1-4]$")
_TOTAL = re.compile(r"\d\s*/\s*\d+\s*(pts?|points)?\W*$", re.IGNORECASE)
_STRENGTH = re.compile(r"\b\d+\s*/\s*(?=\d+\s*models?\b)", re.IGNORECASE)
_FRACTION = re.compile(r"\d+\s*/\s*\d+")
_NOISE = re.compile(r"\(battlegroup points used:[^)]*\)|<!.*?!>", re.IGNORECASE)
_CREW = re.compile(
    r"\s[-–(]\s*(?P<lead>[^-–(]*?)(?:&|\band\b|,)\s*(?P<more>\d+)\b[^-–]*$", re.IGNORECASE
)
_NAMED = re.compile(r"\s[-–]\s+(?P<names>[^-–]+)$")
_NUMBERED = re.compile(r"[\[(]\s*x?(\d+)(?:\s*models?)?\s*[\])]|\bx(\d+)\b|\b(\d+)\s*models\b")
_FIRST = re.compile(r"^(\d{1,2})\s*x?\s+(?=[^\W\d])", re.IGNORECASE)
_FULL = re.compile(r"[\[(]?\b(max|full|min)\b(imum)?[\])]?", re.IGNORECASE)
_OFFICERS = re.compile(r"\bofficer\b.*(&|\band\b).*\bstandard\b|\bcommand attachment\b", re.I)
_CHARACTER = re.compile(r"[\[(]?\b(?:FA\s*:?\s*C|character)\b[\])]?", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class ArmyLine:
    """One line as typed, with what was read from it."""

    line: int
    text: str
    row: ArmyRow | None = None
    """The entry; None for a heading and for a line with a fault."""
    fault: str = ""
    """Why the line could not be read; empty for none."""
    doubt: str = ""
    attached: bool = False
    """Whether it is a solo with a caster, whose jacks may follow below it."""

    @property
    def otherwise(self) -> Kind | None:
        """What the entry may be as well, where its kind is a guess."""
        return self.row.otherwise if self.row is not None else None


def read_army(text: str, faction: str = "", *, points_first: bool = False) -> tuple[ArmyLine, ...]:
    """Return every line that is not blank, in order. ``faction``: where the text does not say it.
    ``points_first``: whether the packet's lists have the points before the name.
    """
    if is_points_first(text, expected=points_first):
        return _points_first(text, faction)
    lines = text.splitlines()
    beasts, bonus = plays_beasts(text, faction), Bonus.of(text)
    bare, led = _names_no_points(lines[:MOST_LINES]), False
    result: list[ArmyLine] = []
    titled, flat = is_war_room(text), _is_flat(lines[:MOST_LINES])
    headed: Kind | None = None
    above: list[tuple[ArmyRow, int]] = []
    taken = 0
    for number, raw in enumerate(lines[:MOST_LINES], start=1):
        if raw.strip() and titled and len(result) == 1 and war_room_title(raw):
            result.append(ArmyLine(number, raw))
        elif raw.strip():
            above += [
                (line.row, depth(line.text))
                for line in result[taken:]
                if line.row is not None and not line.attached
            ]
            taken = len(result)
            heading = section(raw)
            if heading:
                headed = heading[0]
                result.append(ArmyLine(number, raw))
                continue
            place = ListContext(
                tuple(above),
                beasts,
                bonus,
                depth(raw),
                headed,
                flat,
            )
            if bare:
                following = next((line for line in lines[number:] if line.strip()), "")
                result.append(_without_points(ArmyLine(number, raw), place, following, led=led))
                led = led or result[-1].row is not None
                continue
            result.append(_read(number, raw, place))
            bonus = bonus.after(raw, result[-1].row)
    for number, raw in enumerate(lines[MOST_LINES:], start=MOST_LINES + 1):
        result.append(
            ArmyLine(
                number,
                raw,
                fault=say("More than {most_lines} lines: not read.", most_lines=MOST_LINES),
            )
        )
    return tuple(result)


def _points_first(text: str, faction: str) -> tuple[ArmyLine, ...]:
    """Return the lines of a list of the current edition, which names no kinds: a numbered entry is
    most likely a warjack or warbeast, one with parts is a custom warjack.
    """
    beasts = plays_beasts(text, faction)
    lines = (line for current in read_current(text) for line in current.lines)
    shown = [line for line in lines if line.text.strip()]
    read = [_current_line(line, beasts=beasts) for line in shown[:MOST_LINES]]
    fault = say("More than {most_lines} lines: not read.", most_lines=MOST_LINES)
    read += [ArmyLine(line.number, line.text, fault=fault) for line in shown[MOST_LINES:]]
    return tuple(read)


def _current_line(line: Line, *, beasts: bool) -> ArmyLine:
    plain = ArmyLine(line.number, line.text)
    match line.role:
        case Role.LEADER:
            return _checked(plain, ArmyRow(line.name, Kind.CASTER))
        case Role.ENTRY if line.parts:
            return _checked(plain, ArmyRow(line.full_name, Kind.JACK, line.points))
        case Role.ENTRY:
            vehicle = Kind.BEAST if beasts else Kind.JACK
            guess = (vehicle, Kind.UNIT) if line.has_running_number else (Kind.SOLO, Kind.UNIT)
            row = ArmyRow(line.name, guess[0], line.points, otherwise=guess[1])
            return replace(
                _checked(plain, row),
                doubt=EITHER.format(kind=say(guess[0].value), otherwise=say(guess[1].value)),
            )
        case Role.STRANGE:
            return replace(plain, fault=say("There are no points in front of this name."))
        case _:
            return plain


def army_of(lines: Sequence[ArmyLine]) -> Army:
    """Return the entries; a solo attached to a caster below its jacks, which it does not
    control.
    """
    rows: list[ArmyRow] = []
    attached: list[ArmyRow] = []
    for line in lines:
        if line.row is not None and line.attached:
            attached.append(line.row)
        elif line.row is not None:
            if not line.row.kind.can_stray:
                rows += attached
                attached.clear()
            rows.append(line.row)
    return (*rows, *attached)


def army_text(army: Army) -> str:
    """Return a list as columns, one entry a line, to be read back unchanged."""
    return "\n".join(
        f"{row.name.replace(';', ',')}; {kind_words(row)}; "
        f"{'' if row.points is None else row.points}; {row.models}"
        f"{'; character' * row.character}{'; free' * row.free}"
        for row in army
    )


def _read(number: int, raw: str, place: ListContext) -> ArmyLine:
    separator = next((mark for mark in (";", "\t") if mark in raw), None)
    if separator is None and len(raw) > MOST_LENGTH:
        return ArmyLine(
            number,
            raw,
            fault=say("More than {most_length} characters: not read.", most_length=MOST_LENGTH),
        )
    if separator is None and _is_heading(" ".join(raw.split())):
        return ArmyLine(number, raw)
    if separator is not None:
        return _columns(ArmyLine(number, raw), [cell.strip() for cell in raw.split(separator)])
    return _sentence(ArmyLine(number, raw), place)


def _names_no_points(lines: Sequence[str]) -> bool:
    """Tell whether a list is posted with names alone. A number up to 4 may be a caster's version,
    so such lines count neither way.
    """
    if any(";" in line or "\t" in line or section(line) for line in lines):
        return False
    entries = [" ".join(unbulleted(line).split())[:MOST_LENGTH] for line in lines]
    entries = [entry for entry in entries if _LABEL.match(entry) or not _is_heading(entry)]
    unversioned = [entry for entry in entries if not _VERSION.search(entry)]
    return bool(unversioned) and all(said_cost(entry).points is None for entry in unversioned)


def _without_points(line: ArmyLine, place: ListContext, following: str, *, led: bool) -> ArmyLine:
    """Return an entry of a list that names no points: the first one leads it. ``following`` is the
    line below, ``led`` whether the caster stands above.
    """
    words = " ".join(unbulleted(line.text).split())
    if len(line.text) > MOST_LENGTH:
        return replace(
            line,
            fault=say("More than {most_length} characters: not read.", most_length=MOST_LENGTH),
        )
    label = _LABEL.match(words)
    if not label and _is_heading(words):
        return line
    kind, words = said_kind(_LABEL.sub("", words))
    titled = leader_line(words)
    words = titled.name if titled else words
    character = bool(_CHARACTER.search(words))
    models, said_models, words, doubt = _models(_CHARACTER.sub("", words).rstrip())
    name = words.strip(" -–:,*")
    officers = bool(_OFFICERS.search(following)) or is_attachment(following)
    has_officer = officers and depth(following) > depth(line.text)
    if kind is None and (label or titled or (not led and not said_models and not has_officer)):
        guess = Guess(Kind.CASTER)
    elif kind is not None:
        guess = Guess(kind)
    elif place.follows_unit and (is_attachment(name) or _OFFICERS.search(name)):
        guess = Guess(Kind.ATTACHMENT)
    else:
        several = has_officer or (said_models and models > 1)
        guess = kind_without_points(place, name, several=several)
    if guess.kind is Kind.UNIT and not said_models:
        models, doubt = FULL, say("Taken as {full} models: is that right?", full=FULL)
    if guess.kind is Kind.ATTACHMENT and _OFFICERS.search(name) and not said_models:
        models = 2
    holder = place.holder
    attached = guess.kind is Kind.SOLO and bool(holder and holder.kind is Kind.CASTER)
    row = ArmyRow(name, guess.kind, None, models, character, otherwise=guess.otherwise)
    return replace(_checked(line, row), doubt=doubt or guess.doubt, attached=attached)


def _is_flat(lines: Sequence[str]) -> bool:
    """Tell whether no entry is indented more than another, so that none shows what it is under."""
    depths = {
        depth(line)
        for line in lines
        if line.strip() and ";" not in line and not _is_heading(" ".join(line.split()))
    }
    return not depths or max(depths) - min(depths) < A_STEP


def _is_heading(words: str) -> bool:
    """Return no entry; but a caster with points, or an entry that lists part of its models, is
    one.
    """
    if not _HEADING.match(words):
        return False
    if _LABEL.match(words):
        return not said_cost(words).is_caster
    lead, slash, _ = words.partition("/")
    entry = slash and not _TOTAL.search(words) and said_cost(words).points is not None
    return not (entry and any(letter.isalpha() for letter in lead) and not _HEADING.match(lead))


def _columns(line: ArmyLine, cells: Sequence[str]) -> ArmyLine:
    """Name, then in any order a kind, the points and the models (a second number)."""
    for place, cell in enumerate(cells):
        if either := guessed_kinds(cell):
            line_read = _columns(line, [*cells[:place], either[0].value, *cells[place + 1 :]])
            return _guessed(line_read, either[1])
    character = any(_CHARACTER.fullmatch(cell) for cell in cells[1:])
    free = any(cell.casefold() == "free" for cell in cells[1:])
    parts = (
        cell for cell in cells[1:] if cell.casefold() != "free" and not _CHARACTER.fullmatch(cell)
    )
    cells = [cells[0], *parts]
    name, rest = unbulleted(cells[0]), [cell for cell in cells[1:] if cell]
    if name.casefold() == "name" and not any(cell.isdigit() for cell in rest):
        return line
    kinds = [cell for cell in rest if cell.casefold() in KINDS]
    numbers = [cell for cell in rest if re.fullmatch(r"\+?\d{1,6}", cell)]
    strange = [cell for cell in rest if cell not in kinds and cell not in numbers]
    if strange:
        odd = strange[0] if len(strange[0]) <= 40 else f"{strange[0][:40]}…"
        return replace(line, fault=say("“{odd}” is neither a kind nor a number.", odd=odd))
    if not name or len(numbers) > 2:
        return replace(line, fault=say("Write name; kind; points; models."))
    kind = KINDS[kinds[0].casefold()] if kinds else None
    blank = len(cells) == 4 and not cells[2]
    if blank:  # without a cost, as `army_text` writes it
        numbers = ["", *numbers]
    points = int(numbers[0]) if numbers and numbers[0] else None
    models = int(numbers[1]) if len(numbers) == 2 else 1
    if kind is None:
        kind = Kind.UNIT if models > 1 else Kind.SOLO
    return _checked(line, ArmyRow(name, kind, points, models, character, free))


def _guessed(line: ArmyLine, otherwise: Kind) -> ArmyLine:
    """Return a kind that was saved as a guess stays one."""
    if line.row is None:
        return line
    row = replace(line.row, otherwise=otherwise)
    return replace(
        line, row=row, doubt=EITHER.format(kind=say(row.kind.value), otherwise=say(otherwise.value))
    )


def _sentence(line: ArmyLine, place: ListContext) -> ArmyLine:
    words = " ".join(unbulleted(line.text).split())
    kind, words = said_kind(_LABEL.sub("", _NOISE.sub("", words).strip()))
    if titled := leader_line(words):
        kind, words = kind or Kind.CASTER, titled.name
    words = _STRENGTH.sub("", words)
    words = re.sub(r"^\([A-Z][\w' ]+ \d\)\s+", "", words)  # "(Haley 2) Major Victoria Haley"
    character = bool(_CHARACTER.search(words))
    words = _CHARACTER.sub("", words).rstrip()
    cost = said_cost(words)
    models, said_models, words, doubt = _models(cost.rest)
    name = words.strip(" -–:,*")
    guess = _kind(name, cost, place, line.text, kind, unit=said_models and models > 1)
    row = ArmyRow(name, guess.kind, cost.points, models, character, cost.is_free, guess.otherwise)
    if row.kind is Kind.ATTACHMENT and _OFFICERS.search(name) and not said_models:
        row = replace(row, models=2)
    if part := _FRACTION.search(name):
        doubt = doubt or say(
            "What is “{group}”? Write the models as “10 models”.", group=part.group()
        )
    if cost.points is None:
        doubt = doubt or say("No points in this line: without a cost?")
    elif cost.is_free and not cost.points:
        doubt = doubt or say("Free here. What is on its card? Write “name; solo; points; free”.")
    holder = place.holder
    attached = row.kind is Kind.SOLO and bool(holder and holder.kind is Kind.CASTER)
    return replace(_checked(line, row), doubt=doubt or guess.doubt, attached=attached)


def _kind(
    name: str, cost: Cost, place: ListContext, line: str, known_kind: Kind | None, *, unit: bool
) -> Guess:
    """Return what the line or its heading says, else what it most likely is. ``unit``: several
    models were named.
    """
    holder = place.holder
    under_unit = holder is not None and holder.kind is Kind.UNIT
    if known_kind is not None:
        return Guess(known_kind)
    if cost.is_caster:
        return Guess(Kind.CASTER)
    attachment = is_attachment(name)
    if place.follows_unit and (attachment or _OFFICERS.search(name)):
        return Guess(Kind.ATTACHMENT)
    if unit and not under_unit:
        return Guess(Kind.UNIT)
    if place.headed is not None and not (under_unit or attachment):
        return Guess(place.headed)
    if holder is None and not attachment:
        return alone(place, name, cost.points)
    return kind_under(place, line, name, cost.points)


def _models(words: str) -> tuple[int, bool, str, str]:
    """Models, whether the line said so, the rest of it, and what to look at."""
    crew = _CREW.search(words)
    if crew:  # "Leader & 9 Grunts"
        return int(crew.group("more")) + 1, True, words[: crew.start()], ""
    numbered = _NUMBERED.search(words)
    if numbered:
        count = next(int(group) for group in numbered.groups() if group)
        return count, True, words[: numbered.start()] + words[numbered.end() :], ""
    first = _FIRST.match(words)
    if first and int(first.group(1)):  # "3 Rocketeers"
        models = int(first.group(1))
        doubt = say("Taken as {models} models: is that right?", models=models) if models > 1 else ""
        return models, True, words[first.end() :], doubt
    full = _FULL.search(words)
    if full:
        models = LEAST if full.group(1).casefold() == "min" else FULL
        rest = words[: full.start()] + words[full.end() :]
        return models, True, rest, say("Taken as {models} models: is that right?", models=models)
    named = _NAMED.search(words)
    if named:  # "Sevryn, Rhylyss, and Vysarr"
        names = [name for name in re.split(r",|&|\band\b", named.group("names")) if name.strip()]
        return len(names), True, words[: named.start()], ""
    return 1, False, words, ""


def _checked(line: ArmyLine, row: ArmyRow) -> ArmyLine:
    if not row.name:
        return replace(line, fault=say("There is no name in this line."))
    if not 1 <= row.models <= 60:
        return replace(line, fault=say("{models} models: an entry has 1 to 60.", models=row.models))
    if row.points is not None and row.points > 99:
        return replace(
            line, fault=say("{points} points: an entry costs at most 99.", points=row.points)
        )
    return replace(line, row=row)
