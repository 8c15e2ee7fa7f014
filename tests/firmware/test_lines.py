"""What the core makes of a host's lines, and the lines it sends itself."""

import random
import re

import pytest

from tests.firmware.bench import LEFT, PAUSE, RIGHT, Clock, started, with_checksum

HI = "HI dclk=1 uid=5A3F01C2 boot=41 fw=0.3.0 name=T07 caps=run,set,txt,beep,led,pause osc=xtal"
IDLE = "ST s=0 t=0 run=N l=0 r=0 lev=- f=- bat=-1"
STARTS = ("OK ", "ER ", "PO ", "HI ", "ST ", "EV ")


def test_a_clock_says_who_it_is_at_power_on(clock: Clock) -> None:
    assert clock.sent() == f"\n{HI}*6C\n{with_checksum(IDLE)}\n"


def test_the_published_lines_come_out_to_the_letter() -> None:
    """Every line of the protocol's first draft, both ways, out of one game."""
    clock = Clock(85_000)
    for _ in range(12):
        clock.press(RIGHT)
    clock.sent()
    clock.raw(b"@7 SET 3600000 3600000*15\n")
    clock.now = 90_321
    clock.raw(b"@8 RUN L*7D\n")
    assert "OK 8 s=12 t=90321*21\n" in clock.sent()
    clock.now = 90_500
    clock.raw(b"@9 PING 123456*6E\n")
    assert clock.sent().startswith("PO 9 123456 t=90500*74\n")
    refused = Clock()
    assert with_checksum(refused.say("PAUSE", id=8)) == "ER 8 3 badstate*2C"
    refused.close()
    clock.now = 151_877
    clock.push(LEFT)
    event = "EV s=13 t=151877 k=PRESS by=L run=R l=3538444 r=3600000*54\n"
    assert event in clock.sent()
    clock.now = 152_877
    clock.order("PING 1")
    state = "ST s=13 t=152877 run=R l=3538444 r=3599000 lev=L f=- bat=-1"
    assert clock.lines()[-1] == state
    clock.close()


def test_the_published_state_line_comes_out_to_the_letter() -> None:
    clock = Clock(140_000)
    for _ in range(13):
        clock.press(RIGHT)
    clock.does("SET 3538444 3600000")
    clock.now = 151_877
    clock.does("RUN R")
    clock.wait(1_000)
    line = "ST s=13 t=152877 run=R l=3538444 r=3599000 lev=R f=- bat=-1*2B\n"
    assert clock.sent() == line
    clock.close()


@pytest.mark.parametrize(
    ("command", "told"),
    [
        ('TXT L "Ann"', "TXT L Ann"),
        ('TXT C ""', "TXT C "),
        ('TXT R "2 * 3 = 6*"', "TXT R 2 * 3 = 6*"),
        ("BEEP 150", "BEEP 150"),
        ("LED 3", "LED 3"),
        ("IDENT", "IDENT"),
    ],
)
def test_the_board_is_reported_what_only_it_can_do(clock: Clock, command: str, told: str) -> None:
    clock.does(command)
    assert clock.core.told(clock.at).decode() == told


@pytest.mark.parametrize("command", ['TXT L "Ann"', "BEEP 150", "LED 3", "IDENT", "FROB", "FROB 1"])
def test_a_board_says_what_it_cannot_do(command: str) -> None:
    clock = Clock(able=False)
    assert clock.say(command) == "ER 1 4 unsupported"
    clock.close()


@pytest.mark.parametrize(
    "command",
    [
        "", " PING 1", "PING", "PING x", "PING 1 2", "PING -1", "HELLO 1", "set 1 1", "SET",
        "SET 1", "SET 1 2 3", "SET 1  2", "SET 1 2 ", "SET a b", "SET -1 5", "SET 1.5 2", "RUN",
        "RUN X", "RUN LR", "RUN L 1", "RUN l", "PAUSE 1", "RESUME 1", "END 1", "MODE", "MODE X",
        "MODE D B", 'TXT X "a"', "TXT L a", 'TXT L "a', 'TXT L a"', 'TXT L "a" b', 'TXT L "a"b"',
        "TXT L", "TXT L ", 'TXT L "', 'TXT L"a"', "BEEP", "BEEP x", "BEEP 1 2", "LED", "LED 1 2",
        "IDENT 1", "PERIOD", "PERIOD 1s", "PERIOD 500 1", "LOG", "LOG x", "LOG 1 2",
    ],
)  # fmt: skip
def test_a_command_that_does_not_parse_is_a_syntax_error(clock: Clock, command: str) -> None:
    assert clock.say(command) == "ER 1 1 syntax"


