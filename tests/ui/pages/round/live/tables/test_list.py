"""The round's tables as a list."""

from collections.abc import Callable

import pytest

from app.ui.pages.round.live.tables.painter import THICK
from app.ui.pages.round.page import RoundPage
from app.ui.widgets.theme import CONTRAST, Theme
from tests.events import Event
from tests.ui.open_pages import PageOf
from tests.ui.pictures import picture_of


@pytest.mark.parametrize("theme", CONTRAST)
def test_high_contrast_marks_the_chosen_table_with_thick_lines(
    event: Event, page_of: PageOf, theme: Theme, dressed: Callable[[Theme], None]
) -> None:
    """Every row has a line below it, and a shade alone is seen by few."""
    dressed(theme)
    event.register(8)
    event.start()
    live = page_of(RoundPage).live
    live.choose(event.game(2).number)
    picture = picture_of(live.list.viewport())
    for place, row in enumerate(live.list.model().rows):
        box = live.list.visualRect(live.list.model().index(place, 1))
        column = [picture.pixelColor(box.left() + 1, y).name()
                  for y in range(box.top(), box.bottom() + 1)]  # fmt: skip
        lines = column[:THICK] + column[-THICK:]
        assert (set(lines) == {theme.accent}) is (row.table == 2)
