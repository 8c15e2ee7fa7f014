"""Reads an event's page of the public sign-up site: its players, teams and lists, from whichever
panels were saved. Anything that is not understood is noted, and nothing is guessed.

    Teams    div.player #player_<team> has a link pop_team(<team>) with the team's name. For each
             player .team_members has a link pop_user(<user>,<event>) with the nickname in a span
             and "#<user>" after it, and .factions has a picture whose title is the army.
    Players  div.player has the same link to the player. Below it each game is a
             div.player.accordion <user>: "R1", the opponent's link, and two titles
             "<Leader> - <Army> Leader", of which the player's own comes first.
    Lists    #edit_player_list table.list has the title of a list in th and its text in td.
"""

import re
from collections.abc import Iterator, Sequence

from msgspec import Struct, field

from app.engine.frozen import replace
from app.engine.language import plural, say
from app.engine.text import join_words, shorten
from app.store.errors import StoreError
from app.store.tables.text import Row
from app.store.tables.web_page import SPACE, PageElement, read_page
from app.store.tables.workbook import Sheet, WrittenList

TEAM_LINK = re.compile(r"pop_team\s*\(\s*['\"]?(\d{1,12})")
USER_LINK = re.compile(r"pop_user\s*\(\s*['\"]?(\d{1,12})")
EVENT_LINK = re.compile(r"pop_user\s*\(\s*['\"]?\d{1,12}['\"]?\s*,\s*['\"]?(\d{1,12})")
NUMBER = re.compile(r"#\s*(\d{1,12})\b")
LEADER = re.compile(r"(?P<leader>.+?) - (?P<army>.+?)(?: Leader)?", re.IGNORECASE)
QUOTES = " \t\"'“”„‘’«»()[]"
HEADINGS = ("ID", "Name", "Nickname", "Faction", "Army", "Team", "Seat")
MOST_NAMED = 4
LONGEST_TITLE = 200


class _Player(Struct, frozen=True):
    """A player as the page describes them."""

    name: str
    nickname: str = ""
    sign_up: str = ""
    army: str = ""
    """The player's army. If the page names the army's faction, the army comes after it."""
    team: str = ""
    seat: int = 0


class _Page(Struct):
    """The players, teams and lists that were read so far."""

    players: list[_Player] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    games: int = 0
    unsure: set[str] = field(default_factory=set)
    """The numbers of players for whom the page has different armies."""
    named: set[str] = field(default_factory=set)
    """The numbers of the players whose links were read."""


def is_sign_up_page(root: PageElement) -> bool:
    """Tell whether a page has anything that only the site's pages of events have."""
    return any(
        _target(element, USER_LINK)
        or _target(element, TEAM_LINK)
        or element.values.get("id") == "edit_player_list"
        for element in root.every()
    )


def sign_up_sheet(text: str, name: str = "") -> Sheet:
    """Return headings and a row for each player of the page, the players' army lists, and notes on
    anything that was not understood. Raises StoreError if this is another page.
    """
    root = read_page(text, name)
    page = _Page()
    for block in root.outermost(_is_block):
        _read_block(block, page)
    lists = tuple(_lists(root))
    players = _join_panels(page)
    if not players and not lists:
        raise _another_page(root, name)
    page.notes += _unread_players(root, page)
    if page.games:
        page.notes.append(_games_words(page.games))
    rows = [HEADINGS, *map(_cells, players)]
    return Sheet(
        "", tuple(Row(line, cells) for line, cells in enumerate(rows)), tuple(page.notes), lists
    )


def _another_page(root: PageElement, name: str) -> StoreError:
    name = name or say("What was copied")
    if is_sign_up_page(root):
        return StoreError(
            say(
                "{name} is a page of the sign-up site, but no player, team or list was found in"
                " it: the site may look different now. Copy the cells of its table and paste them"
                " here.",
                name=name,
            )
        )
    return StoreError(
        say(
            "{name} is a web page, but not one of the sign-up site’s event pages. Open the event"
            " there, show its players or teams and save that page, or copy the cells of a table"
            " and paste them here.",
            name=name,
        )
    )


