"""Choices made before the last one is answered, and at two stations: each counts by itself."""

from app.engine.acts.setup import ChangeSettings
from app.engine.formats.settings import AnnouncedKeyword, Break, Late, Settings
from app.engine.formats.settings_merge import changed_since
from app.engine.frozen import replace
from app.engine.packet.ranking import RankingColumn
from tests.engine.event import SR2017, registered, settings

SHOWN = settings(75)


def both(one: Settings, other: Settings, shown: Settings = SHOWN) -> Settings:
    """What the settings come to when both were chosen by somebody who saw ``shown``."""
    return changed_since(changed_since(shown, shown, one), shown, other)


def test_merging_settings_keeps_changes_made_since_they_were_shown() -> None:
    desk = registered(4)
    for wanted in (replace(SHOWN, late=Late.BYES), replace(SHOWN, in_order=True, absences=4)):
        desk.do(ChangeSettings(wanted, SR2017, (SHOWN, SR2017)))
    now = desk.state.settings
    assert now is not None
    assert (now.late, now.in_order, now.absences) == (Late.BYES, True, 4)
    desk.do(ChangeSettings(SHOWN, SR2017))
    assert desk.state.settings == SHOWN


def test_merging_settings_keeps_a_packet_changed_since() -> None:
    desk = registered(4)
    own = replace(SR2017, name="Our own 2017")
    desk.do(ChangeSettings(SHOWN, own, (SHOWN, SR2017)))
    desk.do(ChangeSettings(replace(SHOWN, tables=9), SR2017, (SHOWN, SR2017)))
    assert desk.state.packet == own
    assert desk.state.settings == replace(SHOWN, tables=9)


def test_merged_settings_are_checked_before_they_are_accepted() -> None:
    desk = registered(4)
    desk.do(ChangeSettings(replace(SHOWN, cut=4), SR2017, (SHOWN, SR2017)))
    wanted = ChangeSettings(replace(SHOWN, tables=-1), SR2017, (SHOWN, SR2017))
    assert "cannot be negative" in desk.refused(wanted)


def test_merging_keeps_every_ticked_change_to_a_list() -> None:
    scenarios = both(replace(SHOWN, scenarios=(2,)), replace(SHOWN, scenarios=(5,)))
    assert scenarios.scenarios == (2, 5)
    shown = replace(SHOWN, scenarios=(1, 2, 3))
    taken = both(replace(shown, scenarios=(1, 3)), replace(shown, scenarios=(2, 3)), shown)
    assert taken.scenarios == (3,)
    none = both(replace(shown, scenarios=(1, 3)), replace(shown, scenarios=()), shown)
    assert none.scenarios == ()
    one, two = AnnouncedKeyword("x-lists", (2,)), AnnouncedKeyword("x-lists", (3,))
    shown = replace(SHOWN, variants=(one,))
    other = AnnouncedKeyword("painting")
    told = both(replace(shown, variants=(one, other)), replace(shown, variants=(two,)), shown)
    assert told.variants == (other, two)


def test_merging_combines_a_new_order_with_a_newly_ticked_entry() -> None:
    sos, cp, apd = RankingColumn.SOS, RankingColumn.CP, RankingColumn.APD
    shown = replace(SHOWN, order=(sos, cp))
    chosen = both(replace(shown, order=(sos, cp, apd)), replace(shown, order=(cp, sos)), shown)
    assert chosen.order == (cp, sos, apd)


def test_merging_two_changes_to_a_break_keeps_only_the_later() -> None:
    first = replace(SHOWN, breaks=(Break(2, 30),))
    assert both(first, replace(SHOWN, breaks=(Break(2, 45),))).breaks == (Break(2, 45),)


def test_merging_keeps_the_chosen_order_unless_it_was_changed_meanwhile() -> None:
    shown = replace(SHOWN, scenarios=(1, 2))
    assert changed_since(shown, shown, replace(SHOWN, scenarios=(1, 3, 2))).scenarios == (1, 3, 2)
    now = replace(SHOWN, scenarios=(1, 3))
    assert changed_since(now, shown, replace(SHOWN, scenarios=())).scenarios == ()
