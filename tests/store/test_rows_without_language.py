"""Rows hold kinds and values: an event reads the same in every language."""

import json
from pathlib import Path
from typing import Any

import pytest

from app.engine.acts.events import Record
from app.engine.acts.players import AddPlayers, ArmyEntered, Entry
from app.engine.acts.setup import CreateEvent
from app.engine.armies.army import ArmyRow, Kind
from app.engine.armies.army_list import ArmyList
from app.engine.formats.settings import Settings
from app.engine.remarks import REASONS, WORDS, Reason, RemarkKind, Said, in_words
from app.engine.standings.awards import VOTED, award_rows
from app.engine.state import State
from app.store.exports.digest import state_digest
from app.store.languages import every_catalogue
from app.store.log.codec import decode, encode
from app.store.log.upcasters import VERSIONS
from app.store.packets.files import packets
from app.views.event.check_in import check_in_rows
from app.views.history.rows import describe
from tests.pseudo import Spoken, data_of, walked
from tests.store.other_language import FILE, OF_NO_NAME, history, read, write
from tools.simulation.paper import Paper

KHADOR = ArmyList((ArmyRow("Juggernaut", Kind.JACK, 70),), faction="Cryx")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the event is."""
    folder = tmp_path_factory.mktemp("other language")
    write(folder / FILE)
    return folder


@pytest.fixture(scope="module")
def seen(folder: Path) -> dict[str, Any]:
    """What a program in another language saw of the event, and wrote."""
    return walked("tests.store.other_language", folder)


def test_in_another_language_lists_stay_accepted_and_no_sentence_is_stored(
    folder: Path, seen: dict[str, Any]
) -> None:
    state, records = read(folder / FILE)
    assert sum(len(player.accepted) for player in state.players.values()) == 8
    assert seen["digest"] == state_digest(state)  # stations compare theirs every minute
    assert seen["doubts"] == {}
    assert seen["accepted"] == 8
    spoken = Spoken({*data_of(state), "Seen"})
    foreign = {line: words for line in seen["history"] if (words := spoken.bypassing(line))}
    assert foreign == {}
    assert len(seen["history"]) == len(records) == len(history(state, records)) > 80


def test_no_word_of_the_programs_language_is_written_into_any_row(seen: dict[str, Any]) -> None:
    assert seen["own words"] == []
    assert seen["rows"] > 1800
    assert seen["kinds"] >= 50
    assert seen["refused"] > 40
    assert seen["reads otherwise"] == []
    assert len(seen["lost"]) > 3
    foreign = [
        words
        for kind, rows in (("act_set_aside", seen["set aside"]), ("row_lost", seen["lost"]))
        for words in (in_history(kind, row) for row in rows)
        if OF_NO_NAME & {*words}
    ]
    assert foreign == []


def in_history(kind: str, payload: str) -> str:
    event = decode(9, kind, VERSIONS[kind], payload)
    return describe(Record(9, 9, 0, "desk", "EO", event), State())


def old_event(accepted: list[str]) -> Paper:
    """An event whose first player's lists were accepted in an earlier version."""
    paper, packet = Paper(), packets()["sr2014"]
    paper.do(CreateEvent(Settings("Cup", packet.key, 50, 7), packet))
    paper.do(AddPlayers((Entry("Anna"),)))
    today = json.loads(encode(ArmyEntered(1, (KHADOR,))).payload)
    event = decode(1, "army_entered", 5, json.dumps({**today, "accepted": accepted}))
    paper.write((event,))
    return paper


def doubts(paper: Paper) -> tuple[str, ...]:
    (row,) = check_in_rows(paper.state)
    return row.doubts


def test_doubts_accepted_in_an_earlier_version_stay_accepted_in_every_language() -> None:
    wanted = doubts(old_event([]))
    assert len(wanted) == 2
    (german,) = every_catalogue()
    in_german = [in_words(doubt.remark, german) for doubt in wanted if isinstance(doubt, Said)]
    assert {*in_german}.isdisjoint(wanted)

    assert doubts(old_event([*wanted])) == ()
    assert doubts(old_event(in_german)) == ()
    assert doubts(old_event(["Something else."])) == wanted


def test_an_award_of_a_german_file_is_the_same_award_in_english() -> None:
    (german,) = every_catalogue()
    for award in VOTED:
        translated = german.gettext(award)
        assert translated != award
        for kind, values in (
            ("award_given", {"number": 1}),
            ("vote_opened", {"ballot": 1, "candidates": [1, 2]}),
            ("ballot_cast", {"voter": 1, "choice": 2}),
            ("vote_closed", {}),
        ):
            event = decode(1, kind, 1, json.dumps({"award": translated, **values}))
            assert getattr(event, "award", "") == award
            written = decode(1, kind, 1, json.dumps({"award": "Fluff Bunny", **values}))
            assert getattr(written, "award", "") == "Fluff Bunny"
    paper = old_event([])
    paper.write((decode(1, "award_given", 1, json.dumps({"award": translated, "number": 1})),))
    assert [row.name for row in award_rows(paper.state) if row.winners] == ["Best Sport"]


def test_every_kind_of_remark_and_reason_has_words() -> None:
    assert {*WORDS} == {*RemarkKind}
    assert {*REASONS} == {given.value for given in Reason}
