"""Points of a league, against sums made by hand."""

from app.engine.frozen import replace
from app.views.season.league import LeagueRule, league_rows
from app.views.season.outcome import Entrant
from app.views.season.people import match_people
from tests.views.season.outcomes import named, outcome


def test_league_points_are_the_sum_of_all_their_parts() -> None:
    anna = Entrant(1, "Anna", place=2, wins=3, ties=1)
    event = outcome("a", Entrant(2, "Ben", place=1), anna, Entrant(3, "Cy", place=3))
    rule = LeagueRule(places=(10, 6), beaten=2, win=5, tie=1, presence=4)
    assert rule.points_of(anna, event) == 6 + 2 * 1 + 5 * 3 + 1 + 4


def test_disqualified_players_get_no_points_and_do_not_count_as_beaten() -> None:
    out = Entrant(3, "Cy", wins=2)
    event = outcome("a", *named("Ann", "Bea"), out)
    assert LeagueRule().points_of(out, event) == 0
    assert LeagueRule().points_of(event.entrants[0], event) == 2


def test_players_sharing_a_place_get_its_points_but_have_not_beaten_each_other() -> None:
    first, second = (replace(each, place=1, shared=True) for each in named("Ann", "Bea"))
    event = outcome("a", first, second, Entrant(3, "Cy", place=3))
    rule = LeagueRule(places=(9, 5, 1))
    assert [rule.points_of(each, event) for each in event.entrants] == [11, 11, 2]


def test_only_a_players_best_events_count() -> None:
    events = [
        outcome("a", *named("Ann", "Bea", "Cy", "Di")),
        outcome("b", *named("Bea", "Ann")),
        outcome("c", *named("Ann", "Cy", "Bea")),
    ]
    people = match_people(events)
    rows = league_rows(events, people, LeagueRule(best=2))
    assert [(row.place, row.person.name, row.points) for row in rows] == [
        (1, "Ann", 4 + 3),
        (2, "Bea", 3 + 2),
        (3, "Cy", 2 + 2),
        (4, "Di", 1),
    ]
    assert [(each.points, each.counts) for each in rows[0].events] == [
        (4, True),
        (1, False),
        (3, True),
    ]
    everything = league_rows(events, people, LeagueRule())
    assert [row.points for row in everything] == [8, 6, 4, 1]


def test_tied_players_are_ranked_by_best_event_then_wins_or_share_a_place() -> None:
    ann, bea, cy, di = named("Ann", "Bea", "Cy", "Di")
    rule = LeagueRule(places=(4, 2, 2, 2), beaten=0, presence=0)
    events = [
        outcome("a", ann, replace(bea, wins=1), cy, di),
        outcome("b", *named("Eve", "Bea", "Cy", "Di")),
    ]
    rows = league_rows(events, match_people(events), rule)
    assert [(row.place, row.shared, row.person.name, row.points) for row in rows] == [
        (1, True, "Ann", 4),
        (1, True, "Eve", 4),
        (3, False, "Bea", 4),
        (4, True, "Cy", 4),
        (4, True, "Di", 4),
    ]
