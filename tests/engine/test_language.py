from collections.abc import Iterator

import pytest

from app.engine import language
from app.engine.language import (
    Forms,
    TextTable,
    by_number,
    catalogues,
    current_catalogue,
    group_digits,
    is_reworded,
    know,
    language_code,
    mark_text,
    packet_text,
    plural,
    say,
    speak,
    template,
    use_words,
    within,
)


class Shouted:
    """A language of capitals with one more form, for two."""

    def gettext(self, message: str, /) -> str:
        return {"{who} beats {whom}": "{whom} LOSES TO {who}"}.get(message, message)

    def info(self) -> dict[str, str]:
        return {"language": "xx"}

    def ngettext(self, msgid1: str, msgid2: str, n: int, /) -> str:
        return {1: "A GAME", 2: "BOTH GAMES"}.get(n, "{count} GAMES")


@pytest.fixture
def shouted() -> Iterator[None]:
    speak(Shouted())
    yield
    speak(None)


def test_without_a_catalogue_texts_appear_in_english_as_written_in_the_code() -> None:
    assert current_catalogue() is None
    assert language_code() == "en"
    assert say("Draw round") == "Draw round"
    assert say("{who} beats {whom}", who="Ada", whom="Ben") == "Ada beats Ben"
    assert say("{who} beats {whom}") == "{who} beats {whom}"
    assert mark_text("Table") == "Table"


@pytest.mark.usefixtures("shouted")
def test_a_packets_sentence_without_a_translation_stays_as_it_is() -> None:
    assert packet_text("{who} beats {whom}") == "{whom} LOSES TO {who}"
    assert packet_text("Everybody brings {X} list(s).") == "Everybody brings {X} list(s)."
    assert packet_text("") == ""


def test_catalogues_of_other_languages_are_read_only_when_needed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(language, "_readers", [])
    assert list(catalogues()) == []
    shouted = Shouted()
    know(lambda: (shouted,))
    assert list(catalogues()) == [shouted]


def test_a_filled_in_value_may_look_like_a_field() -> None:
    assert say("{text} plays", text="{who}") == "{who} plays"


@pytest.mark.parametrize(("count", "words"), [(0, "0 games"), (1, "1 game"), (2, "2 games")])
def test_english_has_a_singular_and_a_plural_form(count: int, words: str) -> None:
    assert plural(count, "{count} game", "{count} games") == words
    assert by_number(Forms("{count} {what}", "{count} {what}s"), count, what="game") == words


@pytest.mark.usefixtures("shouted")
def test_a_language_has_its_own_word_order_and_plural_forms() -> None:
    assert isinstance(current_catalogue(), Shouted)
    assert language_code() == "xx"
    assert say("{who} beats {whom}", who="Ada", whom="Ben") == "Ben LOSES TO Ada"
    assert say("Draw round") == "Draw round"
    forms = [plural(count, "{count} game", "{count} games") for count in (1, 2, 3)]
    assert forms == ["A GAME", "BOTH GAMES", "3 GAMES"]


class Capitals(Shouted):
    """A language that writes nouns with a capital wherever they stand."""

    def gettext(self, message: str, /) -> str:
        return {"*": "nach zu nicht"}.get(message, message)


@pytest.mark.parametrize(
    ("text", "inside"),
    [
        ("Zug 2", "Zug 2"),
        ("Nach Runde 2", "nach Runde 2"),
        ("Zu bestätigen", "zu bestätigen"),
        ("Nicht gestartet", "nicht gestartet"),
        ("Zuletzt", "Zuletzt"),
    ],
)
def test_a_catalogue_lists_the_first_words_that_lose_their_capital_inside_a_sentence(
    text: str, inside: str
) -> None:
    speak(Capitals())
    try:
        assert within(text) == inside
    finally:
        speak(None)


@pytest.mark.parametrize("language", [None, Shouted()])
def test_every_first_word_loses_its_capital_if_the_catalogue_lists_none(
    language: Shouted | None,
) -> None:
    speak(language)
    try:
        assert within("Turn 2") == "turn 2"
    finally:
        speak(None)


class Spaced(Shouted):
    def gettext(self, message: str, /) -> str:
        return {"1,000": "1\u202f000"}.get(message, message)


def test_digits_of_large_numbers_are_grouped_by_the_languages_rules() -> None:
    assert [group_digits(number) for number in (12, 1_234, 1_234_567)] == [
        "12",
        "1,234",
        "1,234,567",
    ]
    speak(Spaced())
    assert group_digits(1_234_567) == "1\u202f234\u202f567"
    speak(None)


OWN = (("caster", "Leader"), ("casters", "Leaders"), ("CP", "VP"), ("first player", "Attacker"))


@pytest.fixture
def own_words() -> None:
    use_words(OWN)


@pytest.mark.usefixtures("own_words")
def test_texts_use_the_packets_own_words() -> None:
    assert say("{side}’s caster ended", side="Red") == "Red’s Leader ended"
    assert say("Casters left") == "Leaders left"
    assert say("C&aster") == "Leader"
    assert say("First player’s edge, {CP} CP", CP=3) == "Attacker’s edge, 3 VP"
    assert plural(2, "{count} caster", "{count} casters") == "2 Leaders"
    assert say("Broadcasters") == "Broadcasters"
    assert is_reworded("casters left")
    assert not is_reworded("Broadcasters")


def test_texts_kept_by_a_module_follow_the_words_of_the_open_event() -> None:
    kept, left = template("{side}’s caster ended"), template("casters left")
    table = TextTable({1: left, 2: say("wins")})
    assert [*table.items()] == [(1, "casters left"), (2, "wins")]
    use_words(OWN)
    use_words(OWN)
    assert kept.format(side="Red") == "Red’s Leader ended"
    assert [*table.values()] == ["Leaders left", "wins"]
    assert len(table) == 2
    use_words(())
    assert str(kept) == "{side}’s caster ended"


def test_a_text_kept_by_a_module_uses_the_words_in_force_when_it_is_shown() -> None:
    kept = template("the caster")
    use_words(OWN)
    assert say("{who} leaves", who=kept) == "the Leader leaves"
    use_words(())
    assert say("{who} leaves", who=kept) == "the caster leaves"


GERMAN = {"CP {cp}": "KP {cp}", "CP": "KP", "Points {cp}": "Punkte {cp}"}


class German:
    """A language that knows the packet's word for control points, and no organizer's."""

    def gettext(self, message: str, /) -> str:
        return GERMAN.get(message, message)

    def ngettext(self, msgid1: str, msgid2: str, n: int, /) -> str:
        return self.gettext(msgid1 if n == 1 else msgid2)

    def info(self) -> dict[str, str]:
        return {"language": "de"}


@pytest.mark.parametrize(
    ("own", "words"), [((), "KP 3"), ("Points", "Punkte 3"), ("Score", "Score 3")]
)
def test_an_organizers_own_word_also_appears_in_translations(own: str, words: str) -> None:
    speak(German())
    use_words((("CP", own),) if own else ())
    try:
        assert say("CP {cp}", cp=3) == words
    finally:
        speak(None)
