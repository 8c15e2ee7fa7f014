"""Reads whole list sheets: finds their headings, and where one list ends and the next begins. The
entries are read by ``app.engine.armies.parse.entries``.
"""

import re
from collections.abc import Sequence

from msgspec import Struct

from app.engine.armies.parse.columns import as_columns
from app.engine.armies.parse.counts import is_sum
from app.engine.armies.parse.dress import strip_marks, unquote
from app.engine.armies.parse.kind_guess import is_war_room, war_room_title
from app.engine.armies.parse.phrases import leader_line, said_cost, section, strip_bullet
from app.engine.armies.parse.points_first import Current, LineRole, is_points_first, read_current
from app.engine.frozen import replace
from app.engine.language import group_digits, say
from app.engine.packet.list_rules import Faction

MOST_TEXT = 50_000
"""The most characters of all lists in one text; a longer text is not a list."""

_ORDINAL = (
    r"first|second|third|[123](?:st|nd|rd)?|erste|zweite|dritte|premi[èe]re|deuxi[èe]me|troisi[èe]me"
    r"|primera|segunda|tercera"
)
_NEXT = re.compile(
    rf"^\W*(?:list[ae]?\s*(?:no\.?|n°|nr\.?|#)?\s*(?:\d+|[A-H])\b|(?:{_ORDINAL})\.?\s+list[ae]?\b)"
    r"\W*(?P<name>.*?)\W*$",
    re.IGNORECASE,
)
_SECTION = re.compile(r"^\W*(specialists?|reinforcements?)\b(?!\s*;)[^;]*$", re.IGNORECASE)
_FIELD = re.compile(
    r"^\W*(name|faction|fraktion|facci[óo]n|fazione|tema|theme(?: force)?|thème|thema"
    r"|contract|pact|tiers?|points|objective|objectif(?: steamroller)?|objo"
    r"|army|armée|armee)\s*[:=]\s*(.*)$",
    re.IGNORECASE,
)
# Conflict Chamber: "Cygnar Army - 75 / 75 points", "[Theme] Heavy Metal".
_HEADED = re.compile(
    r"^\s*(?:\[theme\]\s*(?P<theme>\S.*)|(?P<faction>\w+(?: +\w+)*?)\s+army\s+-\s+"
    r"(?P<points>\d+)\s*/.*)$",
    re.IGNORECASE,
)
_RULE = re.compile(r"^\s*[-–—_=~*]+\s*$")
_SYSTEM = re.compile(r"^\s*system\s*:", re.IGNORECASE)
_BESIDE = re.compile(r"^\s*(?:player|city|club)\s*:", re.IGNORECASE)
_LABELLED = re.compile(r"^\s*[^\W\d][\w ]*:\s")
_IN_BRACKETS = re.compile(r"^\s*[(\[](?P<theme>[^()\[\]\d]+)[)\]]\s*$")
_FACTION_ALONE = re.compile(
    r"^\s*(?:cygnar|khador|cryx|(?:protectorate(?: of menoth)?|menoth)|retribution(?: of scyrah)?"
    r"|convergence(?: of cyriss)?|crucible guard|mercenar(?:ies|y)|circle(?: orboros)?"
    r"|legion(?: of everblight)?|skorne|trollbloods?|grymkin|minions?|infernals)\s*:?\s*$",
    re.IGNORECASE,
)
MOST_LINE = 300
_CONTRACTED = ("mercenaries", "minions")
"""Factions whose contract or pact War Room writes between faction and name."""
_KEYS = {
    **dict.fromkeys(("theme force", "thème", "thema", "tema", "contract", "pact"), "theme"),
    **dict.fromkeys(("objectif", "objectif steamroller", "objo"), "objective"),
    **dict.fromkeys(
        ("fraktion", "facción", "faccion", "fazione", "army", "armée", "armee"), "faction"
    ),
    "tiers": "tier",
}


