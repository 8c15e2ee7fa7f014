"""What other packages add, in the windows."""

from pathlib import Path

from pytestqt.qtbot import QtBot

from app.extensions import ExtensionGroup
from app.ui.clients.desk import DeskClient
from app.ui.dialogs.export_dialog import ExportDialog
from app.ui.printing.dialog import KEY, PrintDialog
from app.ui.printing.sheets import added_sheets
from tests.events import Event
from tests.extensions.packages import install, install_module

SHEET = """
from app.ui.printing.sheets import SheetKind
def make(subject): raise LookupError("no template")
ADDED = SheetKind("bad", "Bad sheet", make)
"""


def chosen(qtbot: QtBot, client: DeskClient, event: Event, key: str) -> PrintDialog:
    qtbot.waitUntil(lambda: len(client.state.rounds) == len(event.state.rounds))
    dialog = PrintDialog(client, "", None)
    qtbot.addWidget(dialog)
    dialog.show()
    keys = [dialog.sheets.item(place).data(KEY) for place in range(dialog.sheets.count())]
    dialog.sheets.setCurrentRow(keys.index(key))
    return dialog


def test_a_package_can_add_a_sheet_that_prints_like_the_built_in_ones(
    qtbot: QtBot, client: DeskClient, event: Event, site: Path
) -> None:
    install("flagfall-name-badges", site)
    event.register(8)
    event.start()

    dialog = chosen(qtbot, client, event, "badges")

    qtbot.waitUntil(lambda: dialog.preview.pages > 0)
    assert dialog.print.isEnabled()
    assert dialog.faults.isHidden()


def test_an_added_sheet_that_fails_shows_its_error_instead_of_pages(
    qtbot: QtBot, client: DeskClient, event: Event, site: Path
) -> None:
    install_module(site, "bad_sheet", SHEET, ExtensionGroup.SHEETS.value)

    dialog = chosen(qtbot, client, event, "bad")

    assert dialog.preview.accessibleDescription() == (
        "“Bad sheet” failed: LookupError: no template. Update or remove its package."
    )
    assert not dialog.print.isEnabled()


def test_an_added_sheet_that_cannot_be_loaded_is_left_out_with_an_explanation(
    qtbot: QtBot, client: DeskClient, event: Event, site: Path
) -> None:
    install_module(site, "lost", "import no_such_module_anywhere", ExtensionGroup.SHEETS.value)

    dialog = chosen(qtbot, client, event, "standings")

    assert dialog.faults.isVisible()
    assert dialog.faults.text().startswith("“lost” failed: ModuleNotFoundError")


def test_a_package_adds_an_export_to_the_dialog(
    qtbot: QtBot, client: DeskClient, event: Event, site: Path, tmp_path: Path
) -> None:
    install("flagfall-scores", site)
    event.register(8)
    event.start()
    qtbot.waitUntil(lambda: len(client.state.rounds) == 1)
    dialog = ExportDialog(client, None)
    qtbot.addWidget(dialog)

    dialog.forms.setCurrentRow(dialog.forms.count() - 1)
    dialog.save_to(tmp_path / "scores.csv")

    qtbot.waitUntil(dialog.save.isEnabled)
    assert dialog.about.text() == "The games of all rounds as one CSV file."
    written = (tmp_path / "scores.csv").read_text("utf-8").splitlines()
    assert "table" in written[0].split(",")
    assert len(written) == 1 + 4
    dialog.close()


def test_packages_that_add_sheets_are_searched_for_only_once() -> None:
    assert added_sheets() is added_sheets()
