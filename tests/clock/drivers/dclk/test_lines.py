import random
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.clock.drivers.dclk.lines import (
    ClockState,
    DclkLines,
    Er,
    Event,
    Hi,
    LineRemark,
    Ok,
    Po,
    opened_line,
    parse_payload,
    seal_line,
)
from app.clock.drivers.driver import Hand
from tests.clock.drivers.line import cuts

HI = "HI dclk=1 uid=5A3F01C2 boot=41 fw=0.3.0 name=T07 caps=run,set,txt,beep,led,pause osc=xtal*6C"
VECTORS = {
    HI: Hi(
        1, "5A3F01C2", 41, "0.3.0", "T07", frozenset({"run", "set", "txt", "beep", "led", "pause"})
    ),
    "ST s=13 t=152877 run=R l=3538444 r=3599000 lev=R f=- bat=-1*2B": ClockState(
        13, 152877, Hand.RIGHT, True, 3538444, 3599000, None, -1, False
    ),
    "ST s=13 t=152877 run=R l=3538444 r=3599000 lev=L f=- bat=-1*35": ClockState(
        13, 152877, Hand.RIGHT, True, 3538444, 3599000, None, -1, False
    ),
    "EV s=13 t=151877 k=PRESS by=L run=R l=3538444 r=3600000*54": Event(
        13, 151877, "PRESS", "L", Hand.RIGHT, True, 3538444, 3600000
    ),
    "OK 8 s=12 t=90321*21": Ok(8),
    "ER 8 3 badstate*2C": Er(8, 3),
    "PO 9 123456 t=90500*74": Po(9, "123456", 90500),
    "# bad lines: 4*17": LineRemark("bad lines: 4"),
    "EV s=3 t=80000 k=PAUSE run=P l=3539750 r=3585250*03": Event(
        3, 80000, "PAUSE", "", None, True, 3539750, 3585250
    ),
    "EV s=4 t=100000 k=FLAG by=R run=N l=3539750 r=0*25": Event(
        4, 100000, "FLAG", "R", None, False, 3539750, 0
    ),
    "ST s=4 t=102000 run=N l=3539750 r=0 lev=L f=R bat=-1*6C": ClockState(
        4, 102000, None, False, 3539750, 0, Hand.RIGHT, -1, False
    ),
}
COMMANDS = [
    "@7 SET 3600000 3600000*15",
    "@8 RUN L*7D",
    "@9 PING 123456*6E",
    "@0 HELLO*12",
    "@10 PAUSE*33",
    "@13 MODE B*03",
    "@17 IDENT*34",
    "@19 LOG 12*0F",
    '@10 TXT C "5*5"*50',
]
STREAM = "\n".join(["\x01boot", *VECTORS, ""]).encode()


@pytest.mark.parametrize(("line", "meaning"), VECTORS.items())
def test_every_line_from_a_clock_is_parsed_correctly(line: str, meaning: object) -> None:
    assert DclkLines().feed(f"{line}\r\n".encode()) == [meaning]


@pytest.mark.parametrize("line", [*VECTORS, *COMMANDS])
def test_every_line_is_sealed_with_its_checksum(line: str) -> None:
    payload = line[:-3]
    assert seal_line(payload) == f"{line}\n".encode()
    assert opened_line(line.encode()) == payload


def test_every_line_in_the_specification_has_a_valid_checksum() -> None:
    page = Path(__file__).parents[4] / "docs" / "dclk.md"
    form = r"(?:^|\s)((?:HI|ST|EV|OK|ER|PO|@\d+) [^`|]*?\*[0-9A-F]{2})(?=\s|$)"
    lines = re.findall(form, page.read_text())
    right = [line for line in lines if opened_line(line.encode()) is not None]
    assert len(right) > 40


@pytest.mark.parametrize("pieces", cuts(STREAM[:260]))
def test_lines_read_the_same_however_they_are_cut(pieces: list[bytes]) -> None:
    lines = DclkLines()
    assert [message for piece in pieces for message in lines.feed(piece)] == DclkLines().feed(
        STREAM[:260]
    )


