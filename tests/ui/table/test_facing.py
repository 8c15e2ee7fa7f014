"""Buttons that can face either player."""

from collections.abc import Callable

import pytest
from PySide6.QtGui import QColor
from pytestqt.qtbot import QtBot

from app.ui.table.facing import FacingButton
from app.ui.widgets.theme import CONTRAST, THEMES, Theme
from tests.ui.pictures import picture_of
from tests.ui.widgets.test_theme import contrast

SIZE = 120, 60


def frame_of(qtbot: QtBot, button: FacingButton) -> list[QColor]:
    """The colours along the upper line of a button's frame, between its round corners."""
    qtbot.addWidget(button)
    button.resize(*SIZE)
    picture = picture_of(button)
    return [picture.pixelColor(x, 2) for x in range(20, SIZE[0] - 20)]


@pytest.mark.parametrize("theme", CONTRAST)
def test_high_contrast_marks_an_inactive_button_with_a_dashed_frame(
    qtbot: QtBot, dressed: Callable[[Theme], None], theme: Theme
) -> None:
    dressed(theme)
    active, inactive = FacingButton("Later turn"), FacingButton("Later turn")
    inactive.setEnabled(False)
    assert len({colour.name() for colour in frame_of(qtbot, active)}) == 1
    broken = {colour.name() for colour in frame_of(qtbot, inactive)}
    assert theme.surface in broken
    assert len(broken) > 1


@pytest.mark.parametrize("theme", THEMES.values())
@pytest.mark.parametrize("kind", ["red-choice", "blue-choice"])
def test_the_frame_of_a_side_button_has_enough_contrast(
    qtbot: QtBot, dressed: Callable[[Theme], None], theme: Theme, kind: str
) -> None:
    """In the dark theme it had 2.4 to 1 (WCAG 2.1, 1.4.11: 3 to 1)."""
    dressed(theme)
    (colour, *_) = frame_of(qtbot, FacingButton("Red", kind=kind))
    assert contrast(colour.name(), theme.surface) >= 3
