"""Events of teams whose captains settle who meets whom, on plain values."""

from collections.abc import Sequence

from app.engine.acts.commands import Command
from app.engine.acts.players import AddPlayers, CheckIn, Entry
from app.engine.acts.rounds import DrawRound
from app.engine.acts.setup import CreateEvent
from app.engine.acts.teams.match_up import ChooseInMatchUp
from app.engine.frozen import replace
from app.engine.match_up.procedure import Procedure
from app.engine.rounds.match_ups import MatchUpNow, match_up
from app.engine.side import Side
from app.store.match_ups import procedures
from tests.engine.event import SR2017, Desk, settings

KNOWN = procedures().by_key
CHAMPIONS, NOMINATIONS = KNOWN["champions"], KNOWN["nominations"]


def team_event(
    sizes: Sequence[int] = (3, 3), procedure: Procedure | None = CHAMPIONS, seats: int = 3
) -> Desk:
    """Teams 1, 2 … of so many players each, numbered team by team; the first round is drawn."""
    desk = Desk()
    chosen = replace(settings(), team_seats=seats, match_up=procedure)
    desk.do(CreateEvent(chosen, SR2017), insist=True)
    entries = [
        Entry(f"{chr(65 + at)}{n}", team=f"Team {at + 1}")
        for at, size in enumerate(sizes)
        for n in range(1, size + 1)
    ]
    desk.do(AddPlayers(tuple(entries)))
    desk.do(CheckIn(tuple(range(1, len(entries) + 1))))
    desk.do(DrawRound(7), insist=True)
    return desk


def now(desk: Desk, number: int = 1) -> MatchUpNow:
    found = match_up(desk.state, number)
    assert found
    return found


def choose(desk: Desk, side: Side, *chosen: int, phone: bool = True) -> Command:
    """The choice of a side's captain in the step that is asked."""
    there = now(desk)
    captain = there.captains.of(side) if phone else 0
    return ChooseInMatchUp(1, side, there.progress.asked, chosen, captain)


def players(desk: Desk) -> list[tuple[int, int]]:
    games = desk.state.games_of(desk.state.rounds[-1])
    return [(game.players.red, game.players.blue) for game in games]


def champions(desk: Desk) -> None:
    """Both champions are the first players; each picks the third of the others."""
    red, blue = now(desk).progress.meeting.teams
    desk.do(choose(desk, Side.RED, red[0]))
    desk.do(choose(desk, Side.BLUE, blue[0]))
    desk.do(choose(desk, Side.RED, blue[2]))
    desk.do(choose(desk, Side.BLUE, red[2]))
