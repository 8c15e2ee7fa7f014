"""Players and tables are found by what is typed of them."""

import pytest

from app.engine.acts.players import AddPlayers, CheckIn, Entry
from app.engine.acts.rounds import DrawRound
from app.engine.acts.setup import CreateEvent
from app.views.event.finding import FUZZY, MOST, Find, find_rank, finds
from tests.engine.event import SR2017, Desk, registered, settings


@pytest.fixture
def desk() -> Desk:
    """Five players in a drawn round; the sixth is not here."""
    desk = Desk()
    desk.do(CreateEvent(settings(), SR2017))
    names = ("Łucja Nowak", "Ann Lee", "Luis Ortega", "Joanna Nowacka", "Bo", "Zoe")
    desk.do(AddPlayers(tuple(map(Entry, names))))
    desk.do(CheckIn((1, 2, 3, 4, 5)))
    return desk


def words(desk: Desk, typed: str) -> list[str]:
    return [find.words for find in finds(desk.state, typed)]


def test_before_a_round_a_player_is_found_by_name_without_accents(desk: Desk) -> None:
    assert finds(desk.state, "lucja") == (Find("Łucja Nowak", None, 1),)
    assert words(desk, "  ") == []
    assert words(desk, "12") == []
    assert words(desk, "nobody") == []


def test_matches_at_the_start_of_a_name_come_first_then_of_words_then_the_rest(desk: Desk) -> None:
    assert words(desk, "an") == ["Ann Lee", "Joanna Nowacka"]
    assert words(desk, "nowa") == ["Joanna Nowacka", "Łucja Nowak"]
    assert words(desk, "o") == ["Luis Ortega", "Bo", "Joanna Nowacka", "Łucja Nowak", "Zoe"]


def test_during_a_round_each_found_player_is_shown_with_their_table(desk: Desk) -> None:
    desk.do(DrawRound(7), insist=True)
    latest = desk.state.latest
    assert latest is not None
    assert latest.bye is not None
    for game in desk.state.games_of(latest):
        red, blue = game.players
        names = desk.state.name(red), desk.state.name(blue)
        said = (
            f"{names[0]}: table {game.table}, red, against {names[1]}",
            f"{names[1]}: table {game.table}, blue, against {names[0]}",
        )
        assert finds(desk.state, names[0]) == (Find(said[0], game.number, red),)
        assert finds(desk.state, names[1]) == (Find(said[1], game.number, blue),)
    free = desk.state.name(latest.bye.player)
    assert finds(desk.state, free) == (Find(f"{free}: bye in round 1", None, latest.bye.player),)
    assert words(desk, "zoe") == ["Zoe: not in round 1"]


def test_a_typed_number_finds_tables_with_the_exact_match_first() -> None:
    desk = registered(24)
    desk.do(DrawRound(7), insist=True)
    for typed in ("1", "t1", "Table 1", "table1"):
        found = finds(desk.state, typed)
        assert [one.words.split(":")[0] for one in found] == [
            "Table 1", "Table 10", "Table 11", "Table 12",
        ]  # fmt: skip
        assert all(one.game is not None and one.player is None for one in found)
    assert len(words(desk, "a")) == MOST


@pytest.mark.parametrize(
    ("name", "typed", "rank"),
    [
        ("Go to Standings", "go to", 0),
        ("Go to Standings", "stand", 1),
        ("Go to Standings", "andi", 2),
        ("Go to Standings", "stand go", 3),
        ("Go to Standings", "go standigns", FUZZY),
        ("Go to Standings", "stx", None),
        ("Go to Standings", "x", None),
        ("Go to Standings", "  ", None),
        ("Łucja", "lucia", FUZZY),
        ("…", "abc", None),
    ],
)
def test_beginnings_rank_first_then_words_then_misspellings(
    name: str, typed: str, rank: int | None
) -> None:
    assert find_rank(name, typed) == rank
