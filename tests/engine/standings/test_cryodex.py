"""Two X-Wing events with draws, byes and a cut: other points, the same standings."""

import csv
from pathlib import Path

import pytest

from app.engine.acts.players import AddPlayers, CheckIn, Entry
from app.engine.acts.results import How, ReportResult, Result
from app.engine.acts.rounds import EnterPairings, FinishRound, PublishRound, StartRound
from app.engine.acts.setup import CreateEvent
from app.engine.formats.settings import Settings
from app.engine.frozen import replace
from app.engine.packet.packet import Award
from app.engine.packet.ranking import Points, RankingColumn
from app.engine.side import Pair, Side
from app.engine.standings.ranking import standings
from tests.engine.event import SR2017, Desk, settings

DATA = Path(__file__).parents[2] / "data"
X_WING = replace(
    SR2017,
    points=Points(win=5, tie=1, bye=5, narrow=3, narrow_below=24),
    standings=(RankingColumn.TP, RankingColumn.CP, RankingColumn.SOS),
    bye=Award(cp=150),
)
EVENTS = {"dragons_hoard_2015": 4, "underhills": 8}


def table(name: str, event: str) -> list[dict[str, str]]:
    with (DATA / f"cryodex_xwing_{name}.csv").open(encoding="utf-8") as file:
        return [row for row in csv.DictReader(file) if row["event"] == event]


def number(name: str) -> int:
    return int(name.removeprefix("P"))


def margins(game: dict[str, str]) -> tuple[Side | None, Pair[int]]:
    """The winner, and each side's margin of victory: 100 and by how much, or 100 less as much."""
    if game["result"] == "draw":
        return None, Pair(100, 100)
    by = int(game["points1"]) - int(game["points2"])
    return Side.RED if by > 0 else Side.BLUE, Pair(100 + by, 100 - by)


def play(desk: Desk, games: list[dict[str, str]]) -> None:
    pairs = tuple((number(game["player1"]), number(game["player2"])) for game in games)
    desk.do(EnterPairings(pairs, None), insist=True)
    report(desk, games)


def report(desk: Desk, games: list[dict[str, str]]) -> None:
    desk.do(PublishRound())
    desk.do(StartRound())
    for at, game in enumerate(games, start=1):
        winner, cp = margins(game)
        how = How.TIE if winner is None else How.UNRECORDED
        result = Result(winner, how, cp, Pair(0, 0))
        desk.do(ReportResult(desk.game(at).number, result), insist=True)
    desk.do(FinishRound())


def swiss(event: str, chosen: Settings) -> Desk:
    desk = Desk()
    desk.do(CreateEvent(chosen, X_WING))
    players = len(table("standings", event))
    desk.do(AddPlayers(tuple(Entry(f"P{n:03}") for n in range(1, players + 1))))
    desk.do(CheckIn(tuple(range(1, players + 1))))
    games = [one for one in table("games", event) if one["round_type"] == "swiss"]
    for round_number in sorted({int(game["round"]) for game in games}):
        rows = [game for game in games if int(game["round"]) == round_number]
        met = [row for row in rows if row["result"] != "bye"]
        byes = [number(row["player1"]) for row in rows if row["result"] == "bye"]
        pairs = tuple(
            (number(opponent["player1"]), number(opponent["player2"])) for opponent in met
        )
        desk.do(EnterPairings(pairs, byes[0] if byes else None), insist=True)
        report(desk, met)
    return desk


@pytest.mark.parametrize("event", EVENTS)
def test_the_swiss_rounds_give_the_published_standings(event: str) -> None:
    desk = swiss(event, settings())
    ours = [(row.number, row.tp, row.cp, row.sos, row.place) for row in standings(desk.state)]
    assert ours == [
        (number(row["player"]), *(int(row[key]) for key in ("score", "mov", "sos", "swiss_rank")))
        for row in table("standings", event)
    ]


@pytest.mark.parametrize("event", EVENTS)
def test_the_cut_leaves_the_place_and_points_of_players_outside_it(event: str) -> None:
    cut = EVENTS[event]
    desk = swiss(event, settings())
    before = standings(desk.state)
    state = replace(desk.state, settings=replace(settings(), cut=cut))
    desk.state = state
    knockout = [one for one in table("games", event) if one["round_type"] == "elimination"]
    undefeated = sum(not row.losses for row in before)
    assert undefeated <= cut
    for left in sorted({int(one["round"]) for one in knockout}, reverse=True):
        play(desk, [one for one in knockout if int(one["round"]) == left])
    after = standings(desk.state)
    assert after[cut:] == before[cut:]
    published = {number(row["player"]) for row in table("standings", event)[:cut]}
    assert {row.number for row in after[:cut]} == published


def test_the_small_event_has_the_published_winner() -> None:
    desk = swiss("dragons_hoard_2015", settings())
    desk.state = replace(desk.state, settings=replace(settings(), cut=4))
    games = [
        one for one in table("games", "dragons_hoard_2015") if one["round_type"] == "elimination"
    ]
    for left in (4, 2):
        play(desk, [game for game in games if int(game["round"]) == left])
    assert [row.number for row in standings(desk.state)[:2]] == [1, 2]
