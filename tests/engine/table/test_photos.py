"""Photos of a game's slip: who took them, which are shown, and what undo takes back."""

import pytest

from app.engine.acts.events import Event, Record
from app.engine.acts.photos import KeepPhoto, LeaveOutPhoto, PhotoKept
from app.engine.acts.rounds import DrawRound
from app.engine.acts.undo import Undo
from app.engine.evolve import evolve
from app.engine.side import Side
from app.engine.state import State
from app.engine.subjects.every import is_undoable
from app.views.history.rows import describe
from tests.engine.event import MINUTE, Desk, play_round, registered, under_way

MOST_PHOTOS = 3


def sum_of(number: int) -> str:
    return f"{number:064x}"


def photo(number: int, side: Side | None = Side.RED, game: int = 1) -> KeepPhoto:
    return KeepPhoto(game, side, sum_of(number), 1000 + number)


def shown(desk: Desk) -> list[tuple[str, Side | None]]:
    return [(kept.sha256, kept.side) for kept in desk.game(1).photos]


def test_a_games_photos_are_shown_in_the_order_they_arrived() -> None:
    desk = under_way(4)
    desk.do(photo(1), MINUTE)
    desk.do(photo(2, Side.BLUE), 2 * MINUTE)
    desk.do(photo(3, None), 3 * MINUTE)
    kept = desk.game(1).photos
    assert shown(desk) == [(sum_of(1), Side.RED), (sum_of(2), Side.BLUE), (sum_of(3), None)]
    assert (kept[0].size, kept[0].at_ms) == (1001, desk.records[-3].at_ms)
    assert desk.game(2).photos == ()


def test_the_same_photo_is_accepted_only_once_per_game() -> None:
    desk = under_way(4)
    desk.do(photo(1))
    assert desk.refused(photo(1)) == "This photo is already here."
    assert desk.refused(photo(1, Side.BLUE)) == "This photo is already here."
    desk.do(photo(1, game=2))
    assert shown(desk) == [(sum_of(1), Side.RED)]


def test_each_player_and_the_organizer_may_add_only_a_few_photos() -> None:
    desk = under_way(4)
    for number in range(MOST_PHOTOS):
        desk.do(photo(number))
    assert desk.refused(photo(9)) == (
        "You have already taken 3 photos at table 1. The organizer can leave one out."
    )
    desk.do(photo(9, Side.BLUE))
    desk.do(photo(10, None))
    desk.do(LeaveOutPhoto(1, sum_of(0)))
    desk.do(photo(11))
    assert len(shown(desk)) == MOST_PHOTOS + 2


def test_photos_of_unpublished_or_missing_games_are_refused() -> None:
    desk = registered(4)
    desk.do(DrawRound(7, 3))
    gone = "That game is no longer in this event. Look at your table again."
    assert desk.refused(photo(1)) == gone
    assert desk.refused(photo(1, game=99)) == gone
    assert desk.refused(photo(1, None, game=99)) == gone
    desk.do(photo(1, None))


def test_a_photo_may_be_added_after_the_round() -> None:
    desk = registered(4)
    play_round(desk)
    desk.do(photo(1))
    assert shown(desk) == [(sum_of(1), Side.RED)]


def test_undo_does_not_remove_photos_taken_by_players() -> None:
    desk = under_way(4)
    desk.do(photo(1, None))
    taken = desk.records[-1].act
    desk.do(photo(2))
    assert not is_undoable(desk.records[-1].event)
    desk.do(Undo(taken))
    assert shown(desk) == [(sum_of(2), Side.RED)]
    desk.do(LeaveOutPhoto(1, sum_of(2)))
    assert shown(desk) == []
    assert desk.refused(LeaveOutPhoto(1, sum_of(2))) == "This photo is no longer shown."
    assert desk.refused(LeaveOutPhoto(99, sum_of(2))) == "This photo is no longer shown."
    desk.do(Undo(desk.records[-1].act))
    assert shown(desk) == [(sum_of(2), Side.RED)]


@pytest.mark.parametrize(
    ("event", "words"),
    [
        (photo(1), "Table 1: Anna took a photo of the slip"),
        (photo(1, None), "Table 1: photo of the slip taken"),
    ],
)
def test_the_history_says_who_took_a_photo(event: KeepPhoto, words: str) -> None:
    desk = under_way(4)
    names = {desk.state.name(number) for number in desk.game(1).players}
    desk.do(event)
    said = describe(desk.records[-1], desk.state)
    assert said == words or any(said == words.replace("Anna", name) for name in names)
    desk.do(LeaveOutPhoto(1, sum_of(1)))
    assert describe(desk.records[-1], desk.state) == "Table 1: photo of the slip left out"


@pytest.mark.parametrize(
    "event", [PhotoKept(7, Side.RED, sum_of(1), 1, 0), LeaveOutPhoto(7, sum_of(1))]
)
def test_a_photo_record_about_a_missing_game_changes_nothing(event: Event) -> None:
    assert evolve(State(), Record(1, 1, 0, "", "EO", event)).games == {}