class Sheet(Struct, frozen=True):
    """A list as text: its fields, and the text of the entries of each part."""

    name: str = ""
    faction: str = ""
    theme: str = ""
    tier: int = 0
    points: int = 0
    objective: str = ""
    cards: tuple[str, ...] = ()
    """The names of the command cards that belong to the list."""
    army: str = ""
    specialists: str = ""
    reinforcements: str = ""


def read_sheets(text: str, factions: Sequence[Faction] = ()) -> tuple[Sheet, ...]:
    """Return one sheet for each heading such as "List 2" or the heading of a list builder. Without
    headings, return one sheet for the whole text. ``factions`` are the packet's, for lists of the
    current edition.
    """
    text = unquote(text)
    if is_points_first(text):
        return tuple(_current_sheet(each) for each in read_current(text, factions))
    sheets: list[dict[str, str]] = [{}]
    part, awaits_title = "army", False
    lines = as_columns(text.splitlines())
    bare = not any(_has_points(line) for line in lines)
    for number, raw in enumerate(lines):
        line = strip_marks(raw)
        following, extras = _NEXT.match(line), _SECTION.match(line)
        field, headed = _FIELD.match(line), _HEADED.match(line)
        untitled = awaits_title and bool(line.strip())
        awaits_title = awaits_title and not untitled
        parted = _RULE.match(line) and _leads(lines[number + 1 :], bare=bare)
        if following:
            _begin(sheets, _is_begun(sheets[-1]))
            sheets[-1]["name"], part = following["name"].strip(), "army"
        elif is_war_room(line):
            _begin(sheets, bool(sheets[-1].get("army", "").strip()))
            part, awaits_title = "army", True
        elif parted or _SYSTEM.match(line):
            _begin(sheets, _has_entries(sheets[-1].get("army", "")))
            part = "army"
            sheets[-1]["army"] = sheets[-1].get("army", "") + ("" if parted else f"{line}\n")
        elif is_sum(line) and not (field and field.group(1).casefold() == "points"):
            sheets[-1]["army"] = f"{sheets[-1].get('army', '')}{line}\n"
        elif extras:
            part = extras.group(1).casefold().rstrip("s") + "s"
        elif field and field.group(2).strip():
            _take_field(sheets, field.group(1).casefold(), field.group(2).strip(" \t-–."))
        elif headed:
            again = bool(headed["faction"] and sheets[-1].get("army", "").strip())
            part = "army" if again else part
            _begin(sheets, again)
            sheets[-1] |= {key: value.strip() for key, value in headed.groupdict().items() if value}
        elif untitled and war_room_title(line):
            sheets[-1] |= _read_title(line)
        elif _FACTION_ALONE.match(line) and "faction" not in sheets[-1]:
            sheets[-1]["faction"] = line.strip(" :")
        elif not _BESIDE.match(line):
            sheets[-1][part] = f"{sheets[-1].get(part, '')}{line}\n"
    return tuple(map(_sheet, sheets))


def _has_points(line: str) -> bool:
    return said_cost(" ".join(line[:MOST_LINE].split())).points is not None


def _leads(lines: Sequence[str], *, bare: bool) -> bool:
    """Tell whether another list begins below a line of dashes. It must begin with its caster or, in
    a text without points, with any name.
    """
    first = next((line for line in lines if line.strip()), "")[:MOST_LINE]
    return bool(first) and (bare or said_cost(first).is_caster)


def _is_begun(sheet: dict[str, str]) -> bool:
    """Tell whether the sheet already has entries or a name, so that the next heading begins another
    one.
    """
    return bool(sheet.get("army", "").strip() or sheet.get("name"))


def _has_entries(army: str) -> bool:
    return any(line.strip() and not _LABELLED.match(line) for line in army.splitlines())


