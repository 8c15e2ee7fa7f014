"""The licences of the parts that the installed program brings along."""

from functools import partial
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from app.ui.shell.help import help_boxes
from app.ui.shell.help.help_boxes import AboutBox
from app.ui.shell.help.licences_box import LicencesBox, licences_folder
from tests.ui.asked import when_asked


@pytest.fixture
def licences(tmp_path: Path) -> Path:
    folder = tmp_path / "app" / "licences"
    (tmp_path / "app" / "resources").mkdir(parents=True)
    folder.mkdir()
    (folder / "README.txt").write_text("All that comes along", "utf-8")
    (folder / "aiohttp.txt").write_text("Apache License", "utf-8")
    (folder / "Qt.txt").write_text("LGPL", "utf-8")
    return folder


def test_choosing_a_part_shows_its_licence_text(qtbot: QtBot, licences: Path) -> None:
    box = LicencesBox(licences)
    qtbot.addWidget(box)
    rows = [box.parts.item(row).text() for row in range(box.parts.count())]
    assert rows == ["All parts", "aiohttp", "Qt"]
    assert box.text.toPlainText() == "All that comes along"
    box.parts.setCurrentRow(2)
    assert box.text.toPlainText() == "LGPL"


def test_the_about_box_offers_licences_only_in_the_installed_program(
    qtbot: QtBot, licences: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    about = AboutBox()
    qtbot.addWidget(about)
    assert about.licences.isHidden()
    monkeypatch.setattr(help_boxes, "licences_folder", partial(licences_folder, licences.parent))
    installed = AboutBox()
    qtbot.addWidget(installed)
    assert not installed.licences.isHidden()
    installed.show()
    shown: list[str] = []
    when_asked(LicencesBox, lambda box: (shown.append(box.text.toPlainText()), box.accept()))
    installed.licences.click()
    assert shown == ["All that comes along"]
