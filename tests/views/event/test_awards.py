"""One award at a time, and the team table."""

from app.engine.acts.awards import CastBallot, CloseVote, GiveAward, OpenVote
from app.engine.acts.commands import Refused
from app.engine.acts.players import DisqualifyPlayer, EditPlayer, Entry, TickOff
from app.engine.acts.rounds import FinishRound
from app.engine.acts.setup import ChangeSettings
from app.engine.formats.keywords import put_in_force
from app.engine.formats.settings import CheckInItem, PaintingCategory
from app.engine.frozen import replace
from app.engine.packet.ranking import RankingColumn
from app.engine.side import Side
from app.engine.standings.awards import award_rows
from app.views.event.awards import are_final, award_panel, ties_to_break
from app.views.event.standings import team_table, teams_text
from tests.engine.event import PACKETS, settings, under_way

PAINTED = "Best Painted"


def test_the_painting_award_shows_the_category_announced_for_it() -> None:
    desk = under_way(4)
    assert "announced well before the event" in award_panel(desk.state, PAINTED).advice
    assert desk.state.settings is not None
    announced = replace(desk.state.settings, painting=PaintingCategory.UNIT)
    desk.do(ChangeSettings(announced, PACKETS["sr2017"]), insist=True)
    advice = award_panel(desk.state, PAINTED).advice
    assert advice == "Announced before the event: best unit."
    assert award_panel(desk.state, "Best Sport").advice == ""


def test_an_award_can_be_voted_on_and_then_given() -> None:
    desk = under_way(4)
    desk.do(DisqualifyPlayer(4, "rude"), insist=True)
    panel = award_panel(desk.state, PAINTED)
    assert (panel.ballot, panel.is_open, panel.winner, panel.waiting) == (0, False, None, ())
    assert [name for _, name in panel.may_have] == ["Anna", "Ben", "Cleo"]
    desk.do(OpenVote(PAINTED))
    for voter, choice in ((1, 1), (2, 2)):
        desk.do(CastBallot(PAINTED, voter, choice))
    panel = award_panel(desk.state, PAINTED)
    assert (panel.voted, panel.of, panel.waiting) == (2, 3, ((3, "Cleo"),))
    desk.do(CloseVote(PAINTED), insist=True)
    assert award_panel(desk.state, PAINTED).tied == (1, 2)
    assert award_panel(desk.state, PAINTED).level == tuple(map(desk.state.name, (1, 2)))
    desk.do(OpenVote(PAINTED))
    assert award_panel(desk.state, PAINTED).may_have == ((1, "Anna"), (2, "Ben"))
    desk.do(GiveAward(PAINTED, 3))
    panel = award_panel(desk.state, PAINTED)
    assert (panel.given, panel.winner) == (3, 3)


def test_a_player_disqualified_during_a_tie_break_vote_is_no_longer_a_candidate() -> None:
    desk = under_way(4)
    desk.do(OpenVote(PAINTED, (1, 2, 4)))
    desk.do(CastBallot(PAINTED, 4, 1))
    desk.do(DisqualifyPlayer(4, "rude"), insist=True)
    panel = award_panel(desk.state, PAINTED)
    assert panel.may_have == ((1, "Anna"), (2, "Ben"))
    assert (panel.voted, panel.of) == (0, 3)


def test_a_ballot_for_a_player_disqualified_later_is_void_and_can_be_cast_again() -> None:
    desk = under_way(4)
    desk.do(OpenVote(PAINTED))
    for voter, choice in ((1, 4), (2, 4), (3, 3), (4, 4)):
        desk.do(CastBallot(PAINTED, voter, choice))
    assert award_panel(desk.state, PAINTED).fallen == 0
    desk.do(DisqualifyPlayer(4, "rude"), insist=True)
    panel = award_panel(desk.state, PAINTED)
    assert (panel.fallen, panel.voted, panel.of) == (2, 1, 3)
    assert panel.waiting == ((1, "Anna"), (2, "Ben"))
    assert "ballot 1: 1 vote of 3" in {row.why for row in award_rows(desk.state)}
    assert desk.ask(CloseVote(PAINTED)) == Refused("2 players still to vote.", insistable=True)
    desk.do(CastBallot(PAINTED, 1, 3))
    assert award_panel(desk.state, PAINTED).fallen == 1
    desk.do(CloseVote(PAINTED), insist=True)
    panel = award_panel(desk.state, PAINTED)
    assert (panel.winner, panel.fallen) == (3, 0)


