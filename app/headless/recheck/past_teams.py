"""Works out each player's team in each round by following the rows, independently of the engine."""

from collections.abc import Iterable, Iterator, Mapping
from typing import TypeAlias

from app.engine.acts.draw import MergePlayers, PairingsChanged
from app.engine.acts.events import Event, Record
from app.engine.acts.players import EditPlayer, EditPlayers, PlayersAdded
from app.engine.acts.rounds import RoundDrawn, RoundFinished, RoundStarted
from app.engine.acts.setup import CreateEvent, SettingsChanged
from app.engine.acts.teams.match_up import (
    ChosenInMatchUp,
    MatchUpChange,
    MatchUpTyped,
    TakenBackInMatchUp,
)
from app.engine.acts.teams.roster import EnterTeam, PlayerSubstituted, SeatPlayer
from app.engine.acts.undo import Redone, Undone

Then: TypeAlias = Mapping[tuple[int, int], str]
"""The folded name of a player's team, by the number of a round that has begun and the player."""


def fold_team(team: str) -> str:
    return " ".join(team.split()).casefold()


def list_counting_events(records: Iterable[Record]) -> Iterator[Event]:
    """Return the events of all acts that are not undone in the end."""
    records, hidden = [*records], set[int]()
    for row in records:
        if isinstance(row.event, Undone):
            hidden.add(row.event.act)
        elif isinstance(row.event, Redone):
            hidden.discard(row.event.act)
    return (row.event for row in records if row.act not in hidden)


def teams_then(records: Iterable[Record]) -> Then:
    """Return the players' teams in each round. A player who had no team at that time is given the
    first team that they joined later.
    """
    walk = _Walk()
    for event in list_counting_events(records):
        walk.take(event)
    return {
        (round_number, player): team
        for round_number, teams in walk.then.items()
        for player, team in teams.items()
        if team
    }


class _Walk:
    def __init__(self) -> None:
        self.of_teams = False
        self.now: dict[int, str] = {}
        self.games: dict[int, dict[int, tuple[int, ...]]] = {}
        """The players by round and game. Game 0 has those with a bye, beginning with the bye of the
        draw or 0 for none; game -1 has the players of the cut.
        """
        self.then: dict[int, dict[int, str]] = {}

    def take(self, event: Event) -> None:
        match event:
            case CreateEvent() | SettingsChanged():
                self.of_teams = bool(event.settings.team_seats)
            case PlayersAdded():
                self.now |= {number: fold_team(entry.team) for number, entry in event.players}
            case EditPlayer():
                self._move(event.number, fold_team(event.entry.team))
            case EditPlayers():
                for number, entry in event.players:
                    self._move(number, fold_team(entry.team))
            case SeatPlayer():
                self._move(event.number, fold_team(event.team))
            case PlayerSubstituted():
                self._move(event.came, self.now.get(event.gone, ""))
            case EnterTeam():
                self._enter(event)
            case MergePlayers():
                self._merge(event.kept, event.gone)
            case RoundDrawn():
                seated = {seating.game: tuple(seating.players) for seating in event.seatings}
                byes = (event.bye or 0, *event.more_byes)
                self.games[event.round_number] = seated | {0: byes, -1: event.cut}
                self.then.pop(event.round_number, None)
            case RoundStarted() | RoundFinished():  # a round may end without a start
                self.then.setdefault(event.round_number, {})
                self._look(event.round_number)
            case PairingsChanged():
                self._change(event)
            case ChosenInMatchUp() | MatchUpTyped() | TakenBackInMatchUp() if event.seatings:
                self._settle(event)
            case _:
                pass

    def _look(self, round_number: int) -> None:
        """Record who plays in a round that has begun, and for which team. Players whose team in
        that round is unknown get their present team.
        """
        games = self.games.get(round_number, {})
        known = self.then[round_number]
        self.then[round_number] = {
            player: known.get(player) or self.now.get(player, "")
            for players in games.values()
            for player in players
            if player
        }

    def _move(self, number: int, team: str) -> None:
        before, self.now[number] = self.now.get(number, ""), team
        for teams in self.then.values():
            if number in teams and (not teams[number] or self._goes_along(teams[number], before)):
                teams[number] = team

    def _goes_along(self, then: str, before: str) -> bool:
        return not self.of_teams and then == before

    def _enter(self, event: EnterTeam) -> None:
        name, was = fold_team(event.team.name), fold_team(event.was or event.team.name)
        for teams in (self.now, *self.then.values()):
            for number, team in teams.items():
                teams[number] = name if team == was else team
        for number in [n for n, team in self.now.items() if team == name]:
            if number not in event.team.players:
                self._move(number, "")
        for number in event.team.players:
            self._move(number, name)

    def _merge(self, kept: int, gone: int) -> None:
        other = self.now.pop(gone, "")
        self._move(kept, self.now.get(kept) or other)
        for teams in self.then.values():
            if gone in teams:
                then = teams.pop(gone)
                teams[kept] = self.now[kept] if self._goes_along(then, other) else then
        for games in self.games.values():
            for game, players in games.items():
                games[game] = tuple(kept if number == gone else number for number in players)

    def _settle(self, event: MatchUpChange) -> None:
        """Record the pairings of a match. Players without an opponent get byes, which are listed
        after the other byes.
        """
        games = self.games.get(event.round_number, {})
        games |= {place.game: tuple(place.players) for place in event.seatings}
        playing = {n for place in event.seatings for n in place.players}
        stay = (n for n in games.get(0, ()) if n and n not in playing and n not in event.byes)
        games[0] = (*stay, *event.byes)

    def _change(self, event: PairingsChanged) -> None:
        games = self.games.get(event.round_number, {})
        for game in event.gone:
            games.pop(game, None)
        games |= {place.game: tuple(place.players) for place in event.places}
        playing = {n for game, players in games.items() if game > 0 for n in players}
        more = games.get(0, ())[1:] if event.more_byes is None else event.more_byes
        games[0] = (event.bye or 0, *(number for number in more if number not in playing))
        if event.round_number in self.then:
            self._look(event.round_number)
