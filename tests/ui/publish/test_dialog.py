"""Publishing from the window: set up, tried, published, and told where the organizer looks."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QLineEdit
from pytestqt.qtbot import QtBot
from shiboken6 import delete

from app.engine.acts.rounds import FinishRound, StartRound
from app.store.outlets import OutletKind, outlets_file, read_outlets, secret_of
from app.ui.clients.desk import DeskClient
from app.ui.clients.publishing import PublishingClient
from app.ui.publish.dialog import ARRIVED, PublishDialog
from app.ui.publish.picture import HIGHEST, draw_picture
from app.ui.shell.needs.watch import find_equipment
from app.views.event.bulletins import bulletins
from app.views.round.needs import NeedKind, NeedPlace, needs
from tests.events import Event
from tests.web.outlets.hook import Answer, Hook
from tests.web.outlets.ssh_site import PASSWORD, USER, SshSite

pytestmark = pytest.mark.usefixtures("own_laptop")


@pytest.fixture
def event(tmp_path: Path) -> Iterator[Event]:
    made = Event(tmp_path / "event.flagfall")
    made.register(8)
    made.publish()
    yield made
    made.close()


@pytest.fixture
def client(qtbot: QtBot, event: Event) -> Iterator[DeskClient]:
    made = DeskClient(event.desk)
    qtbot.waitUntil(lambda: bool(made.state.rounds))
    made.publishing = PublishingClient(made, made, settle_s=0.0)
    made.more_changed.connect(made.publishing.offer)
    yield made
    made.publishing.stop()


@pytest.fixture
def make_dialog(qtbot: QtBot, client: DeskClient) -> Callable[[], PublishDialog]:
    def make() -> PublishDialog:
        assert client.publishing is not None
        dialog = PublishDialog(client, client.publishing)
        qtbot.addWidget(dialog)
        dialog.show()
        return dialog

    return make


def seen(dialog: PublishDialog) -> list[QLineEdit]:
    fields = (dialog.address, dialog.user, dialog.secret, dialog.public)
    return [field for field in fields if field.isVisible()]


def test_each_kind_of_outlet_asks_only_for_the_fields_it_needs(
    make_dialog: Callable[[], PublishDialog],
) -> None:
    dialog = make_dialog()
    assert not dialog.kind.isVisible()
    asked = {}
    for kind in OutletKind:
        dialog.add_outlet(kind)
        asked[kind] = seen(dialog)
    address, user, secret, public = dialog.address, dialog.user, dialog.secret, dialog.public
    assert asked == {
        OutletKind.FOLDER: [address, public],
        OutletKind.SFTP: [address, user, secret, public],
        OutletKind.WEBDAV: [address, user, secret, public],
        OutletKind.DISCORD: [secret],
        OutletKind.SLACK: [secret],
        OutletKind.MATTERMOST: [secret],
    }
    assert [outlet.kind for outlet in read_outlets()] == list(OutletKind)


def test_a_chat_can_be_set_up_tested_and_published_to(
    qtbot: QtBot, make_dialog: Callable[[], PublishDialog], hook: Hook, tmp_path: Path
) -> None:
    dialog = make_dialog()
    dialog.add_outlet(OutletKind.DISCORD)
    dialog.secret.setText(f" {hook.address} ")
    dialog.test.click()
    qtbot.waitUntil(lambda: dialog.stands.text() == ARRIVED)
    assert dialog.secret.text() == ""
    (outlet,) = read_outlets()
    assert secret_of(outlet) == hook.address
    assert "secret" not in outlets_file().read_text()
    dialog.now.click()
    qtbot.waitUntil(lambda: len(hook.posted) == 2)
    assert hook.posted[1].title == "Foundry Open – pairings of round 1"
    image = QImage.fromData(hook.posted[1].pictures[0][1])
    assert image.width() > 800
    qtbot.waitUntil(lambda: dialog.stands.text().endswith(": Foundry Open – pairings of round 1"))


def test_pages_are_written_to_a_folder_automatically(
    qtbot: QtBot,
    make_dialog: Callable[[], PublishDialog],
    event: Event,
    client: DeskClient,
    tmp_path: Path,
) -> None:
    (tmp_path / "site").mkdir()
    dialog = make_dialog()
    dialog.add_outlet(OutletKind.FOLDER)
    dialog.address.setText(str(tmp_path / "site"))
    dialog.by_itself.setChecked(True)
    dialog.accept()
    (outlet,) = read_outlets()
    assert len(outlet.events) == 1
    assert not list((tmp_path / "site").iterdir())
    assert make_dialog().by_itself.isChecked()
    event.do(StartRound())
    for table in range(1, 5):
        event.report(table)
    event.do(FinishRound())
    page = tmp_path / "site" / "results.html"
    qtbot.waitUntil(page.exists)
    assert "after round 1" in page.read_text("utf-8")
    publishing = client.publishing
    assert publishing is not None
    qtbot.waitUntil(lambda: publishing.last_sent() is not None)
    kinds = {path.name.partition("-")[0] for path in (tmp_path / "site").glob("*.png")}
    assert kinds == {"pairings", "standings"}


def test_a_publishing_fault_is_shown_in_the_dialog_and_on_the_now_page(
    qtbot: QtBot, make_dialog: Callable[[], PublishDialog], client: DeskClient, hook: Hook
) -> None:
    hook.answers.append(Answer(404))
    dialog = make_dialog()
    dialog.add_outlet(OutletKind.MATTERMOST)
    dialog.secret.setText(hook.address)
    dialog.now.click()
    qtbot.waitUntil(lambda: "Make a new webhook there" in dialog.stands.text())
    (need,) = (
        need
        for need in needs(client.state, client.now_ms(), find_equipment(client))
        if need.kind is NeedKind.PUBLISH
    )
    assert need.title == "Mattermost"
    assert need.about == dialog.stands.text()
    assert need.place is NeedPlace.PUBLISH
    dialog.now.click()
    qtbot.waitUntil(lambda: len(hook.posted) == 1)
    qtbot.waitUntil(lambda: not find_equipment(client).outlets)


def test_a_doubtful_delivery_is_resolved_with_one_press(
    qtbot: QtBot, make_dialog: Callable[[], PublishDialog], hook: Hook
) -> None:
    hook.answers.append(Answer(breaks=True, takes=False))
    dialog = make_dialog()
    dialog.add_outlet(OutletKind.SLACK)
    dialog.secret.setText(hook.address)
    assert not dialog.missing.isVisible()
    dialog.now.click()
    qtbot.waitUntil(dialog.missing.isVisible)
    assert dialog.came.isVisible()
    dialog.missing.click()
    qtbot.waitUntil(lambda: len(hook.posted) == 1)
    qtbot.waitUntil(lambda: not dialog.missing.isVisible())


def test_a_servers_host_key_is_trusted_with_one_press(
    qtbot: QtBot, make_dialog: Callable[[], PublishDialog], tmp_path: Path
) -> None:
    (tmp_path / "web").mkdir()
    site = SshSite(tmp_path / "web")
    dialog = make_dialog()
    dialog.add_outlet(OutletKind.SFTP)
    dialog.address.setText(f"127.0.0.1:{site.port}/open")
    dialog.user.setText(USER)
    dialog.secret.setText(PASSWORD)
    assert not dialog.trust.isVisible()
    dialog.test.click()
    qtbot.waitUntil(dialog.trust.isVisible)
    assert site.key.get_fingerprint() in dialog.stands.text()
    dialog.trust.click()
    assert read_outlets()[0].host_key == site.public_key
    dialog.test.click()
    qtbot.waitUntil(lambda: dialog.stands.text() == ARRIVED)
    assert (tmp_path / "web" / "open" / "flagfall-test.html").exists()
    dialog.address.setText(f"localhost:{site.port}/open")
    dialog.accept()
    assert read_outlets()[0].host_key == ""
    site.close()


def test_typed_fields_are_saved_when_another_outlet_is_selected(
    make_dialog: Callable[[], PublishDialog],
) -> None:
    dialog = make_dialog()
    dialog.add_outlet(OutletKind.FOLDER)
    dialog.add_outlet(OutletKind.WEBDAV)
    dialog.address.setText("https://cloud.a.example/open")
    dialog.outlets.setCurrentRow(0)
    assert dialog.address.text() == ""
    assert read_outlets()[1].address == "https://cloud.a.example/open"
    assert dialog.outlets.item(1).text() == "Web server by WebDAV: https://cloud.a.example/open"
    dialog.remove.click()
    assert [outlet.kind for outlet in read_outlets()] == [OutletKind.WEBDAV]
    assert dialog.address.text() == "https://cloud.a.example/open"


def test_unreadable_publishing_notes_are_reported(
    make_dialog: Callable[[], PublishDialog],
) -> None:
    outlets_file().parent.mkdir(parents=True)
    outlets_file().write_text("{")
    dialog = make_dialog()
    assert "check each place before you publish again" in dialog.stands.text()


def test_a_picture_is_as_tall_as_its_list_up_to_a_maximum_height(
    event: Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    (bulletin,) = bulletins(event.state)
    image = QImage.fromData(draw_picture(event.state, bulletin))
    assert image.width() > 800
    assert 200 < image.height() < HIGHEST
    monkeypatch.setattr("app.ui.publish.picture.HIGHEST", 100)
    assert draw_picture(event.state, bulletin) == b""


def test_a_test_message_whose_dialog_was_closed_can_be_sent_again_from_a_new_one(
    qtbot: QtBot, make_dialog: Callable[[], PublishDialog], hook: Hook
) -> None:
    dialog = make_dialog()
    dialog.add_outlet(OutletKind.DISCORD)
    dialog.secret.setText(hook.address)
    hook.held.clear()
    dialog.test.click()
    qtbot.waitUntil(lambda: hook.asked == 1)
    delete(dialog)
    hook.held.set()
    qtbot.waitUntil(lambda: len(hook.posted) == 1)
    again = make_dialog()
    assert ARRIVED not in again.stands.text()
    again.test.click()
    qtbot.waitUntil(lambda: again.stands.text() == ARRIVED)
    assert len(hook.posted) == 2
