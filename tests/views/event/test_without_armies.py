"""What the views say of an event without armies: points, and nothing else to count or to bring."""

from app.engine.acts.results import How, ReportResult, Result
from app.engine.acts.rounds import DrawRound, FinishRound, PublishRound, StartRound
from app.engine.acts.setup import ChangeSettings
from app.engine.acts.table import Answer, Claim, MakeClaim, Question, ScoreTurn, StartClock
from app.engine.formats.own_game import adjust_packet, own_game
from app.engine.formats.settings import LevelMatch, Settings
from app.engine.frozen import replace
from app.engine.packet.packet import Heading
from app.engine.packet.ranking import TEAMS, RankingColumn
from app.engine.side import Pair, Side
from app.engine.standings.teams import team_ranking
from app.views.event.check_in import CheckInColumn, check_in_counts, check_in_rows, may_be_asked
from app.views.event.format import under
from app.views.event.phones import phone_ways
from app.views.event.publish import results_words
from app.views.event.settings_words import (
    changes_words,
    column_words,
    settings_sheet,
    team_match_words,
)
from app.views.event.standings import StandingsColumn, columns, team_table
from app.views.history.memory import HistoryMemory
from app.views.history.rows import describe
from app.views.round.live import live_row
from app.views.round.result_entry import report_sheet
from app.views.table.clock_face import face
from app.views.table.organizer_acts import open_words
from app.views.table.scoring_pad import pad, pad_steps
from app.views.table.table import table_view
from tests.engine.event import PACKETS, Desk, registered

POINTS = PACKETS["points"]
SETTINGS = Settings("Club night", "points", 0, 1)


def drawn() -> Desk:
    desk = registered(2, SETTINGS, POINTS)
    desk.do(DrawRound(7))
    desk.do(PublishRound())
    return desk


def played() -> Desk:
    """A game in which Red has 7 points and Blue 2, confirmed by both."""
    desk = drawn()
    desk.do(StartRound())
    game = desk.game().number
    desk.do(StartClock(game, Side.RED), 0)
    desk.do(MakeClaim(game, Side.RED, Claim.OVER, Side.RED), 60_000)
    desk.do(Answer(game, Side.BLUE, Question.CLAIM, agrees=True), 61_000)
    ending = desk.game().play.ending
    assert ending is not None
    assert ending.length
    assert pad_steps(desk.game()) == (4,)
    shown = pad(desk.game(), 4)
    assert (shown.title, shown.win) == ("the game", "More points win")
    desk.do(ScoreTurn(game, Side.RED, 4, (), points=Pair(7, 2)), 70_000)
    for side in Side:
        desk.do(Answer(game, side, Question.RESULT, agrees=True), 80_000)
    return desk


def test_a_table_without_armies_shows_only_control_points() -> None:
    desk = drawn()
    waiting = face(desk.game(), table_view(desk.state, desk.game()), Side.RED, 0)
    assert waiting.note == "Play begins when the organizer starts the round."
    desk = played()
    view = table_view(desk.state, desk.game())
    over = face(desk.game(), view, Side.RED, 90_000)
    assert over.score == "Red 7 – Blue 2"
    assert (over.word, over.note) == ("You win", "By control points: 7 to 2")
    assert live_row(view, 90_000).ap == ""


def test_results_of_games_without_armies_show_no_army_points() -> None:
    desk = played()
    assert "· Control points · CP 7–2" in results_words(desk.state, 1)
    sheet = report_sheet(desk.state, desk.game())
    assert sheet.likeliest is How.CONTROL_POINTS
    assert phone_ways(desk.game())[-1] == ("tie", "Tie")
    result = Result(Side.BLUE, How.CLOCK_OUT, Pair(1, 2), Pair(0, 0))
    desk.do(ReportResult(desk.game().number, result), insist=True)
    memory = HistoryMemory()
    words = [describe(record, desk.state, memory) for record in desk.records]
    assert str(words[-1]).count("AP") == 0
    assert table_view(desk.state, desk.game()).why.endswith("wins by clock-out, 1–2")


def test_standings_and_check_in_of_games_without_armies_have_no_army_columns() -> None:
    desk = played()
    desk.do(FinishRound())
    shown = columns(desk.state)
    assert StandingsColumn.TP in shown
    assert not {StandingsColumn.FACTION, StandingsColumn.APD, StandingsColumn.ASSASSINATIONS} & {
        *shown
    }
    assert may_be_asked(POINTS) == (CheckInColumn.PAID,)
    counted = [each.column for each in check_in_counts(desk.state, check_in_rows(desk.state))]
    assert counted == [CheckInColumn.HERE, CheckInColumn.PAID]


def test_renamed_ranking_columns_show_the_organizers_names() -> None:
    headings = (Heading(RankingColumn.TP, "League"),)
    packet = adjust_packet(POINTS, replace(own_game(POINTS), headings=headings))
    words = column_words(packet)
    assert words[RankingColumn.TP] == "League"
    assert words[RankingColumn.SOS] == "strength of schedule"
    assert RankingColumn.APD not in words
    ranked = replace(SETTINGS, order=(RankingColumn.SOS, RankingColumn.TP))
    says = {row.keyword: row.says for row in settings_sheet(packet, ranked)}
    assert says["Standings"] == "By strength of schedule, then League."


def test_an_event_moved_to_a_packet_without_armies_has_no_army_size() -> None:
    before = Settings("Open", "sr2017", 75, 1)
    after = under(POINTS, before)
    assert after.size == 0
    changed = changes_words(before, PACKETS["sr2017"], after, POINTS)
    assert "Army size: 75 points → none" in changed
    desk = registered(2, before)
    desk.do(ChangeSettings(after, POINTS))
    assert not desk.state.armies


def test_changes_to_a_custom_game_are_described_by_setting_name() -> None:
    shorter = adjust_packet(POINTS, replace(own_game(POINTS), minutes=45, win=3))
    assert changes_words(SETTINGS, POINTS, SETTINGS, shorter) == (
        "Minutes on each clock: 60 → 45",
        "Tournament points of a win: 1 → 3",
    )


def test_the_organizer_is_told_that_players_still_have_to_enter_points() -> None:
    desk = drawn()
    desk.do(StartRound())
    game = desk.game().number
    desk.do(StartClock(game, Side.RED), 0)
    desk.do(MakeClaim(game, Side.RED, Claim.OVER, Side.RED), 60_000)
    desk.do(Answer(game, Side.BLUE, Question.CLAIM, agrees=True), 61_000)
    assert open_words(table_view(desk.state, desk.game())) == (
        "The players enter their points. Then both are asked to confirm the result."
    )


def test_without_armies_teams_rank_and_tied_matches_are_decided_by_control_points() -> None:
    desk = registered(4, replace(SETTINGS, team_seats=2), POINTS)
    headings = team_table(desk.state).headings
    assert "CP" in headings
    assert "APD" not in headings
    assert team_ranking(desk.state) == TEAMS[:-1]
    chosen = replace(SETTINGS, team_seats=2, level_match=LevelMatch.POINTS)
    assert "Control points decide a tied match. " in f"{team_match_words(POINTS, chosen)} "
    assert "then army points" in team_match_words(PACKETS["sr2017"], chosen)
    before = replace(chosen, level_match=LevelMatch.DRAW)
    assert changes_words(before, POINTS, chosen, POINTS) == (
        "A tied match: is a draw → is decided by control points",
    )
