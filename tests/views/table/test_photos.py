"""Photos of slips in words."""

from app.engine.acts.photos import KeepPhoto
from app.engine.side import Side
from app.views.event.phones import own_page
from app.views.table.photos import photo_rows, photos_words
from tests.engine.event import MINUTE, under_way


def test_a_photo_says_who_took_it_and_when() -> None:
    desk = under_way(4)
    desk.do(KeepPhoto(1, Side.BLUE, "a" * 64, 5), 5 * MINUTE)
    desk.do(KeepPhoto(1, None, "b" * 64, 5), 6 * MINUTE)
    blue, organizer = photo_rows(desk.state, desk.game(1))
    name = desk.state.name(desk.game(1).players.blue)
    assert blue.words.startswith(f"{name}, ")
    assert blue.words[-3] == ":"
    assert organizer.words.startswith("Organizer, ")
    assert (blue.game, blue.sha256) == (1, "a" * 64)
    assert photo_rows(desk.state, desk.game(2)) == ()


def test_the_photo_button_gives_the_number_of_photos() -> None:
    assert photos_words(1) == "Photo of the slip"
    assert photos_words(2) == "2 photos of the slip"


def test_a_players_page_counts_only_their_own_photos() -> None:
    desk = under_way(4)
    desk.do(KeepPhoto(1, Side.BLUE, "a" * 64, 5), 5 * MINUTE)
    for side, count in ((Side.RED, 0), (Side.BLUE, 1)):
        page = own_page(desk.state, desk.game(1).players.of(side))
        assert page is not None
        assert page.game is not None
        assert (page.game.photos, page.game.takes_photo) == (count, True)
