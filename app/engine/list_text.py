"""Whole list sheets as text: what stands in the headings, and where one list ends and the next
begins. Their entries are read by ``app.engine.army_text``.
"""

import re
from dataclasses import dataclass

from app.engine.army_list import ArmyList
from app.engine.army_text import army_of, read_army

_NEXT = re.compile(r"^\W*list\s*(?:no\.?|#)?\s*(\d+)\b\W*(.*)$", re.IGNORECASE)
_SECTION = re.compile(r"^\W*(specialists?|reinforcements?)\b(?!\s*;)[^;]*$", re.IGNORECASE)
_FIELD = re.compile(
    r"^\W*(name|faction|theme(?: force)?|contract|pact|tiers?|points|objective|army)"
    r"\s*[:=]\s*(.*)$",
    re.IGNORECASE,
)
# Conflict Chamber: "Cygnar Army - 75 / 75 points", "[Theme] Heavy Metal".
_HEADED = re.compile(
    r"^\s*(?:\[theme\]\s*(?P<theme>\S.*)|(?P<faction>\w[\w ]*?)\s+army\s+-\s+\d+\s*/.*)$",
    re.IGNORECASE,
)
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
    army: str = ""
    specialists: str = ""
    reinforcements: str = ""


def read_sheets(text: str) -> tuple[Sheet, ...]:
    """One sheet for each "List 2" heading, or one for the whole text."""
    sheets: list[dict[str, str]] = [{}]
    part = "army"
    for line in text.splitlines():
        following, section = _NEXT.match(line), _SECTION.match(line)
        field = _FIELD.match(line)
        if following:
            if any(one.strip() for one in sheets[-1].values()):
                sheets.append({})
            sheets[-1]["name"], part = following.group(2).strip(), "army"
        elif section:
            part = section.group(1).casefold().rstrip("s") + "s"
        elif field and field.group(2).strip():
            key = field.group(1).casefold()
            key = _KEYS.get(key, "faction" if key == "army" else key)
            sheets[-1][key] = field.group(2).strip()
        elif headed := _HEADED.match(line):
            sheets[-1] |= {key: one.strip() for key, one in headed.groupdict().items() if one}
        else:
            sheets[-1][part] = f"{sheets[-1].get(part, '')}{line}\n"
    return tuple(map(_sheet, sheets))


def list_of_sheet(sheet: Sheet) -> ArmyList:
    """With its entries; lines that cannot be read are left out."""
    return ArmyList(
        army=army_of(read_army(sheet.army)),
        name=sheet.name,
        faction=sheet.faction,
        theme=sheet.theme,
        tier=sheet.tier,
        points=sheet.points,
        objective=sheet.objective,
        specialists=army_of(read_army(sheet.specialists)),
        reinforcements=army_of(read_army(sheet.reinforcements)),
    )


def _sheet(found: dict[str, str]) -> Sheet:
    return Sheet(
        name=found.get("name", ""),
        faction=found.get("faction", ""),
        theme=found.get("theme", ""),
        tier=min(_number(found.get("tier", "")), 9),
        points=_number(found.get("points", "")),
        objective=found.get("objective", ""),
        army=found.get("army", "").strip("\n"),
        specialists=found.get("specialists", "").strip("\n"),
        reinforcements=found.get("reinforcements", "").strip("\n"),
    )


def _number(text: str) -> int:
    """The first number: of "49/50" the points that were spent."""
    found = re.search(r"\d{1,3}", text)
    return int(found.group()) if found else 0
