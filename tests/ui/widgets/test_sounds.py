import wave

from app.store.resources import resources_folder
from app.ui.widgets.sounds import Sound, Sounds


def test_without_a_sound_device_the_system_beeps() -> None:
    beeps: list[None] = []
    sounds = Sounds(lambda: beeps.append(None))
    sounds.play(Sound.LOW)
    sounds.play(Sound.FLAG)
    assert len(beeps) == 2


def test_every_sound_is_there_and_short() -> None:
    for sound in Sound:
        with wave.open(str(resources_folder() / "sounds" / sound.value)) as file:
            assert file.getnframes() / file.getframerate() < 1.5
