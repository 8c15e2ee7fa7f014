"""Windows' setup: what it says. Whether it installs is tried under Wine (`tools.windows`)."""

import re

from tools.environment import LANGUAGES, ROOT

RECIPE = (ROOT / "tools/installer/windows.iss").read_text("utf-8")
OWN = re.compile(r"^(\w+)\.(\w+)=(.+)$", re.MULTILINE)
USED = re.compile(r"\{cm:(\w+)\}|CustomMessage\('(\w+)'\)")
INNOS_OWN = {"CreateDesktopIcon"}
"""What Inno Setup says itself, in each of its languages."""


def test_the_setup_has_every_sentence_in_every_shipped_language() -> None:
    shipped = {"en", *(file.stem for file in LANGUAGES.glob("*.po"))}
    assert set(re.findall(r"^Name: (\w+); MessagesFile:", RECIPE, re.MULTILINE)) == shipped
    used = {one or other for one, other in USED.findall(RECIPE)} - INNOS_OWN
    assert {(language, name) for language, name, _ in OWN.findall(RECIPE)} == {
        (language, name) for language in shipped for name in used
    }
    said = [words for *_, words in OWN.findall(RECIPE)]
    assert len({*said}) == len(said)


def test_every_sentence_of_the_setup_is_translatable() -> None:
    shown = re.findall(r"(?:Description|StatusMsg): \"([^\"]*)\"", RECIPE)
    assert shown
    assert all(words.startswith("{cm:") for words in shown)
