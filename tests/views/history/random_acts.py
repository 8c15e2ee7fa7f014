"""What acts at random do, and why they are refused, word for word.

    python -m tests.views.history.random_acts

writes ``random_acts.txt`` anew; read its changes before they are committed.
"""

from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random

from app.engine.acts.commands import Refused
from app.engine.acts.table import StartClock
from app.engine.frozen import replace
from app.engine.side import Side
from app.engine.standings.ranking import standings
from app.engine.table.game import Game
from app.views.history.rows import describe
from tests.engine.event import PACKETS, Desk, settings, under_way
from tests.engine.random_commands import CLOCK_OUTS, EVERY_COMMAND, OF_A_TABLE, Make

READ = Path(__file__).with_suffix(".txt")


def act(desk: Desk, dice: Random, makes: Sequence[Make], count: int) -> Iterator[str]:
    for _ in range(count):
        desk.now_ms += dice.choice((1, 2_000, 20_000, 90_000))
        at_ms = desk.now_ms - dice.choice((0, 0, 0, 30_000))
        command, before = dice.choice(makes)(dice, at_ms), len(desk.records)
        said = desk.ask(command, at_ms, insist=dice.random() < 0.6)
        if isinstance(said, Refused):
            yield f"{type(command).__name__} {'?' if said.insistable else '!'} {said.sentence}"
        for record in desk.records[before:]:
            yield f"{type(record.event).__name__}: {describe(record, desk.state)}"


def whole_events() -> Iterator[tuple[Desk, Random, Sequence[Make], int]]:
    """Yield a desk in its first round, the dice, the acts that happen, and how many."""
    for seed in range(20):
        dice = Random(seed)
        yield under_way(6, settings(0, clock_out=dice.choice(CLOCK_OUTS))), dice, EVERY_COMMAND, 250
    for key, packet in PACKETS.items():
        for seed in range(3 * bool(packet.sizes)):
            dice = Random(seed)
            size, scenario = dice.choice(packet.sizes), dice.choice(packet.scenarios)
            chosen = replace(settings(size, clock_out=dice.choice(CLOCK_OUTS)), packet=key)
            yield under_way(4, chosen, scenario.number, packet=packet), dice, OF_A_TABLE, 150


def words() -> Iterator[str]:
    met = set[str]()
    for number, (desk, dice, makes, count) in enumerate(whole_events()):
        for game in (1, 2):
            desk.do(StartClock(game, dice.choice(list(Side))), insist=True)
        met.update(act(desk, dice, makes, count))
        rows = (f"{row.place} {row.number} {row.tp}/{row.cp}" for row in standings(desk.state))
        yield f"event {number}: {', '.join(rows)}"
        yield from (f"event {number}: {end_words(game)}" for game in desk.state.games.values())
    yield from sorted(met)


def end_words(game: Game) -> str:
    play, clock, ending = game.play, game.play.clock, game.play.ending
    used = "" if clock is None else f", {clock.used_ms.red} and {clock.used_ms.blue} ms used"
    how = "" if ending is None else f", over by {ending.how.value if ending.how else 'nothing'}"
    return f"game {game.number} at step {play.step}{used}{how}"


if __name__ == "__main__":
    READ.write_text("\n".join(words()) + "\n", "utf-8")
