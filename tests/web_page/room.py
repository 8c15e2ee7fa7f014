"""The organizer's page let in."""

from tests.web_page.chromium import Page


def enter(page: Page, pin: str) -> None:
    page.until("window.desk?.link.state === 'in touch'")
    for digit in pin:
        page.press(digit, ".keys")
