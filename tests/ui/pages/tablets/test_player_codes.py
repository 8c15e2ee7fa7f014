"""The organizer's dialog of players' phones: what they may do, and the codes."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtGui import QGuiApplication
from pytestqt.qtbot import QtBot

from app.ui.clients.desk import DeskClient
from app.ui.clients.tablets import TabletsClient
from app.ui.dialogs.confirm import InsistDialog
from app.ui.pages.tablets.player_codes_dialog import HIDDEN, CodeColumn, PlayerCodesDialog
from app.web.phones.codes import PlayerCodes, space_code
from app.web.server.secrets import Keys, keys_file
from tests.events import Event
from tests.ui.asked import when_asked
from tests.ui.open_pages import PageOf


@pytest.fixture
def dialog(event: Event, page_of: PageOf, tmp_path: Path) -> Iterator[PlayerCodesDialog]:
    event.register(5)
    tablets: list[TabletsClient] = []

    def make(client: DeskClient) -> PlayerCodesDialog:
        tablets.append(TabletsClient(event.desk, event.path, tmp_path, parent=client))
        return PlayerCodesDialog(client, tablets[0])

    yield page_of(make)
    tablets[0].stop()


def shown(dialog: PlayerCodesDialog, place: int) -> str:
    return dialog.list.text(place, CodeColumn.CODE)


def test_checkboxes_control_what_phones_may_do(
    dialog: PlayerCodesDialog, event: Event, qtbot: QtBot
) -> None:
    assert dialog.results.isChecked()
    assert not dialog.sign_up.isChecked()
    dialog.sign_up.click()
    qtbot.waitUntil(lambda: event.state.phones.sign_up)
    dialog.check_in.click()
    qtbot.waitUntil(lambda: event.state.phones.check_in)
    dialog.results.click()
    qtbot.waitUntil(lambda: not event.state.phones.results)
    assert event.state.phones.sign_up


def test_codes_are_shown_only_while_they_are_asked_for(
    dialog: PlayerCodesDialog, event: Event
) -> None:
    assert len(dialog.list.rows) == 5
    assert shown(dialog, 0) == HIDDEN
    dialog.codes.click()
    code = PlayerCodes(Keys(keys_file(event.path))).code(1)
    assert shown(dialog, 0).replace(" ", "") == code
    dialog.codes.click()
    assert shown(dialog, 0) == HIDDEN


def test_a_code_is_renewed_when_the_organizer_insists(
    dialog: PlayerCodesDialog, event: Event
) -> None:
    assert not dialog.renew.isEnabled()
    dialog.codes.click()
    before = [shown(dialog, place) for place in range(5)]
    dialog.list.choose([1])
    when_asked(InsistDialog, lambda question: question.leave.click())
    dialog.renew.click()
    assert [shown(dialog, place) for place in range(5)] == before
    when_asked(InsistDialog, lambda question: question.anyway.click())
    dialog.renew.click()
    after = [shown(dialog, place) for place in range(5)]
    assert [old == new for old, new in zip(before, after, strict=True)] == [
        True,
        False,
        True,
        True,
        True,
    ]


def test_codes_that_cannot_be_saved_stay_hidden(
    dialog: PlayerCodesDialog, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(
        "app.web.server.secrets.keys_file", lambda _file: tmp_path / "gone" / "keys.json"
    )
    dialog.codes.click()
    assert shown(dialog, 0) == HIDDEN


def test_the_list_is_copied_with_every_code(dialog: PlayerCodesDialog, event: Event) -> None:
    dialog.copy.click()
    lines = QGuiApplication.clipboard().text().splitlines()
    codes = PlayerCodes(Keys(keys_file(event.path)))
    assert [line.split("\t") for line in lines] == [
        [str(n), event.state.name(n), space_code(codes.code(n))] for n in range(1, 6)
    ]
    assert shown(dialog, 0) == HIDDEN