@pytest.mark.parametrize(
    "command",
    [
        "SET 360000000 1", "SET 1 4294967296", "SET 99999999999999999 1", "BEEP 10001", "LED 256",
        "PERIOD 199", "PERIOD 5001", "LOG 65536", "PING 123456789012345678901",
    ],
)  # fmt: skip
def test_a_number_beyond_its_range_is_reported(clock: Clock, command: str) -> None:
    assert clock.say(command) == "ER 1 2 range"


@pytest.mark.parametrize("command", ["SET 359999999 0", "BEEP 0", "BEEP 10000", "LED 255",
    "PERIOD 200", "PERIOD 5000", "LOG 0", "LOG 65535", "SET 007 1"])  # fmt: skip
def test_a_number_at_its_limit_is_taken(clock: Clock, command: str) -> None:
    clock.does(command)


def test_a_ping_comes_back_as_it_was_written(clock: Clock) -> None:
    assert clock.say("PING 01234567890123456789") == "PO 1 01234567890123456789 t=0"


@pytest.mark.parametrize(
    ("state", "refused", "taken"),
    [
        ("new", ["RUN L", "PAUSE", "RESUME"], ["END", "MODE D", "MODE B", "SET 1 1"]),
        ("set", ["PAUSE", "RESUME"], ["RUN L", "END", "MODE B", "SET 1 1"]),
        ("running", ["SET 1 1", "MODE D", "MODE B"], ["RUN L", "RUN R", "PAUSE", "RESUME", "END"]),
        ("paused", [], ["SET 1 1", "PAUSE", "RESUME", "RUN R", "END", "MODE B"]),
        ("half", ["RUN L", "RUN R", "PAUSE"], ["END", "SET 1 1"]),
        ("emptied", ["RUN L", "RESUME"], ["PAUSE", "END"]),
        ("fallen", ["RUN R", "PAUSE", "RESUME"], ["END", "SET 1 1", "MODE B"]),
        ("buttons", ["SET 1 1", "RUN L", "PAUSE", "RESUME"], ["END", "MODE D", "MODE B"]),
    ],
)
def test_each_state_has_commands_it_refuses(
    state: str, refused: list[str], taken: list[str]
) -> None:
    ways = {
        "set": ["SET 90000 90000"],
        "running": ["SET 90000 90000", "RUN L"],
        "paused": ["SET 90000 90000", "RUN L", "PAUSE"],
        "half": ["SET 90000 0"],
        "emptied": ["SET 90000 90000", "RUN L", "PAUSE", "SET 0 0"],
        "fallen": ["SET 10 10", "RUN L"],
        "buttons": ["SET 90000 90000", "MODE B"],
    }
    for command in [*refused, *taken]:
        clock = Clock()
        for way in ways.get(state, []):
            clock.does(way)
        clock.wait(100)
        answer = clock.say(command)
        assert ("ER" if command in refused else "OK") == answer[:2], (state, command, answer)
        assert command in taken or answer.endswith(" 3 badstate")
        clock.close()


def test_a_command_is_followed_by_the_state(clock: Clock) -> None:
    clock.sent()
    clock.order("SET 5000 6000")
    assert clock.lines() == ["OK 1 s=0 t=0", "ST s=0 t=0 run=N l=5000 r=6000 lev=- f=- bat=-1"]


def test_hello_is_answered_with_who_the_clock_is(clock: Clock) -> None:
    clock.sent()
    clock.order("HELLO")
    assert clock.lines() == ["OK 1 s=0 t=0", HI, IDLE]


def test_resuming_a_clock_that_runs_changes_nothing(clock: Clock) -> None:
    started(clock, 60_000, 60_000)
    for command in ("PAUSE", "RESUME", "RUN R", "RESUME"):
        clock.does(command)
    assert clock.running == "R"


def test_a_repeated_command_is_answered_alike_and_not_done_again(clock: Clock) -> None:
    started(clock, 60_000, 60_000)
    first = clock.say("RUN R", id=9)
    clock.wait(300)
    clock.press(RIGHT)
    assert clock.say("RUN R", id=9) == first
    assert clock.running == "L"
    assert clock.say("SET 1 1", id=10) == clock.say("END", id=10) == "ER 10 3 badstate"
    assert clock.running == "L"
    clock.does("END")
    assert clock.running == "N"


