import os
import wave
from collections.abc import Callable
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from app.store.resources import resources_folder
from app.ui.table.sounds import Sound, Sounds

posix = pytest.mark.skipif(os.name == "nt", reason="stands in for programs with shell scripts")


@pytest.fixture
def player(tmp_path: Path) -> Callable[..., str]:
    def make(name: str, code: int = 0) -> str:
        """A program that notes what it is given, in a file named like it, and ends so."""
        script = tmp_path / name
        note = f'echo "$@" >> "{script}.log"'
        script.write_text(f"#!/bin/sh\n{note}\nexit {code}\n", "utf-8")
        script.chmod(0o755)
        return str(script)

    return make


def log(player: str) -> list[str]:
    file = Path(f"{player}.log")
    lines = file.read_text("utf-8").splitlines() if file.exists() else []
    return [Path(line).name for line in lines]


def test_without_a_sound_player_the_system_beeps() -> None:
    beeps: list[None] = []
    sounds = Sounds(lambda: beeps.append(None), ())
    sounds.play(Sound.LOW)
    sounds.play(Sound.FLAG)
    assert len(beeps) == 2


@posix
def test_the_systems_sound_player_is_given_the_sound_file(
    qtbot: QtBot, player: Callable[..., str]
) -> None:
    works = player("works")
    sounds = Sounds(lambda: pytest.fail("it beeped"), (works,))
    sounds.play(Sound.FLAG)
    sounds.play(Sound.FLAG)  # while it is being played
    sounds.play(Sound.LOW)
    qtbot.waitUntil(lambda: sorted(log(works)) == ["flag.wav", "low.wav"])


@posix
def test_a_failing_sound_player_falls_back_to_the_next_and_finally_to_a_beep(
    qtbot: QtBot, player: Callable[..., str]
) -> None:
    beeps: list[None] = []
    mute, deaf = player("mute", 1), player("deaf", 1)
    sounds = Sounds(lambda: beeps.append(None), ("/no/such/player", mute, deaf))
    sounds.play(Sound.FLAG)
    qtbot.waitUntil(lambda: len(beeps) == 1)
    sounds.play(Sound.FLAG)
    assert len(beeps) == 2
    assert log(mute) == log(deaf) == ["flag.wav"]


def test_every_sound_file_exists_and_is_short() -> None:
    for sound in Sound:
        with wave.open(str(resources_folder() / "sounds" / sound.value)) as file:
            assert file.getnframes() / file.getframerate() < 1.5
