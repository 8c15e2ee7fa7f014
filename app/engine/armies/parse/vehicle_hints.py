"""Finds out from a faction or the words of a list whether its casters lead jacks or beasts."""

import re

from app.engine.armies.army import Kind

_BEAST_FACTION = re.compile(
    r"\b(trollbl|circle|zirkel|cercle|skorne|(?<!storm )legion\b(?! of (?!everblight))|légion"
    r"|everblight|minion|grymkin|farrow|gatorm[ae]n|hordes)",
    re.IGNORECASE,
)
_JACK_FACTION = re.compile(
    r"\b(cygnar|khador|cryx|menoth|protect|protekt|retribution|scyrah|mercen|söldner|convergence"
    r"|konvergenz|cyriss|crucible guard|rhul|cephalyx|storm legion)",
    re.IGNORECASE,
)
_WARLOCK = re.compile(
    r"\b(borka|calandra|doomshaper|grissel|gunnbjorn|madrak|ragnor|kolgrima|baldur|bradigus|cassius"
    r"|grayle|kaya|kromac|krueger|mohsar|morvahna|tanith|wurmwood|makeda|hexeris|morghoul|rasheth"
    r"|xerxis|xekaar|zaal|zaadesh|naaresh|mordikaar|absylonia|bethayne|fyanna|kallus|kryssa|lylyth"
    r"|rhyas|saeryn|thagrosh|vayl|arkadius|barnabas|calaban|jaga-jaga|maelok|rask|sturm & drang)\b",
    re.IGNORECASE,
)
_WARCASTER = re.compile(
    r"\b(caine|haley|kraye|nemo|sloan|stryker|darius|sturgis|maddox|amon ad-raza|feora|harbinger of"
    r"|reclaimer|kreoss|reznik|severius|thyra|vindictus|malekus|durant|durst|harkevich|irusk"
    r"|karchev|old witch of|sorscha|strakhov|vlad|vladimir|zerkova|kozlov|agathia|asphyxious"
    r"|deneghra|goreshade|mortenebra|scaverous|skarre|venethrax|rahn|garryth|issyria|kaelyssa"
    r"|ossyan|ravyn|thyron|vyros|helynna|ashlynn|bartolo|damiano|durgen|macbain|magnus|ossrum"
    r"|shae|thexus|exulon|lucant|syntherion)\b",
    re.IGNORECASE,
)
_BEAST_WORDS = re.compile(
    _BEAST_FACTION.pattern
    + r"|\b(runebearer|krielstone|fell caller|northkin|paingiver|shifting stones|blighted nyss"
    r"|druids of orboros|warbeast|kriegsbestie|gargantuan|(lesser )?warlock)",
    re.IGNORECASE,
)
_JACK_WORDS = re.compile(
    _JACK_FACTION.pattern
    + r"|\b(warjack|kriegsjack|colossal|warcaster|trencher|stormblade|storm lance|iron fang"
    r"|winter guard|man-o-war|greylord|mechani[ck]|steelhead|flameguard|exemplar|mage hunter"
    r"|dawnguard|house shyeel|bane (thrall|knight)|satyxis|junior\b)",
    re.IGNORECASE,
)
_BEAST_POINTS = re.compile(r"\bWB\b")
_SYSTEM = re.compile(
    r"^\s*system\s*[:=]\s*(?:(?P<beasts>hordes)|warmachine)\b", re.IGNORECASE | re.MULTILINE
)


def said_vehicle(text: str, faction: str = "") -> Kind | None:
    """Return whether casters lead jacks or beasts; None if the text does not tell. The strongest
    hint comes first: the list builder's own words, then the faction, then a caster's name.
    """
    system = _SYSTEM.search(text)
    if _BEAST_POINTS.search(text) or (system and system["beasts"]):
        return Kind.BEAST
    return (
        _either(_BEAST_FACTION.search(faction), _JACK_FACTION.search(faction))
        or (Kind.JACK if system else None)
        or _either(_WARLOCK.search(text), _WARCASTER.search(text))
        or _either(_BEAST_WORDS.search(text), _JACK_WORDS.search(text))
    )


def _either(beasts: re.Match[str] | None, jacks: re.Match[str] | None) -> Kind | None:
    """Return the kind that only one of two matches suggests; None if both do, or neither."""
    if bool(beasts) is bool(jacks):
        return None
    return Kind.BEAST if beasts else Kind.JACK
