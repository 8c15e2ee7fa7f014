"""Events with a cut or finals, played by the players' numbers."""

from app.engine.acts.rounds import (
    DrawRound,
    EnterPairings,
    FinishRound,
    PublishRound,
    RoundDrawn,
    StartRound,
)
from app.engine.frozen import replace
from app.engine.side import Side
from app.engine.standings.ranking import standings
from tests.engine.event import Desk, registered, settings

FOUR = replace(settings(), cut=4)


FINALS = replace(settings(), finals_tables=True)


def go(desk: Desk) -> None:
    desk.do(PublishRound())
    desk.do(StartRound())


def by_number(desk: Desk, *, until: int = 99) -> None:
    """A round in which the lower number wins, with a control point a number below 20."""
    go(desk)
    latest = desk.state.latest
    assert latest is not None
    for game in desk.state.games_of(latest):
        side = Side.RED if game.players.red < game.players.blue else Side.BLUE
        points = 20 - game.players.of(side)
        cp = (points, 0) if side is Side.RED else (0, points)
        desk.report(game.table, side, cp=cp)
    desk.do(FinishRound())


def drawn(desk: Desk, *, seed: int = 7, insist: bool = False) -> RoundDrawn:
    event = desk.do(DrawRound(seed), insist=insist)[0]
    assert isinstance(event, RoundDrawn)
    return event


def pairs(event: RoundDrawn) -> list[tuple[int, int]]:
    return [(seating.players.red, seating.players.blue) for seating in event.seatings]


def places(desk: Desk) -> list[tuple[int, int]]:
    return [(standing.place, standing.number) for standing in standings(desk.state)]


def cut_of_eight() -> Desk:
    """Eight players after one round: 1 to 4 are undefeated."""
    desk = registered(8, FOUR)
    desk.do(EnterPairings(((1, 5), (2, 6), (3, 7), (4, 8)), None))
    by_number(desk)
    return desk
