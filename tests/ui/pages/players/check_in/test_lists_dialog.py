"""A player's lists as they are typed, pasted and read from a file in their dialog."""

from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QPushButton
from pytestqt.qtbot import QtBot

from app.engine.acts.players import AddPlayers, EnterArmy, Entry
from app.engine.acts.setup import ChangeSettings
from app.engine.armies.army import ArmyRow, Kind
from app.engine.armies.army_list import MOST_LISTS, ArmyList
from app.engine.formats.keywords import put_in_force
from app.engine.formats.settings import Settings
from app.engine.frozen import replace
from app.engine.remarks import read_remark
from app.store.known_models import models_file
from app.store.packets.files import packets
from app.store.tables.workbook import WrittenList
from app.ui.pages.players.check_in.list_form import ArmyListForm
from app.ui.pages.players.check_in.list_preview import KIND, NAME, POINTS
from app.ui.pages.players.check_in.lists_dialog import FINE, NOTHING, OPEN, SECRET, ListsDialog
from app.ui.widgets.theme import current_theme
from app.views.event.check_in import check_in_rows
from tests.engine.armies.parse.test_sheets import TWO
from tests.events import Event
from tests.ui.asked import when_asked
from tests.ui.cut_text import cut_texts, seen_tabs
from tests.ui.every_dialog import CASTERS, eight_lists

SHEET = "Haley 1 +29\n- Stormwall (39)\nLong Gunners (10) 62"


def dialog_of(
    qtbot: QtBot, event: Event, settings: Settings | None = None, packet: str = "sr2017"
) -> ListsDialog:
    if settings is not None:
        event.do(ChangeSettings(settings, packets()[packet]), insist=True)
    dialog = ListsDialog(event.state, 1)
    qtbot.addWidget(dialog, before_close_func=lambda one: one.done(0))
    dialog.show()
    return dialog


def test_a_list_is_parsed_and_checked_as_it_is_typed(qtbot: QtBot, event: Event) -> None:
    event.register(1)
    dialog = dialog_of(qtbot, event)
    form = dialog.forms[0]
    assert dialog.doubts.text() == NOTHING
    assert not dialog.save.isEnabled()
    QTest.keyClicks(form.texts[0], "Gunners (10) 8")
    assert form.reading.text() == "1 entry, 8 points."
    form.texts[0].setPlainText(SHEET)
    assert dialog.doubts.text() == FINE
    assert dialog.tabs.tabText(0) == "1: Haley 1"
    form.objective.setCurrentText("Fuel Cache")
    form.parts.setCurrentIndex(1)
    QTest.keyClicks(form.texts[1], "Rangers (6) 5")
    assert "specialists are not played" in dialog.doubts.text()
    assert dialog.lists[0].objective == "Fuel Cache"


def test_the_cursor_is_in_the_first_list_at_once(qtbot: QtBot, event: Event) -> None:
    event.register(1)
    dialog = dialog_of(qtbot, event)
    qtbot.waitUntil(lambda: QApplication.focusWidget() is dialog.forms[0].texts[0])


def test_an_unreadable_line_stays_visible_and_is_explained(qtbot: QtBot, event: Event) -> None:
    event.register(1)
    form = dialog_of(qtbot, event).forms[0]
    form.texts[0].setPlainText("Haley; caster; 6\nGun Crew; gunners; 8\nRiders (min) 11")
    assert "“gunners” is neither a kind nor a number. It is left out." in form.reading.text()
    assert "Taken as 6 models" in form.reading.text()
    item = form.preview.item(1, NAME)
    assert item is not None
    assert item.text().startswith("Gun Crew; gunners; 8")


def test_the_required_number_of_lists_is_open_and_sheets_can_be_imported(
    qtbot: QtBot, event: Event, tmp_path: Path
) -> None:
    event.register(1)
    settings = Settings("Open", "sr2014", 50, 1)
    dialog = dialog_of(
        qtbot, event, put_in_force(packets()["sr2014"], settings, "x-lists", 2), "sr2014"
    )
    assert len(dialog.forms) == 2
    assert dialog.forms[0].objective.isHidden()
    file = tmp_path / "lists.txt"
    file.write_text(TWO, "utf-8")
    dialog.take_file(file)
    first, second = dialog.lists
    assert (first.name, first.tier, second.casters[0].name) == ("Storm front", 2, "Caine")
    dialog.take_file(tmp_path / "none.txt")
    assert "none.txt" in dialog.note.text()
    QApplication.clipboard().setText("List 1\nKraye +5\nList 2\nSloan +5")
    dialog.paste.click()
    assert dialog.lists[1].casters[0].name == "Kraye"
    assert len(dialog.forms) == 3


