"""The form of an event's settings, alone and on the event's page."""

import shutil
from decimal import Decimal
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QApplication, QFrame, QLabel, QWidget
from pytestqt.qtbot import QtBot

from app.engine.acts.setup import ChangeSettings, CreateEvent
from app.engine.acts.undo import Undo
from app.engine.formats.keywords import put_in_force
from app.engine.formats.settings import Settings
from app.engine.frozen import replace
from app.engine.packet.packet import ClockOut
from app.engine.packet.scenario_layout import usual_area, with_layout
from app.store.packets import files as packet_files
from app.store.packets.files import packets
from app.ui.clients.desk import DeskClient
from app.ui.dialogs.house_decisions import HouseDecisionsBox
from app.ui.pages.event.page import EventPage
from app.ui.pages.event.settings_form import CLOCK_OUT_WORDS, SCORES_ONCE_MORE, SettingsForm
from tests.end_to_end.room import EventRoom
from tests.events import Event
from tests.ui.asked import when_asked
from tests.ui.open_pages import PageOf, settings_of


@pytest.fixture
def form(qtbot: QtBot) -> SettingsForm:
    form = SettingsForm(packets())
    qtbot.addWidget(form)
    return form


@pytest.fixture
def room(qtbot: QtBot, qapp: QApplication, tmp_path: Path) -> EventRoom:
    return EventRoom(qtbot, qapp, tmp_path)


def choose(form: SettingsForm, packet: str, timing: str = "") -> None:
    form.packet.setCurrentIndex(form.packet.findData(packet))
    form.timing.setCurrentIndex(form.timing.findData(timing))


def event_page(room: EventRoom) -> EventPage:
    page = room.page("Event")
    assert isinstance(page, EventPage)
    return page


