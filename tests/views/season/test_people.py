"""Who is who in several events."""

from app.engine.frozen import replace
from app.views.season.outcome import Entrant, EventOutcome
from app.views.season.people import Answer, People, Why, match_people
from tests.views.season.outcomes import named, outcome


def seen(*entrants: Entrant) -> list[EventOutcome]:
    """Make an event of each entrant."""
    return [outcome(f"e{at}", entrant) for at, entrant in enumerate(entrants)]


def groups(people: People) -> set[frozenset[str]]:
    return {frozenset(key for key, _ in person.entries) for person in people.persons}


def asked(people: People) -> list[Why]:
    return [doubt.why for doubt in people.doubts]


def test_spelling_variants_of_a_name_are_one_person() -> None:
    people = match_people(
        seen(Entrant(1, "Łucja Weiß"), Entrant(5, "weiss, LUCJA"), Entrant(2, "Lucja  Weiss"))
    )
    assert groups(people) == {frozenset({"e0", "e1", "e2"})}
    assert not people.doubts
    assert people.persons[0].name == "Lucja  Weiss"


def test_the_latest_club_and_number_are_kept() -> None:
    people = match_people(seen(Entrant(1, "Ann", club="Ravens", sign_up="7"), Entrant(1, "Ann")))
    assert [(each.club, each.sign_up) for each in people.persons] == [("Ravens", "7")]


def test_the_same_name_with_two_clubs_raises_a_question() -> None:
    one, other = Entrant(1, "Ann Lee", club="Ravens"), Entrant(1, "Ann Lee", club="Foxes")
    people = match_people(seen(one, other, Entrant(1, "Ann Lee"), one))
    assert groups(people) == {frozenset({"e0", "e3"}), frozenset({"e1"}), frozenset({"e2"})}
    assert asked(people) == [Why.CLUB] * 3


def test_namesakes_at_one_event_are_distinguished_only_by_club() -> None:
    ravens, foxes = Entrant(1, "Ann", club="Ravens"), Entrant(2, "Ann", club="Foxes")
    events = [
        outcome("a", ravens, foxes),
        outcome("b", replace(foxes, number=9)),
        *seen(named("Ann")[0]),
    ]
    people = match_people(events)
    assert groups(people) == {frozenset({"a"}), frozenset({"a", "b"}), frozenset({"e0"})}
    assert asked(people) == [Why.TWICE] * 2


def test_a_sign_up_number_joins_similar_names_and_changed_clubs() -> None:
    people = match_people(
        seen(
            Entrant(1, "Robert Fox", club="Ravens", sign_up="77"),
            Entrant(1, "Rob Fox", club="Foxes", sign_up="77"),
        )
    )
    assert len(people.persons) == 1
    assert not people.doubts


def test_one_sign_up_number_with_two_different_names_raises_a_question() -> None:
    people = match_people(
        seen(Entrant(1, "Anna", sign_up="77"), Entrant(1, "Zoltan", sign_up="77"))
    )
    assert asked(people) == [Why.NUMBER]


def test_similar_names_raise_a_question() -> None:
    for mine, theirs in (
        ("Katherine Jones", "Catherine Jones"),
        ("J. Smith", "John Smith"),
        ("Rob Fox", "Robert Fox"),
        ("Anna", "Anna Berg"),
        ("Anna K Berg", "Anna Berg"),
    ):
        people = match_people(seen(Entrant(1, mine), Entrant(1, theirs)))
        assert asked(people) == [Why.SPELLING], (mine, theirs)


def test_dissimilar_names_raise_no_question() -> None:
    for mine, theirs in (
        ("Anna Berg", "Anna Fox"),
        ("Al Fox", "Alexander Fuchs"),
        ("J. S.", "John Smith"),
        ("★", "☆"),
        ("Ben", "Benjamin"),
    ):
        assert not match_people(seen(Entrant(1, mine), Entrant(1, theirs))).doubts, (mine, theirs)


def test_a_name_matching_anothers_nickname_raises_a_question() -> None:
    people = match_people(
        seen(
            Entrant(1, "Anna Berg", nickname="Stormy"),
            Entrant(1, "Stormy"),
            Entrant(1, "Zoe Quill", nickname="Stormy"),
        )
    )
    assert asked(people) == [Why.NICKNAME] * 3


def test_two_players_of_the_same_event_never_raise_a_question() -> None:
    people = match_people([outcome("a", *named("Anna Berg", "Anna Bergh"))])
    assert len(people.persons) == 2
    assert not people.doubts


