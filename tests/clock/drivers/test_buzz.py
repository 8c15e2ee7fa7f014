import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.clock.drivers.buzz import Button, BuzzReports, Colour, lamps, read_buttons_down

NOTHING = bytes([0x7F, 0x7F, 0, 0, 0xF0])


def report(*buttons: Button) -> bytes:
    bits = sum(1 << (5 * button.handset + button.colour.value) for button in buttons)
    return bytes([0x7F, 0x7F, *(bits | 0xF00000).to_bytes(3, "little")])


ALL = [Button(handset, colour) for handset in range(4) for colour in Colour]


@pytest.mark.parametrize("button", ALL)
def test_every_button_has_its_bit(button: Button) -> None:
    assert read_buttons_down(report(button)) == {button}


def test_the_first_and_last_bits_are_in_the_right_place() -> None:
    assert read_buttons_down(bytes([0, 0, 0x01, 0, 0])) == {Button(0, Colour.RED)}
    assert read_buttons_down(bytes([0, 0, 0, 0, 0x08])) == {Button(3, Colour.BLUE)}


def test_a_handset_s_bits_are_red_yellow_green_orange_and_blue() -> None:
    colours = [Colour.RED, Colour.YELLOW, Colour.GREEN, Colour.ORANGE, Colour.BLUE]
    bits = [(1 << bit).to_bytes(3, "little") for bit in range(5)]
    assert [read_buttons_down(bytes(2) + three) for three in bits] == [
        {Button(0, colour)} for colour in colours
    ]


def test_a_button_is_reported_once_when_pressed_and_not_when_released() -> None:
    reports = BuzzReports()
    red, blue = Button(0, Colour.RED), Button(1, Colour.BLUE)
    assert reports.feed(NOTHING) == []
    assert reports.feed(report(blue, red)) == [red, blue]
    assert reports.feed(report(red)) == []
    assert reports.feed(report(red, blue)) == [blue]
    assert reports.feed(NOTHING) == []
    assert reports.feed(report(red)) == [red]


def test_buttons_already_down_at_first_are_not_presses() -> None:
    reports = BuzzReports()
    assert reports.feed(report(Button(2, Colour.GREEN))) == []


def test_lamps_light_by_handset() -> None:
    assert lamps({0, 3}) == bytes([0, 0xFF, 0, 0, 0xFF, 0, 0])


@given(st.lists(st.binary(max_size=9)))
def test_no_report_upsets_the_decoder(reports: list[bytes]) -> None:
    decoder = BuzzReports()
    for one in reports:
        decoder.feed(one)


@given(st.sets(st.sampled_from(ALL)))
def test_any_combination_of_buttons_is_read(buttons: set[Button]) -> None:
    assert read_buttons_down(report(*buttons)) == buttons
