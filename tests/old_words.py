"""Words of the older packets that Steamroller 2026 has others for, in English and German.

Derived from the packets' texts: each is in one of 2012 to 2017, and neither in that of 2026 nor
in what this packet's file says of it. "Control points" stand in the text of 2026 by mistake.
"""

import re

FIELD = re.compile(r"\{[^{}]*\}")
OLD = re.compile(
    r"\b(casters?|warcasters?|warlocks?|control(s|led|ling)?|CP|dominat\w+|first players?"
    r"|second players?|(goes|going|went|go) first|theme\w*|tiers?|contracts?|pacts?|judges?"
    r"|EOs?|organizer|referees?)\b|(?<!deployment )\bzones?\b",
    re.IGNORECASE,
)
OLD_GERMAN = re.compile(
    r"\b(Caster\w*|Warcaster\w*|Warlocks?|KP|Kontroll\w*|kontrollier\w*|dominier\w*"
    r"|erste[nrs]? Spieler\w*|zweite[nrs]? Spieler\w*|Schiedsr\w*|Thema|Themen|Theme\w*|Stufen?"
    r"|Vertr[aä]g\w*|Pakte?|Zonen?)\b",
    re.IGNORECASE,
)


def old_word(text: str, *, german: bool = False) -> str:
    """The first old word in a text, without the names of its fields; empty for none."""
    plain = FIELD.sub("…", text).replace("&", "")
    found = (OLD_GERMAN if german else OLD).search(plain)
    return found[0] if found else ""
