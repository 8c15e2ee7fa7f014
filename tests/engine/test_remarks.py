"""Remarks are kept as kinds and values, and read in words."""

from copy import deepcopy

from app.engine.remarks import Remark, RemarkKind, Said, holds, in_words, note


def test_a_copied_remark_keeps_its_kind_and_values() -> None:
    said = note(RemarkKind.LIST_NAMED, number=2, name="Orla")
    again = deepcopy(said)
    assert again == said == "List 2 (Orla)"
    assert isinstance(again, Said)
    assert again.remark == said.remark


def test_a_recorded_remark_is_found_by_its_kind_and_values() -> None:
    said = note(RemarkKind.LIST_NAMED, number=2, name="Orla")
    other = note(RemarkKind.LIST_NAMED, number=1, name="Orla")
    assert holds([other.remark, said.remark], said)
    assert not holds([other.remark], said)


def test_a_remark_recorded_as_a_sentence_by_an_earlier_version_is_found_by_its_words() -> None:
    said = note(RemarkKind.LIST_NAMED, number=2, name="Orla")
    written = Remark(RemarkKind.AS_WRITTEN, (("text", "List 2 (Orla)"),))
    other = Remark(RemarkKind.AS_WRITTEN, (("text", "List 1 (Orla)"),))
    assert holds([written], said)
    assert not holds([other], said)


def test_a_count_that_is_no_number_is_read_as_several() -> None:
    remark = Remark(RemarkKind.NO_GAME_NO_BYE, (("count", "some"), ("names", "Orla and Tom")))
    assert in_words(remark, None) == "Orla and Tom have no game and no bye."
