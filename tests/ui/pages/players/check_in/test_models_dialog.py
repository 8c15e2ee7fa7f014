"""Models that lists leave open are answered once, for the event and for the next one."""

from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from app.engine.acts.players import EnterArmy, SettleModels
from app.engine.armies.army import ArmyRow, Kind
from app.engine.armies.army_list import ArmyList
from app.engine.armies.models import Model
from app.engine.formats.settings import Settings
from app.store.known_models import keep_models, models_file, models_text
from app.ui.clients.desk import DeskClient
from app.ui.pages.players.check_in.models_dialog import ModelsDialog
from tests.events import Event
from tests.ui.asked import when_asked
from tests.ui.open_pages import PageOf, check_in_on

U, S = Kind.UNIT, Kind.SOLO
HALEY = ArmyRow("Haley", Kind.CASTER, 28)


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FLAGFALL_STATE", str(tmp_path))


def with_lists(event: Event) -> Event:
    event.register(3)
    for number, names in enumerate((("Reavers", "Gorman"), ("Reavers", "Adder")), start=1):
        rows = (ArmyRow(name, S, 4, otherwise=U) for name in names)
        event.do(EnterArmy(number, (ArmyList((HALEY, *rows)),)), insist=True)
    return event


def opened(qtbot: QtBot, event: Event) -> ModelsDialog:
    dialog = ModelsDialog(event.state)
    qtbot.addWidget(dialog, before_close_func=lambda one: one.done(0))
    dialog.show()
    return dialog


def test_an_answer_at_check_in_corrects_all_lists_and_is_remembered(
    client: DeskClient, qtbot: QtBot, event: Event, page_of: PageOf
) -> None:
    with_lists(event)
    page = page_of(check_in_on).check_in
    qtbot.waitUntil(lambda: page.models.text() == "3 m&odels to settle…")

    def answer(dialog: ModelsDialog) -> None:
        adder, gorman, reavers = dialog.fields
        assert dialog.left.text() == "3 models are open."
        assert (reavers.kind.currentText(), reavers.models.isEnabled()) == ("solo or unit?", False)
        reavers.kind.setCurrentIndex(reavers.kind.findData(U))
        assert reavers.models.isEnabled()
        assert dialog.left.text() == "3 models are open."
        reavers.models.setValue(6)
        adder.kind.setCurrentIndex(adder.kind.findData(S))
        assert dialog.left.text() == "1 model is open."
        assert gorman.answer is None
        dialog.save.click()

    when_asked(ModelsDialog, answer)
    page.models.click()
    qtbot.waitUntil(lambda: page.models.text() == "1 m&odel to settle…")
    (first,), (second,) = (client.state.players[number].lists for number in (1, 2))
    assert first.army[1:] == (ArmyRow("Reavers", U, 4, 6), ArmyRow("Gorman", S, 4, otherwise=U))
    assert second.army[1:] == (ArmyRow("Reavers", U, 4, 6), ArmyRow("Adder", S, 4))
    assert models_text() == "Adder: solo\nReavers: unit of 6\n"


def test_known_models_are_proposed_and_the_rest_can_be_taken_as_guessed(
    qtbot: QtBot, event: Event
) -> None:
    keep_models("Gorman: unit of 3\n")
    dialog = opened(qtbot, with_lists(event))
    gorman = dialog.fields[1]
    assert gorman.answer == Model("Gorman", U, 3)
    assert gorman.about.text() == "1 list, known on this laptop"
    dialog.all_guessed.click()
    assert dialog.answers == (Model("Adder", S), Model("Gorman", U, 3), Model("Reavers", S))
    assert dialog.left.text() == "Every model has an answer."
    assert not dialog.all_guessed.isEnabled()


def test_the_table_of_models_can_be_edited_exported_and_imported(
    qtbot: QtBot, event: Event, tmp_path: Path
) -> None:
    dialog = opened(qtbot, with_lists(event))
    dialog.table.setPlainText("Gorman: solo\n")
    dialog.fields[0].take_guess()
    dialog.write_file(tmp_path / "ours.txt")
    assert (tmp_path / "ours.txt").read_text("utf-8") == "Gorman: solo\nAdder: solo\n"
    dialog.take_file(tmp_path / "gone.txt")
    assert dialog.note.text().startswith("gone.txt")
    (tmp_path / "theirs.txt").write_text("Gorman: unit of 3\nRangers: unit of 6\n", "utf-8")
    dialog.take_file(tmp_path / "theirs.txt")
    assert dialog.table.toPlainText() == "Gorman: solo\nRangers: unit of 6\n"
    assert not dialog.note.text()
    dialog.write_file(tmp_path)
    assert dialog.note.text()
    dialog.accept()
    assert models_text() == "Gorman: solo\nRangers: unit of 6\nAdder: solo\n"


def test_a_table_that_cannot_be_saved_is_named_and_the_dialog_stays_open(
    qtbot: QtBot, event: Event, tmp_path: Path
) -> None:
    (tmp_path / "models").write_text("in the way", "utf-8")
    dialog = opened(qtbot, with_lists(event))
    dialog.fields[0].take_guess()
    dialog.save.click()
    assert dialog.isVisible()
    assert "models" in dialog.note.text()


def test_answers_can_be_changed_later(qtbot: QtBot, event: Event) -> None:
    with_lists(event).do(SettleModels((Model("Reavers", U, 5),)))
    dialog = opened(qtbot, event)
    reavers = dialog.fields[-1]
    assert reavers.answer == Model("Reavers", U, 5)
    reavers.models.setValue(6)
    event.do(SettleModels(dialog.answers))
    assert event.state.players[1].lists[0].army[1] == ArmyRow("Reavers", U, 4, 6)


def test_lists_without_guesses_raise_no_questions(qtbot: QtBot, event: Event) -> None:
    event.register(1)
    dialog = opened(qtbot, event)
    assert not dialog.fields
    assert not dialog.all_guessed.isVisible()
    assert dialog.answers == ()


def test_an_unreadable_table_is_named_and_kept_and_answers_are_still_accepted(
    qtbot: QtBot, event: Event
) -> None:
    models_file().mkdir(parents=True)  # what cannot be read for anybody, root too
    dialog = opened(qtbot, with_lists(event))
    assert "models.txt" in dialog.note.text()
    assert dialog.table.isReadOnly()
    for field in dialog.fields:
        field.take_guess()
    dialog.save.click()
    assert dialog.result() == ModelsDialog.DialogCode.Accepted
    assert len(dialog.answers) == 3
    assert models_file().is_dir()


@pytest.mark.parametrize(("packet", "offered"), [("sr2026", False), ("sr2017", True)])
def test_a_lesser_warlock_is_offered_in_editions_that_have_one(
    qtbot: QtBot, tmp_path: Path, packet: str, offered: bool
) -> None:
    event = Event(tmp_path / "lesser.flagfall", Settings("Open", packet, 75, 7))
    try:
        field = opened(qtbot, with_lists(event)).fields[0]
        assert (field.kind.findData(Kind.LESSER) >= 0) == offered
        assert field.kind.findData(Kind.SOLO) >= 0
    finally:
        event.close()
