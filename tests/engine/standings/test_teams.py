"""Teams, what an event is announced with, and a caster's end that wins nothing."""

from fractions import Fraction
from typing import Any

import pytest

from app.engine.acts.players import AddPlayers, CheckIn, DisqualifyPlayer, Entry
from app.engine.acts.results import How
from app.engine.acts.rounds import EnterPairings, PublishRound, StartRound
from app.engine.acts.setup import CreateEvent
from app.engine.acts.table import (
    Answer,
    Claim,
    Claimed,
    MakeClaim,
    Question,
    StartClock,
    Tap,
)
from app.engine.formats.keywords import explain_keyword, put_in_force
from app.engine.formats.settings import Late, Settings
from app.engine.formats.terms import terms_for
from app.engine.frozen import replace
from app.engine.packet.keywords import AnnouncedKeyword
from app.engine.packet.packet import ClockOut
from app.engine.packet.ranking import TEAMS as ORDER_OF_TEAMS
from app.engine.packet.ranking import RankingColumn
from app.engine.side import Side
from app.engine.standings.teams import TeamStanding, team_standings
from app.engine.state import State
from app.engine.table.claims import offers
from app.engine.table.marks import advance
from app.views.event.settings_words import announcement, settings_sheet
from tests.engine.event import MINUTE, PACKETS, SR2017, Desk, registered, settings, under_way

SR2015 = PACKETS["sr2015"]
TEAMS = ("Iron", "iron ", "Brass", "Brass", "", "Gold")


def teams(order: tuple[RankingColumn, ...] = ()) -> Desk:
    desk = Desk()
    desk.do(CreateEvent(replace(settings(), team_order=order), SR2017))
    desk.do(AddPlayers(tuple(Entry(f"P{i}", team=team) for i, team in enumerate(TEAMS, start=1))))
    desk.do(CheckIn((1, 2, 3, 4, 5, 6)))
    desk.do(EnterPairings(((1, 3), (4, 2), (5, 6)), None))
    desk.do(PublishRound())
    desk.do(StartRound())
    desk.report(1, Side.RED, How.ASSASSINATION, cp=(2, 1), apd=(30, 5))
    desk.report(2, Side.RED, cp=(5, 1), apd=(10, 5))
    desk.report(3, Side.RED, cp=(1, 9), apd=(10, 99))
    return desk


def names(desk: Desk) -> list[str]:
    return [standing.team for standing in team_standings(desk.state)]


def test_a_teams_totals_are_the_sums_of_its_players() -> None:
    found = team_standings(teams().state)
    assert found[0] == TeamStanding("Brass", 1, False, (4, 3), 1, 1, 1, 6, 15, 0, Fraction(1, 2))
    assert found[1] == TeamStanding("Iron", 2, False, (1, 2), 1, 1, 1, 3, 35, 1, Fraction(1, 2))
    assert (found[2].team, found[2].place, found[2].sos) == ("Gold", 3, 1)


@pytest.mark.parametrize(
    ("order", "best"),
    [
        ((), ["Brass", "Iron", "Gold"]),
        ((RankingColumn.APD,), ["Gold", "Iron", "Brass"]),
        (
            (RankingColumn.WINS, RankingColumn.TP, RankingColumn.SOS, RankingColumn.APD),
            ["Iron", "Brass", "Gold"],
        ),
        ((RankingColumn.ASSASSINATIONS, RankingColumn.CP), ["Iron", "Gold", "Brass"]),
    ],
)
def test_the_order_of_teams_is_a_setting(order: tuple[RankingColumn, ...], best: list[str]) -> None:
    assert names(teams(order)) == best


def test_tied_teams_share_a_place() -> None:
    found = team_standings(teams((RankingColumn.WINS,)).state)
    assert [(one.place, one.shared) for one in found] == [(1, True), (1, True), (3, False)]


def test_disqualified_players_add_nothing_to_their_team() -> None:
    desk = teams()
    desk.do(DisqualifyPlayer(6, "abuse"), insist=True)
    desk.do(DisqualifyPlayer(4, "abuse"), insist=True)
    assert names(desk) == ["Iron", "Brass"]
    assert team_standings(desk.state)[1].wins == 0
    assert team_standings(State()) == team_standings(registered(2).state) == ()


def test_the_announcement_has_the_requested_wording() -> None:
    chosen = Settings("Open", "sr2015", 50, 1)
    for key, *numbers in (
        ("divide-and-conquer", 2),
        ("specialists",),
        ("hardcore",),
        ("assassin",),
    ):
        chosen = put_in_force(SR2015, chosen, str(key), *map(int, numbers))
    assert announcement(SR2015, chosen) == (
        "50-point Steamroller 2015: Divide and Conquer (2), Specialists, Hardcore Time Limits,"
        " Assassin Scoring"
    )
    assert announcement(SR2015, Settings("Open", "sr2015", 35, 1)) == "35-point Steamroller 2015"
    bare = PACKETS["sr2017"]
    assert announcement(bare, settings(0)) == "Battlegroup Steamroller 2017"


def test_the_event_sheet_gives_the_minutes_and_points_for_the_army_size() -> None:
    def says(settings: Settings) -> dict[str, str]:
        return {row.keyword: row.says for row in settings_sheet(SR2015, settings)}

    open_ = Settings("Open", "sr2015", 50, 1)
    timing = next(row for row in settings_sheet(SR2015, open_) if row.group == "Timing")
    assert timing.keyword.startswith("10 minutes a turn, one extension of 5; dice down after 100 ")
    chosen = put_in_force(SR2015, put_in_force(SR2015, open_, "hardcore"), "specialists")
    assert says(chosen)["Hardcore Time Limits"].endswith(
        "No extensions. 7 minutes a turn, no extensions; dice down after 70 minutes, more or less"
        " by secret dice."
    )
    assert says(chosen)["Specialists"].endswith(" 10 army points at this size.")
    assert not explain_keyword(SR2015, AnnouncedKeyword("no such keyword"))