def test_headings_of_a_pasted_text_fill_the_empty_fields(qtbot: QtBot, event: Event) -> None:
    event.register(1)
    form = dialog_of(qtbot, event).forms[0]
    form.faction.setText("Cygnar")
    text = "Faction: Cryx\nTheme: Dark Host\nName: Banes\nTier: 3\nObjective: Armory\nDenny +29"
    form.texts[0].setPlainText(text)
    value = form.value
    assert (value.faction, value.theme, value.name) == ("Cygnar", "Dark Host", "Banes")
    assert (value.tier, value.objective) == (3, "Armory")


def test_saving_empty_lists_removes_them(qtbot: QtBot, event: Event) -> None:
    event.register(1)
    event.do(EnterArmy(1, (ArmyList((ArmyRow("Haley", Kind.CASTER),)),)), insist=True)
    dialog = dialog_of(qtbot, event)
    dialog.forms[0].texts[0].clear()
    assert dialog.save.text() == "Remo&ve lists"
    assert dialog.save.isEnabled()
    dialog.add.click()
    assert dialog.tabs.currentIndex() == 1


def paste(form: ArmyListForm, text: str, place: int = 0) -> None:
    QApplication.clipboard().setText(text)
    form.texts[place].paste()


def test_a_guessed_kind_is_marked_and_changed_with_one_press(qtbot: QtBot, event: Event) -> None:
    event.register(1)
    form = dialog_of(qtbot, event).forms[0]
    text = form.texts[0]
    text.setPlainText("Haley 2 [+28]\n - Ironclad [12]\n - Dame [8]\nLong Gunners (10) [10]")
    assert "1 kind guessed" in form.reading.text()
    change = form.preview.cellWidget(2, KIND)
    assert isinstance(change, QPushButton)
    assert change.text() == "jack ? → solo"
    assert form.preview.cellWidget(1, KIND) is None
    change.click()
    assert text.toPlainText().splitlines()[2:] == [" - Solo: Dame [8]", "Long Gunners (10) [10]"]
    assert [row.kind for row in form.value.army][2] is Kind.SOLO
    assert form.preview.cellWidget(2, KIND) is None
    assert "guessed" not in form.reading.text()
    text.undo()
    assert form.value.army[2].kind is Kind.JACK


def test_a_text_that_is_too_long_is_refused_with_an_explanation(qtbot: QtBot, event: Event) -> None:
    event.register(1)
    dialog = dialog_of(qtbot, event)
    paste(dialog.forms[0], SHEET)
    before = dialog.lists
    for giant in ("Solo 3\n" * 100_000, "x" * 2_000_000):
        dialog.take_text(giant)
        assert "more than 50,000 characters" in dialog.note.text()
        paste(dialog.forms[0], giant)
        paste(dialog.forms[0], giant, 1)
        assert dialog.lists == before
    dialog.take_text(SHEET)
    assert dialog.note.text() == OPEN


def test_guesses_in_lists_on_hidden_tabs_are_reported(qtbot: QtBot, event: Event) -> None:
    event.register(1)
    dialog = dialog_of(qtbot, event)
    dialog.take_text(f"List 1\n{SHEET}\nList 2\nHaley 2 +28\n- Journeyman 4\nSomebody 5")
    last = dialog.doubts.text().splitlines()[-1]
    guessed = [form.guesses for form in dialog.forms]
    assert guessed[1] > 0
    assert f"{guessed[1]} in list 2" in last
    dialog.tabs.setCurrentIndex(0)
    assert dialog.doubts.text().splitlines()[-1] == last
    dialog.forms[1].texts[0].setPlainText("Haley 2; caster; 28\nSomebody; solo; 5")
    assert "guessed" not in dialog.doubts.text()


def test_pasting_an_empty_clipboard_keeps_the_list(qtbot: QtBot, event: Event) -> None:
    event.register(1)
    dialog = dialog_of(qtbot, event)
    paste(dialog.forms[0], SHEET)
    QApplication.clipboard().setText(" \n")
    dialog.paste.click()
    assert dialog.lists[0].casters
    assert "no text to import lists from" in dialog.note.text()


def test_lists_beyond_the_maximum_are_left_out_and_reported(qtbot: QtBot, event: Event) -> None:
    event.register(1)
    dialog = dialog_of(qtbot, event)
    text = "\n".join(f"List {number}\nMara {number} +5" for number in range(1, MOST_LISTS + 4))
    dialog.take_text(text)
    assert len(dialog.lists) == MOST_LISTS
    assert "3 more were left out" in dialog.note.text()
    dialog.take_text("List 1\nBerta +5\nList 2\nCarla +5")
    assert [army_list.casters[0].name for army_list in dialog.lists][-1] == "Berta"
    assert "1 more was left out" in dialog.note.text()


