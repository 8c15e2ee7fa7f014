"""Check that the installed program plays its four sounds of low time, by listening at a sink of
PulseAudio.

    sudo apt-get install pulseaudio pulseaudio-utils xvfb xdotool
    .venv/bin/python -m tools.installer.sound [dist/flagfall/flagfall]

Three clocks run low one after the other in their tables' windows, and the last one runs out.
"""

import array
import os
import subprocess
import sys
import time
import wave
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from app.engine.acts.table import AdjustClock, PauseClock, StartClock
from app.engine.side import Side
from tests.events import Event
from tools.environment import ROOT, say
from tools.installer.bare_debian import Failed, display
from tools.installer.parts import BUILT

ORDER = ("low", "very_low", "last_seconds", "flag")
LEFT_MS = (300_000 + 8_000, 60_000 + 12_000, 10_000 + 16_000)
"""The time left at each table: a limit at which a sound is played, plus the time until then."""
LISTEN_S = 35
PATIENCE_S = 60
RATE = 16_000
STEP_S = 0.1
SILENCE = 50
"""The highest sample, out of 32,767, that still counts as silence."""
EARLIER_OR_LATER_S = 0.4
TABLES, RESUME, OPEN_WINDOWS = ("450", "235"), ("1190", "262"), ("1190", "346")
"""The places to press, in a window of 1358 × 732."""


def main(arguments: Sequence[str]) -> int:
    program = Path(arguments[0]) if arguments else BUILT / "flagfall"
    try:
        with TemporaryDirectory(prefix="flagfall-") as folder, display() as name:
            home = Path(folder)
            heard = listen(program.resolve(), home, name)
    except Failed as failed:
        print(failed, file=sys.stderr)
        return 1
    return 0 if all_there(heard) else 1


def all_there(heard: list[tuple[float, float, int]]) -> bool:
    """Print what was heard, and tell whether it is all of the sounds in their order."""
    for begin_s, length_s, peak in heard:
        say(f"After {begin_s:.1f} s: {length_s:.1f} s of sound, as loud as {peak} of 32,767")
    lengths = [length(ROOT / f"resources/sounds/{name}.wav") for name in ORDER]
    fits = len(heard) == len(lengths) and all(
        abs(length_s - expected_s) < EARLIER_OR_LATER_S
        for (_, length_s, _), expected_s in zip(heard, lengths, strict=True)
    )
    expected = ", ".join(f"{n} {s:.1f} s" for n, s in zip(ORDER, lengths, strict=True))
    say(f"{'All are heard' if fits else 'Something else was heard than'}: {expected}.")
    return fits


def listen(program: Path, home: Path, name: str) -> list[tuple[float, float, int]]:
    """Start the program on an event with low clocks, and listen. Return the start and the length of
    each sound in seconds, and its highest sample.
    """
    here = {
        **os.environ,
        "DISPLAY": name,
        "HOME": str(home),
        "XDG_RUNTIME_DIR": str(home),
        "FLAGFALL_STATE": str(home / "state"),
        "XDG_CONFIG_HOME": str(home / "config"),
    }
    for removed in ("QT_QPA_PLATFORM", "WAYLAND_DISPLAY", "PULSE_SERVER"):
        here.pop(removed, None)
    event = event_with_low_clocks(home / "low.flagfall")
    with started(pulseaudio(), here), started((str(program), str(event)), here):
        window(here)
        recording = ("--rate=16000", "--channels=1", "--format=s16le", "--latency-msec=20")
        with (home / "heard").open("wb") as file:
            recorder = ("parec", "--device=heard.monitor", *recording)
            with started(recorder, here, file):
                press(here, "mousemove", *TABLES, "click", "1")
                press(here, "key", "ctrl+a")
                press(here, "mousemove", *RESUME, "click", "1")
                press(here, "mousemove", *OPEN_WINDOWS, "click", "1")
                time.sleep(LISTEN_S)
        return sounds(array.array("h", (home / "heard").read_bytes()))


def event_with_low_clocks(file: Path) -> Path:
    event = Event(file, began_ms=time.time_ns() // 1_000_000 - 60_000)
    event.register(2 * len(LEFT_MS))
    event.start()
    state = event.state
    assert state.latest is not None
    for game, left_ms in zip(state.games_of(state.latest), LEFT_MS, strict=True):
        event.do(StartClock(game.number, Side.RED))
        clock = event.state.games[game.number].play.clock
        assert clock is not None
        now_ms = clock.remaining(Side.RED, event.timeline.now_ms())
        event.do(AdjustClock(game.number, Side.RED, left_ms - now_ms, "To hear it"))
        event.do(PauseClock(game.number, "Until all are open"))
    event.close()
    return file


def pulseaudio() -> tuple[str, ...]:
    modules = ("module-native-protocol-unix", "module-null-sink sink_name=heard")
    loads = (part for module in modules for part in ("-L", module))
    return ("pulseaudio", "-n", "--exit-idle-time=-1", "--daemonize=no", *loads)


def window(here: dict[str, str]) -> None:
    """Wait until the event is shown, and give the keyboard to its window."""
    until = time.monotonic() + PATIENCE_S
    look = ("xdotool", "search", "--onlyvisible", "--name", "low – Flagfall")
    while not (found := seen(look, here)):
        if time.monotonic() > until:
            raise Failed("No window came.")
        time.sleep(STEP_S)
    press(here, "windowfocus", found.split()[0])
    time.sleep(2)


def seen(look: Sequence[str], here: dict[str, str]) -> str:
    return subprocess.run(look, env=here, capture_output=True, text=True, check=False).stdout


def press(here: dict[str, str], *what: str) -> None:
    subprocess.run(("xdotool", *what), env=here, check=True)
    time.sleep(0.6)


def sounds(samples: Sequence[int]) -> list[tuple[float, float, int]]:
    """Return the stretches that are not silent: the start and the length of each in seconds, and
    its highest sample.
    """
    step = int(RATE * STEP_S)
    peaks = [max(map(abs, samples[n : n + step])) for n in range(0, len(samples), step)]
    found: list[tuple[float, float, int]] = []
    for number, peak in enumerate(peaks):
        if peak <= SILENCE:
            continue
        if number and peaks[number - 1] > SILENCE:
            begin_s, length_s, highest = found.pop()
            found.append((begin_s, length_s + STEP_S, max(highest, peak)))
        else:
            found.append((number * STEP_S, STEP_S, peak))
    return found


def length(file: Path) -> float:
    with wave.open(str(file)) as sound:
        return sound.getnframes() / sound.getframerate()


@contextmanager
def started(
    command: Sequence[str], here: dict[str, str], output: object = subprocess.DEVNULL
) -> Iterator[None]:
    with subprocess.Popen(  # type: ignore[call-overload]
        command, env=here, stdout=output, stderr=subprocess.DEVNULL
    ) as process:
        try:
            yield
        finally:
            process.terminate()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
