"""Write the list of house decisions from the packets' files into docs/house-decisions.md.

python -m tools.house_decisions
"""

from collections.abc import Iterable
from pathlib import Path

from app.engine.formats.notes import HouseDecision, house_decisions
from app.store.packets.files import packets

PAGE = Path(__file__).resolve().parents[1] / "docs" / "house-decisions.md"
HEAD = """# House decisions

Where a packet is silent, or our copy of it is incomplete, Flagfall plays what is listed here. The
decisions stand as `note` in the packets' files in `resources/packets`; `python -m
tools.house_decisions` makes this page from them. In the program they are behind
*Where the packet is silent…*
on the event page, and each is shown at the setting, the scenario or the result that it touches.
"""


def page() -> str:
    """Return the text of the page on all packets' decisions."""
    parts = [HEAD]
    for packet in sorted(packets().values(), key=lambda packet: packet.key):
        parts.append(f"## {packet.name}\n\n{_table(house_decisions(packet))}")
    return "\n".join(parts)


def _table(decisions: Iterable[HouseDecision]) -> str:
    lines = ["| Section | What is played | Why |", "|---|---|---|"]
    lines += [f"| {row.section} | {row.decision} | {row.why} |" for row in decisions]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    PAGE.write_text(page(), "utf-8", newline="\n")