def first_ink(field: QWidget) -> int:
    """Where the words of a field begin, in pixels from its left edge."""
    image = field.grab().toImage()
    rows = range(image.height() // 4, image.height() * 3 // 4)
    return next(
        x
        for x in range(4, image.width())
        if any(image.pixelColor(x, y).lightness() < 128 for y in rows)
    )


def test_a_date_looks_like_the_fields_beside_it(form: SettingsForm) -> None:
    form.resize(700, 500)
    form.show()
    form.date.show_iso("2026-12-05")
    form.name.setText(form.date.text())
    form.fee.setText(form.date.text())
    form.tables.setFocus()
    QApplication.processEvents()
    assert form.date.height() == form.name.height() == form.fee.height()
    assert abs(first_ink(form.date) - first_ink(form.name)) <= 1


@pytest.mark.parametrize("size", [(1198, 690), (1752, 1000)])
def test_captions_are_equally_spaced_and_the_footer_is_as_wide_as_the_cards(
    page_of: PageOf, size: tuple[int, int]
) -> None:
    """The second row of captions was 4 pixels further away, and the foot 12 pixels narrower."""
    page = page_of(EventPage, size)
    apart = {}
    for caption in page.form.basics.findChildren(QLabel):
        field = caption.buddy()
        if field is not None and caption.isVisible():
            below = caption.mapTo(page, QPoint(0, caption.height())).y()
            apart[caption.text()] = field.mapTo(page, QPoint()).y() - below
    assert len(apart) == 6
    assert len({*apart.values()}) == 1, apart
    cards = [
        card
        for card in page.findChildren(QFrame)
        if card.property("role") == "card" and card.isVisible()
    ]
    (foot,) = [card for card in cards if card.isAncestorOf(page.next_button)]
    others = [card for card in cards if card is not foot]
    lefts = [card.mapTo(page, QPoint()).x() for card in others]
    rights = [card.mapTo(page, QPoint(card.width(), 0)).x() for card in others]
    assert foot.mapTo(page, QPoint()).x() == min(lefts)
    assert foot.mapTo(page, QPoint(foot.width(), 0)).x() == max(rights)


def test_a_long_event_name_is_shown_from_its_beginning(form: SettingsForm) -> None:
    form.resize(500, 500)
    form.show()
    form.show_settings(
        Settings("Steamroller of the old town hall at the harbour " * 2, "sr2017", 75, 1)
    )
    assert form.name.cursorPosition() == 0


def test_the_scenario_win_lead_is_asked_only_if_the_packet_has_one(form: SettingsForm) -> None:
    choose(form, "sr2012")
    assert not form.form.isRowVisible(form.lead)
    choose(form, "sr2014")
    assert form.form.isRowVisible(form.lead)
    assert form.lead.text() == "5 points"
    choose(form, "sr2017")
    assert form.lead.text() == "6 points"


def test_the_scenario_win_field_explains_the_lead_in_the_final_text(form: SettingsForm) -> None:
    choose(form, "sr2017")
    assert form.form.isRowVisible(form.about_lead)
    assert "five in the final text" in form.about_lead.text()
    choose(form, "sr2026")
    assert not form.form.isRowVisible(form.about_lead)


def test_the_army_size_is_kept_if_the_new_packet_has_it(form: SettingsForm) -> None:
    choose(form, "sr2017")
    for size in (50, 100):
        form.army.setCurrentIndex(form.army.findData(size))
        choose(form, "sr2026" if size == 50 else "sr2014")
        assert form.settings.size == size
        assert form.about_size.isHidden()


def test_an_army_size_without_a_clock_in_the_new_packet_is_reported(form: SettingsForm) -> None:
    choose(form, "sr2017")
    form.army.setCurrentIndex(form.army.findData(150))
    choose(form, "sr2026")
    assert form.settings.size == 100
    assert not form.about_size.isHidden()
    assert form.about_size.text() == (
        "Steamroller 2026 has no clock for 150 points. The size is now 100 points."
    )
    form.army.setCurrentIndex(form.army.findData(75))
    form.army.activated.emit(form.army.currentIndex())
    assert form.about_size.isHidden()
    form.show_settings(replace(form.settings, packet="sr2017", size=25))
    choose(form, "sr2026")
    assert form.about_size.text().startswith(
        "Steamroller 2026 has no clock for 25 points. The size"
    )


def test_choosing_a_timing_from_another_packet_shows_its_source(
    form: SettingsForm,
) -> None:
    choose(form, "sr2015")
    assert "clocks are those of" not in form.times.text()
    choose(form, "sr2015", "death-clock")
    assert "The clocks are those of Steamroller 2014" in form.times.text()


def test_time_limits_are_offered_only_with_a_timing_that_uses_them(form: SettingsForm) -> None:
    choose(form, "sr2017")
    assert not form.form.isRowVisible(form.limits)
    choose(form, "sr2017", "classic")
    assert form.form.isRowVisible(form.limits)
    form.limits.setCurrentIndex(form.limits.findData("frenzy"))
    assert form.settings.limits == "frenzy"
    choose(form, "sr2017")
    assert form.settings.limits == ""


def test_the_effect_of_clocking_out_is_explained_as_the_packet_defines_it(
    form: SettingsForm,
) -> None:
    choose(form, "sr2012", "death-clock")
    assert form.explained.text() == CLOCK_OUT_WORDS[ClockOut.LOSE][1]
    choose(form, "sr2014", "death-clock")
    assert form.explained.text() == CLOCK_OUT_WORDS[ClockOut.LOSE][1]
    assert form.clock_out.toolTip() == ""
    choose(form, "sr2015", "death-clock")
    assert form.explained.text() == CLOCK_OUT_WORDS[ClockOut.PACKET][1]
    assert form.clock_out.toolTip() == ""
    packet = form.chosen_packet
    form.show_settings(put_in_force(packet, form.settings, "assassin"))
    assert "counts as an assassination win too" in form.clock_out.toolTip()


def test_clocking_out_in_2026_is_not_explained_with_older_rules(form: SettingsForm) -> None:
    choose(form, "sr2026")
    assert form.explained.text() == str(SCORES_ONCE_MORE)
    assert "The opponent scores what they control" in str(SCORES_ONCE_MORE)
    form.clock_out.setCurrentIndex(form.clock_out.findData(ClockOut.WARN))
    assert form.explained.text() == CLOCK_OUT_WORDS[ClockOut.WARN][1]


def test_the_dice_seed_is_explained_where_it_is_typed(form: SettingsForm) -> None:
    explained = "Draws and scenarios are rolled from this number."
    assert form.form.isRowVisible(form.about_seed)
    assert form.about_seed.text().startswith(explained)
    assert form.seed.accessibleDescription().startswith(explained)
    assert form.seed.whatsThis().startswith(explained)
    assert "check it" in form.seed.toolTip()


@pytest.mark.parametrize("typed", ["abc", "12 or", "-1", "1.5", ""])
def test_a_seed_that_is_no_number_is_explained_where_it_is_typed(
    form: SettingsForm, typed: str
) -> None:
    form.show_settings(settings := form.settings)
    form.seed.setText(typed)
    assert form.about_seed.text() == (
        "A dice seed is a whole number such as 4711. Until you type one, it stays 0."
    )
    assert form.about_seed.property("role") == "warning"
    assert form.seed.accessibleDescription() == form.about_seed.text()
    assert form.settings == settings
    form.seed.setText("12")
    assert form.about_seed.text().startswith("Draws and scenarios are rolled")
    assert form.about_seed.property("role") == "muted"


def test_an_event_cannot_lose_its_name(client: DeskClient, page_of: PageOf, qtbot: QtBot) -> None:
    page = page_of(EventPage)
    name = settings_of(client).name
    refusals: list[str] = []
    client.refused.connect(refusals.append)
    page.form.name.setText("   ")
    page.apply.click()
    qtbot.waitUntil(lambda: bool(refusals))
    assert refusals == ["An event needs a name. Type one."]
    assert settings_of(client).name == name


def test_the_form_leads_to_the_list_of_house_decisions(form: SettingsForm) -> None:
    choose(form, "sr2014")
    titles: list[str] = []

    def read(box: HouseDecisionsBox) -> None:
        titles.append(box.windowTitle())
        box.accept()

    when_asked(HouseDecisionsBox, read)
    form.decisions.click()
    assert titles == ["Where the packet is silent: Steamroller 2014"]
    assert "each doubling" in form.rounds.toolTip()


def test_a_faulty_packet_file_is_reported_where_the_packet_is_chosen(qtbot: QtBot) -> None:
    form = SettingsForm(packets(), faults=("club.toml: name is missing.",))
    qtbot.addWidget(form)
    assert not form.faults.isHidden()
    assert form.faults.text() == "club.toml: name is missing. It is left out."


def test_changing_a_setting_keeps_the_layout_that_was_drawn(room: EventRoom) -> None:
    chosen = Settings("L", "sr2017", 75, 1)
    room.begin(chosen)
    packet = room.state.packet
    assert packet is not None
    areas = {element.key: usual_area(element, 48) for element in packet.scenarios[0].elements}
    room.client.ask(ChangeSettings(chosen, with_layout(packet, 1, areas)))
    room.until(lambda: room.state.packet != packet)
    page = event_page(room)
    page.form.tables.setValue(12)
    room.click(page.apply)
    room.until(lambda: room.state.settings == replace(chosen, tables=12))
    assert room.state.packet is not None
    area = room.state.packet.scenarios[0].elements[0].area
    assert area is not None
    assert area.x == Decimal(21)


def test_an_event_opens_even_if_this_computer_lacks_its_packet(room: EventRoom) -> None:
    packet = replace(packets()["sr2014"], key="harbour", name="Harbour Rules")
    with room.qtbot.waitSignal(room.window.opened):
        room.window.create_event(room.file, CreateEvent(Settings("H", "harbour", 25, 1), packet))
    room.until(lambda: room.state.settings is not None)
    form = event_page(room).form
    assert (form.settings.packet, form.packet.currentText()) == ("harbour", "Harbour Rules")
    assert form.settings.size == 25
    choose(form, "sr2017")
    choose(form, "harbour")
    assert form.chosen_packet == packet


def test_a_faulty_packet_file_does_not_prevent_opening_an_event(
    room: EventRoom, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    good = packets()
    folder = tmp_path / "resources"
    shutil.copytree("resources", folder)
    (folder / "packets" / "club.toml").write_text('key = "club"\n', "utf-8")
    monkeypatch.setattr(packet_files, "resources_folder", lambda: folder)
    create = CreateEvent(Settings("X", "sr2014", 50, 1), good["sr2014"])
    with room.qtbot.waitSignal(room.window.opened):
        room.window.create_event(room.file, create)
    room.until(lambda: room.state.settings is not None)
    assert event_page(room).form.faults.text().startswith("club.toml: name is missing.")


@pytest.fixture
def changed(event: Event, page_of: PageOf, qtbot: QtBot) -> EventPage:
    """A page on which a name, 6 tables and the packet of 2014 have been applied."""
    packet = packets()["sr2014"]
    applied = replace(Settings("Cup", "sr2014", packet.sizes[0], 7), tables=6)
    event.do(ChangeSettings(applied, packet), insist=True)
    page = page_of(EventPage)
    qtbot.waitUntil(lambda: page.form.packet.currentData() == "sr2014")
    return page


def test_unapplied_typed_settings_survive_an_undo(
    client: DeskClient, event: Event, changed: EventPage, qtbot: QtBot
) -> None:
    form = changed.form
    form.name.setText("Winter ")  # a word more is to come
    form.rounds.setValue(4)
    form.seed.setText("12 or")
    event.do(Undo())
    qtbot.waitUntil(lambda: settings_of(client).packet == "sr2017")
    assert form.packet.currentData() == "sr2017"
    assert form.tables.value() == 0
    assert form.army.currentData() == settings_of(client).size
    assert (form.name.text(), form.rounds.value(), form.seed.text()) == ("Winter ", 4, "12 or")
    changed.apply.click()
    qtbot.waitUntil(lambda: settings_of(client).name == "Winter")
    assert settings_of(client).rounds == 4


def test_an_unapplied_packet_choice_survives_an_undo(
    client: DeskClient, event: Event, changed: EventPage, qtbot: QtBot
) -> None:
    form = changed.form
    choose(form, "sr2012", "death-clock")
    form.limits.setCurrentIndex(form.limits.count() - 1)
    chosen = form.settings
    event.do(Undo())
    qtbot.waitUntil(lambda: settings_of(client).packet == "sr2017")
    now = form.settings
    assert (now.packet, now.timing, now.limits) == ("sr2012", "death-clock", chosen.limits)
    assert (now.name, now.tables, now.size) == ("Foundry Open", 0, chosen.size)


def test_an_unapplied_army_size_is_dropped_when_its_packet_is_undone(
    client: DeskClient, event: Event, changed: EventPage, qtbot: QtBot
) -> None:
    form = changed.form
    form.army.setCurrentIndex(form.army.count() - 1)
    form.clock_out.setCurrentIndex(form.clock_out.count() - 1)
    event.do(Undo())
    qtbot.waitUntil(lambda: settings_of(client).packet == "sr2017")
    assert form.army.currentData() == 75
    assert form.clock_out.currentData() is ClockOut.WARN
    changed.revert.click()
    assert form.settings == settings_of(client)
    assert not changed.apply.isEnabled()


def choose_2026(qtbot: QtBot, page: EventPage) -> None:
    page.form.packet.setCurrentIndex(page.form.packet.findData("sr2026"))
    qtbot.waitUntil(page.apply.isEnabled)
    page.apply.click()


def test_the_event_page_can_move_the_event_to_another_packet(
    qtbot: QtBot, event: Event, page_of: PageOf
) -> None:
    event.register(4)
    page = page_of(EventPage)
    choose_2026(qtbot, page)
    qtbot.waitUntil(lambda: event.state.packet == packets()["sr2026"])
    settings = event.state.settings
    assert settings is not None
    assert (settings.packet, settings.size) == ("sr2026", 75)


def test_an_event_with_a_published_round_cannot_change_packet_and_says_why(
    qtbot: QtBot, client: DeskClient, event: Event, page_of: PageOf
) -> None:
    event.register(4)
    event.publish()
    page = page_of(EventPage)
    with qtbot.waitSignal(client.refused) as refused:
        choose_2026(qtbot, page)
    assert refused.args[0].startswith(
        "Round 1 is published, so the event stays with Steamroller 2017:"
    )
    assert event.state.packet == packets()["sr2017"]
