"""Reads lists of the current edition, whose app writes the points before each name: a line with the
army, the size, command cards, Leaders without points, and entries. Other lists are read by
``app.engine.armies.parse.sheets`` and ``entries``.
"""

import re
from collections.abc import Iterator, Sequence
from enum import Enum
from itertools import takewhile

from msgspec import Struct, field

from app.engine.armies.army import Kind
from app.engine.armies.factions import armies_of, faction_of, match_spelling
from app.engine.armies.parse.phrases import section
from app.engine.packet.list_rules import Faction

MOST_LEADERS = 2
LONGEST_LINE = 300
"""The most characters of a line that can belong to a list."""
FEWEST = 2
LEAST_POINTS = 25
"""The sum of the points in front of lines from which a text counts as a list of this edition, even
if none is expected. A few models of an earlier edition have less.
"""

_SIZE = re.compile(
    r"^\W*(?:(?:recon|skirmish|pitched battle|grand melee)\s*[-–—:]\s*(?P<size>\d{2,3})\s*"
    r"(?:pts?|points)?|total points\W*\d{1,3}\s*/\s*(?P<total>\d{2,3}))\W*$",
    re.IGNORECASE,
)
_CARDS = re.compile(
    r"^\W*(?:PC|command|objective|tactics|battle plan)?\s*cards?\s*(?:\(\d+\))?\W*$", re.IGNORECASE
)
_ENTRY = re.compile(
    r"^\s*(?P<points>\d{1,2})(?:\s*(?:pts?|points?)\b\.?)?(?:\s*[-–:]\s+|\s+)(?P<name>[^\W\d].*?)\s*$",
    re.IGNORECASE,
)
_NO_POINTS = re.compile(r"\s*[(\[]\s*0\s*(?:pts?|points?)?\s*[)\]]\s*$", re.IGNORECASE)
"""Matches the mark behind a Leader's name that it costs no points."""
_OLD_COST = re.compile(
    r"(?:[(\[]|[-–:,+*]\s*)(?!0\b)\d+\s*(?:pts?|points)?\s*[)\]]*\s*$|[1-9]\d*\s*pts?\W*$"
)
_BARE_SIZE = re.compile(r"^\W*(?P<size>30|50|75|100)\s*(?:pts|points)\W*$", re.IGNORECASE)
"""Matches a size without its name; in older lists it is a sum."""
_PART = re.compile(
    r"^\s*[-*•]?\s*(?P<where>[^\W\d][\w ]*?)\s*:\s*(?P<name>\S.*?)(?:\s+(?P<points>\d{1,2}))?\s*$"
)
_BESIDE = re.compile(
    r"^\W*(?:total|sum|points|player|list|army|faction|theme|notes?|club|city|event|date|cards?"
    r"|command cards?|generated|build id)\b[^:]*:",
    re.IGNORECASE,
)
"""Matches lines below the entries that are about the whole list."""
_COHORT = re.compile(r"^\W*(?:leaders?|cohorts?|structures?)\W*$", re.IGNORECASE)
"""Matches headings of the current edition that name no kind."""
_BULLET = re.compile(r"^\s*[-*•·–]\s*(?=[^\W_])")
_RUNNING = re.compile(r"\s+\d{1,2}$")
_BOTH = re.compile(r"\s[-–—]\s")


class LineRole(Enum):
    """The role of a line in a list."""

    HEADING = "heading"
    CARD = "card"
    LEADER = "leader"
    ENTRY = "entry"
    PART = "part"
    """A part of the custom warjack above."""
    STRANGE = "strange"
    """A line without points among the entries."""


class Line(Struct):
    """A line and its role. An entry has its name and points, and holds its parts."""

    number: int
    text: str
    role: LineRole
    name: str = ""
    points: int | None = None
    parts: list[str] = field(default_factory=list)
    adds_up: bool = False
    """True if the entry's points are the sum of the points of its parts."""
    headed: Kind | None = None
    """The kind in the heading above the line."""

    @property
    def full_name(self) -> str:
        """The name with the parts: "Vanguard (Head: Shield Guard, Left: Hammer)"."""
        return f"{self.name} ({', '.join(self.parts)})" if self.parts else self.name

    @property
    def has_running_number(self) -> bool:
        """Tell whether the name ends in a running number, as the app writes it for the cohort."""
        return bool(_RUNNING.search(self.name))


