"""Acts of a table's scoring: its turns, elements that leave the table, and the count after the
game.
"""

from collections.abc import Hashable

from app.engine import wording
from app.engine.acts.commands import Refused
from app.engine.acts.decision import Decision
from app.engine.acts.stations.roles import Role
from app.engine.acts.table import EnterTally, Holding, RemoveElement, ScoreTurn
from app.engine.frozen import replace
from app.engine.language import packet_text, say
from app.engine.packet.scenario import Held
from app.engine.players.list_choice import casters_of
from app.engine.side import Pair, Side
from app.engine.state import State, TableActKind
from app.engine.subjects.act import Act, Context, Sets
from app.engine.subjects.table.at_table import at_table, by_game, is_by_organizer, is_by_player
from app.engine.subjects.table.changes import apply_mark
from app.engine.subjects.table.score_faults import domination_fault, removal_fault, score_fault
from app.engine.subjects.table.sentences import AtTable, because
from app.engine.subjects.words import side_names
from app.engine.table import turns
from app.engine.table.game import Game
from app.engine.table.sentences import NameOf, step_words


def _score(state: State, game: Game, command: ScoreTurn, _at_ms: int, *, insist: bool) -> Decision:
    fault = score_fault(game, command)
    if fault:
        return Refused(fault)
    casters = Pair(*(casters_of(state, game, side) for side in Side))
    fault = domination_fault(game, command.holdings, casters)
    eo = command.by is None
    if fault and not (insist and eo):
        return Refused(fault, insistable=eo)
    caster_left = command.caster_left and command.kill_box and game.terms.kill_box.destroys
    return (replace(command, reason=command.reason.strip(), caster_left=caster_left),)


def _remove(game: Game, command: RemoveElement, _at_ms: int) -> Decision:
    fault = removal_fault(game, command.key)
    return Refused(fault) if fault else (command,)


def _tally(game: Game, command: EnterTally, _at_ms: int) -> Decision:
    numbers = [*command.apd, *(command.casters or ()), *(command.presence or ())]
    if min(numbers) < 0:
        return Refused(say("A count cannot be negative."))
    if game.play.ending is None:
        return Refused(wording.GAME_NOT_OVER)
    return (command,)


def _scored_words(mark: ScoreTurn, name: NameOf, game: Game | None) -> str:
    step = step_words(game, mark.step, name) if game else turns.step_name(mark.step)
    return say("{step} scored: {held}", step=step, held=_held_words(mark, name, game))


def _held_words(mark: ScoreTurn, name: NameOf, game: Game | None) -> str:
    held = [_holding_words(holding, name, game) for holding in mark.holdings]
    if mark.kill_box:
        held.append(
            say("caster in the kill box, another caster left")
            if mark.caster_left
            else say("caster in the kill box")
        )
    if mark.points is not None:
        held.append(
            say(
                "{red}–{blue} as entered{because}",
                red=mark.points.red,
                blue=mark.points.blue,
                because=because(mark.reason),
            )
        )
    return ", ".join(held) or say("nothing")


def _holding_words(holding: Holding, name: NameOf, game: Game | None) -> str:
    """Return a holding in words: "Flag 1 for Red", "Zone dominated for Blue". Control is not
    mentioned.
    """
    element, holder = _element_name(holding.key, game), name(holding.side)
    if holding.held in {Held.CONTROLLED, Held.MET}:
        return say("{element} for {name}", element=element, name=holder)
    return say(
        "{element} {held} for {name}", element=element, held=say(holding.held.value), name=holder
    )


def _element_name(key: str, game: Game | None) -> str:
    scenario = game.terms.scenario if game else None
    known = (scenario.element(key) or scenario.condition(key)) if scenario else None
    return packet_text(known.name) if known else key


def _removed_words(mark: RemoveElement, _name: NameOf, game: Game | None) -> str:
    return say("{element} left the table", element=_element_name(mark.key, game))


def _tallied_words(mark: EnterTally, _name: NameOf, _game: Game | None) -> str:
    counts: list[tuple[str, Pair[int] | None]] = [
        (say("army points destroyed {red}–{blue}"), mark.apd),
        (say("casters left {red}–{blue}"), mark.casters),
        (say("on the table {red}–{blue}"), mark.presence),
    ]
    parts = [words.format(red=pair.red, blue=pair.blue) for words, pair in counts if pair]
    return say("table counted: {parts}", parts=", ".join(parts))


def _score_set(event: ScoreTurn) -> dict[Hashable, ScoreTurn]:
    return {("score", event.game, event.step): event}


def _score_words(event: ScoreTurn, context: Context) -> str:
    game = context.state.games.get(event.game)
    return _held_words(event, side_names(event.game, context), game)


def _tally_set(event: EnterTally) -> dict[Hashable, EnterTally]:
    return {("tally", event.game): event}


def _tally_words(event: EnterTally, context: Context) -> str:
    return _tallied_words(event, side_names(event.game, context), None)


ACTS = (
    Act(
        ScoreTurn, ScoreTurn, kind="turn_scored", by=Role.SCOREKEEPER,
        decide=at_table(_score, by_player=is_by_player), apply=apply_mark,
        words=AtTable(_scored_words),
        undo=None, insist=f"&{wording.SAVE_THE_POINTS}", passed_over=TableActKind.ENTRY,
        passed_over_if=is_by_organizer,
        sets=Sets(_score_set, _score_words),
    ),
    Act(
        RemoveElement, RemoveElement, kind="element_removed", by=Role.SCOREKEEPER,
        decide=at_table(by_game(_remove), by_player=is_by_player), apply=apply_mark,
        words=AtTable(_removed_words),
        undo=None, insist=None, passed_over=TableActKind.ENTRY,
        passed_over_if=is_by_organizer,
    ),
    Act(
        EnterTally, EnterTally, kind="tallied", by=Role.SCOREKEEPER,
        decide=at_table(by_game(_tally), by_player=is_by_player), apply=apply_mark,
        words=AtTable(_tallied_words),
        undo=None, insist=None, passed_over=TableActKind.ENTRY,
        passed_over_if=is_by_organizer,
        sets=Sets(_tally_set, _tally_words),
    ),
)  # fmt: skip
