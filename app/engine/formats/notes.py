"""Which parts of a packet are not the packet's own text: all of them, and those of one place."""

from app.engine.formats.settings import Settings
from app.engine.packet.packet import Note, Packet, Source

WORDS = {Source.INFERRED: "Inferred", Source.OURS: "Our decision"}


def packet_notes(packet: Packet) -> tuple[str, ...]:
    """All of it, a sentence each, with the scenario or the keyword that it is about."""
    return tuple(_said(note, _about(packet, note)) for note in packet.notes)


def scenario_notes(packet: Packet, number: int) -> str:
    """Notes on the scenario of this number."""
    places = [i for i, scenario in enumerate(packet.scenarios) if scenario.number == number]
    return " ".join(_on(packet, f"scenario[{i}]") for i in places)


def timing_notes(packet: Packet, settings: Settings) -> str:
    """Notes on the times in force, and on time limits where they are chosen."""
    place = packet.timings.index(packet.timing(settings.timing))
    limits = _on(packet, "limits") if settings.limits else ""
    return " ".join(text for text in (_on(packet, f"timing[{place}].row"), limits) if text)


def keyword_notes(packet: Packet, key: str) -> str:
    """Notes on a variant keyword. Notes on all keywords together are among the packet's."""
    places = [i for i, variant in enumerate(packet.variants) if variant.key == key]
    return " ".join(_on(packet, f"variant[{i}]") for i in places)


def preset_notes(packet: Packet, key: str) -> str:
    """Notes on a preset."""
    places = [i for i, preset in enumerate(packet.presets) if preset.key == key]
    return " ".join(_on(packet, f"preset[{i}]") for i in places)


def _on(packet: Packet, about: str) -> str:
    return " ".join(_said(note) for note in packet.notes_on(about))


def _said(note: Note, about: str = "") -> str:
    return f"{WORDS[note.source]}: {about}{note.text}"


def _about(packet: Packet, note: Note) -> str:
    if note.about == "victory.win":
        return "Scenario win. "
    what, _, rest = note.about.partition("[")
    index = rest.partition("]")[0]
    names = {
        "scenario": [scenario.name for scenario in packet.scenarios],
        "variant": [keyword.name.replace("{X}", "X") for keyword in packet.variants],
        "timing": [timing.name for timing in packet.timings],
        "preset": [preset.name for preset in packet.presets],
    }.get(what)
    return f"{names[int(index)]}. " if names and index else ""
