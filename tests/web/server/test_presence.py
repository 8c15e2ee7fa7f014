"""Which tables have a device in touch, as stations are told after each press."""

import random

from app.web.protocol.messages import Hello
from app.web.server.presence import SILENT_S, Links

TABLES, DEVICES, STEPS = 6, ("tablet-a", "tablet-b", "tablet-c"), 3000


def test_the_tables_in_touch_are_tracked_through_every_change() -> None:
    links, dice, now_s, seen = Links(), random.Random(39), 0.0, set[int]()
    for _ in range(STEPS):
        now_s += dice.choice((0.1, 1.0, 5.0))
        now_ms, table, device = int(now_s * 1000), dice.randint(1, TABLES), dice.choice(DEVICES)
        match dice.randrange(40):
            case 0:
                links.forget(table)
            case 1 if dice.random() < 0.2:
                links.clear()
            case step if step < 12:
                queued = dice.randrange(2)
                hello = Hello(version=2, role="table", device=device, table=table, queued=queued)
                links.join(hello, now_ms, now_s)
            case step if step < 20:
                links.leave(table, device, now_ms)
            case step if step < 36:
                links.hear(table, device, now_ms, now_s)
            case _:
                links.look(now_s)
        in_touch = {number for number, link in links.tables.items() if link.in_touch}
        assert links.joined == in_touch
        seen.add(len(in_touch))
    assert seen == set(range(TABLES + 1))
    links.look(now_s + 2 * SILENT_S)
    assert links.joined == frozenset()