def test_a_repeated_number_with_a_harmless_command_is_carried_out_again(clock: Clock) -> None:
    assert clock.say("PING 5", id=3) == "PO 3 5 t=0"
    clock.now = 300
    assert clock.say("PING 6", id=3) == "PO 3 6 t=300"


@pytest.mark.parametrize(
    "line",
    [
        "@1 END*00", "@1 END", "@1 END*", "@1 END*5", "@1 END*5a", "END", "@*40", "@", "*", "**2A",
        with_checksum("@256 END"), with_checksum("@x END"), with_checksum("@-1 END"),
        with_checksum("@1END"), with_checksum("@ 1 END"), with_checksum("@1 " + "A" * 115),
        with_checksum("@1 END").lower(),
    ],
)  # fmt: skip
def test_a_bad_line_is_dropped_in_silence(clock: Clock, line: str) -> None:
    started(clock, 60_000, 60_000)
    clock.raw(line.encode() + b"\n")
    assert clock.sent() == ""
    assert clock.running == "L"
    clock.does("END")


def test_no_line_however_odd_upsets_the_clock(clock: Clock) -> None:
    lot = random.Random(7)
    verbs = re.findall(r"\w+", "SET RUN PAUSE RESUME END TXT PING LOG BEEP LED MODE PERIOD HELLO")
    pieces = [*'LRCDBPN09@#*" =-', *verbs, "9999999999", '"x"']
    started(clock, 359_999_999, 359_999_999)
    for _ in range(20_000):
        arguments = lot.choices(pieces, k=lot.randrange(5))
        payload = " ".join([f"@{lot.randrange(256)}", lot.choice(verbs), *arguments])
        if lot.random() < 0.2:
            payload = payload.replace(" ", "", lot.randrange(3))
        clock.raw(with_checksum(payload).encode() + b"\n")
        clock.raw(lot.randbytes(lot.randrange(150)) + b"\n")
        assert all(line[:3] in STARTS for line in clock.lines())
    assert clock.say("PING 1", id=6).startswith("PO 6 1 ")


def test_bad_lines_are_counted_and_reported_with_the_next_state(clock: Clock) -> None:
    clock.raw(b"@1 END*00\n@1 END\n\x00\xff\n@1 \xc3\xa9*00\n")
    clock.raw(b"\n\r\nnoise from a modem\n~~~\n" + with_checksum("# note").encode() + b"\n")
    clock.sent()
    assert clock.core.bad_lines(clock.at) == 4
    clock.wait(3_000)
    assert [line for line in clock.lines() if line[0] == "#"] == ["# bad lines: 4"]


def test_a_line_may_have_120_characters_and_end_like_a_dos_line(clock: Clock) -> None:
    text = "x" * (120 - len('@1 TXT L ""*HH'))
    clock.does(f'TXT L "{text}"')
    clock.raw(with_checksum("@2 END").encode() + b"\r\n")
    assert "OK 2 s=0 t=0" in clock.lines()
    clock.id = 2
    clock.order(f'TXT L "{text}x"')
    assert clock.sent() == ""


def test_a_state_comes_every_period(clock: Clock) -> None:
    clock.sent()
    clock.wait(3_000, step=10)
    assert [line.split()[2] for line in clock.lines()] == ["t=1000", "t=2000", "t=3000"]
    clock.does("PERIOD 250")
    clock.wait(1_000, step=10)
    assert len(clock.lines()) == 4


def test_with_buttons_only_every_press_is_reported_and_nothing_counts(clock: Clock) -> None:
    started(clock, 60_000, 60_000)
    clock.does("PAUSE")
    clock.does("MODE B")
    for button in (LEFT, LEFT, RIGHT, PAUSE):
        clock.press(button)
    assert [" ".join(event.split()[3:6]) for event in clock.events()] == [
        "k=PRESS by=L run=N", "k=PRESS by=L run=N", "k=PRESS by=R run=N", "k=BTN by=0 run=N",
    ]  # fmt: skip
    clock.wait(1_000)
    assert clock.lines()[-1].endswith(" run=N l=60000 r=60000 lev=R f=- bat=-1 mode=B")
    clock.does("MODE D")
    clock.does("RUN L")