def _unread_players(root: PageElement, page: _Page) -> Iterator[str]:
    """Yield a note on players who were not read, although the page names them outside games and
    lists.
    """
    links = [
        link
        for link in root.outermost(lambda one: _is_user(one) or _is_game(one) or _is_lists(one))
        if _is_user(link)
    ]
    by_number = {_target(link, USER_LINK): link for link in links}
    events = {_target(by_number[one], EVENT_LINK) for one in page.named & by_number.keys()}
    unread = {
        number: link.words()
        for number, link in by_number.items()
        if number not in page.named and _target(link, EVENT_LINK) in events
    }
    if unread:
        names = [_quote(words) for words in unread.values()]
        yield plural(
            len(names),
            "{count} player is named in another place of the page and was left out: {names}. The"
            " site may look different now.",
            "{count} players are named in other places of the page and were left out: {names}. The"
            " site may look different now.",
            names=join_words(names[:MOST_NAMED]) + ("…" if len(names) > MOST_NAMED else ""),
        )


def _is_lists(element: PageElement) -> bool:
    return element.values.get("id") == "edit_player_list"


def _is_block(element: PageElement) -> bool:
    return element.tag == "div" and "player" in element.classes


def _is_game(element: PageElement) -> bool:
    return _is_block(element) and "accordion" in element.classes


def _read_block(block: PageElement, page: _Page) -> None:
    """Read a block with a team, a player or a game. A game stands below its player, or inside the
    player's block.
    """
    if _is_game(block):
        _read_game(block, page)
        return
    team = next(block.outermost(lambda element: bool(_target(element, TEAM_LINK))), None)
    around = block.outermost(lambda one: _is_user(one) or _is_game(one))
    players = [link for link in around if _is_user(link)]
    if team is not None or len({_target(link, USER_LINK) for link in players}) > 1:
        _read_team(team.words() if team else "", block, page)
    elif players:
        _read_player(players[0], block, page)
    else:
        page.notes.append(
            say(
                "Left out, because it names neither a player nor a team: {words}.",
                words=_quote(block.words()),
            )
        )
    for game in block.outermost(_is_game):
        _read_game(game, page)


def _is_user(element: PageElement) -> bool:
    return bool(_target(element, USER_LINK))


def _read_team(name: str, block: PageElement, page: _Page) -> None:
    """Read a team's players in the order of their links; each may have an army."""
    players = [
        _player(link, after, page)
        for part in block.outermost(lambda element: "team_members" in element.classes)
        for link, after in _links(part)
    ]
    armies = _armies(block)
    strangers = [
        _quote(link.words())
        for part in block.outermost(lambda element: "team_members" in element.classes)
        for link in part.outermost(lambda element: element.tag == "a")
        if not _is_user(link) and link.words()
    ]
    if strangers:
        page.notes.append(
            say(
                "Team {name}: left out, because these are not named like players: {words}.",
                name=_quote(name),
                words=join_words(strangers[:MOST_NAMED]),
            )
        )
    if not name:
        page.notes.append(
            plural(
                len(players),
                "A team without a name: its {count} player comes without a team.",
                "A team without a name: its {count} players come without a team.",
            )
        )
    elif not players:
        page.notes.append(say("Team {name}: no players were found.", name=_quote(name)))
    if armies and len(armies) != len(players):
        page.notes.append(
            say(
                "Team {name}: the numbers of armies ({armies}) and players ({players}) differ."
                " No army was imported.",
                name=_quote(name),
                armies=len(armies),
                players=len(players),
            )
        )
        armies = []
    for seat, player in enumerate(players, start=1):
        army = armies[seat - 1] if armies else ""
        page.players.append(replace(player, army=army, team=name, seat=seat if name else 0))


def _read_player(link: PageElement, block: PageElement, page: _Page) -> None:
    after = next(after for each, after in _links(block) if each is link)
    player = _player(link, after, page)
    armies = [*dict.fromkeys(_armies(block))]
    if len(armies) > 1:
        _note_armies(player, armies, page)
    page.players.append(replace(player, army=armies[0] if len(armies) == 1 else ""))


def _player(link: PageElement, after: str, page: _Page) -> _Player:
    """Return a player from their link. The text "#<user>" stands in the link or after it."""
    spans = [*link.outermost(lambda element: element.tag == "span")]
    nickname = " ".join(span.words() for span in spans if not NUMBER.fullmatch(span.words()))
    name = SPACE.sub(" ", NUMBER.sub("", link.words(spans))).strip()
    number = _target(link, USER_LINK)
    page.named.add(number)
    beside = NUMBER.search(link.words()) or NUMBER.match(after)
    if beside and beside[1] != number:
        page.notes.append(
            say(
                "{name} has two numbers, #{one} and #{other}. None was imported.",
                name=_quote(name),
                one=number,
                other=beside[1],
            )
        )
        number = ""
    return _Player(name, nickname.strip(QUOTES), number)


