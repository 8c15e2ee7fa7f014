"""The page of results: one file that needs nothing else and tells nothing secret."""

import re
from html.parser import HTMLParser

from app.engine.acts.players import EditPlayer, Entry
from app.engine.acts.results import How
from app.engine.acts.rounds import DrawRound, FinishRound, PublishRound
from app.engine.side import Side
from app.engine.state import State
from app.reports.results_page import results_page
from tests.engine.event import Desk, registered, settings, under_way

EVIL = '<script>alert("1")</script>&\'"'


OUT = frozenset({"src", "href"})


class Tags(HTMLParser):
    """The tags that are open, and what is wrong with them."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: set[str] = set()
        self.text: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.add(tag)
        leads = [(name, to) for name, to in attrs if name.startswith("on") or name in OUT]
        assert all(name == "href" and (to or "").startswith("#") for name, to in leads), leads
        if tag != "meta":
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text.append(data)


def played() -> Desk:
    desk = under_way(5, settings(rounds=1))
    for number in range(1, 6):
        desk.do(EditPlayer(number, Entry(f"{EVIL}{number}", EVIL, EVIL, EVIL)))
    desk.report(1, Side.BLUE, How.ASSASSINATION, (1, 2), (30, 40))
    desk.report(2, None, How.TIE, (1, 1), (4, 4))
    desk.do(FinishRound())
    return desk


def test_the_page_is_self_contained_and_runs_no_code() -> None:
    page = results_page(played().state, "As of today")
    tags = Tags(page)
    assert not tags.open
    assert tags.seen.isdisjoint({"script", "img", "link", "iframe", "form", "a", "base"})
    assert "default-src 'none'" in page
    assert not re.search(r"url\(|@import|https?:", page)
    assert EVIL not in page
    assert f"{EVIL}1" in "".join(tags.text)


def test_the_page_shows_standings_teams_awards_and_results() -> None:
    text = " ".join(Tags(results_page(played().state, "As of today")).text)
    for words in (
        "Standings: after round 1",
        "Teams",
        "Awards",
        "First place",
        "Round 1: ",
        "Bye:",
    ):
        assert words in text
    assert "✓ Assassination" in text
    assert "Tie" in text
    assert "As of today" in text


def test_the_page_hides_a_draw_under_review_and_a_scenario_before_its_round() -> None:
    desk = under_way(4)
    for table in (1, 2):
        desk.report(table, Side.RED)
    desk.do(FinishRound())
    before = results_page(desk.state, "")
    desk.do(DrawRound(7, 4))
    assert results_page(desk.state, "") == before
    desk.do(PublishRound())
    page = results_page(desk.state, "")
    assert page != before
    scenario = desk.state.packet.scenario(4) if desk.state.packet else None
    assert scenario
    assert scenario.name not in page


def test_before_any_round_is_finished_the_page_says_so() -> None:
    assert "No round is finished yet." in results_page(registered(4).state, "")
    assert "No round is finished yet." in results_page(State(), "")
