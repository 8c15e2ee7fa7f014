"""The texts of the pad for a turn at each stage, for the window, the organizer and the tablets. A
test compares them with the pages' copy (resources/web/scoring/turn_sheet.js).
"""

from collections.abc import Sequence

from app.engine import wording
from app.engine.language import packet_text, say
from app.engine.packet.reference import Place
from app.engine.packet.scenario import ElementKind
from app.engine.side import Side
from app.engine.table import scoring, turns
from app.engine.table.game import Game, sole_scorer
from app.engine.table.sentences import step_words
from app.views.table import turn_pad
from app.views.table.turn_pad import After, Draft, Stage, TurnPadRow


def side_heading(game: Game, side: Side) -> tuple[str, str]:
    """Return the colour of a side, and its seat."""
    seat = wording.SEAT_FIRST if side is game.play.first else wording.SEAT_SECOND
    return side.colour, seat.format()


def title(game: Game, draft: Draft) -> tuple[str, str]:
    """Return the title and the subtitle of the pad."""
    sole = sole_scorer(game, draft.step)
    if sole is not None:
        ran_out = wording.CLOCK_RAN_OUT.format(side=sole.other.colour)
        return ran_out, wording.WHAT_DOES_SIDE_SCORE.format(side=sole.colour)
    if draft.stage in {Stage.FUSE, Stage.BOOM}:
        return wording.LIGHT_THE_FUSE, wording.BEFORE_SCORING
    if draft.stage is Stage.AFTER:
        tokens = any(one.element.tokens for one in turn_pad.list_after(game, draft))
        return (wording.TOKENS_TITLE if tokens else wording.MOVE_TITLE), wording.AFTER_SCORING
    turn = step_words(game, draft.step)
    over = waits(game, draft) or draft.step < game.play.step or game.play.ending is not None
    return wording.TURN_IS_OVER.format(turn=turn) if over else turn, _lit_words(game, draft)


def _lit_words(game: Game, draft: Draft) -> str:
    """Return the countdowns that have lost tokens in this turn, with the tokens before
    and after.
    """
    taken = {one.key: one.number for one in draft.counted}
    return ", ".join(
        wording.FROM_TO.format(element=one.name, left=one.left, after=one.left - takes)
        for one in turn_pad.countdowns(game, draft, 0)
        if (takes := taken.get(one.element.key))
    )


def waits(game: Game, draft: Draft) -> bool:
    """Tell whether the clock waits until this stage of the pad is done before it passes to the
    other player.
    """
    return draft.step == game.play.step and turn_pad.comes_before_tap(game, draft)


def fuse_hint(game: Game, draft: Draft) -> str:
    """Return who chooses the countdown that loses tokens."""
    fuse = game.terms.scenario.fuse
    sides, chooser = fuse.sides if fuse else 0, turn_pad.fuse_chooser(game, draft)
    if chooser is None:
        return wording.DIE_CHOOSES.format(sides=sides)
    both = len(turn_pad.fuse_holders(game, draft)) > 1
    text = wording.EACH_CHOOSES if both else wording.WHAT_LOSES
    return text.format(side=chooser.colour, sides=sides)


def go_words(game: Game, draft: Draft) -> str:
    """Return the text of the button that goes on; empty if a tap on a number already goes on."""
    if draft.stage is Stage.FUSE:
        return "" if turn_pad.fuse_chooser(game, draft) else wording.ROLL_IT_HERE
    if draft.stage is Stage.BOOM:
        return wording.ROLLED_NOW_SCORE
    if draft.stage is Stage.SCORE and turn_pad.asks_after(game, draft):
        tokens = any(one.element.tokens for one in turn_pad.list_after(game, draft))
        return wording.NEXT_TOKENS if tokens else wording.NEXT_MOVE
    mover = sole_mover(game, draft) if draft.stage is Stage.AFTER else None
    if mover is not None and mover.arrived and mover.element.journey:
        return wording.HAS_ARRIVED_FOR.format(points=mover.element.journey.points)
    if mover is not None:
        return wording.HAS_MOVED_SO_FAR.format(inches=mover.counted or mover.most)
    return _end_words(game, draft)


def _end_words(game: Game, draft: Draft) -> str:
    over = waits(game, draft) or draft.step < game.play.step
    ends = over and turn_pad.sum_turn(game, draft).over and game.play.ending is None
    if ends or sole_scorer(game, draft.step) is not None:
        return wording.END_THE_GAME
    if waits(game, draft):
        return wording.NOW_TURN_OF.format(side=game.play.owner.other.colour)
    return say("Done")