def _links(around: PageElement) -> list[tuple[PageElement, str]]:
    """Return the links to players in an element, each with the text between it and the next
    link.
    """
    links: list[tuple[PageElement, list[str]]] = []
    waiting: list[PageElement | str] = [*reversed(around.inside)]
    while waiting:
        part = waiting.pop()
        if isinstance(part, str):
            if links:
                links[-1][1].append(part)
        elif _is_user(part):
            links.append((part, []))
        else:
            waiting += reversed(part.inside)
    return [(link, SPACE.sub(" ", "".join(texts)).strip(QUOTES)) for link, texts in links]


def _armies(block: PageElement) -> list[str]:
    parts = block.outermost(lambda element: "factions" in element.classes)
    return [title for part in parts for title in _titles(part)]


def _titles(part: PageElement) -> list[str]:
    titles = (SPACE.sub(" ", each.values.get("title", "")).strip() for each in part.every())
    return [title for title in titles if title]


def _read_game(block: PageElement, page: _Page) -> None:
    """Read a game to learn the army of the player above it. The player's own title comes first."""
    page.games += 1
    user = next((name for name in block.classes if name.isdecimal()), "")
    last = page.players[-1] if page.players else None
    titles = _titles(block)
    own = LEADER.fullmatch(titles[0][:LONGEST_TITLE]) if len(titles) == 2 else None
    if own is None or last is None or not user or user in page.unsure or last.sign_up != user:
        return
    if not last.army:
        page.players[-1] = replace(last, army=own["army"])
    elif _army_alone(last.army) != _army_alone(own["army"]):
        _note_armies(last, (last.army, own["army"]), page)
        page.players[-1] = replace(last, army="")


def _note_armies(player: _Player, armies: Sequence[str], page: _Page) -> None:
    page.unsure.add(player.sign_up)
    page.notes.append(
        say(
            "{name} has several armies: {armies}. None was imported.",
            name=_quote(player.name),
            armies=join_words(map(shorten, armies[:MOST_NAMED])),
        )
    )


def _join_panels(page: _Page) -> list[_Player]:
    """Return each player only once, because one panel has the teams and another one the armies."""
    players: dict[str, _Player] = {}
    for place, player in enumerate(page.players):
        key = player.sign_up or f"row {place}"
        players[key] = _both(players[key], player, page) if key in players else player
    return [*players.values()]


def _both(one: _Player, other: _Player, page: _Page) -> _Player:
    army = "" if one.sign_up in page.unsure else one.army or other.army
    if army and other.army and _army_alone(army) != _army_alone(other.army):
        _note_armies(one, (army, other.army), page)
        army = ""
    team = one if one.team else other
    nickname = one.nickname or other.nickname
    return _Player(one.name or other.name, nickname, one.sign_up, army, team.team, team.seat)


def _army_alone(army: str) -> str:
    return army.rpartition(" - ")[2].casefold()


def _cells(player: _Player) -> tuple[str, ...]:
    faction, _, army = player.army.rpartition(" - ")
    seat = str(player.seat) if player.seat else ""
    return (player.sign_up, player.name, player.nickname, faction, army, player.team, seat)


def _lists(root: PageElement) -> Iterator[WrittenList]:
    for part in root.outermost(_is_lists):
        owners = {_target(element, USER_LINK) for element in part.every()} - {""}
        owner = owners.pop() if len(owners) == 1 else ""
        for table in part.outermost(_is_list):
            yield from _list(table, owner)


def _is_list(element: PageElement) -> bool:
    return element.tag == "table" and "list" in element.classes


def _list(table: PageElement, owner: str) -> Iterator[WrittenList]:
    cells = [*table.outermost(lambda element: element.tag in {"th", "td"})]
    heads = [cell.words() for cell in cells if cell.tag == "th"]
    text = "\n".join(cell.lines() for cell in cells if cell.tag == "td").strip()
    if text:
        yield WrittenList(" ".join(filter(None, heads)), text, owner)


def _target(element: PageElement, link: re.Pattern[str]) -> str:
    """Return the number that a link opens, from its handler or address; empty for another link."""
    for key in ("onclick", "href"):
        if found := link.search(element.values.get(key, "")):
            return found[1]
    return ""


def _games_words(games: int) -> str:
    return plural(
        games,
        "{count} game played there was not imported.",
        "{count} games played there were not imported.",
    )


def _quote(words: str) -> str:
    return say("“{words}”", words=shorten(words))
