"""Late-round draws against every oracle at once; `tools/trials/draws.py` looks at ten thousand."""

import pytest

from app.engine.acts.players import AddPlayers, CheckIn, DropPlayer, Entry
from app.engine.acts.rounds import DrawRound, PublishRound, RoundDrawn, StartRound
from app.engine.acts.setup import CreateEvent
from app.engine.side import Side
from tests.engine.draw_cases import BRUTE_FORCE, MASKS, cases, fault
from tests.engine.event import SR2017, Desk, settings


@pytest.mark.long
@pytest.mark.parametrize("block", range(4))
def test_late_rounds_are_drawn_as_in_every_independent_solver(block: int) -> None:
    for case in cases(100, 1 + 100 * block):
        assert not fault(case), case.seed


@pytest.mark.long
def test_the_test_cases_cover_every_kind_of_draw() -> None:
    every = list(cases(200, 1))
    sizes = {len(case.field) for case in every}
    assert sizes >= {*range(4, BRUTE_FORCE + 1)}
    assert max(sizes) == MASKS
    assert {size % 2 for size in sizes} == {0, 1}
    assert any(entrant.byes for case in every for entrant in case.field)
    assert any(entrant.paired_down for case in every for entrant in case.field)
    gone = (
        case
        for case in every
        for entrant in case.field
        if entrant.met - {two.number for two in case.field}
    )
    assert next(gone, None) is not None


@pytest.mark.parametrize("players", [8, 11])
def test_absent_entries_and_the_check_in_order_do_not_change_the_draw(players: int) -> None:
    plain, other = Desk(), Desk()
    for desk, names in ((plain, players), (other, players + 3)):
        desk.do(CreateEvent(settings(), SR2017))
        desk.do(AddPlayers(tuple(Entry(f"P{number}") for number in range(1, names + 1))))
    plain.do(CheckIn(tuple(range(1, players + 1))))
    other.do(CheckIn(tuple(range(players + 1, 0, -1))))
    other.do(DropPlayer(players + 1))
    for seed in range(1, 4):
        seatings = []
        for desk in (plain, other):
            event = desk.do(DrawRound(seed))[0]
            assert isinstance(event, RoundDrawn)
            seatings.append((event.seatings, event.bye, event.paired_down))
            desk.do(PublishRound())
            desk.do(StartRound())
            for game in event.seatings:
                desk.report(game.table, Side.RED if game.game % 3 else Side.BLUE)
        assert seatings[0] == seatings[1]
