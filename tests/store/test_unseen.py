"""A program without a console, whose sentences come in a box and go into the log."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from app.store.unseen import Unseen, printed_into, show_box, take_missing_streams
from tests.patience import until
from tools.environment import ROOT

WINDOWED = Path(sys.executable).with_name("pythonw.exe")


def test_printed_text_is_kept_until_it_is_taken() -> None:
    unseen = Unseen()
    print("one", "two", file=unseen)
    assert (unseen.take(), unseen.take()) == ("one two", "")


def test_lines_printed_while_a_window_is_open_go_to_the_log(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    unseen, lines = Unseen(), list[str]()
    monkeypatch.setattr(sys, "stderr", unseen)
    print("before", file=sys.stderr)
    with printed_into(lines.append):
        print("meanwhile", file=sys.stderr)
    print("after", file=sys.stderr)
    assert lines == ["before", "meanwhile"]
    assert unseen.take() == "after"


def test_with_a_console_text_is_printed_as_usual(capsys: pytest.CaptureFixture[str]) -> None:
    with printed_into(pytest.fail):
        print("seen")
    assert capsys.readouterr().out == "seen\n"


@pytest.mark.parametrize("out", [True, False])
@pytest.mark.parametrize("err", [True, False])
def test_missing_streams_of_the_windowed_program_are_replaced_by_a_single_one(
    out: bool, err: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(sys, "platform", "win32")
        patch.setattr(sys, "stdout", sys.stdout if out else None)
        patch.setattr(sys, "stderr", sys.stderr if err else None)
        there = sys.stdout, sys.stderr
        unseen = take_missing_streams()
        now = sys.stdout, sys.stderr
    assert (unseen is None) == (out and err)
    assert now == tuple(unseen if stream is None else stream for stream in there)


def test_systems_without_such_boxes_show_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "linux")
    show_box("nobody sees this", is_warning=True)


def box_text(title: str) -> str:
    """Return the words in an open box of the system with this title, and close it; "" for none."""
    import ctypes
    from ctypes import wintypes

    user = vars(ctypes)["windll"].user32
    user.FindWindowW.restype = user.GetDlgItem.restype = wintypes.HWND
    user.GetDlgItem.argtypes = (wintypes.HWND, ctypes.c_int)
    user.GetWindowTextW.argtypes = (wintypes.HWND, wintypes.LPWSTR, ctypes.c_int)
    user.PostMessageW.argtypes = (wintypes.HWND, wintypes.UINT, wintypes.WPARAM, wintypes.LPARAM)
    box = user.FindWindowW("#32770", title)
    if not box:
        return ""
    words = ctypes.create_unicode_buffer(4000)
    user.GetWindowTextW(user.GetDlgItem(box, 0xFFFF), words, len(words))
    if words.value:  # else the box is not drawn yet
        user.PostMessageW(box, 0x10, 0, 0)  # WM_CLOSE
    return words.value


@pytest.mark.skipif(sys.platform != "win32", reason="other systems have no such programs")
@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--version"], "Flagfall "),
        (["--nonsense"], "Unrecognized arguments: --nonsense. See flagfall --help."),
        (["verify", "nowhere.flagfall"], "nowhere.flagfall"),
        (["verify", "no folder/Cup.flagfall"], "There is no file "),
        (["verify", "Cup?.flagfall"], "Cup?.flagfall"),
        (["export"], "The following arguments are required: "),
        (["simulate"], "python3 dev.py run simulate"),
    ],
)
def test_the_windowed_program_shows_its_output_in_a_message_box(
    arguments: list[str], words: str
) -> None:
    found = {**os.environ, "PYTHONPATH": str(ROOT)}
    shown: list[str] = []
    with subprocess.Popen([str(WINDOWED), "-P", "-m", "app", *arguments], env=found) as program:

        def is_over() -> bool:
            shown.append(box_text("Flagfall"))
            return program.poll() is not None

        try:
            until(is_over)
        finally:
            program.kill()  # else a box that nobody closes keeps all later tests waiting
    assert any(words in text for text in shown), shown
