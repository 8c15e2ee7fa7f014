"""Before and after the draw of an event of teams of which one lacks a player."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from app.engine.acts.players import DropPlayer
from app.ui.pages.round.page import RoundPage
from tests.events import Event
from tests.team_events import team_event
from tests.ui.open_pages import PageOf
from tests.ui.shown_words import visible_words


@pytest.fixture
def event(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Event]:
    """So many teams of three, the last of them one player short."""
    made = team_event(tmp_path / "teams.flagfall", getattr(request, "param", 6), 3, short=1)
    yield made
    made.close()


def words(page: RoundPage) -> list[str]:
    return list(visible_words(page))


@pytest.mark.parametrize(
    ("event", "here"),
    [
        (6, "6 teams, 17 players checked in: 3 matches, no bye."),
        (5, "5 teams, 14 players checked in: 2 matches, one team has the bye."),
    ],
    indirect=["event"],
)
def test_the_page_counts_teams_matches_and_rounds_before_a_team_draw(
    page_of: PageOf, here: str
) -> None:
    page = page_of(RoundPage)
    assert here in words(page)
    assert "Round 1 of 3 can be drawn" in words(page)


def test_one_team_alone_cannot_be_drawn(event: Event, page_of: PageOf) -> None:
    for number in range(4, 18):
        event.do(DropPlayer(number))
    page = page_of(RoundPage)
    assert "Check in at least two teams to draw round 1" in words(page)


def test_a_team_short_of_a_player_is_named_once_and_the_draw_is_not_called_plain(
    event: Event, page_of: PageOf
) -> None:
    event.draw()
    said = words(page_of(RoundPage))
    assert len({text for text in said if text.endswith(" is one player short.")}) == 1
    assert not [text for text in said if "lacks" in text or "no bye" in text]
