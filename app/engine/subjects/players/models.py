"""Models whose kinds and sizes are entered once for all lists of the event."""

from collections.abc import Hashable

from app.engine.acts.commands import Refused
from app.engine.acts.decision import Decision
from app.engine.acts.players import SettleModels
from app.engine.acts.stations.roles import Role
from app.engine.armies.models import MOST_MODELS, Model, model_key, settle_anew
from app.engine.armies.parse.known import known_line
from app.engine.frozen import replace
from app.engine.language import plural, say
from app.engine.state import State
from app.engine.subjects.act import Act, Context, Sets
from app.engine.text import can_be_read, join_words, shorten, visible

NAMED = 4
"""The most models that are named; more are counted."""


def _settle(state: State, command: SettleModels, _at_ms: int, *, insist: bool) -> Decision:
    models = {
        model_key(model.name): replace(model, name=visible(model.name)) for model in command.models
    }
    for model in models.values():
        if not can_be_read(model.name):
            return Refused(say("Every model needs a name."))
        if not 0 <= model.models <= MOST_MODELS:
            return Refused(say("{name}: an entry has 1 to 60 models.", name=model.name))
    before = {key: model.known for key, model in state.models.items()}
    fresh = any(before.get(key) != model.known for key, model in models.items())
    if not fresh and not _settles(state, command):
        return Refused(say("Nothing changes: the models are already like that."))
    return (SettleModels(tuple(models.values())),)


def _settles(state: State, command: SettleModels) -> bool:
    """Tell whether the act would change an entry in any list of the event."""
    after = _apply(state, command).players
    return any(after[number].lists != player.lists for number, player in state.players.items())


def _apply(state: State, event: SettleModels) -> State:
    said = {model_key(model.name): model for model in event.models}
    before = {key: model.known for key, model in state.models.items()}
    known = {key: model.known for key, model in said.items()}
    players = {
        number: replace(
            player, lists=tuple(settle_anew(each, known, before) for each in player.lists)
        )
        for number, player in state.players.items()
    }
    return replace(state, players=players, models={**state.models, **said})


def _words(event: SettleModels, _context: Context) -> str:
    lines = [shorten(known_line(model.name, model.known)) for model in event.models]
    if len(lines) <= NAMED:
        return say("Models settled: {models}", models="; ".join(lines))
    return plural(len(lines), "{count} model settled", "{count} models settled")


def _name(event: SettleModels, _state: State) -> str:
    if len(event.models) <= NAMED:
        names = join_words(shorten(model.name) for model in event.models)
        return say("answer about {names}", names=names)
    return plural(len(event.models), "answer about {count} model", "answers about {count} models")


def _set(event: SettleModels) -> dict[Hashable, Model]:
    return {("model", model_key(model.name)): model for model in event.models}


def _were(model: Model, _context: Context) -> str:
    return known_line(model.name, model.known)


ACTS = (
    Act(
        SettleModels, SettleModels, kind="models_settled", by=Role.SCOREKEEPER,
        decide=_settle, apply=_apply, words=_words, undo=_name, insist=None,
        sets=Sets(_set, _were),
    ),
)  # fmt: skip
