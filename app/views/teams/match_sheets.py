"""The printouts of a match before it is played: its seats, and the captains' cards."""

from msgspec import Struct

from app.engine.language import say
from app.engine.players.list_choice import list_of
from app.engine.players.rosters import by_seat_then, rosters
from app.engine.side import Pair, Side
from app.engine.standings.matches import team_then
from app.engine.state import Round, State
from app.engine.table.game import Game
from app.engine.table.verdict import final_result
from app.views.event.record import count_choices
from app.views.teams.matches import MatchView, team_round_view

MOST_LISTS = 4
"""The number of lists from which on a sheet has no room to circle them."""
NAME_SHARE = 28
"""The percentage of a card's width for the names of the team's own players."""


class SheetPlayer(Struct, frozen=True):
    """A player on a match's sheet. Texts are empty until they are known."""

    name: str
    about: str = ""
    """The faction."""
    lists: str = ""
    """The list that was played, or the lists to be circled, such as "1 / 2"."""
    cp: str = ""
    apd: str = ""
    won: str = "☐"


class SheetSeat(Struct, frozen=True):
    """A table of a match."""

    table: int
    players: Pair[SheetPlayer]
    """The players. The first team's player comes first, on whichever side they play."""


class MatchSheet(Struct, frozen=True):
    """The sheet of a match with all its seats."""

    names: Pair[str]
    captains: Pair[str]
    tables: str
    scenario: str
    """The scenario's name; empty while it is secret."""
    seats: tuple[SheetSeat, ...]
    notes: tuple[str, ...]
    """Sentences about players without an opponent."""
    won: Pair[str]
    cp: Pair[str]
    apd: Pair[str]
    armies: bool
    """True if there are fields for lists and army points."""


class CaptainCard(Struct, frozen=True):
    """The card of one captain for a match."""

    team: str
    other: str
    captain: str
    ours: tuple[SheetPlayer, ...]
    theirs: tuple[SheetPlayer, ...]
    tables: tuple[int, ...]

    @property
    def percent(self) -> int:
        """The width of an opponent's column in percent."""
        return (100 - NAME_SHARE) // max(len(self.theirs), 1)


def match_sheets(state: State, round_: Round, *, secret: bool) -> tuple[MatchSheet, ...]:
    """Return the sheets, by tables. With ``secret`` they do not name the scenario."""
    packet = state.packet
    played = packet.scenario(round_.scenario) if packet and not secret else None
    return tuple(
        _sheet(state, round_, view, played.name if played else "")
        for view in team_round_view(state, round_).matches
    )


def _sheet(state: State, round_: Round, view: MatchView, scenario: str) -> MatchSheet:
    match, over = view.match, not view.match.out
    won, cp, apd = (
        pair.map(str) if over else Pair("", "") for pair in (match.won, match.cp, match.apd)
    )
    return MatchSheet(
        view.names,
        match.teams.map(lambda team: captain_name(state, team)),
        view.tables_words,
        scenario,
        tuple(_seat(state, round_, view, state.games[game]) for game in match.games),
        view.lacking,
        won,
        cp,
        apd,
        state.armies,
    )


def captain_name(state: State, team: str) -> str:
    """Return the name of a team's captain; empty if everybody has left the team."""
    captain = rosters(state)[team].captain
    return state.name(captain) if captain else ""


def _seat(state: State, round_: Round, view: MatchView, game: Game) -> SheetSeat:
    turned = team_then(state, round_, game.players.red) != view.match.teams.red
    players = [_player(state, round_, game, side) for side in Side]
    red, blue = reversed(players) if turned else players
    return SheetSeat(game.table, Pair(red, blue))


def _player(state: State, round_: Round, game: Game, side: Side) -> SheetPlayer:
    number, result = game.players.of(side), final_result(game)
    played = list_of(state, round_, number)
    most = count_choices(state, number)
    circled = " / ".join(str(place + 1) for place in range(most)) if most < MOST_LISTS else ""
    about = state.players[number].entry.faction
    lists = str(played) if played else circled
    if result is None:
        return SheetPlayer(state.name(number), about, lists)
    won = say("won") if result.winner is side else ""
    cp, apd = (str(points.of(side)) for points in (result.cp, result.apd))
    return SheetPlayer(state.name(number), about, lists, cp, apd, won)


def captain_cards(state: State, round_: Round) -> tuple[CaptainCard, ...]:
    """Return two cards for each match, one for each captain."""
    return tuple(
        _card(state, round_, view, side)
        for view in team_round_view(state, round_).matches
        for side in Side
    )


def _card(state: State, round_: Round, view: MatchView, side: Side) -> CaptainCard:
    ours, theirs = (_playing(state, round_, view, each) for each in (side, side.other))
    return CaptainCard(
        view.names.of(side),
        view.names.of(side.other),
        captain_name(state, view.match.teams.of(side)),
        ours,
        theirs,
        view.tables,
    )


def _playing(state: State, round_: Round, view: MatchView, side: Side) -> tuple[SheetPlayer, ...]:
    """Return the players of a team in a match, by seat."""
    team = view.match.teams.of(side)
    numbers = {number for game in view.games for number in state.games[game].players}
    numbers |= {bye.player for bye in round_.byes}
    ours = by_seat_then(state, round_, team, numbers)
    return tuple(
        SheetPlayer(state.name(number), state.players[number].entry.faction) for number in ours
    )