def test_lists_left_out_and_lists_already_here_are_both_reported(
    qtbot: QtBot, event: Event
) -> None:
    event.register(1)
    dialog = dialog_of(qtbot, event)
    lists = [WrittenList(f"Title {n}", f"Mara {n} +5") for n in range(MOST_LISTS + 1)]
    dialog.take_lists(lists[:1])
    dialog.take_lists([*lists, WrittenList("Another", "Berta +5")])
    assert [army_list.name for army_list in dialog.lists] == [
        each.title for each in lists[:MOST_LISTS]
    ]
    assert dialog.note.text() == (
        f"A player has at most {MOST_LISTS} lists: 2 more were left out. "
        "1 list of the file is already here under its title and stays as it is."
    )


def test_whole_sheets_pasted_into_the_entries_are_split_into_their_fields(
    qtbot: QtBot, event: Event
) -> None:
    event.register(1)
    dialog = dialog_of(qtbot, event)
    paste(dialog.forms[0], TWO)
    first, second = dialog.lists
    assert (first.name, first.specialists[0].name) == ("Storm front", "Rangers")
    assert (second.casters[0].name, second.reinforcements[0].name) == ("Caine", "Gun Mages")


def test_a_pasted_list_of_another_faction_than_the_registered_one_is_doubted(
    qtbot: QtBot, event: Event
) -> None:
    event.do(AddPlayers((Entry("Ann", faction="Khador"),)))
    dialog = dialog_of(qtbot, event)
    form = dialog.forms[0]
    paste(form, SHEET)
    assert form.value.faction == "Khador"
    form.texts[0].clear()
    paste(form, "Cygnar Army - 75 / 75 points\n\n" + SHEET)
    assert form.value.faction == "Cygnar"
    assert "registered with Khador, not Cygnar" in dialog.doubts.text()
    dialog.take_text(SHEET)
    assert form.value.faction == "Cygnar"


def test_a_points_total_that_differs_is_shown_in_red_among_the_entries(
    qtbot: QtBot, event: Event
) -> None:
    event.register(1)
    form = dialog_of(qtbot, event).forms[0]
    form.texts[0].setPlainText(f"{SHEET}\nTotal: 75")
    item = form.preview.item(3, NAME)
    assert item is not None
    assert item.text() == "Total: 75: 75 points written, 72 read."
    assert item.foreground().color().name() == current_theme().danger
    assert form.reading.text() == "3 entries, 101 points. Line 4: 75 points written, 72 read."


def test_the_faction_decides_between_jacks_and_beasts(qtbot: QtBot, event: Event) -> None:
    event.register(1)
    form = dialog_of(qtbot, event).forms[0]
    paste(form, "Makeda [+27]\n - Titan [15]\nMercy Kit [0(5)]")
    for faction, kind in (("Skorne", "beast"), ("Cygnar", "jack")):
        form.faction.setText(faction)
        item = form.preview.item(1, KIND)
        assert item is not None
        assert item.text() == kind
        assert form.value.army[1].kind.value == kind
    points = form.preview.item(2, POINTS)
    assert points is not None
    assert points.text() == "free (5)"
    assert form.reading.text() == (
        "3 entries, 15 points. 1 kind guessed, with “?”: press to change it."
    )


def test_all_list_tabs_stay_visible_however_long_their_names(qtbot: QtBot, event: Event) -> None:
    event.register(1)
    dialog = dialog_of(qtbot, event)
    for many in (2, 6):
        dialog.tabs.setCurrentIndex(0)
        names = (f"Maximiliane of Hohenschwanstein {number}" for number in range(many))
        dialog.take_text("\n".join(f"List {n}\n{name} +5" for n, name in enumerate(names, 1)))
        for place in range(many):
            dialog.tabs.setCurrentIndex(place)
            qtbot.wait(1)
            inside = dialog.tabs.rect()
            assert all(inside.contains(dialog.tabs.tabRect(number)) for number in range(many))
        assert not dialog.tabs.usesScrollButtons()  # the style sheet's letters are wider
        assert dialog.width() <= 1120


