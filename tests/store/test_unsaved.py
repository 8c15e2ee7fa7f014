"""What could not be saved is listed in words, and the list is kept where that can be written."""

from pathlib import Path

import pytest

from app.engine.acts.table import CallJudge, ScoreTurn
from app.engine.acts.unsaved import Unsaved
from app.engine.side import Side
from app.store.unsaved import keep_list, unsaved_words

UNSAVED = [
    Unsaved("table 7", 1_760_000_000_000, "Red", ScoreTurn(1, Side.RED, 3, ())),
    Unsaved("table 7", 1_760_000_001_000, "Blue", CallJudge(1, Side.BLUE)),
]


@pytest.fixture
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("FLAGFALL_STATE", str(tmp_path))
    return tmp_path


def test_each_is_a_line_that_says_what_was_pressed() -> None:
    assert [unsaved_words(one).partition(", ")[0] for one in UNSAVED] == ["table 7", "table 7"]
    assert unsaved_words(UNSAVED[0]).endswith("Red: score turn, by red, step 3")
    assert unsaved_words(UNSAVED[1]).endswith("Blue: call judge, side blue")


def test_each_list_has_a_file_of_its_own(own: Path) -> None:
    first, second = keep_list(UNSAVED, "Cup"), keep_list(UNSAVED[:1], "Cup")
    assert first is not None
    assert second is not None
    assert first.parent == own / "unsaved"
    assert first.read_text("utf-8").splitlines() == [*map(unsaved_words, UNSAVED)]
    assert second.read_text("utf-8").splitlines() == [unsaved_words(UNSAVED[0])]


def test_where_nothing_can_be_written_there_is_no_file(own: Path) -> None:
    (own / "unsaved").write_text("a file where the folder would be", "utf-8")
    assert keep_list(UNSAVED, "Cup") is None
