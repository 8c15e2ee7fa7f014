"""Short sounds for low time. Without a sound library or device: the system's beep."""

import importlib
from collections.abc import Callable
from enum import Enum
from typing import Any

from PySide6.QtCore import QUrl
from PySide6.QtWidgets import QApplication

from app.store.resources import resources_folder


class Sound(Enum):
    """File names in ``resources/sounds``; ``tools/make_sounds.py`` computes them."""

    LOW = "low.wav"
    VERY_LOW = "very_low.wav"
    LAST_SECONDS = "last_seconds.wav"
    FLAG = "flag.wav"


class Sounds:
    """Loads the sound library at the first sound, never before: it costs a start-up."""

    def __init__(self, beep: Callable[[], None] = QApplication.beep) -> None:
        self._beep = beep
        self._effects: dict[Sound, Any] = {}
        self._library: Any = None
        self._looked = False

    def play(self, sound: Sound) -> None:
        effect = self._effect(sound)
        if effect is None or effect.status() == type(effect).Status.Error:
            self._beep()
        else:
            effect.play()

    def _effect(self, sound: Sound) -> Any:
        if not self._looked:
            self._looked, self._library = True, _multimedia()
        if self._library is None:
            return None
        if sound not in self._effects:
            effect = self._library.QSoundEffect()
            file = resources_folder() / "sounds" / sound.value
            effect.setSource(QUrl.fromLocalFile(str(file)))
            self._effects[sound] = effect
        return self._effects[sound]


def _multimedia() -> Any:
    """The sound library, if it is installed and there is something to play on."""
    try:
        library = importlib.import_module("PySide6.QtMultimedia")
    except ImportError:
        return None
    return library if library.QMediaDevices.audioOutputs() else None
