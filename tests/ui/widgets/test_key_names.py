"""Keys in the words of the system."""

import pytest

from app.ui.widgets.key_names import full_screen_keys, has_letters_underlined, native_keys


@pytest.mark.parametrize(
    ("text", "on_a_mac"),
    [
        ("Ctrl+Z", "⌘Z"),
        ("Ctrl+Shift+Z, Ctrl+Y", "⇧⌘Z, ⌘Y"),
        ("Ctrl+1 to Ctrl+9, Ctrl+0", "⌘1 to ⌘9, ⌘0"),
        ("Ctrl+,", "⌘,"),
        ("Meta+Ctrl+F", "⌃⌘F"),
        ("Undo the round (Ctrl+Z)", "Undo the round (⌘Z)"),
        ("Alt and a letter", "Alt and a letter"),
        ("Tab, Shift+Tab", "Tab, Shift+Tab"),
    ],
)
def test_shortcuts_are_written_as_in_the_systems_menus(text: str, on_a_mac: str) -> None:
    assert native_keys(text, "darwin") == on_a_mac
    assert native_keys(text, "win32") == native_keys(text, "linux") == text


def test_full_screen_uses_the_systems_shortcut() -> None:
    assert full_screen_keys("darwin")[0] == "Meta+Ctrl+F"
    assert full_screen_keys("win32") == full_screen_keys("linux") == ("F11",)


def test_access_keys_are_not_underlined_on_macos() -> None:
    assert not has_letters_underlined("darwin")
    assert has_letters_underlined("win32")
