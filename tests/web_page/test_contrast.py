"""The pages for people who see little: more contrast, and the system's own colours."""

import pytest
from PySide6.QtGui import QColor

from app.ui.widgets.theme import DARK_CONTRAST, LIGHT_CONTRAST, Theme
from tests.web_page.chromium import Page
from tests.web_page.tablet import Tablet

pytestmark = pytest.mark.undrawn

GROUND = "getComputedStyle(document.querySelector('{}')).backgroundColor"
VARIABLES = """(() => {
    const style = getComputedStyle(document.documentElement);
    return Object.fromEntries(NAMES.map((name) => [name, style.getPropertyValue(`--${name}`)]));
})()"""
STATES = ("true", "false")
NAMES = (
    "window", "surface", "raised", "line", "text", "muted", "accent", "on-accent", "red", "on-red",
    "blue", "on-blue", "idle", "on-idle", "warn", "on-warn", "danger", "on-danger",
)  # fmt: skip


def prefer(page: Page, **features: str) -> None:
    page.call(
        "Emulation.setEmulatedMedia",
        features=[
            {"name": name.replace("_", "-"), "value": value} for name, value in features.items()
        ],
    )


@pytest.mark.parametrize(("scheme", "theme"), [("light", LIGHT_CONTRAST), ("dark", DARK_CONTRAST)])
def test_the_more_contrast_mode_uses_the_colours_of_the_windows_high_contrast_theme(
    tablet: Tablet, scheme: str, theme: Theme
) -> None:
    prefer(tablet.page, prefers_contrast="more", prefers_color_scheme=scheme)
    shown = tablet.page.do(VARIABLES.replace("NAMES", str(list(NAMES))))
    assert {name: QColor(colour.strip()).name() for name, colour in shown.items()} == {
        name: getattr(theme, name.replace("-", "_")) for name in NAMES
    }


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_forced_colours_show_whose_clock_runs(tablet: Tablet, scheme: str) -> None:
    prefer(tablet.page, forced_colors="active", prefers_color_scheme=scheme)
    waiting, running = GROUND.format(".half:not([data-runs=yes])"), GROUND.format("[data-runs=yes]")
    tablet.start()
    tablet.page.until("!!document.querySelector('.half[data-runs=yes]')")
    assert tablet.page.do(running) != tablet.page.do(waiting)


def test_forced_colours_show_which_buttons_are_pressed(tablet: Tablet) -> None:
    prefer(tablet.page, forced_colors="active")
    buttons = [f'<button id="{state}" aria-pressed="{state}"></button>' for state in STATES]
    tablet.page.do(f"document.body.insertAdjacentHTML('beforeend', `{' '.join(buttons)}`)")
    assert tablet.page.do(GROUND.format("#true")) != tablet.page.do(GROUND.format("#false"))
