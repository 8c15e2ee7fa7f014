"""A whole season: small ones by hand, and twelve events of sixty people with sums made apart."""

import random
from collections import Counter
from itertools import pairwise

import pytest

from app.engine.frozen import replace
from app.views.score_words import place_words, record_words
from app.views.season.league import LeagueRule
from app.views.season.outcome import Entrant, EventOutcome, PlayedGame
from app.views.season.people import Answer
from app.views.season.season import Season
from app.views.season.words import (
    doubt_words,
    person_words,
    rate_words,
    rating_words,
    rule_words,
)
from tests.views.season.outcomes import named, outcome

PEOPLE, EVENTS, ROUNDS = 60, 12, 5
FIRST = ("Ann", "Ben", "Cleo", "Dan", "Eve", "Finn", "Gus", "Hal", "Ida", "Jon")
LAST = ("Archer", "Brandt", "Colvin", "Dubois", "Eriksen", "Falk")


def small() -> Season:
    ann, bea, cy = named("Ann", "Bea", "Cy")
    ann, bea = replace(ann, faction="Cryx", club="Ravens"), replace(bea, faction="Khador")
    return Season(
        "Cup",
        (
            outcome("a", ann, bea, cy, games=[(1, 2, 1), (3, 1, 0)]),
            outcome("b", ann, replace(bea, faction=" khador"), games=[(2, 1, 2)]),
            outcome("c", replace(bea, number=2, faction="Cryx", place=2), ann),
        ),
        LeagueRule(),
    )


def test_each_pair_of_opponents_is_listed_once() -> None:
    season = small()
    assert [(m.one.name, m.other.name, m.wins, m.losses, m.ties) for m in season.meetings] == [
        ("Ann", "Bea", 1, 1, 0),
        ("Ann", "Cy", 0, 0, 1),
    ]


def test_faction_statistics_exclude_mirror_games() -> None:
    rows = {row.faction: row for row in small().factions}
    assert [*rows] == ["Cryx", "Khador"]
    assert (rows["Cryx"].entries, rows["Khador"].entries) == (4, 2)
    cryx = rows["Cryx"]
    assert (cryx.wins, cryx.losses, cryx.ties, cryx.win_rate) == (1, 1, 1, 0.5)
    one = named("Ann", "Bea")
    own = tuple(replace(each, faction="Cryx") for each in one)
    (row,) = Season("", (outcome("a", *own, games=[(1, 2, 1)]),), LeagueRule()).factions
    assert (row.wins, row.losses, row.win_rate) == (0, 0, 0)


def test_a_season_record_has_every_event_of_the_player() -> None:
    season = small()
    ann = season.people.persons[0]
    assert [there.outcome.key for there in season.record(ann)] == ["a", "b", "c"]
    assert [there.entrant.place for there in season.record(ann)] == [1, 1, 1]


def test_people_and_rules_of_a_season_are_described_in_words() -> None:
    season = small()
    ann = season.people.persons[0]
    assert person_words(season, ann) == "Ann (Ravens, 3 events, last at c cup)"
    assert rule_words(season.rule) == (
        "Points: 1 for having played and 1 for each player placed behind. All events count."
    )
    every = LeagueRule(best=1, places=(5, 3), beaten=0, win=2, tie=1, presence=0)
    assert rule_words(every) == (
        "Points: 2 for a win, 1 for a tie and 5, 3 for the first places. The best event counts."
    )
    nothing = LeagueRule(best=4, beaten=0, presence=0)
    assert rule_words(nothing) == "Points: none. The best 4 events count."
    assert record_words(2, 1, 0, all_ties=False) == "2–1"
    assert record_words(2, 1, 1, all_ties=False) == "2–1–1"
    assert [place_words(row) for row in season.league] == ["1", "2", "3"]
    assert rating_words(season.ratings[0].rating).endswith(" ?")
    assert rating_words(replace(season.ratings[0].rating, value=1612.4, deviation=45)) == (
        "1612 ± 90"
    )


def test_a_question_says_enough_to_answer_it() -> None:
    season = Season(
        "Cup", (outcome("a", *named("Rob Fox")), outcome("b", *named("Robert Fox"))), LeagueRule()
    )
    (doubt,) = season.people.doubts
    assert doubt_words(season, doubt) == (
        "Are Rob Fox (1 event, last at a cup) and Robert Fox (1 event, last at b cup) the same"
        " person? Their names are alike."
    )


def test_the_season_tables_contain_every_figure() -> None:
    tables = {table.key: table for table in small().tables()}
    assert [*tables] == [
        "events",
        "league",
        "league_points",
        "ratings",
        "records",
        "meetings",
        "factions",
    ]
    assert tables["league"].objects[0] == {
        "place": 1, "shared": False, "player": "Ann", "club": "Ravens", "points": 7, "events": 3,
        "wins": 0, "losses": 0, "ties": 0,
    }  # fmt: skip
    assert tables["meetings"].objects[0]["opponent"] == "Bea"
    assert tables["factions"].objects[1]["win_rate"] == 0.5
    assert len(tuple(tables["records"].rows)) == 7
    assert len(tuple(tables["league_points"].rows)) == 7
    assert len(tuple(tables["ratings"].rows)) == 3
    assert tables["events"].objects[0]["players"] == 3


def misspell(name: str, dice: random.Random) -> str:
    """One of the ways in which people write themselves into a list."""
    first, last = name.split()
    return dice.choice(
        (
            name,
            name,
            f"{last}, {first}",
            name.upper(),
            f" {first}  {last} ",
            f"{first[0]}. {last}",
            f"{first} {last[:-2]}{last[-1]}{last[-2]}",
        )
    )


