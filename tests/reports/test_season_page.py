"""The page of a season needs nothing else and runs nothing, whatever names say."""

import re

from app.engine.frozen import replace
from app.reports.season_page import season_page
from app.views.season.league import LeagueRule
from app.views.season.season import Season
from tests.reports.test_results_page import EVIL, Tags
from tests.views.season.outcomes import named, outcome


def evil_season() -> Season:
    one, other = (
        replace(each, club=EVIL, faction=f"{EVIL}{each.number}")
        for each in named(f"{EVIL}1", f"{EVIL}2")
    )
    out = replace(other, number=3, name=f"{EVIL}3", place=0)
    first = replace(outcome("a", one, other, out, games=[(1, 2, 1)]), name=EVIL, packet=EVIL)
    second = outcome("b", other, one, games=[(1, 2, 0)], day="2026-12-05")
    return Season(EVIL, (first, second), LeagueRule(best=1))


def test_the_page_is_self_contained_and_runs_no_code() -> None:
    page = season_page(evil_season(), "As of today")
    tags = Tags(page)
    assert not tags.open
    assert tags.seen.isdisjoint({"script", "img", "link", "iframe", "form", "base"})
    assert not re.search(r"url\(|@import|https?:", page)
    assert EVIL not in page
    assert EVIL in "".join(tags.text)


def test_the_page_has_every_section() -> None:
    text = " ".join(Tags(season_page(evil_season(), "As of today")).text)
    for words in ("League", "Ratings", "Factions", "Events", "Players", "Head to head", "DQ"):
        assert words in text
    for words in ("1 May 2026 – 5 December 2026 · As of today", "1 May", "5 Dec", "1 / 2", "(1)"):
        assert words in text
    assert "What does not count is in brackets." in text


def test_a_season_of_one_event_shows_a_single_date() -> None:
    season = evil_season()
    text = " ".join(Tags(season_page(replace(season, outcomes=season.outcomes[:1]), "now")).text)
    assert "1 May 2026 · now" in text


def test_each_player_has_their_events_and_opponents_below_their_name() -> None:
    first, second = named("Ann", "Bea")
    season = Season(
        "Club", (outcome("a", first, second, games=[(1, 2, 1), (1, 2, 0)]),), LeagueRule()
    )
    page = season_page(season, "now")
    found = re.findall(r"<details>(.*?)</details>", page, re.DOTALL)
    words = [" ".join(" ".join(Tags(each).text).split()) for each in found]
    assert len(words) == 2
    for mine, theirs, score in (("Ann", "Bea", "1–0–1"), ("Bea", "Ann", "0–1–1")):
        one = next(each for each in words if each.startswith(mine))
        assert "1 event" in one
        assert f"Head to head W–L–T {theirs} {score}" in one
    for name in re.findall(r'href="#(\w+)"', page):
        assert f'<section id="{name}"' in page
