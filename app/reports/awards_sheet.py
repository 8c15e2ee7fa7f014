"""The awards and their winners, as a page to print."""

from app.engine.language import say
from app.engine.standings.awards import award_rows
from app.engine.state import State
from app.reports.page import cell_words, head, page
from app.views.event.awards import are_final
from app.views.event.settings_words import occasion_words


def awards_page(state: State) -> str:
    """Return the awards and their winners as a self-contained page of HTML."""
    event = state.settings.name if state.settings else ""
    return page(
        say("{event}: awards", event=event)
        if are_final(state)
        else say("{event}: awards so far", event=event),
        (
            head(say("Award"), percent=28),
            head(say("Winner"), percent=34),
            head(say("Why")),
        ),
        [
            (cell_words(row.name, bold=True), cell_words(row.names or "–"), cell_words(row.why))
            for row in award_rows(state)
        ],
        about=occasion_words(state.settings),
    )