def sole_mover(game: Game, draft: Draft) -> After | None:
    """Return the step of the only element that may move; None if none or several may move."""
    movers = [one for one in turn_pad.list_after(game, draft) if one.element.journey and one.held]
    return movers[0] if len(movers) == 1 else None


def row_name(row: TurnPadRow) -> tuple[str, str]:
    """Return the name of a row, and the state of its countdown."""
    name = row.name
    if row.shared:
        cache = row.element.kind is ElementKind.CACHE
        name = wording.OTHERS_CACHE if cache else wording.OTHERS_FLAG
    if row.left is None:
        return name, ""
    return name, wording.TOKENS_LEFT.format(count=row.left) if row.left else wording.HAS_GONE_OFF


def asks_kill_box(game: Game, draft: Draft) -> bool:
    """Tell whether this stage asks about the kill box, which is asked first."""
    counts = scoring.kill_box_counts(game.terms, draft.step)
    first = turn_pad.stages(game, draft.step)[0] is draft.stage
    return counts and first and sole_scorer(game, draft.step) is None


def box_words(game: Game, step: int) -> tuple[str, str]:
    """Return the name of the kill box with its depth, and whose Leader is in it."""
    whose = turns.owner(game.play.first, step)
    inches = scoring.kill_box_inches(game.terms, step)
    return (
        f"{wording.KILL_BOX_ROW} {inches}″",
        wording.ENDED_INSIDE.format(side=whose.colour),
    )


def looks_alike(shown: Sequence[TurnPadRow]) -> bool:
    """Tell whether the pictures of some elements would look alike, so that their places have to
    distinguish them.
    """
    looks = [
        (row.element.kind, row.element.base_mm, None if row.shared else row.own) for row in shown
    ]
    return len(set(looks)) < len(looks)


def who_may(game: Game, row: TurnPadRow) -> tuple[str, str]:
    """Return the rules about which models hold and which contest an element; two empty texts if the
    packet does not say.
    """
    place = Place(row.element.kind.value)
    found = [one for one in game.terms.briefing.reference if one.at is place]
    if not found:
        return "", ""
    control = turn_pad.of_size(packet_text(found[0].control), row.element.base_mm)
    return control, packet_text(found[0].contest)


def both_may(game: Game, row: TurnPadRow) -> bool:
    """Tell whether both sides may hold an element together, each with only a Leader there."""
    offered = all(cell.offered for cell in row.cells)
    return game.terms.victory.both_secure and not row.shared and offered


def boom_words(game: Game, draft: Draft) -> tuple[str, str, str]:
    """Return which countdown has ended, its effect on models nearby, and its points from now on."""
    element, fuse = game.terms.scenario.element(draft.chosen), game.terms.scenario.fuse
    if element is None or fuse is None:
        return "", "", ""
    more = element.countdown.at_zero if element.countdown else 0
    points = max(element.control, element.own_control) + more
    return (
        wording.GOES_OFF.format(element=packet_text(element.name)),
        packet_text(fuse.says),
        wording.FROM_NOW_ON_SCORES.format(points=points),
    )


def after_number(one: After) -> str:
    """Return the tokens as circles, or the inches."""
    if one.element.tokens:
        now = one.stands + one.counted
        return "●" * now + "○" * max(one.element.tokens.needed - now, 0)
    return f"{one.counted or one.most}″"


def after_note(one: After, cards: Sequence[After]) -> tuple[str, str]:
    """Return the step of a side after the scoring, and how far there is to move."""
    who = one.side.colour
    if one.element.tokens:
        needed, points = one.element.tokens.needed, one.element.tokens.points
        if not one.held:
            return wording.NOT_HELD_NO_TOKEN.format(side=who), ""
        reached = [each for each in cards if each.stands + each.counted >= needed]
        if one not in reached:
            return "", ""
        text = wording.BOTH_AT_THE_GOAL if len(reached) > 1 else wording.FIRST_TO_THE_GOAL
        return text.format(needed=needed, points=points), ""
    journey = one.element.journey
    if not one.held or journey is None:
        return wording.NOT_HELD_STAYS.format(side=who), ""
    sum_ = " + ".join([str(journey.inches), *[str(journey.each)] * one.others])
    towards = wording.MOVES_TOWARDS.format(sum=sum_, target=one.target)
    if one.arrived:
        return towards, wording.LEAVES_THE_TABLE
    return towards, wording.INCHES_TO_GO.format(inches=one.to_go) if one.to_go else ""
