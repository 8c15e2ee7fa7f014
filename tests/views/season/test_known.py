"""Everybody of a season as entries for the next sign-up."""

from app.engine.acts.players import Entry
from app.engine.frozen import replace
from app.views.season.known import known_entries
from app.views.season.league import LeagueRule
from app.views.season.season import Season
from tests.views.season.outcomes import named, outcome


def test_each_known_person_is_offered_once_with_their_latest_details() -> None:
    ana, bo = named("Ana Lind", "Bo Reed")
    first = replace(ana, club="Ravens", faction="Cryx", nickname="Raven", sign_up="70")
    later = replace(ana, name="Lind, Ana", number=4, faction="Khador", army="Winter Korps")
    season = Season(
        "Club", (outcome("a", first, bo), outcome("b", later, day="2026-06-01")), LeagueRule()
    )
    assert known_entries(season) == (
        Entry("Ana Lind", "Ravens", "Khador", army="Winter Korps", sign_up="70"),
        Entry("Bo Reed"),
    )
