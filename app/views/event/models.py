"""The models that the event's lists do not specify, and what is known about them."""

from collections.abc import Mapping

from msgspec import Struct

from app.engine.armies.army import Kind
from app.engine.armies.models import Known, asked_name, model_key
from app.engine.language import plural, say
from app.engine.players.models import event_models, list_models, models_to_ask
from app.engine.state import State
from app.engine.text import name_order

LAPTOP, PACKET, LIST = (
    say("known on this laptop"),
    say("from the packet"),
    say("as in another list"),
)


class ModelRow(Struct, frozen=True):
    """A model to ask about, or one whose question was answered."""

    name: str
    lists: int
    """The number of lists that leave the model open."""
    guess: Known
    otherwise: Kind | None
    answer: Known | None
    """The facts known about the model; None if nothing is known."""
    source: str = ""
    """The source of the answer."""

    @property
    def about(self) -> str:
        """Return how many lists name the model and who knows it; "answered" if no list does."""
        if not self.lists:
            return say("answered")
        where = plural(self.lists, "{count} list", "{count} lists")
        return say("{where}, {source}", where=where, source=self.source) if self.source else where


def model_rows(state: State, local: Mapping[str, Known]) -> tuple[ModelRow, ...]:
    """Return the models that lists name without specifying them, then those that the organizer
    answered. ``local`` has the models known on this laptop.
    """
    listed, packet = list_models(state), event_models(state)
    sources = ((packet, PACKET), (listed, LIST), (local, LAPTOP))
    asked = []
    for key, model in models_to_ask(state).items():
        row = model.row
        answer, source = next(
            ((known[key], words) for known, words in sources if key in known), (None, "")
        )
        guess = Known(row.kind, row.models)
        asked.append(ModelRow(asked_name(row), model.lists, guess, row.otherwise, answer, source))
    open_names = {model_key(row.name) for row in asked}
    answered = (
        ModelRow(model.name, 0, model.known, None, model.known)
        for key, model in state.models.items()
        if key not in open_names
    )
    return (
        *sorted(asked, key=lambda row: name_order(row.name)),
        *sorted(answered, key=lambda row: name_order(row.name)),
    )


def count_open_models(state: State) -> int:
    """Return the number of entries for which army lists give no kind or no number of models."""
    return len(models_to_ask(state))
