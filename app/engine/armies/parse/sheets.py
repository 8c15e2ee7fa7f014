"""Whole list sheets as text: their headings, and where one list ends and the next begins. Their
entries are read by ``app.engine.armies.parse.entries``.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from app.engine.armies.parse.kind_guess import is_war_room, war_room_title
from app.engine.armies.parse.phrases import leader_line, unbulleted
from app.engine.armies.parse.points_first import Current, Role, is_points_first, read_current
from app.engine.language import grouped, say
from app.engine.packet.list_rules import Faction

MOST_TEXT = 50_000
"""Characters of all lists that come in one text; what is longer is no list."""

_NEXT = re.compile(r"^\W*list\s*(?:no\.?|#)?\s*(\d+)\b\W*(.*)$", re.IGNORECASE)
_SECTION = re.compile(r"^\W*(specialists?|reinforcements?)\b(?!\s*;)[^;]*$", re.IGNORECASE)
_FIELD = re.compile(
    r"^\W*(name|faction|theme(?: force)?|contract|pact|tiers?|points|objective|army)"
    r"\s*[:=]\s*(.*)$",
    re.IGNORECASE,
)
# Conflict Chamber: "Cygnar Army - 75 / 75 points", "[Theme] Heavy Metal".
_HEADED = re.compile(
    r"^\s*(?:\[theme\]\s*(?P<theme>\S.*)|(?P<faction>\w+(?: +\w+)*?)\s+army\s+-\s+\d+\s*/.*)$",
    re.IGNORECASE,
)
_CONTRACTED = ("mercenaries", "minions")
"""War Room writes their contract or pact between faction and name."""
_KEYS = {"theme force": "theme", "contract": "theme", "pact": "theme", "tiers": "tier"}


@dataclass(frozen=True, slots=True)
class Sheet:
    """A list as text: its fields, and the entries of each part still to be read."""

    name: str = ""
    faction: str = ""
    theme: str = ""
    tier: int = 0
    points: int = 0
    objective: str = ""
    cards: tuple[str, ...] = ()
    """The names of its command cards."""
    army: str = ""
    specialists: str = ""
    reinforcements: str = ""


def read_sheets(text: str, factions: Sequence[Faction] = ()) -> tuple[Sheet, ...]:
    """Return one sheet for each "List 2" or list builder's heading, or one for the whole text.
    ``factions``: those of the packet, for lists of the current edition.
    """
    if is_points_first(text):
        return tuple(_current_sheet(each) for each in read_current(text, factions))
    sheets: list[dict[str, str]] = [{}]
    part, awaits_title = "army", False
    for line in text.splitlines():
        following, section = _NEXT.match(line), _SECTION.match(line)
        field, headed = _FIELD.match(line), _HEADED.match(line)
        untitled = awaits_title and bool(line.strip())
        awaits_title = awaits_title and not untitled
        if following:
            _begin(sheets, bool(any(value.strip() for value in sheets[-1].values())))
            sheets[-1]["name"], part = following.group(2).strip(), "army"
        elif is_war_room(line):
            _begin(sheets, bool(sheets[-1].get("army", "").strip()))
            part, awaits_title = "army", True
        elif section:
            part = section.group(1).casefold().rstrip("s") + "s"
        elif field and field.group(2).strip():
            key = field.group(1).casefold()
            key = _KEYS.get(key, "faction" if key == "army" else key)
            sheets[-1][key] = field.group(2).strip()
        elif headed:
            again = bool(headed["faction"] and sheets[-1].get("army", "").strip())
            part = "army" if again else part
            _begin(sheets, again)
            sheets[-1] |= {key: value.strip() for key, value in headed.groupdict().items() if value}
        elif untitled and war_room_title(line):
            sheets[-1] |= _titled(line)
        else:
            sheets[-1][part] = f"{sheets[-1].get(part, '')}{line}\n"
    return tuple(map(_sheet, sheets))


def _current_sheet(current: Current) -> Sheet:
    entries = (line.text for line in current.lines if line.role not in {Role.HEADING, Role.CARD})
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


def _titled(line: str) -> dict[str, str]:
    """ "Cygnar - name" or "Mercenaries - contract - name"."""
    parts = [part.strip() for part in re.split(r"\s-(?=\s|$)", line, maxsplit=2)]
    fields = {"faction": parts[0]}
    if len(parts) == 3 and parts[0].casefold() in _CONTRACTED:
        fields["theme"] = parts[1]
        parts = [parts[0], parts[2]]
    return {**fields, "name": " - ".join(parts[1:])} if parts[1:] else fields


def is_whole_sheet(text: str, factions: Sequence[Faction] = ()) -> bool:
    """Tell whether a text is more than the entries of one army: to be taken apart when it is
    pasted.
    """
    first, *others = read_sheets(text, factions)
    return bool(others) or replace(first, army="") != Sheet()


def text_fault(text: str) -> str:
    """Return why a text cannot hold lists; empty when it can."""
    if not text.strip():
        return say("There is no text to take lists from. Copy a list first.")
    if len(text) > MOST_TEXT:
        return say(
            "That is no list: it has more than {most} characters. Nothing was taken.",
            most=grouped(MOST_TEXT),
        )
    return ""


def _sheet(parts: dict[str, str]) -> Sheet:
    army = parts.get("army", "").strip("\n")
    first = next((line for line in army.splitlines() if line.strip()), "")
    leader = leader_line(unbulleted(first))
    theme, tier = (leader.theme, leader.tier) if leader else ("", 0)
    return Sheet(
        name=parts.get("name", ""),
        faction=parts.get("faction", ""),
        theme=parts.get("theme", "") or theme,
        tier=min(_number(parts.get("tier", "")), 9) or tier,
        points=_number(parts.get("points", "")),
        objective=parts.get("objective", ""),
        army=army,
        specialists=parts.get("specialists", "").strip("\n"),
        reinforcements=parts.get("reinforcements", "").strip("\n"),
    )


def _number(text: str) -> int:
    """Return the first number: of "49/50" the points that were spent."""
    match_ = re.search(r"\d{1,3}", text)
    return int(match_.group()) if match_ else 0
