"""Works out a match-up from the choices in it. It never fails: a choice that does not fit is
ignored.
"""

from collections.abc import Callable, Mapping, Sequence

from app.engine.frozen import replace
from app.engine.match_up.dice import lot, roll
from app.engine.match_up.procedure import CAPTAINS_DEEDS, Deed
from app.engine.match_up.progress import (
    BE_A,
    NO_CHOICE,
    NOBODY,
    NONE_OFFERED,
    Choice,
    Done,
    Meeting,
    Met,
    Progress,
    ask,
)
from app.engine.side import Pair, Side

AGAIN = 1
"""The part of a procedure that repeats."""
MOST_PASSES = 20
"""The most passes of the repeated part. A procedure that has not paired everybody by then never
will.
"""


def run(meeting: Meeting, choices: Sequence[Choice] = ()) -> Progress:
    """Return the match-up after these choices."""
    progress = _onward(_next(Progress(meeting)))
    for choice in choices:
        progress = make_choice(progress, choice)
    return progress


def make_choice(progress: Progress, choice: Choice) -> Progress:
    """Return the match-up after one more choice."""
    if not fits(progress, choice):
        return progress
    return _onward(replace(progress, laid=progress.laid.put(choice.side, choice.chosen)))


def fits(progress: Progress, choice: Choice) -> bool:
    """Tell whether this is a choice that the captain is asked for now."""
    asked = progress.asks.get(choice.side)
    return (
        asked is not None
        and asked.step == choice.step
        and len({*choice.chosen}) == len(choice.chosen) == asked.count
        and {*choice.chosen} <= {*asked.options}
    )


def _onward(progress: Progress) -> Progress:
    """Go on to the next step that needs a choice, or to the end. If only one choice is possible,
    that choice is made at once.
    """
    while (step := progress.step) is not None and step.do is not Deed.DESK:
        if step.do not in CAPTAINS_DEEDS:
            progress = _next(BY_ITSELF[step.do](progress))
            continue
        asked = {side: found for side in Side if (found := ask(progress, side))}
        laid = progress.laid
        for side, one in asked.items():
            if len(one.options) == one.count and step.do is not Deed.CHOOSE_SIDE:
                laid = laid.put(side, one.options)
        chosen = {side: laid.of(side) for side in asked}
        if any(choice is None for choice in chosen.values()):
            return replace(progress, laid=laid)
        for side, one in asked.items():
            choice = laid.of(side) or ()
            done = Done(step.do, side, choice, one.against)
            progress = replace(progress, account=(*progress.account, done))
            progress = CHOSEN[step.do](progress, side, choice)
        progress = replace(progress, laid=NO_CHOICE, asked=progress.asked + bool(asked))
        progress = _next(progress)
    return _give_tables(progress) if progress.is_done else progress


def _next(progress: Progress) -> Progress:
    """Go to the next step. The repeated part is skipped if too few players are left."""
    part, at = progress.place[0], progress.place[1] + 1
    for steps in progress.parts[part:]:
        repeats = part == AGAIN and _goes_on(progress)
        if repeats and steps and at in {0, len(steps)}:
            return replace(progress, place=(AGAIN, 0), passes=progress.passes + 1)
        if at < len(steps) and (part != AGAIN or at):
            return replace(progress, place=(part, at))
        part, at = part + 1, 0
    return replace(progress, place=(part, 0))


def _goes_on(progress: Progress) -> bool:
    left = sorted(len(progress.left(side)) for side in Side)
    return progress.passes < MOST_PASSES and left[0] >= 1 and left[1] > 1


def _give_tables(progress: Progress) -> Progress:
    """Give the pairs without a table the free tables in order, and numbers above the highest table
    if there are too few.
    """
    beyond = max(progress.meeting.tables, default=0)
    free, met = [*progress.free_tables], list[Met]()
    for pair in progress.met:
        beyond += not free and not pair.table
        table = pair.table or (free.pop(0) if free else beyond)
        met.append(replace(pair, table=table))
    return replace(progress, met=tuple(met))


def _roll_off(progress: Progress) -> Progress:
    times = sum(done.do is Deed.ROLL for done in progress.account)
    dice, winner = roll(progress.meeting.dice, times)
    rolled = Done(Deed.ROLL, winner, (*dice,))
    return replace(progress, winner=winner, account=(*progress.account, rolled))


def _by_lot(progress: Progress) -> Progress:
    return _pair_rest(progress, Deed.LOT, lot(progress.meeting.dice, progress.left(Side.BLUE)))


def _by_seat(progress: Progress) -> Progress:
    return _pair_rest(progress, Deed.REST_MEET, progress.left(Side.BLUE))


def _pair_rest(progress: Progress, how: Deed, blue: Sequence[int]) -> Progress:
    """Pair the remaining players: Red's in the order of the seats with ``blue`` in the given
    order.
    """
    pairs = [Pair(*players) for players in zip(progress.left(Side.RED), blue, strict=False)]
    done = tuple(Done(how, None, (*pair,)) for pair in pairs)
    met = (*progress.met, *map(Met, pairs))
    return replace(
        progress, met=met, up=NOBODY, offered=NONE_OFFERED, account=(*progress.account, *done)
    )


def _side_chosen(progress: Progress, side: Side, chosen: tuple[int, ...]) -> Progress:
    return replace(progress, a=side if chosen == BE_A else side.other)


def _put_up(progress: Progress, side: Side, chosen: tuple[int, ...]) -> Progress:
    return replace(progress, up=progress.up.put(side, chosen[0]))


def _offer(progress: Progress, side: Side, chosen: tuple[int, ...]) -> Progress:
    return replace(progress, offered=progress.offered.put(side, chosen))


def _pick(progress: Progress, side: Side, chosen: tuple[int, ...]) -> Progress:
    mine, other = progress.up.of(side) or 0, side.other
    players = Pair(mine, mine).put(other, chosen[0])
    not_picked = [n for n in progress.offered.of(other) if n not in chosen]
    up = progress.up.put(side, None)
    if progress.step and progress.step.stays_up and not_picked:
        up = up.put(other, not_picked[0])
    offered = progress.offered.put(other, ())
    return replace(progress, met=(*progress.met, Met(players)), up=up, offered=offered)


def _table_chosen(progress: Progress, _side: Side, chosen: tuple[int, ...]) -> Progress:
    at = next((at for at, pair in enumerate(progress.met) if not pair.table), None)
    met = (
        replace(pair, table=chosen[0]) if index == at else pair
        for index, pair in enumerate(progress.met)
    )
    return replace(progress, met=tuple(met))


BY_ITSELF: Mapping[Deed, Callable[[Progress], Progress]] = {
    Deed.ROLL: _roll_off,
    Deed.LOT: _by_lot,
    Deed.REST_MEET: _by_seat,
}
"""The functions that carry out the steps in which nobody has to choose."""

CHOSEN: Mapping[Deed, Callable[[Progress, Side, tuple[int, ...]], Progress]] = {
    Deed.CHOOSE_SIDE: _side_chosen,
    Deed.PUT_UP: _put_up,
    Deed.OFFER: _offer,
    Deed.PICK: _pick,
    Deed.CHOOSE_TABLE: _table_chosen,
}
"""The functions that apply a captain's choice to the match-up."""
