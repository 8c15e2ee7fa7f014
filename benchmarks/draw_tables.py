"""The draw of tables for a late round, in processor time, and how many tables players meet again in
the course of an event.
"""

import time
from random import Random
from statistics import median

from app.engine.draw.tables import Seat, Seatings, Table, draw_tables
from app.engine.draw.values import Numbers

SIZES = {32: 5, 128: 7, 512: 9, 2048: 3}
EVENTS = {32: 5, 128: 3, 512: 1, 2048: 1}


def round_of(
    pairs: list[Numbers], tables: list[Table], seats: dict[int, Seat], names: dict[int, str]
) -> tuple[float, Seatings]:
    began = time.process_time()
    given = draw_tables(pairs, tables, seats, names, key="1|1|1", top_tables_first=True)
    taken = 1000 * (time.process_time() - began)
    for pair, table in zip(pairs, given.tables, strict=True):
        for player in pair:
            seats[player] = Seat((*seats[player].tables, table))
    return taken, given


def main() -> None:
    times = {}
    for players, rounds in SIZES.items():
        last, repeats, in_order = [], 0, 0
        for seed in range(EVENTS[players]):
            dice = Random(seed)
            numbers = list(range(1, players + 1))
            names = {number: f"Player {number}" for number in numbers}
            seats = dict.fromkeys(numbers, Seat())
            tables = [Table(number) for number in range(1, players // 2 + 1)]
            been: dict[int, set[int]] = {number: set() for number in numbers}
            for _ in range(rounds):
                dice.shuffle(numbers)
                pairs = [(numbers[i], numbers[i + 1]) for i in range(0, players, 2)]
                taken, given = round_of(pairs, tables, seats, names)
                repeats += given.repeated_tables
                for place, pair in enumerate(pairs, start=1):
                    for player in pair:
                        in_order += place in been[player]
                        been[player].add(place)
            last.append(taken)
        print(
            f"{players} players: {median(last):.1f} ms for round {rounds};"
            f" tables met again an event {repeats / EVENTS[players]:.1f}, in plain order"
            f" {in_order / EVENTS[players]:.1f}",
            flush=True,
        )
        times[players] = median(last)
    print(f"from 128 to 2048 players: {times[2048] / times[128]:.0f} times as long")


if __name__ == "__main__":
    main()
