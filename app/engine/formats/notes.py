"""House decisions: notes on the parts of a packet that are not the packet's own text. They are in
the packet's file, each with its section and its reason.
"""

from msgspec import Struct

from app.engine.formats.settings import Settings
from app.engine.language import packet_text, say
from app.engine.packet.packet import Note, Packet, Source
from app.engine.packet.ranking import RankingColumn
from app.engine.packet.timing import TimingKind

DEPTHS = "terrain.deployment"
FINALS = say(
    "The finals tables are drawn in the last of these rounds. With “As the packet says”, the"
    " number follows from how many play round 1. A number that you type stays as it is."
)
CLOCK_OUT = "clock_out_loses"
"""The key of a timing's setting whose note explains what running out of time does."""


class HouseDecision(Struct, frozen=True):
    """One line in the list of house decisions."""

    packet: str
    """The packet's name."""
    section: str
    """The section of the packet that the decision is about."""
    decision: str
    why: str


def house_decisions(packet: Packet) -> tuple[HouseDecision, ...]:
    """Return all house decisions of a packet, in the order of its file. Decisions that were
    inferred are marked as such.
    """
    return tuple(
        HouseDecision(
            packet.name,
            note.section,
            _words(packet, note),
            packet_text(note.why),
        )
        for note in packet.notes
    )


def _words(packet: Packet, note: Note) -> str:
    words = f"{_about(packet, note)}{packet_text(note.text)}"
    return (
        say("Inferred from other passages: {note}", note=words)
        if note.source is Source.INFERRED
        else words
    )


def scenario_notes(packet: Packet, number: int) -> str:
    """Return the notes on the scenario with this number and on the depth of deployment."""
    places = [i for i, scenario in enumerate(packet.scenarios) if scenario.number == number]
    texts = [_on(packet, f"scenario[{i}]") for i in places]
    return " ".join(text for text in (*texts, _on(packet, DEPTHS) * bool(places)) if text)


def timing_notes(packet: Packet, settings: Settings) -> str:
    """Return the notes on the times in force, and on the time limits if the event has any."""
    place = packet.timings.index(packet.timing(settings.timing))
    limits = _on(packet, "limits") if settings.limits else ""
    return " ".join(text for text in (_on(packet, f"timing[{place}].row"), limits) if text)


def clock_out_notes(packet: Packet, settings: Settings) -> str:
    """Return the notes on what happens when a clock runs out."""
    timing = packet.timing(settings.timing)
    place = packet.timings.index(timing)
    counted = assassinations_counted(packet, settings)
    scored = counted if timing.kind is TimingKind.DEATHCLOCK else ()
    return notes_about(packet, f"timing[{place}].{CLOCK_OUT}", *scored)


def assassinations_counted(packet: Packet, settings: Settings) -> tuple[str, ...]:
    """Return the keys of the notes on what counts as an assassination win, if the standings rank by
    them.
    """
    if RankingColumn.ASSASSINATIONS not in settings.order:
        return ()
    return tuple(
        f"variant[{i}].changes"
        for i, variant in enumerate(packet.variants)
        if RankingColumn.ASSASSINATIONS in variant.changes.order
    )


def win_notes(packet: Packet) -> str:
    """Return the notes on the points of a scenario win."""
    return notes_about(packet, "victory.win")


def rounds_notes(packet: Packet, settings: Settings) -> str:
    """Return the notes on the number of rounds and on the rules that depend on that number."""
    finals = FINALS if settings.finals_tables else ""
    return " ".join(filter(None, (finals, notes_about(packet, "rounds"))))


def keyword_notes(packet: Packet, key: str) -> str:
    """Return the notes on one variant keyword, without those on all keywords together."""
    places = [i for i, variant in enumerate(packet.variants) if variant.key == key]
    return " ".join(_on(packet, f"variant[{i}]") for i in places)


def preset_notes(packet: Packet, key: str) -> str:
    """Return the notes on a preset."""
    places = [i for i, preset in enumerate(packet.presets) if preset.key == key]
    return " ".join(_on(packet, f"preset[{i}]") for i in places)


def notes_about(packet: Packet, *abouts: str) -> str:
    notes = (packet.note(about) for about in dict.fromkeys(abouts))
    return " ".join(_describe_note(note) for note in notes if note)


def _on(packet: Packet, about: str) -> str:
    return " ".join(map(_describe_note, packet.notes_on(about)))


def _describe_note(note: Note) -> str:
    return packet_text(note.text)


def _about(packet: Packet, note: Note) -> str:
    what, _, rest = note.about.partition("[")
    index = rest.partition("]")[0]
    names = {
        "scenario": [scenario.name for scenario in packet.scenarios],
        "variant": [keyword.name.replace("{X}", "X") for keyword in packet.variants],
        "timing": [timing.name for timing in packet.timings],
        "preset": [preset.name for preset in packet.presets],
    }.get(what)
    return f"{names[int(index)]}. " if names and index else ""