def made_up(seed: int) -> tuple[list[EventOutcome], dict[tuple[str, int], int]]:
    """Twelve events, and who each entrant really is."""
    dice = random.Random(seed)
    true_names = [f"{FIRST[at % 10]} {LAST[at // 10]}" for at in range(PEOPLE)]
    outcomes, truth = [], {}
    for number in range(EVENTS):
        there = dice.sample(range(PEOPLE), dice.randrange(8, 41, 2))
        wins: Counter[int] = Counter()
        ties: Counter[int] = Counter()
        games = []
        for round_number in range(1, ROUNDS + 1):
            seats = dice.sample(range(1, len(there) + 1), len(there))
            for one, other in zip(seats[::2], seats[1::2], strict=True):
                winner = dice.choice((one, one, other, 0))
                games.append(PlayedGame(round_number, (one, other), winner))
                wins[winner] += 1
                for player in () if winner else (one, other):
                    ties[player] += 1
        by_wins = sorted(range(1, len(there) + 1), key=lambda seat: -wins[seat])
        key = f"event{number}"
        entrants = [
            Entrant(
                seat,
                misspell(true_names[there[seat - 1]], dice)
                if there[seat - 1] in truth.values()
                else true_names[there[seat - 1]],
                place=place,
                wins=wins[seat],
                losses=ROUNDS - wins[seat] - ties[seat],
                ties=ties[seat],
            )
            for place, seat in enumerate(by_wins, 1)
        ]
        truth |= {(key, each.number): there[each.number - 1] for each in entrants}
        made = outcome(key, *entrants, day=f"2026-{number + 1:02}-01")
        outcomes.append(replace(made, games=tuple(games)))
    return outcomes, truth


@pytest.mark.long
@pytest.mark.parametrize("seed", range(5))
def test_sixty_people_with_varying_spellings_are_identified_and_their_points_add_up(
    seed: int,
) -> None:
    outcomes, truth = made_up(seed)
    rule = LeagueRule(best=4, places=(10, 6, 4), beaten=1, win=2, tie=1, presence=3)
    season = Season("Made up", tuple(outcomes), rule)
    for person in season.people.persons:  # nobody is taken for another without a question
        assert len({truth[entry] for entry in person.entries}) == 1
    for _ in range(PEOPLE * EVENTS):
        if not season.people.doubts:
            break
        answers = [
            Answer(
                doubt.one.entries[0],
                doubt.other.entries[0],
                truth[doubt.one.entries[0]] == truth[doubt.other.entries[0]],
            )
            for doubt in season.people.doubts
        ]
        season = replace(season, answers=(*season.answers, *answers))
    assert not season.people.doubts
    came = {*truth.values()}
    assert len(season.people.persons) == len(came)

    points: dict[int, list[int]] = {who: [] for who in came}
    record: dict[int, Counter[str]] = {who: Counter() for who in came}
    for each in outcomes:
        size = len(each.entrants)
        for place, entrant in enumerate(each.entrants, 1):
            who = truth[each.key, entrant.number]
            by_place = {1: 10, 2: 6, 3: 4}.get(place, 0)
            points[who].append(by_place + size - place + 2 * entrant.wins + entrant.ties + 3)
            record[who].update(w=entrant.wins, l=entrant.losses, t=entrant.ties)
    for row in season.league:
        who = truth[row.person.entries[0]]
        assert row.points == sum(sorted(points[who])[-4:])
        assert (row.wins, row.losses, row.ties) == tuple(record[who][kind] for kind in "wlt")
    assert all(one.points >= other.points for one, other in pairwise(season.league))
    met: Counter[tuple[int, int, str]] = Counter()
    for each in outcomes:
        for game in each.games:
            one, other = (truth[each.key, player] for player in game.players)
            result = "t" if not game.winner else "w" if game.winner == game.players[0] else "l"
            met[one, other, result] += 1
            met[other, one, {"t": "t", "w": "l", "l": "w"}[result]] += 1
    for pair in season.meetings:
        one, other = (truth[each.entries[0]] for each in (pair.one, pair.other))
        if one != other:
            assert (pair.wins, pair.losses, pair.ties) == tuple(met[one, other, k] for k in "wlt")
    assert sum(m.wins + m.losses + m.ties for m in season.meetings) == sum(
        len(each.games) for each in outcomes
    )
    assert sum(row.rating.games for row in season.ratings) == 2 * sum(
        len(each.games) for each in outcomes
    )


def test_everybody_sees_their_opponents_from_their_own_side() -> None:
    season = small()
    ann, bea, cy = season.people.persons
    mine = [(each.other.name, each.wins, each.losses, each.ties) for each in season.met_by(ann)]
    assert mine == [("Bea", 1, 1, 0), ("Cy", 0, 0, 1)]
    theirs = [(each.other.name, each.wins, each.losses, each.ties) for each in season.met_by(bea)]
    assert theirs == [("Ann", 1, 1, 0)]
    assert [each.other.name for each in season.met_by(cy)] == ["Ann"]
    assert record_words(1, 1, 0) == "1–1–0"
    assert [rate_words(row) for row in season.factions] == ["50%", "50%"]


def test_the_winner_of_an_event_is_named_by_their_usual_spelling() -> None:
    first, again = (outcome(key, *named("Ann Lee")) for key in "ab")
    shouted = outcome("c", *named("ANN LEE"))
    season = Season("Cup", (first, again, shouted), LeagueRule())
    assert [season.winners(each) for each in season.outcomes] == ["Ann Lee"] * 3