def _take_field(sheets: list[dict[str, str]], key: str, value: str) -> None:
    """Store a field of the list. Forward Kommander writes "Caster - theme force" as the faction,
    and some people write the theme force above its tiers.
    """
    sheet = sheets[-1]
    key = _KEYS.get(key, key)
    head, _, theme = (part.strip() for part in value.partition(" - "))
    if key == "faction" and theme and not _FACTION_ALONE.match(head):
        sheet["theme"] = theme
        others = (other["faction"] for other in reversed(sheets) if other.get("faction"))
        value = next(others, "")
    lines = sheet.get("army", "").splitlines()
    if key == "tier" and "theme" not in sheet and len(lines) == 1 and lines[0].strip():
        sheet["theme"], sheet["army"] = lines[0].strip(), ""
    sheet[key] = value


def _current_sheet(current: Current) -> Sheet:
    entries = (
        line.text
        for line in current.lines
        if line.role not in {LineRole.HEADING, LineRole.CARD}
        or is_sum(line.text)
        or section(line.text)
    )
    return Sheet(
        name=current.title,
        faction=current.faction,
        theme=current.army,
        points=current.size,
        cards=current.cards,
        army="\n".join(entries),
    )


def _begin(sheets: list[dict[str, str]], following: bool) -> None:
    if following:
        sheets.append({})


def _read_title(line: str) -> dict[str, str]:
    """Read a title like "Cygnar - name" or "Mercenaries - contract - name"."""
    parts = [part.strip() for part in re.split(r"\s-(?=\s|$)", line, maxsplit=2)]
    fields = {"faction": parts[0]}
    if len(parts) == 3 and parts[0].casefold() in _CONTRACTED:
        fields["theme"] = parts[1]
        parts = [parts[0], parts[2]]
    return {**fields, "name": " - ".join(parts[1:])} if parts[1:] else fields


def is_whole_sheet(text: str, factions: Sequence[Faction] = ()) -> bool:
    """Tell whether a pasted text has more than the entries of one army and has to be split."""
    first, *others = read_sheets(text, factions)
    return bool(others) or replace(first, army="") != Sheet()


def is_faction(words: str) -> bool:
    """Tell whether the words are a faction's name, whatever the packet."""
    return bool(_FACTION_ALONE.match(words))


def text_fault(text: str) -> str:
    """Return why a text cannot hold lists; empty when it can."""
    if not text.strip():
        return say("There is no text to import lists from. Copy a list first.")
    if len(text) > MOST_TEXT:
        return say(
            "That is not a list: it has more than {most} characters. Nothing was imported.",
            most=group_digits(MOST_TEXT),
        )
    return ""


def _sheet(parts: dict[str, str]) -> Sheet:
    army, bracketed = _without_theme(parts.get("army", "").strip("\n"))
    first = next((line for line in army.splitlines() if line.strip()), "")
    leader = leader_line(strip_bullet(first))
    theme, tier = (leader.theme, leader.tier) if leader else ("", 0)
    return Sheet(
        name=parts.get("name", ""),
        faction=parts.get("faction", ""),
        theme=parts.get("theme", "") or theme or bracketed,
        tier=min(_number(parts.get("tier", "")), 9) or tier,
        points=_number(parts.get("points", "")),
        objective=parts.get("objective", ""),
        army=army,
        specialists=parts.get("specialists", "").strip("\n"),
        reinforcements=parts.get("reinforcements", "").strip("\n"),
    )


def _without_theme(army: str) -> tuple[str, str]:
    """Return the entries without a theme in brackets on their first or last line, and that
    theme.
    """
    lines = army.splitlines()
    for place in (0, len(lines) - 1):
        if lines and (match_ := _IN_BRACKETS.match(lines[place])):
            del lines[place]
            return "\n".join(lines).strip("\n"), match_["theme"].strip()
    return army, ""


def _number(text: str) -> int:
    """Return the first number in a text. In "49/50", that is the number of points spent."""
    match_ = re.search(r"\d{1,3}", text)
    return int(match_.group()) if match_ else 0
