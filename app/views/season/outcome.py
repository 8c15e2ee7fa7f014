"""The outcome of an event for a season: who came, their places, and who played whom."""

from msgspec import Struct

from app.engine.side import Side
from app.engine.standings.ranking import standings
from app.engine.standings.scores import planned_rounds, was_played
from app.engine.state import State
from app.engine.table.verdict import final_result
from app.views.event.publish import finish_rounds


class Entrant(Struct, frozen=True):
    """A player at one event, as recorded there."""

    number: int
    """The registration number, which has a meaning only within this event."""
    name: str
    nickname: str = ""
    club: str = ""
    faction: str = ""
    army: str = ""
    sign_up: str = ""
    """The player's number at the sign-up site; empty if they have none."""
    place: int = 0
    """The place, counted from 1; 0 for disqualified players."""
    shared: bool = False
    wins: int = 0
    losses: int = 0
    """The number of losses, without rounds before a late arrival."""
    ties: int = 0
    byes: int = 0


class PlayedGame(Struct, frozen=True):
    """A game that was really played: neither a bye nor a no-show."""

    round_number: int
    players: tuple[int, int]
    winner: int
    """The winner's registration number; 0 for a tie."""


class EventOutcome(Struct, frozen=True):
    """An event as a season sees it, up to its last finished round."""

    key: str
    """The key of the event, which is the same in every copy of its file."""
    file: str
    """The name of the event's file."""
    name: str
    day: str
    """The date, in the form 2026-12-05."""
    packet: str
    size: int
    """The army size in points; 0 for none."""
    rounds: int
    over: bool
    """True if all planned rounds are finished."""
    entrants: tuple[Entrant, ...]
    """The players who played or had a bye, by place, disqualified ones last."""
    games: tuple[PlayedGame, ...]

    @property
    def ranked(self) -> int:
        """The number of players with a place."""
        return sum(entrant.place > 0 for entrant in self.entrants)


def outcome_of(state: State, key: str, file: str, day: str) -> EventOutcome:
    """Return the outcome of an event. ``day`` is used if the event has no date."""
    done = finish_rounds(state)
    settings = state.settings
    games = [game for round_ in done.rounds for game in done.games_of(round_)]
    drawn = {number for game in games for number in game.players}
    drawn |= {bye.player for round_ in done.rounds for bye in round_.byes}
    rows = [row for row in standings(done) if row.number in drawn]
    entrants = []
    for row in sorted(rows, key=lambda row: (not row.place, row.place)):
        entry = state.players[row.number].entry
        losses = row.losses - row.missed
        entrants.append(
            Entrant(
                row.number, entry.name, entry.nickname, entry.club, entry.faction, entry.army,
                entry.sign_up, row.place, row.shared, row.wins, losses, row.ties, row.byes,
            )
        )  # fmt: skip
    return EventOutcome(
        key,
        file,
        settings.name if settings else "",
        (settings.date if settings else "") or day,
        state.packet.name if state.packet else "",
        settings.size if settings else 0,
        len(done.rounds),
        bool(done.rounds) and len(done.rounds) >= planned_rounds(state),
        tuple(entrants),
        tuple(_games(done)),
    )


def _games(done: State) -> list[PlayedGame]:
    games = []
    for round_ in done.rounds:
        for game in done.games_of(round_):
            result = final_result(game)
            if result is None or not was_played(game):
                continue
            red, blue = game.players.of(Side.RED), game.players.of(Side.BLUE)
            winner = game.players.of(result.winner) if result.winner else 0
            games.append(PlayedGame(round_.number, (red, blue), winner))
    return games
