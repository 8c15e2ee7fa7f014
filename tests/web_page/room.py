"""The organizer's page let in."""

from tests.web_page.chromium import Page


def enter(page: Page, pin: str) -> None:
    page.until("window.desk?.link.state === 'in touch'")
    for digit in pin:
        page.press(digit, ".keys")


def on_a_plain_line(page: Page) -> None:
    """Have the page take this computer for one on the Wi-Fi: browsers trust their own."""
    page.before_each_load("Object.defineProperty(window, 'isSecureContext', { value: false })")