class Current(Struct, frozen=True):
    """One list of the current edition."""

    lines: tuple[Line, ...]
    title: str = ""
    faction: str = ""
    army: str = ""
    size: int = 0

    @property
    def cards(self) -> tuple[str, ...]:
        return tuple(line.name for line in self.lines if line.role is LineRole.CARD)


def is_points_first(text: str, *, expected: bool = False) -> bool:
    """Tell whether a text is a list of the current edition: it names one of the edition's sizes, or
    has lines with points in front. If a list of the current edition is ``expected``, one line with
    points in front is enough.
    """
    lines = [_without_bullet(line) for line in text.splitlines() if line.strip()]
    if any(_SIZE.match(line) for line in lines):
        return True
    if any(";" in line or "\t" in line.strip() for line in lines):
        return False
    entries = [match_ for line in lines if (match_ := _ENTRY.match(line))]
    enough = expected or sum(int(match_["points"]) for match_ in entries) >= LEAST_POINTS
    plain = (" ".join(line.split()) for line in lines if not _BARE_SIZE.match(line))
    dressed = any(map(_OLD_COST.search, plain))
    return len(entries) >= (1 if expected else FEWEST) and enough and not dressed


def _without_bullet(line: str) -> str:
    is_plain = len(line) > LONGEST_LINE or _PART.match(line)
    return line if is_plain else _BULLET.sub("", line)


def read_current(text: str, factions: Sequence[Faction] = ()) -> tuple[Current, ...]:
    """Return the lists in a text that `is_points_first`. ``factions`` are the packet's; they
    distinguish a line with the army from a title.
    """
    lines = list(enumerate(map(_without_bullet, text.splitlines()), start=1))
    return tuple(_current(part, factions) for part in _split(lines))


def _split(lines: list[tuple[int, str]]) -> list[list[tuple[int, str]]]:
    """Return the lines of each list. A list begins above its size and below the entries of the list
    before.
    """
    begins = [0]
    last_entry = -1
    for place, (_, text) in enumerate(lines):
        below = not any(between.strip() for _, between in lines[last_entry + 1 : place])
        if _is_entry(text) or _is_part(text) or (below and _closes(lines[place:])):
            last_entry = place
        elif _SIZE.match(text) and last_entry >= begins[-1]:
            begins.append(last_entry + 1)
    return [lines[begin:end] for begin, end in zip(begins, [*begins[1:], len(lines)], strict=True)]


def _closes(lines: list[tuple[int, str]]) -> bool:
    """Tell whether the first line is the sum at the end of a list. It is if no entry follows before
    the next size.
    """
    match_ = _SIZE.match(lines[0][1])
    following = takewhile(lambda line: not _is_entry(line[1]), lines[1:])
    sized = any(_SIZE.match(text) for _, text in following)
    return bool(match_ and match_["total"]) and (sized or not any(_is_entry(t) for _, t in lines))


def _is_entry(text: str) -> bool:
    return bool(_ENTRY.match(text)) and not _SIZE.match(text)


def _is_part(text: str) -> bool:
    return bool(_PART.match(text)) and text[:1].isspace()


def _current(lines: list[tuple[int, str]], factions: Sequence[Faction]) -> Current:
    begins = (
        place
        for place, (_, text) in enumerate(lines)
        if _is_entry(text) or (text.strip() and _has_parts(lines, place))
    )
    first = next(begins, len(lines))
    head_lines = [text for _, text in lines[:first]]
    sizes = [*map(_SIZE.match, head_lines)]
    sizes = sizes if any(sizes) else [*map(_BARE_SIZE.match, head_lines)]
    sized = next((at for at, size in enumerate(sizes) if size), None)
    named = (
        place for place, (_, text) in enumerate(lines[:first]) if any(_army_line(text, factions))
    )
    headed = sized if sized is not None else next(named, None)
    head = lines[: headed + 1] if headed is not None else []
    above = head[:-1] if sized is not None else head
    title, faction, army = _titles([text.strip() for _, text in above], factions)
    before = list(_before_entries(lines[len(head) : max(first, len(head))]))
    found = [Line(number, text, LineRole.HEADING) for number, text in head]
    found += before
    headings = [line.text for line in before if _is_kind_heading(line.text)]
    kinds = section(headings[-1]) if headings else None
    found += _entries(lines[max(first, len(head)) :], kinds[0] if kinds else None)
    match_ = sizes[sized] if sized is not None else None
    size = next((int(number) for number in match_.groups() if number), 0) if match_ else 0
    return Current(tuple(found), title, faction, army, size)


