"""The wall of an event of teams: matches with their scores, teams in order, no pair too early."""

from app.engine.acts.display import ArrangeDisplay, Slide, TimedSlide
from app.engine.acts.rounds import FinishRound, PublishRound, StartRound
from app.engine.frozen import replace
from app.engine.side import Side
from app.views.round.room_display import PLAYERS, DisplaySlide, room_display
from tests.engine.event import Desk
from tests.engine.rounds.test_match_ups import team_event as with_match_ups
from tests.engine.standings.test_matches import play, team_event

ALL = ArrangeDisplay(tuple(TimedSlide(slide, 10) for slide in Slide))


def slides(desk: Desk) -> dict[str, DisplaySlide]:
    state = replace(desk.state, display=ALL)
    return {slide.kind: slide for slide in room_display(state, str).slides}


def test_each_display_row_is_a_match_with_its_tables_and_score() -> None:
    desk = team_event()
    play(desk, ((1, 3), (4, 2)), (5, 6))
    desk.report(1, Side.RED)
    slide = slides(desk)[Slide.BY_TABLE.value]
    assert slide.title == "Round 1: matches"
    assert slide.rows == (("1–2", "Iron", "1–0", "Brass"), ("–", "Gold", "", "Bye"))


def test_team_standings_are_displayed_before_player_standings() -> None:
    desk = team_event()
    play(desk, ((1, 3), (4, 2)), (5, 6))
    assert PLAYERS not in slides(desk)
    desk.report(1, Side.RED)
    desk.report(2, Side.BLUE)
    desk.do(FinishRound())
    shown = slides(desk)
    teams = shown[Slide.STANDINGS.value]
    assert teams.title == "Teams after 1 round"
    assert [column.heading for column in teams.columns] == [
        "Place", "Team", "Wins", "SoS", "TP", "CP",
    ]  # fmt: skip
    assert [row[1] for row in teams.rows] == ["Gold", "Iron", "Brass"]
    assert shown[PLAYERS].title == "Standings after 1 round"
    assert [*shown].index(PLAYERS) == [*shown].index(Slide.STANDINGS.value) + 1


def test_while_captains_choose_only_the_tables_of_teams_are_shown() -> None:
    desk = with_match_ups((3, 3, 3))
    desk.do(PublishRound())
    shown = slides(desk)
    names = {player.entry.name for player in desk.state.players.values()}
    by_team = shown[Slide.BY_NAME.value]
    assert by_team.title == "Round 1: find your team’s tables"
    assert sorted(cell for _, cell in by_team.rows) == ["1–3", "1–3", "Bye"]
    (match, bye) = shown[Slide.BY_TABLE.value].rows
    assert (match[0], match[2], bye[3]) == ("1–3", "–", "Bye")
    cells = {cell for slide in shown.values() for row in slide.rows for cell in row}
    assert not cells & names
    desk.do(StartRound(), insist=True)
    cells = {cell for row in slides(desk)[Slide.BY_NAME.value].rows for cell in row}
    assert names <= cells