def test_guessed_kinds_are_saved_as_guesses_and_can_be_confirmed_later(
    qtbot: QtBot, event: Event
) -> None:
    event.register(1)
    dialog = dialog_of(qtbot, event)
    dialog.forms[0].texts[0].setPlainText("Haley 2 [+28]\n - Dame [8]\nLong Gunners (10) [10]")
    assert dialog.lists[0].army[1].otherwise is Kind.SOLO
    event.do(EnterArmy(1, dialog.lists), insist=True)
    (row,) = [row for row in check_in_rows(event.state) if row.number == 1]
    assert row.guesses == ("Kinds only guessed: 1 in list 1. Open their lists to confirm.",)
    dialog.done(0)
    dialog = dialog_of(qtbot, event)
    form = dialog.forms[0]
    assert form.guesses == 1
    assert form.confirm.isVisible()
    form.confirm.click()
    assert form.guesses == 0
    assert not form.confirm.isVisible()
    assert dialog.lists[0].army[1].otherwise is None
    event.do(EnterArmy(1, dialog.lists), insist=True)
    assert [row.guesses for row in check_in_rows(event.state)] == [()]
    dialog.done(0)


def test_current_edition_armies_are_offered_for_their_faction(qtbot: QtBot, event: Event) -> None:
    event.do(AddPlayers((Entry("Anna"),)))
    dialog = dialog_of(qtbot, event, Settings("Open", "sr2026", 75, 7), "sr2026")
    form = dialog.forms[0]
    captions = [label.text() for label in form.findChildren(QLabel)]
    assert "Arm&y" in captions
    assert not any("heme" in words or "ier" in words for words in captions)
    assert form.parts.tabText(0) == "&Entries"
    assert len(form.theme.offered) == 39
    dialog.activateWindow()
    assert QTest.qWaitForWindowActive(dialog)
    form.theme.setFocus()
    QTest.keyClicks(form.theme, "kithgard")
    popup = form.theme.completer().popup()
    assert popup is not None
    popup.hide()
    QTest.keyClick(form.theme, Qt.Key.Key_Tab)
    assert (form.theme.text(), form.faction.text()) == ("Kithguard", "Southern Kriels")
    assert form.theme.offered == ("Brineblood Marauders", "Kithguard")
    form.theme.setText("Our own")
    form.texts[0].setPlainText("Leader; caster\nBeast; beast; 75")
    assert dialog.lists[0].theme == "Our own"


def test_a_packet_with_theme_forces_still_asks_for_a_theme(qtbot: QtBot, event: Event) -> None:
    event.register(1)
    form = dialog_of(qtbot, event).forms[0]
    captions = [label.text() for label in form.findChildren(QLabel)]
    assert {"&Theme, contract or pact", "T&ier"} <= set(captions)
    assert form.theme.offered == ()
    assert "Khador" in form.faction.offered


NOW = """\
talk less roll more 3.0
Dusk - House Kallyss
Pitched Battle - 75 pts

PC CARD

One
Two
Three
Four

Scyra, Issyr of Dawns

61 Eidolon 1
12 Vanguard
  Head: Shield Guard 0
"""


def test_a_pasted_current_edition_list_is_read_and_checked(qtbot: QtBot, event: Event) -> None:
    event.do(AddPlayers((Entry("Anna"), Entry("Ben"))))
    dialog = dialog_of(qtbot, event, Settings("Open", "sr2026", 75, 7), "sr2026")
    form = dialog.forms[0]
    tabs = [place for place in range(form.parts.count()) if form.parts.isTabVisible(place)]
    assert [form.parts.tabText(place) for place in tabs] == ["&Entries", "Comman&d cards"]
    QApplication.clipboard().setText(NOW)
    form.texts[0].paste()
    assert (form.name.text(), form.faction.text(), form.theme.text(), form.points.value()) == (
        "talk less roll more 3.0",
        "Dusk",
        "House Kallyss",
        75,
    )
    assert form.cards.toPlainText() == "One\nTwo\nThree\nFour"
    shown = [form.preview.item(row, NAME) for row in range(form.preview.rowCount())]
    assert [item.text() for item in shown if item] == [
        "Scyra, Issyr of Dawns",
        "Eidolon 1",
        "Vanguard (Head: Shield Guard)",
    ]
    assert "has 4 command cards; 5 are needed" in dialog.doubts.text()
    form.cards.setPlainText("One\nTwo\nThree\nFour\nFive")
    assert "command cards; 5" not in dialog.doubts.text()
    assert "Is House Kallyss an army of the Prime Arena?" in dialog.doubts.text()
    assert "field allowances" in dialog.doubts.text()
    event.do(EnterArmy(1, dialog.lists), insist=True)
    assert event.state.players[1].lists[0].cards == ("One", "Two", "Three", "Four", "Five")
    assert ListsDialog(event.state, 2).doubts_found == ()
    again = ListsDialog(event.state, 1)
    qtbot.addWidget(again, before_close_func=lambda one: one.done(0))
    assert again.lists == event.state.players[1].lists
    accepted = event.state.players[1].accepted
    assert again.doubts_found == tuple(map(read_remark, accepted))


