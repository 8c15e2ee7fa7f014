"""The sheets of an event of teams, as another program reads them."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from app.ui.printing.pages import Paper
from app.ui.printing.sheets import KINDS, Subject
from tests.events import HEBREW_NAME, Event
from tests.team_events import team_event
from tests.ui.printing.on_paper import PRINTED_MS, in_order, pdf_of, printed, words_in

OF_MATCHES = ("team pairings", "matches", "captains")


@pytest.fixture
def event(tmp_path: Path) -> Iterator[Event]:
    """The last team of four lacks a player; a round is over, the second under way."""
    made = team_event(tmp_path / "teams.flagfall", 4, 3, short=1)
    made.finish()
    made.start()
    yield made
    made.close()


@pytest.mark.parametrize("paper", Paper)
def test_a_match_sheet_has_every_seat_of_a_match(
    event: Event, tmp_path: Path, paper: Paper
) -> None:
    pages = words_in(pdf_of(printed(event.state, "matches", paper), tmp_path / "m.pdf", paper))
    assert len(pages) == 2
    for game in event.state.games_of(event.state.rounds[-1]):
        names = [event.state.name(number) for number in game.players]
        assert any(
            all(name == HEBREW_NAME or in_order([page], name) for name in names) for page in pages
        )
    assert all(in_order([page], "Captain’s signature") for page in pages)
    assert sum("is one player short" in " ".join(page.split()) for page in pages) == 1


def test_a_captains_card_has_a_box_for_each_pair(event: Event, tmp_path: Path) -> None:
    pages = words_in(pdf_of(printed(event.state, "captains"), tmp_path / "c.pdf"))
    assert len(pages) == 4
    assert sum("Poland Red: the match-up with" in page for page in pages) == 1


def test_teams_find_their_tables_by_name(event: Event, tmp_path: Path) -> None:
    (page,) = words_in(pdf_of(printed(event.state, "team pairings"), tmp_path / "p.pdf"))
    assert page.index("Germany") < page.index("Poland Red")
    assert "1–3" in page


def test_a_team_record_says_how_it_adds_up(event: Event, tmp_path: Path) -> None:
    pages = words_in(pdf_of(printed(event.state, "team records"), tmp_path / "r.pdf"))
    assert len(pages) == 4
    assert all("How it adds up" in page and "SoS" in page for page in pages)


@pytest.mark.parametrize("key", OF_MATCHES)
def test_team_sheets_say_so_when_no_teams_meet(tmp_path: Path, key: str) -> None:
    event = Event(tmp_path / "event.flagfall")
    event.register(4)

    def missing() -> str:
        state = event.state
        return KINDS[key].missing(Subject(state, Paper.A4.size, PRINTED_MS, state.latest))

    assert missing().startswith("No round has been drawn yet")
    event.draw()
    assert missing().startswith("No teams meet in this round")
    event.close()
