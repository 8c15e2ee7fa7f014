"""What is exported and published of an event of teams: its matches with their games."""

from html.parser import HTMLParser

from app.engine.acts.rounds import FinishRound, PublishRound
from app.engine.side import Side
from app.engine.standings.awards import award_rows
from app.reports.results_page import results_page
from app.views.event.facts import Fact, fact_tables
from app.views.event.publish import about_player, results_words, standings_words
from tests.engine.event import Desk, under_way
from tests.engine.match_up.events import team_event as with_match_ups
from tests.engine.standings.test_matches import play, team_event

FIVE = ("Iron", "Iron", "Brass", "Gold", "Gold", "", "")


def played() -> Desk:
    """Iron against Brass, who lack a player; Gold has the bye, and two have no team."""
    desk = team_event(roster=FIVE)
    play(desk, ((1, 3), (6, 7)), (2, 4, 5))
    desk.report(1, Side.BLUE, cp=(1, 5), apd=(10, 40))
    return desk


def rows(desk: Desk, key: str) -> tuple[dict[str, Fact], ...]:
    return next(table.objects for table in fact_tables(desk.state) if table.key == key)


def test_each_match_is_a_row_of_a_table() -> None:
    match, bye = rows(played(), "matches")
    assert (match["team1"], match["team2"], match["tables"], match["out"]) == (
        "Iron", "Brass", "1", 0,
    )  # fmt: skip
    assert (match["winner"], match["won1"], match["won2"], match["cp2"]) == (0, 1, 1, 5)
    assert (bye["team1"], bye["won1"], bye["bye"], bye["first_table"]) == ("Gold", 2, True, None)
    assert rows(under_way(4), "matches") == ()
    desk = team_event()
    play(desk, ((1, 3), (4, 2)), (5, 6))
    assert rows(desk, "matches")[0]["winner"] is None
    desk.report(1, Side.RED)
    desk.report(2, Side.BLUE)
    assert rows(desk, "matches")[0]["winner"] == 1


def test_games_name_the_teams_of_their_players() -> None:
    games = rows(played(), "games")
    assert [(game["team1"], game["team2"]) for game in games] == [
        ("Iron", "Brass"), ("", ""), ("Iron", ""), ("Gold", ""), ("Gold", ""),
    ]  # fmt: skip
    assert "team1" not in rows(under_way(4), "games")[0]


def test_the_text_of_a_round_lists_results_match_by_match() -> None:
    lines = results_words(played().state, 1).splitlines()
    assert lines[1] == "Iron – Brass: 1–1, drawn"
    assert lines[2].startswith("  Table 1: P1 – P3* · ")
    assert lines[3:] == [
        "P2 has the bye: Brass is one player short.",
        "Table 2: P6 – P7",
        "Bye: Gold",
    ]
    published = team_event()
    play(published, ((1, 3), (4, 2)), (5, 6))
    assert results_words(published.state, 1).splitlines()[1] == "Iron – Brass: 0–0, 2 games out"


def test_teams_come_before_players_in_the_standings_text_of_a_team_event() -> None:
    desk = played()
    desk.report(2, Side.RED)
    desk.do(FinishRound())
    lines = standings_words(desk.state).splitlines()
    assert lines[1].startswith("1. Gold · Wins 1")
    assert lines[4:6] == ["", "Players"]


class Headings(HTMLParser):
    """The words of the headings of a page's tables, and of the matches in them."""

    def __init__(self) -> None:
        super().__init__()
        self.words: list[str] = []
        self._inside = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._inside = tag == "h2" or ("class", "match") in attrs

    def handle_data(self, data: str) -> None:
        if self._inside:
            self.words.append(data)

    def handle_endtag(self, tag: str) -> None:
        self._inside = False


def test_the_results_page_has_teams_first_and_rounds_by_match() -> None:
    desk = played()
    desk.report(2, Side.RED)
    desk.do(FinishRound())
    page = Headings()
    page.feed(results_page(desk.state, "today"))
    teams, players, *_, round_, match = page.words
    assert (teams, players[:9], match) == ("Teams", "Standings", "Iron – Brass")
    assert round_.startswith("Round 1")


def test_pairs_still_being_settled_by_captains_are_not_published() -> None:
    desk = with_match_ups((3, 3))
    desk.do(PublishRound())
    assert rows(desk, "matches") == ()
    assert results_words(desk.state, 1) == ""


def test_awards_for_teams_are_listed_before_awards_for_players() -> None:
    desk = team_event()
    assert [row.why for row in award_rows(desk.state)[:3]][1:] == [
        "nobody: a better place is shared"
    ] * 2
    play(desk, ((1, 3), (4, 2)), (5, 6))
    desk.report(1, Side.RED)
    desk.report(2, Side.BLUE)
    first, second, third, player, *_ = award_rows(desk.state)
    assert (first.award, first.names, first.why) == ("First team", "Gold", "P5 and P6")
    assert (second.names, third.names, player.award) == ("Iron", "Brass", "First place")
    assert award_rows(with_match_ups((3, 3)).state)[2].why == "nobody yet"
    assert award_rows(under_way(2).state)[0].award == "First place"


def test_a_players_team_is_shown_beside_their_name() -> None:
    desk = played()
    assert about_player(desk.state, 1) == "Iron"
    assert about_player(desk.state, 6) == ""
    assert about_player(desk.state, 99) == ""
