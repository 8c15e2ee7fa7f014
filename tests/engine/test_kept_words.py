"""Sentences that many parts of the program make stand in rows as texts and values."""

from collections.abc import Callable, Iterator
from threading import Thread

import pytest

from app.engine import language
from app.engine.kept_words import keep_words
from app.engine.language import hear, plural, say, speak, template, within
from app.engine.remarks import Reason, Remark, RemarkKind, in_words, note, reason, reason_words

GERMAN = {
    "{name} was warned: {reason}": "{name} wurde verwarnt: {reason}",
    "table {table} of round {round}": "Tisch {table} der Runde {round}",
    "Nothing changed so far.": "Bisher hat sich nichts geändert.",
    "{count} table waits": "{count} Tisch wartet",
    "{count} tables wait": "{count} Tische warten",
    "Turn {number} ended": "Zug {number} endete",
    "The casters meet": "Die Anführer treffen sich",
    "casters of {name}": "Anführer von {name}",
    "won by {name}": "gewonnen von {name}",
    "the bye": "das Freilos",
    "Locked at the review": "Bei der Durchsicht festgehalten",
    "without a list.": "ohne Liste.",
    "no games yet": "noch keine Spiele.",
}


class German:
    def gettext(self, message: str, /) -> str:
        return GERMAN.get(message, message)

    def info(self) -> dict[str, str]:
        return {"language": "de"}

    def ngettext(self, one: str, other: str, number: int, /) -> str:
        return GERMAN[one if number == 1 else other]


@pytest.fixture(autouse=True)
def german() -> Iterator[None]:
    speak(German())
    yield
    speak(None)


def kept(make: Callable[[], str]) -> Remark:
    with hear() as heard:
        words = make()
    remark = keep_words(words, heard)
    assert in_words(remark, German()) == words
    return remark


CASTERS = template("casters of {name}")


@pytest.mark.parametrize(
    ("make", "english"),
    [
        (lambda: "Anna", "Anna"),
        (lambda: "", ""),
        (lambda: say("Nothing changed so far."), "Nothing changed so far."),
        (
            lambda: say("{name} was warned: {reason}", name="Anna", reason=say("the bye")),
            "Anna was warned: the bye",
        ),
        (
            lambda: plural(3, "{count} table waits", "{count} tables wait"),
            "3 tables wait",
        ),
        (
            lambda: say("{name} was warned: {reason}", name=note(RemarkKind.THE_BYE), reason=2),
            "the bye was warned: 2",
        ),
        (
            lambda: "Anna; " + say("Nothing changed so far.").rstrip(".") + " (2)",
            "Anna; Nothing changed so far (2)",
        ),
        (
            lambda: "Anna. " + within(say("Nothing changed so far.")),
            "Anna. nothing changed so far.",
        ),
        (lambda: within(say("The casters meet")), "the casters meet"),
        (
            lambda: within(say("Nothing changed so far.")).rstrip(".") + "!",
            "nothing changed so far!",
        ),
        (lambda: say("Nothing changed so far.").rstrip("."), "Nothing changed so far"),
        (lambda: within(say("Nothing changed so far.")).rstrip("."), "nothing changed so far"),
        (lambda: "O" + say("without a list.")[1:].rstrip("."), "Without a list"),
        (lambda: "Anna: " + say("no games yet") + "..", "Anna: no games yet.."),
        (lambda: "N" + say("no games yet")[1:] + "..", "No games yet.."),
        (lambda: CASTERS.format(name="Ben"), "casters of Ben"),
        (lambda: "G" + say("won by {name}", name="Ben")[1:] + "?", "Won by Ben?"),
        (lambda: "O" + say("without a list.")[1:].rstrip(".") + "!", "Without a list!"),
        (lambda: reason_words(reason(Reason.LOCKED)), "Locked at the review"),
        (lambda: "Turn {number} ended".replace("{number}", "4"), "Turn 4 ended"),
    ],
)
def test_a_recorded_sentence_can_be_read_in_another_language(
    make: Callable[[], str], english: str
) -> None:
    assert in_words(kept(make), None) == english


def test_a_modules_own_text_is_recognized_by_the_words_around_its_fields(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(language, "_sources", {})  # no text that another test has said
    for text in (
        "Turn {number} ended",
        "{number}{number_2}",
        "{a} versus {a} besides {b.c}",
        "broken {",
    ):
        say(text)
    filled = say("Turn {number} ended").replace("{number}", "4")
    assert in_words(keep_words(filled, {}), None) == "Turn 4 ended"
    assert in_words(keep_words(within(filled), {}), None) == "turn 4 ended"
    assert in_words(keep_words(f"Anna; {filled}", {}), None) == "Anna; Turn 4 ended"
    assert keep_words("7 versus 7 besides more", {}).kind is RemarkKind.TEXT
    assert keep_words("7 versus 8 besides more", {}).kind is RemarkKind.PARTS


def test_a_sentence_made_earlier_is_recognized() -> None:
    words = say("Nothing changed so far.")
    assert in_words(keep_words(words, {}), None) == "Nothing changed so far."
    assert in_words(keep_words(within(words), {}), None) == "nothing changed so far."


def test_names_joined_by_and_stay_as_they_were_written() -> None:
    say("{most} and {last}")
    for names in ("Tom and Jerry", "Anna, Ben and Cleo"):
        assert keep_words(names, {}).kind is RemarkKind.PARTS


def test_sentences_made_by_another_thread_are_not_heard() -> None:
    with hear() as heard:
        other = Thread(target=lambda: say("{who} wins", who="Ada"))
        other.start()
        other.join()
        say("{who} wins", who="Bo")
    assert set(heard) == {"Bo wins"}