def _titles(lines: list[str], factions: Sequence[Faction]) -> tuple[str, str, str]:
    """Return the title, the faction and the army from the lines above the size. An army that the
    packet does not have is taken from a line "Faction - Army" below the title.
    """
    words = [line for line in lines if line]
    for line in reversed(words):
        faction, army = _army_line(line, factions)
        if faction or army:
            rest = [other for other in words if other is not line]
            return " ".join(rest), faction, army
    if len(words) > 1 and len(parts := _BOTH.split(words[-1], maxsplit=1)) == 2:
        return " ".join(words[:-1]), parts[0].strip(), parts[1].strip()
    return " ".join(words), "", ""


def _army_line(line: str, factions: Sequence[Faction]) -> tuple[str, str]:
    names = [each.name for each in factions]
    faction, *rest = (part.strip() for part in _BOTH.split(line, maxsplit=1))
    known = match_spelling(faction, names)
    if known in names:
        army = rest[0] if rest else ""
        return known, match_spelling(army, armies_of(factions, known))
    alone = match_spelling(line, armies_of(factions))
    return (faction_of(factions, alone), alone) if faction_of(factions, alone) else ("", "")


def _is_kind_heading(text: str) -> bool:
    return bool(_COHORT.match(text)) or section(text) is not None


def _before_entries(lines: list[tuple[int, str]]) -> Iterator[Line]:
    """Yield the lines between the size and the entries: command cards below their heading, then
    Leaders.
    """
    cards_at = next((place for place, (_, text) in enumerate(lines) if _CARDS.match(text)), None)
    words = [place for place, (_, text) in enumerate(lines) if text.strip()]
    names = [at for at in words if at != cards_at and not _is_kind_heading(lines[at][1])]
    led = _leaders_at(lines, names, cards_at is not None)
    for place in words:
        number, text = lines[place]
        heading = (
            _CARDS.match(text) or _is_kind_heading(text) or (cards_at is None and place not in led)
        )
        role = LineRole.LEADER if place in led else LineRole.HEADING if heading else LineRole.CARD
        yield Line(number, text, role, _NO_POINTS.sub("", text).strip(" -–*•\t"))


def _leaders_at(lines: list[tuple[int, str]], words: list[int], has_cards: bool) -> list[int]:
    """Return the positions of the lines with Leaders: the last line, and the line directly above
    it. If the list has cards, the upper line counts only if a blank line is above it.
    """
    last = words[-MOST_LEADERS:]
    if len(last) < MOST_LEADERS:
        return last
    touch = last[0] + 1 == last[1]
    above = last[0] - 1
    parted = above < 0 or not lines[above][1].strip()
    if not touch or (has_cards and (not parted or bool(_CARDS.match(lines[above][1])))):
        return last[1:]
    return last


def _entries(lines: list[tuple[int, str]], headed: Kind | None) -> list[Line]:
    """Return the lines from the first entry on. ``headed`` is the kind in the last heading above
    them.
    """
    found: list[Line] = []
    above: Line | None = None
    for place, (number, text) in enumerate(lines):
        entry, part = _ENTRY.match(text), _PART.match(text)
        if not text.strip():
            continue
        if _is_kind_heading(text):
            headed = (section(text) or (None,))[0]
        if entry:
            points = int(entry["points"])
            above = Line(number, text, LineRole.ENTRY, entry["name"], points, headed=headed)
            found.append(above)
        elif _has_parts(lines, place):
            above = Line(number, text, LineRole.ENTRY, text.strip(" -–*•\t"), 0, adds_up=True)
            found.append(above)
        elif part and above is not None and not _BESIDE.match(text):
            _add_part(above, part)
            found.append(Line(number, text, LineRole.PART))
        else:
            is_beside = _SIZE.match(text) or _BESIDE.match(text) or _is_kind_heading(text)
            role = LineRole.HEADING if is_beside else LineRole.STRANGE
            found.append(Line(number, text, role, text.strip()))
    return found


def _add_part(above: Line, part: re.Match[str]) -> None:
    above.parts.append(f"{part['where']}: {part['name']}")
    if above.adds_up:
        above.points = (above.points or 0) + int(part["points"] or 0)


def _has_parts(lines: list[tuple[int, str]], place: int) -> bool:
    """Tell whether the line at ``place`` is an entry whose points are the sum of the parts below
    it.
    """
    following = lines[place + 1][1] if place + 1 < len(lines) else ""
    return _is_part(following) and not _is_part(lines[place][1])
