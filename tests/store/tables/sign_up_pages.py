"""Pages of the sign-up site made after its public shape, with made-up people and armies."""

from collections.abc import Sequence
from html import escape

from msgspec import Struct

FIRST = ("Ana", "Bo", "Cleo", "Dirk", "Eda", "Finn", "Gül", "Hugo")
FAMILY = ("Lind", "Reed", "O’Neill", "Groß", "Żak")
NICKNAMES = ("ace", "", "The Wall", "", "zoom & boom")
ARMIES = (
    "Southern Kriels - Kithguard", "Dusk - House Kallyss", "Khador - Winter Korps",
    "Cygnar - Storm Legion", "Orgoth - Sea Raiders", "Trollbloods - United Kriels",
    "Cryx - Necrofactorium", "Khymaera - Shadowflame Shard",
)  # fmt: skip
TEAMS = ("Red Foxes", "Die Raben", "Oak & Ash", "<No Name>", "Żubry", "Les Ours", "Lynx", "Tusk")
EVENT = 815


class Person(Struct, frozen=True):
    """A player as the site has them."""

    user: int
    name: str
    nickname: str
    army: str


def people(count: int) -> list[Person]:
    """Return so many players; no two have the same name."""
    return [
        Person(
            4701 + place,
            f"{FIRST[place % 8]} {FAMILY[place // 8 % 5]}",
            NICKNAMES[place % 5],
            ARMIES[place * 3 % 8],
        )
        for place in range(count)
    ]


def link(person: Person) -> str:
    nickname = f' <span class="nick">“{escape(person.nickname)}”</span>' * bool(person.nickname)
    first, _, family = person.name.partition(" ")
    return (
        f'<a href="#" onclick="pop_user({person.user},{EVENT}); return false;">'
        f"{escape(first)}{nickname} {escape(family)}</a> <small>#{person.user}</small>"
    )


def pictures(armies: Sequence[str]) -> str:
    images = "".join(f'<img src="x.png" title="{escape(army)}">' for army in armies)
    return f'<div class="factions">{images}</div>'


def team(place: int, members: Sequence[Person], armies: Sequence[str] | None = None) -> str:
    """Return a team's block. ``armies`` where they are not its players'."""
    links = "<br>".join(map(link, members))
    armies = [person.army for person in members] if armies is None else armies
    return (
        f'<div class="player" id="player_{90 + place}">'
        f'<a href="#" onclick="pop_team({90 + place})">{escape(TEAMS[place])}</a>'
        f'<div class="team_members">{links}</div>{pictures(armies)}</div>'
    )


def single(person: Person, *, games: str = "") -> str:
    return (
        f'<div class="player" id="player_{person.user}">{link(person)}'
        f"{pictures([person.army])}</div>{games}"
    )


def game(person: Person, number: int, opponent: Person, army: str) -> str:
    """Return a game below its player, whose army is ``army``."""
    other = opponent.army.partition(" - ")[2]
    return (
        f'<div class="player accordion {person.user}">R{number} {link(opponent)}'
        f'<img title="Ada  Sterling - {army} Leader"> vs <img title="Bo Kell - {other}  Leader">'
        "</div>"
    )


def lists(*titled: tuple[str, str], owner: Person | None = None) -> str:
    """Return the panel of lists; a title may be missing."""
    tables = "".join(
        '<table class="list">'
        + (f"<tr><th>{escape(title)}</th></tr>" if title else "")
        + f"<tr><td>{escape(text).replace(chr(10), '<br />')}</td></tr></table>"
        for title, text in titled
    )
    return f'<div id="edit_player_list">{link(owner) if owner else ""}{tables}</div>'


def page(*parts: str, charset: str = "utf-8") -> str:
    """Return a page as a browser saves it, with what stands around the panels."""
    return (
        f'<!DOCTYPE html>\n<html><head><meta charset="{charset}"><title>Spring Clash</title>'
        '<script>function pop_user(u,e){ if (u<e) open("<div class=player>"); }</script></head>'
        '<body><nav><a onclick="pop_user(1,0)">You</a></nav><div class="panel">'
        + "\n".join(parts)
        + "</div><p>© Sign-up site</p></body></html>\n"
    )


def teams_page(count: int = 8, size: int = 5) -> str:
    everybody = people(count * size)
    return page(
        *(team(place, everybody[place * size : (place + 1) * size]) for place in range(count))
    )


def players_page(count: int = 40) -> str:
    return page(*map(single, people(count)))
