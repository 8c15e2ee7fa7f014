"""Computes the sounds in resources/sounds: soft bell tones, mono, 22 kHz. Run it after a change."""

import math
import wave
from array import array
from pathlib import Path

RATE = 22_050
SOUNDS = {
    "low": ((660, 0.16), (880, 0.3)),
    "very_low": ((880, 0.14), (880, 0.14), (1175, 0.3)),
    "last_seconds": ((1175, 0.12),),
    "flag": ((880, 0.22), (660, 0.22), (440, 0.5)),
}


def tone(pitch: int, seconds: float) -> "array[int]":
    """Return the samples of a bell: a sine with its octave, which starts quickly and
    fades slowly.
    """
    samples = array("h")
    for place in range(round(RATE * seconds)):
        at = place / RATE
        loud = min(at / 0.008, 1) * math.exp(-5 * at / seconds)
        both = math.sin(math.tau * pitch * at) + 0.3 * math.sin(math.tau * 2 * pitch * at)
        samples.append(round(14_000 * loud * both))
    return samples


def main() -> None:
    folder = Path(__file__).resolve().parent.parent / "resources" / "sounds"
    folder.mkdir(parents=True, exist_ok=True)
    for name, tones in SOUNDS.items():
        with wave.open(str(folder / f"{name}.wav"), "wb") as file:
            file.setnchannels(1)
            file.setsampwidth(2)
            file.setframerate(RATE)
            for pitch, seconds in tones:
                file.writeframes(tone(pitch, seconds).tobytes())


if __name__ == "__main__":
    main()