def test_the_event_sheet_has_lines_for_each_group_and_the_organizers_settings() -> None:
    chosen = put_in_force(SR2015, Settings("Open", "sr2015", 50, 1), "hardcore")
    lines = [(row.group, row.keyword) for row in settings_sheet(SR2015, chosen)]
    assert lines == [
        ("Timing", "Hardcore Time Limits"),
        ("The rest", "As the packet says"),
    ]
    own = replace(
        chosen,
        lead=4,
        order=(RankingColumn.WINS, RankingColumn.SOS),
        cut=4,
        cut_by_seed=False,
        late=Late.BYES,
    )
    said = [row.says for row in settings_sheet(SR2015, own)[-4:]]
    assert said == [
        "At 4 control points.",
        "By wins, then strength of schedule.",
        "Drawn by lot among equal tournament points.",
        "Rounds missed before arriving count as byes.",
    ]
    assert "Final standings" not in [row.group for row in settings_sheet(SR2015, own)]
    ranked = put_in_force(SR2015, chosen, "destruction")
    assert settings_sheet(SR2015, ranked)[-2].keyword == "Destruction Scoring"
    assert "Final standings" not in settings_sheet(SR2015, ranked)[-1].says


def own_lines(packet: str, **chosen: Any) -> dict[str, str]:
    base = Settings("Open", packet, 50, 1)
    sheet = settings_sheet(PACKETS[packet], replace(base, **chosen))
    return {one.keyword: one.says for one in sheet if one.group == "Organizer’s own"}


def test_the_event_sheet_lists_scenarios_only_if_they_are_published_ahead() -> None:
    assert own_lines("sr2017", scenarios=(2, 1), in_order=True) == {}
    assert own_lines("sr2017", scenarios_public=True) == {}
    told = own_lines("sr2017", scenarios=(2, 1), in_order=True, scenarios_public=True)
    assert told == {"Scenarios": "Standoff and The Pit II, in this order."}
    told = own_lines("sr2017", scenarios=(2, 1), scenarios_public=True)
    assert told == {"Scenarios": "Standoff and The Pit II, by a roll."}
    told = own_lines("sr2014", scenarios=(2, 1), in_order=True, scenarios_public=True)
    assert told == {"Scenarios": "In the order announced."}
    assert own_lines("sr2014", scenarios=(2, 1), scenarios_public=True) == {}


def test_the_event_sheet_explains_clock_outs_and_team_ranking_if_unusual() -> None:
    assert own_lines("sr2017", clock_out=ClockOut.WARN) == {
        "When a clock runs out": "The clock shows it; the game goes on."
    }
    assert own_lines("sr2015", clock_out=ClockOut.WARN) == {}
    assert own_lines("sr2017", team_order=(RankingColumn.TP, RankingColumn.CP)) == {
        "Teams": "By tournament points, then control points."
    }
    assert own_lines("sr2017", team_order=ORDER_OF_TEAMS) == {}
    assert own_lines("sr2017", order=PACKETS["sr2017"].standings) == {}


def test_the_event_sheet_mentions_hidden_lists_only_if_they_are_hidden() -> None:
    assert own_lines("sr2017", lists_hidden=False) == {}
    assert own_lines("sr2017", lists_hidden=True) == {
        "Army lists": "Hidden from opponents until both players have chosen."
    }


@pytest.mark.parametrize("claim", [Claim.CASTER, Claim.BOTH_CASTERS])
@pytest.mark.parametrize("counts", [True, False])
def test_the_game_goes_on_if_an_assassination_does_not_win(claim: Claim, counts: bool) -> None:
    desk = under_way(2, replace(settings(), assassination=counts))
    desk.do(StartClock(1, Side.RED), 0)
    for minute in range(1, 6):
        desk.do(Tap(1, Side.RED if minute % 2 else Side.BLUE), minute * MINUTE)
    asked, now_ms = MakeClaim(1, Side.RED, claim, Side.BLUE), 7 * MINUTE
    if counts:
        desk.do(asked, now_ms)
        desk.do(Answer(1, Side.BLUE, Question.CLAIM, True), now_ms)
        assert not desk.game().play.in_progress
        return
    said = "Play on until one side has no models left."
    assert said in desk.refused(asked, now_ms)
    marks = (
        Claimed(1, now_ms, Side.RED, claim, Side.BLUE),
        Answer(1, Side.BLUE, Question.CLAIM, True, at_ms=now_ms),
    )
    play = desk.game().play
    for mark in marks:  # as a log may hold them that was written before they were refused
        play = advance(desk.game().terms, play, mark)
    assert play.in_progress
    assert play.claim is None


def test_a_table_offers_only_the_endings_the_event_has() -> None:
    victory = terms_for(SR2015, Settings("Open", "sr2015", 50, 1), 1).victory
    usual = [words for words, _, _ in offers(victory, Side.RED)]
    assert usual == [
        "Blue’s last caster is destroyed",
        "My last caster is destroyed (Red)",
        "Both casters are destroyed at once",
        "I concede (Red)",
    ]
    more = replace(victory, battlegroup=True)
    assert [claim for _, claim, _ in offers(more, Side.RED)].count(Claim.BATTLEGROUP) == 2
    to_the_last = replace(victory, assassination=False)
    assert {claim for _, claim, _ in offers(to_the_last, Side.BLUE)} == {
        Claim.NO_MODELS,
        Claim.CONCESSION,
    }
