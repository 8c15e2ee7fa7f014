"""Short sounds for low time. A program of the system plays them. If there is none, the system
beeps.
"""

import sys
from collections.abc import Callable, Sequence
from enum import Enum

from PySide6.QtCore import QProcess
from PySide6.QtWidgets import QApplication

from app.store.resources import resources_folder

PLAYERS: dict[str, tuple[str, ...]] = {
    "linux": ("pw-play", "paplay", "aplay"),  # PipeWire, PulseAudio, ALSA
    "darwin": ("afplay",),
}
"""Programs that play a sound file, by system."""


class Sound(Enum):
    """The sounds, with the names of their files in ``resources/sounds``. ``tools/make_sounds.py``
    generates the files.
    """

    LOW = "low.wav"
    VERY_LOW = "very_low.wav"
    LAST_SECONDS = "last_seconds.wav"
    FLAG = "flag.wav"


class Sounds:
    """A player of sounds. A program that has failed is not tried again."""

    def __init__(
        self,
        beep: Callable[[], None] = QApplication.beep,
        players: Sequence[str] = PLAYERS.get(sys.platform, ()),
    ) -> None:
        self._beep = beep
        self._players = list(players)
        self._playing: dict[Sound, QProcess] = {}

    def play(self, sound: Sound) -> None:
        """Play a sound, unless that sound is still playing."""
        if sound in self._playing:
            return
        file = str(resources_folder() / "sounds" / sound.value)
        if sys.platform == "win32":
            self._play_here(file)
        elif self._players:
            self._start(sound, self._players[0], file)
        else:
            self._beep()

    def _start(self, sound: Sound, player: str, file: str) -> None:
        process = self._playing[sound] = QProcess(QApplication.instance())
        process.setStandardOutputFile(QProcess.nullDevice())
        process.setStandardErrorFile(QProcess.nullDevice())
        process.finished.connect(lambda code: self._ended(sound, player, failed=code != 0))
        process.errorOccurred.connect(
            lambda error: self._ended(
                sound, player, failed=error is QProcess.ProcessError.FailedToStart
            )
        )
        process.start(player, [file])

    def _ended(self, sound: Sound, player: str, *, failed: bool) -> None:
        process = self._playing.pop(sound, None)
        if process is None:
            return
        process.deleteLater()
        if failed:
            if player in self._players:
                self._players.remove(player)
            self.play(sound)

    def _play_here(self, file: str) -> None:
        """Play a file without another program, as Windows can. It plays one file at a time."""
        if sys.platform == "win32":
            import winsound

            kind = winsound.SND_FILENAME | winsound.SND_ASYNC | winsound.SND_NODEFAULT
            try:
                winsound.PlaySound(file, kind)
            except RuntimeError:
                self._beep()