@pytest.mark.parametrize(
    "line",
    [
        "OK 8 s=12 t=90321*22",
        "OK 8 s=12 t=90321",
        "OK 8 s=12 t=90321*2",
        "OK 8*5c",
        "OK 8\t*5C",
        "A" * 130,
        *(
            seal_line(payload).decode().strip()
            for payload in ("OK 256", "OK x", "ER 1", "PO 1 2 t=x")
        ),
        *(
            seal_line(payload).decode().strip()
            for payload in (
                "PO 1",
                "HI dclk=1 uid=xyz boot=1",
                "HI uid=5A3F01C2 boot=1",
                "ST s=65536 t=0 run=L l=0 r=0",
                "ST s=1 t=0 run=Q l=0 r=0",
                "ST s=1 t=0 run=L l=-1 r=0",
                "ST s=1 t=0 run=L l=0 r=0 bat=101",
                "EV s=1 t=0 run=L l=0 r=0",
            )
        ),
    ],
)
def test_a_bad_line_is_dropped_whole(line: str) -> None:
    lines = DclkLines()
    assert lines.feed(f"{line}\n".encode()) == []
    assert lines.feed(b"OK 8 s=12 t=90321*21\n") == [Ok(8)]


def test_bad_lines_are_counted_and_noise_is_not() -> None:
    lines = DclkLines()
    lines.feed(b"\n\x80\x81\nets Jul 29\nOK 8*00\n" + seal_line("OK x") + seal_line("NEW word=1"))
    assert lines.bad == 2


@pytest.mark.parametrize(("number", "taken"), [(255, True), (256, False)])
def test_an_error_number_must_fit_in_one_byte(number: int, taken: bool) -> None:
    lines = DclkLines()
    assert lines.feed(seal_line(f"ER {number} 3")) == ([Er(number, 3)] if taken else [])
    assert lines.bad == (not taken)


def test_a_line_may_have_at_most_120_bytes() -> None:
    """docs/dclk.md: at most so many, the checksum counted."""
    lines = DclkLines()
    lines.feed(b"OK " + b"8" * 114 + b"*00\n")
    assert lines.bad == 1
    lines.feed(b"OK " + b"8" * 115 + b"*00\n")
    assert lines.bad == 1


def test_keys_may_come_in_any_order_among_unknown_words() -> None:
    assert parse_payload("ST r=2 l=1 new=7 run=P t=3 s=4 mode=B odd") == ClockState(
        4, 3, None, True, 1, 2, None, -1, True
    )


def test_the_battery_is_read_in_percent() -> None:
    said = parse_payload("ST s=1 t=0 run=L l=0 r=0 bat=100")
    assert isinstance(said, ClockState)
    assert said.battery == 100


def test_a_line_is_heard_after_a_megabyte_of_noise() -> None:
    lines = DclkLines()
    lines.feed(random.Random(2).randbytes(1 << 20))
    assert lines.feed(b"\nOK 8 s=12 t=90321*21\n") == [Ok(8)]


@given(st.lists(st.binary(max_size=150)))
def test_no_bytes_upset_the_decoder(pieces: list[bytes]) -> None:
    lines = DclkLines()
    for piece in pieces:
        lines.feed(piece)


@given(
    st.sampled_from(["HI", "ST", "EV", "OK", "ER", "PO", "#", "XX"]),
    st.lists(
        st.one_of(
            st.sampled_from(["s=1", "t=5", "run=L", "l=0", "r=9", "k=X", "uid=", "=", "bat=", ""]),
            st.text(st.characters(min_codepoint=32, max_codepoint=126), max_size=8),
        )
    ),
)
def test_no_payload_upsets_the_reader(word: str, words: list[str]) -> None:
    parse_payload(" ".join([word, *words]))


@pytest.mark.parametrize(("remark", "taken"), [("a b~", True), ("a\tb", False), ("a\x7f", False)])
def test_a_line_contains_only_printable_characters(remark: str, taken: bool) -> None:
    lines = DclkLines()
    assert lines.feed(seal_line(f"# {remark}")) == ([LineRemark(remark)] if taken else [])
    assert lines.bad == (not taken)
