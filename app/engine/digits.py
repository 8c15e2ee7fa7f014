"""How milliseconds are written as a clock's digits."""

TENTHS_BELOW_MS = 60_000


def digits(ms: int) -> str:
    """Time left as "1:00:00", "12:34" or, below a minute, "59.9"; rounded up, so 0 means gone."""
    tenths = -(-ms // 100)
    if 0 < tenths < TENTHS_BELOW_MS // 100:
        return f"{tenths // 10}.{tenths % 10}"
    return clock_words(ms)


def clock_words(ms: int) -> str:
    """Whole seconds, rounded up so that 0:00 means gone: "1:02:05", "12:34", "−0:03"."""
    seconds = -(-ms // 1000)
    sign, seconds = ("−", -seconds) if seconds < 0 else ("", seconds)
    minutes, second = divmod(seconds, 60)
    if minutes < 60:
        return f"{sign}{minutes}:{second:02}"
    return f"{sign}{minutes // 60}:{minutes % 60:02}:{second:02}"


def used(ms: int) -> str:
    """Time used as "12:34" or "1:02:34"; whole seconds that have passed."""
    return digits(ms // 1000 * 1000) if ms >= TENTHS_BELOW_MS else span(ms)


def span(ms: int) -> str:
    """A length of time in whole seconds: "0:42"."""
    minutes, second = divmod(ms // 1000, 60)
    return f"{minutes}:{second:02}"


def next_digit_ms(ms: int) -> int:
    """Milliseconds after which a running clock with ``ms`` left shows something else."""
    unit = 100 if 0 < ms <= TENTHS_BELOW_MS else 1000
    return ms - (-(-ms // unit) - 1) * unit