def test_voters_and_candidates_are_sorted_by_name() -> None:
    desk = under_way(4)
    desk.do(EditPlayer(1, Entry("Émile")))
    desk.report(1, Side.RED)
    desk.do(OpenVote(PAINTED))
    panel = award_panel(desk.state, PAINTED)
    names = ["Ben", "Cleo", "Dan", "Émile"]
    assert [name for _, name in panel.waiting] == names
    assert [name for _, name in panel.may_have] == names


def test_each_group_of_tied_players_is_listed_separately() -> None:
    desk = under_way(4)
    for table in (1, 2):
        desk.report(table, Side.RED, cp=(3, 0), apd=(5, 5))
    groups = ties_to_break(desk.state)
    assert sorted(map(sorted, groups)) == sorted(
        sorted(desk.state.games[game].players.of(side) for game in desk.state.games)
        for side in Side
    )
    assert ties_to_break(under_way(2).state) == ((1, 2),)


def test_teams_are_listed_in_ranking_order() -> None:
    desk = under_way(4)
    for number, team in ((1, "Reds"), (2, "Reds"), (3, "Blues, Inc")):
        desk.do(EditPlayer(number, Entry(desk.state.name(number), team=team)))
    desk.report(1, Side.RED, cp=(5, 1))
    table = team_table(desk.state)
    assert table.headings == ("Place", "Team", "Wins", "SoS", "TP", "CP", "APD", "Players")
    assert {row[1] for row in table.rows} == {"Reds", "Blues, Inc"}
    assert '"Blues, Inc"' in teams_text(table, ",")
    assert desk.state.settings is not None
    chosen = replace(
        desk.state.settings, team_order=(RankingColumn.CP, RankingColumn.ASSASSINATIONS)
    )
    other = team_table(replace(desk.state, settings=chosen))
    assert other.headings[2:4] == ("CP", "Assassinations")
    assert team_table(under_way(2).state).rows == ()


def test_a_painting_prize_requires_own_painting_unless_the_organizer_insists() -> None:
    packet = PACKETS["sr2014"]
    chosen = put_in_force(packet, replace(settings(50), packet="sr2014"), "advanced-painting")
    desk = under_way(4, chosen, packet=packet)
    desk.do(TickOff((1, 3), CheckInItem.OWN_PAINTING))
    assert award_panel(desk.state, PAINTED).not_own == (2, 4)
    assert award_panel(desk.state, "Best Sport").not_own == ()
    doubt = desk.doubted(GiveAward(PAINTED, 2))
    assert doubt == (
        "Ben has no tick for their own painting at check-in. Only players who painted all their"
        " models themselves can win painting prizes."
    )
    desk.do(GiveAward(PAINTED, None))
    desk.do(GiveAward(PAINTED, 3))
    desk.do(GiveAward("Best Sport", 2))
    desk.do(OpenVote("Best painted unit"))
    desk.do(CastBallot("Best painted unit", 1, 1))
    assert desk.doubted(CastBallot("Best painted unit", 2, 4)) == doubt.replace("Ben", "Dan")
    plain = under_way(4, replace(settings(50), packet="sr2014"), packet=packet)
    plain.do(GiveAward(PAINTED, 2))


def test_the_advice_tells_organizers_to_announce_the_painting_category_early() -> None:
    """SR2017 and SR2026, Prizes: the category is announced in advance."""
    words = award_panel(under_way().state, "Best Painted").advice
    assert "well before the event" in words
    assert "battlegroup, unit or army" in words
    assert award_panel(under_way().state, "Best Sport").advice == ""
    older = under_way(4, replace(settings(50), packet="sr2014"), packet=PACKETS["sr2014"])
    assert award_panel(older.state, "Best Painted").advice == ""


def test_the_painting_award_is_known_in_every_language(german: None) -> None:
    desk = under_way()
    assert award_panel(desk.state, "Best Painted").advice
    assert not award_panel(desk.state, "Best Sport").advice


def test_the_awards_are_final_once_no_round_can_change_them() -> None:
    desk = under_way(4, settings(rounds=1))
    assert not are_final(desk.state)
    desk.report(1, Side.RED)
    desk.report(2, Side.RED)
    assert not are_final(desk.state)
    desk.do(FinishRound())
    assert are_final(desk.state)