def test_answering_yes_merges_people_and_answering_no_closes_the_question() -> None:
    events = seen(Entrant(1, "Rob Fox"), Entrant(1, "Robert Fox"), Entrant(1, "Robert Fox"))
    (doubt,) = match_people(events).doubts
    one, other = doubt.one.entries[0], doubt.other.entries[0]
    yes = match_people(events, [Answer(one, other, True)])
    assert [each.name for each in yes.persons] == ["Robert Fox"]
    assert not yes.doubts
    no = match_people(events, [Answer(other, one, False)])
    assert len(no.persons) == 2
    assert not no.doubts


def test_answering_no_keeps_namesakes_apart() -> None:
    events = seen(Entrant(1, "Ann"), Entrant(1, "Ann"))
    people = match_people(events, [Answer(("e0", 1), ("e1", 1), False)])
    assert len(people.persons) == 2
    assert not people.doubts


def test_answers_about_missing_entrants_or_within_one_event_are_ignored() -> None:
    events = [outcome("a", *named("Ann", "Bea"))]
    answers = [Answer(("a", 1), ("a", 2), True), Answer(("a", 1), ("gone", 1), True)]
    answers.append(Answer(("a", 1), ("a", 1), True))
    assert len(match_people(events, answers).persons) == 2


def test_every_entrant_belongs_to_a_person() -> None:
    people = match_people([outcome("a", *named("Ann", "Bea")), outcome("b", *named("Bea"))])
    assert people.of_entry["a", 2] is people.of_entry["b", 1]
    assert people.of_entry["a", 1].name == "Ann"


def test_an_initial_that_fits_two_people_raises_questions() -> None:
    magda, max_ = Entrant(1, "Magda Lind", club="Ravens"), Entrant(2, "Max Lind", club="Owls")
    short = Entrant(1, "M. Lind", club="Ravens")
    people = match_people([outcome("a", magda, max_), *seen(short, short)])
    assert len(people.persons) == 4
    assert set(asked(people)) == {Why.SPELLING}
    assert len(people.doubts) == 5


def test_the_same_initial_and_name_at_two_events_is_one_person() -> None:
    short = Entrant(1, "M. O’Lind")
    people = match_people([outcome("a", *named("Magda O’Lind", "Ben Reed")), *seen(short, short)])
    assert groups(people) == {frozenset({"a"}), frozenset({"e0", "e1"})}


def test_an_initial_with_a_misspelt_surname_raises_a_question() -> None:
    people = match_people(seen(Entrant(1, "A. Lindqvist"), Entrant(1, "Ann-Kathrin Linqvist")))
    assert len(people.persons) == 2
    assert asked(people) == [Why.SPELLING]
    others = match_people(seen(Entrant(1, "A. Lind"), Entrant(1, "Ann-Kathrin Linqvist")))
    assert not others.doubts


def test_initials_that_do_not_match_make_names_dissimilar() -> None:
    for mine, theirs in (
        ("A. Ångström", "G. Ångström"),
        ("A. Kowalska", "Jan Kowallska"),
        ("S. Smith", "Ann Smith"),
        ("A. Groß", "G. Ångström"),
        ("Anna K. Berg", "Anna M. Berg"),
    ):
        assert not match_people(seen(Entrant(1, mine), Entrant(1, theirs))).doubts, (mine, theirs)
    assert asked(match_people(seen(Entrant(1, "Zoë Lindqvist"), Entrant(1, "Z. Linqvist"))))


def test_a_person_is_shown_with_the_fullest_and_commonest_spelling() -> None:
    def name_of(*spelt: str) -> str:
        entrants = [Entrant(1, name, sign_up="7") for name in spelt]
        (person,) = match_people(seen(*entrants)).persons
        return person.name

    assert name_of("Björn Groß", "Björn Groß", "BJÖRN GROSS") == "Björn Groß"
    assert name_of("Björn Groß", "Björn Groß", "Björn Goß") == "Björn Groß"
    assert name_of("Katarzyna O’Brien", "K. O’Brien", "K. O’Brien") == "Katarzyna O’Brien"
    assert name_of("Ann Lee", "Lee, Ann") == "Ann Lee"
    assert name_of("Ann Lee", "ann lee") == "Ann Lee"
    assert name_of("Zoe Groß", "Zoë Groß") == "Zoë Groß"
    assert name_of("Jan Lindqvist", "Jan Lidqvist", "Jan Lindqvvist") == "Jan Lindqvist"
