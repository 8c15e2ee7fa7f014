"""The event's settings as a page to print and put on the wall."""

from html import escape

from app.engine.language import say
from app.engine.state import State
from app.reports.page import TABLE, TABLE_PT, about_words, cell_words, frame, head
from app.views.event.settings_words import announcement, invitation_words, settings_sheet

STYLE = f"{TABLE}h2 {{ font-size: 13pt; margin: 0 0 12px 0; }}\n"


def settings_page(state: State) -> str:
    """Return the settings as a self-contained page of HTML; empty if the event has not been created
    yet.
    """
    packet, settings = state.packet, state.settings
    if packet is None or settings is None:
        return ""
    rows = "\n".join(
        f"<tr>{cell_words(row.group, bold=True)}{cell_words(row.keyword)}"
        f"{cell_words(row.says)}</tr>"
        for row in settings_sheet(packet, settings)
    )
    heads = head(say("Group"), percent=20) + head(say("Keyword"), percent=26) + head(say("Meaning"))
    body = (
        f'<h1 dir="auto">{escape(settings.name)}</h1>\n{about_words(invitation_words(settings))}'
        f"<h2>{escape(announcement(packet, settings))}</h2>\n"
        f'<table width="100%" cellspacing="0">\n<thead><tr>{heads}</tr></thead>\n'
        f"<tbody>\n{rows}\n</tbody>\n</table>"
    )
    return frame(settings.name, body, STYLE, TABLE_PT)
