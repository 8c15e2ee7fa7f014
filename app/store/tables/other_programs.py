"""Files of other programs as rows of text: PGSwiss, Cryodex, and JSON, including our own.

PGSwiss stores an event, or all players it knows, as XML that .NET writes. Cryodex writes one
element per line and escapes nothing. Both formats were learned from their public source code.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Any
from xml.etree import ElementTree

import msgspec

from app.engine.language import say
from app.store.errors import StoreError
from app.store.tables.text import Row, demand_length

PGSWISS_ROOTS = ("doWMEvent", "ArrayOfDoPlayer")
CRYODEX_ROOT = "CRYODEXDATA"
ROOT = re.compile(
    r"\s*(?:<\?xml[^>]*\?>\s*)?"
    r"(?:(?:(?><!--.*?-->)|<!DOCTYPE(?:[^\[\]>]|\[[^\]]*\])*>)\s*)*+<(\w+)",
    re.DOTALL,
)
CRYODEX_PLAYER = re.compile(r"<PLAYER>(.*?)</PLAYER>", re.DOTALL)
CRYODEX_FIELD = re.compile(r"^\s*<(NAME|GROUPNAME)>(.*)</\1>\s*$", re.MULTILINE)
GAME_HEADINGS = (
    "event", "date", "round", "table", "scenario", "player1", "player2", "faction1", "faction2",
    "club1", "club2", "winner", "cp1", "cp2", "ap1", "ap2", "condition",
)  # fmt: skip
MOST_HEADINGS = 60
PLAYER_LISTS = (
    "players", "participants", "attendees", "entrants", "competitors", "members", "users", "data",
    "active", "results", "items", "spieler", "teilnehmer", "joueurs", "jugadores",
)  # fmt: skip
"""The keys under which other programs store their players."""


def root_of(text: str) -> str:
    """Return the name of the outermost element of XML; empty for other text."""
    match = ROOT.match(text.removeprefix("\ufeff"))
    return match[1] if match else ""


def is_pgswiss(text: str) -> bool:
    return root_of(text) in PGSWISS_ROOTS


def is_cryodex(text: str) -> bool:
    return root_of(text) == CRYODEX_ROOT


def pgswiss_players(text: str, name: str) -> tuple[Row, ...]:
    """Return headings and a row for each player in a file of PGSwiss. Raises StoreError if the file
    is damaged.
    """
    root = _pgswiss(text, name)
    above = root if root.tag == "ArrayOfDoPlayer" else root.find("Players")
    players = above.findall("doPlayer") if above is not None else []
    return _number_rows(
        [("Name", "Meta", "Faction"), *(tuple(_of(p, k) for k in FIELDS) for p in players)]
    )


FIELDS = ("Name", "Meta", "Faction")


def pgswiss_games(text: str, name: str) -> tuple[Row, ...]:
    """Return headings and a row for each reported game and each bye in a file of PGSwiss, in the
    form that replays read. Raises StoreError if the file is damaged.
    """
    root = _pgswiss(text, name)
    event, date = _of(root, "Name"), _of(root, "EventDate")[:10]
    lines: list[Sequence[str]] = [GAME_HEADINGS]
    for place, round_ in enumerate(root.findall("Rounds/doRound"), start=1):
        head = (event, date, _of(round_, "RoundNumber") or str(place))
        scenario = _of(round_, "Scenario")
        byes: list[str] = []
        for game in round_.findall("Games/doGame"):
            if _of(game, "Reported") != "false" or game.find("Player2") is None:
                lines.append((*head, *_game(game, scenario)))
            if game.find("Player2") is None:
                byes.append(_of(game, "Player1/Name"))
        bye = _of(round_, "Bye/Name")
        if bye and bye not in byes:
            fields = (bye, "", _of(round_, "Bye/Faction"), "", _of(round_, "Bye/Meta"), "")
            lines.append((*head, "", scenario, *fields, "", "", "", "", "", ""))
    return _number_rows(lines)


def _game(game: ElementTree.Element, scenario: str) -> tuple[str, ...]:
    names = [_of(game, f"Player{n}/Name") for n in (1, 2)]
    winner = _of(game, "Winner")
    if winner in {"Player 1", "Player 2"}:
        winner = winner[-1]
    elif winner not in names:  # versions before 1.10 wrote more than the name
        winner = next((name for name in names if name and name in winner), winner)
    table = _of(game, "TableNumber")
    both = [_of(game, f"Player{n}/{field}") for field in ("Faction", "Meta") for n in (1, 2)]
    points = [
        _of(game, f"Player{n}/{field}") or "0"
        for field in ("ControlPoints", "ArmyPointsDestroyed")
        for n in (1, 2)
    ]
    return ("" if table == "0" else table, scenario, *names, *both, winner, *points,
            _of(game, "Condition"))  # fmt: skip


def _pgswiss(text: str, name: str) -> ElementTree.Element:
    if "<!DOCTYPE" in text or "<!ENTITY" in text:
        raise StoreError(say("{name} is not as PGSwiss writes it: it has a DTD.", name=name))
    try:
        return ElementTree.fromstring(re.sub(r"^\ufeff?\s*<\?xml[^>]*\?>", "", text))
    except ElementTree.ParseError as error:
        line, _column = error.position
        raise StoreError(
            say("{name} is damaged in line {line}: {why}.", name=name, line=line, why=error.msg)
        ) from error


def _of(element: ElementTree.Element, path: str) -> str:
    return (element.findtext(path) or "").strip()


def cryodex_players(text: str) -> tuple[Row, ...]:
    """Return headings and a row with name and group for each player in a file of Cryodex. The
    e-mail address is left out.
    """
    lines: list[Sequence[str]] = [("Name", "Group")]
    for player in CRYODEX_PLAYER.finditer(text):
        fields: dict[str, str] = {}
        for field in CRYODEX_FIELD.finditer(player[1]):
            fields.setdefault(field[1], field[2].strip())
        if "NAME" in fields:
            lines.append((fields["NAME"], fields.get("GROUPNAME", "")))
    return _number_rows(lines)


def json_players(content: str, name: str) -> tuple[Row, ...]:
    """Return headings and a row for each player in a list of objects, or in a file with such a list
    under ``players``, as in our own exports. Raises StoreError if the file is damaged or has no
    list of players.
    """
    try:
        whole: Any = msgspec.json.decode(content.removeprefix("\ufeff"))
    except (msgspec.MsgspecError, RecursionError, UnicodeError) as error:
        raise StoreError(say("{name} is damaged or not a list of players.", name=name)) from error
    players = _players_of(whole)
    if not players:
        raise StoreError(
            say(
                "{name} has no list of players. It needs a list of objects with a name each, alone"
                " or under “players”.",
                name=name,
            )
        )
    headings = list(dict.fromkeys(key for player in players for key in player))[:MOST_HEADINGS]
    lines = [tuple(_plain(player.get(key)) for key in headings) for player in players]
    return _number_rows([tuple(headings), *lines])


def _players_of(whole: Any) -> list[dict[str, Any]]:
    """Return the players' objects. They may be in a list, be the values of an object, or be in the
    lists of teams.
    """
    if isinstance(whole, dict):
        if teams := _objects(whole.get("teams")):
            return [player for team in teams for player in _of_team(team)]
        inner = (whole.get(key) for key in ("derived", *PLAYER_LISTS))
        found = (_players_of(each) for each in inner if isinstance(each, dict | list))
        return next(filter(None, found), []) or _by_key(whole)
    return _objects(whole)


def _by_key(whole: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the values of an object that has a player under each key."""
    players = _objects([*whole.values()])
    return players if players and len(players) == len(whole) else []


def _objects(value: Any) -> list[dict[str, Any]]:
    """Return the objects of a list. A plain name becomes an object with only a name."""
    each_value = value if isinstance(value, list) else []
    if each_value and all(isinstance(each, str) for each in each_value):
        return [{"name": each} for each in each_value]
    return [each for each in each_value if isinstance(each, dict)]


def _of_team(team: dict[str, Any]) -> list[dict[str, Any]]:
    members = next((found for key in PLAYER_LISTS if (found := _objects(team.get(key)))), [])
    name = _plain(team.get("name") or team.get("teamName") or team.get("team"))
    return [{**player, "team": name, "seat": at} for at, player in enumerate(members, start=1)]


def _plain(value: Any) -> str:
    if isinstance(value, dict):
        value = value.get("name")
    return str(value).strip() if isinstance(value, str | int | float) else ""


def _number_rows(lines: Sequence[Sequence[str]]) -> tuple[Row, ...]:
    demand_length(lines)
    return tuple(_rows(lines))


def _rows(lines: Sequence[Sequence[str]]) -> Iterator[Row]:
    """Yield the rows with their numbers: 0 for the headings, 1 for the first player."""
    for number, cells in enumerate(lines):
        yield Row(number, tuple(cells))