TYPED = "Haley (*5pts)\n* Lancer (6pts)\nRangers (5pts)\nDoom Reavers (6pts)\n"


def test_a_models_kind_is_asked_once_for_this_event_and_the_next(
    qtbot: QtBot, event: Event
) -> None:
    models_file().unlink(missing_ok=True)
    event.register(2)

    def answer(dialog: ListsDialog) -> None:
        form = dialog.forms[0]
        form.texts[0].setPlainText(TYPED)
        assert form.guesses == 2
        form.texts[0].setPlainText(
            TYPED.replace("Doom Reavers", "Unit: Doom Reavers (6 models)").replace(
                "Rangers", "Solo: Rangers"
            )
        )
        assert form.guesses == 0
        dialog.accept()

    when_asked(ListsDialog, answer)
    entered = ListsDialog.ask(event.state, 1)
    assert entered is not None
    event.do(entered[0], insist=True)
    assert models_file().read_text("utf-8").splitlines() == [
        "Lancer: jack",
        "Rangers: solo",
        "Doom Reavers: unit of 6",
    ]
    try:
        other = replace(event.state, players={2: event.state.players[2]})
        for state in (event.state, other):
            again = ListsDialog(state, 2)
            qtbot.addWidget(again, before_close_func=lambda one: one.done(0))
            again.forms[0].texts[0].setPlainText(TYPED)
            assert again.forms[0].guesses == 0
            assert [(row.kind, row.models) for row in again.forms[0].value.army[2:]] == [
                (Kind.SOLO, 1),
                (Kind.UNIT, 6),
            ]
    finally:
        models_file().unlink()


def test_the_dialog_says_when_opponents_see_the_lists(qtbot: QtBot, event: Event) -> None:
    event.register(1)
    assert dialog_of(qtbot, event).note.text() == OPEN
    hidden = Settings("Open", "sr2017", 75, 7, lists_hidden=True)
    assert dialog_of(qtbot, event, hidden).note.text() == SECRET


def test_number_and_end_of_each_of_eight_lists_can_be_read_in_a_narrow_window(
    qtbot: QtBot, event: Event
) -> None:
    event.register(1)
    dialog = ListsDialog(eight_lists(event.state), 1)
    qtbot.addWidget(dialog)
    dialog.show()
    dialog.resize(900, 640)
    for chosen in range(len(CASTERS)):
        dialog.tabs.setCurrentIndex(chosen)
        QApplication.processEvents()
        seen = seen_tabs(dialog.tabs)
        for number, (words, name) in enumerate(zip(seen, CASTERS, strict=True), start=1):
            before, _, end = words.partition("…")
            assert before == f"{number}: ", seen
            assert len(end) > 3, seen
            assert name.endswith(end), seen


def test_a_tab_shows_the_ampersand_between_two_casters(qtbot: QtBot, event: Event) -> None:
    event.register(1)
    dialog = dialog_of(qtbot, event)
    dialog.forms[0].texts[0].setPlainText("Haley 1 +29\nCaine 2 +28")
    QApplication.processEvents()
    assert seen_tabs(dialog.tabs) == ["1: Haley 1 && Caine 2"]


def test_a_narrow_window_shows_whole_names_of_what_was_read(qtbot: QtBot, event: Event) -> None:
    event.register(1)
    dialog = dialog_of(qtbot, event)
    dialog.resize(900, 640)
    form = dialog.forms[0]
    form.texts[0].setPlainText("Commander Coleman Stryker; caster; 6\nIron Fang Officer; unit; 4")
    QApplication.processEvents()
    assert cut_texts(dialog) == []


def test_long_names_of_an_army_are_shown_from_their_beginning(qtbot: QtBot, event: Event) -> None:
    event.do(AddPlayers((Entry("Anna", faction="Convergence of Cyriss"),)))
    dialog = dialog_of(qtbot, event)
    dialog.resize(900, 640)
    form = dialog.forms[0]
    form.texts[0].setPlainText("Faction: Cryx\nTheme: Destruction Initiative of old\nDenny +29")
    for field in (form.faction, form.theme):
        assert len(field.text()) > 20
        assert field.cursorPosition() == 0, field.text()
