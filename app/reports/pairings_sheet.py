"""A round's pairings as a page to print, by players' names."""

from app.engine.language import say
from app.engine.state import Round, State
from app.engine.text import name_order
from app.reports.page import head, number, page, words


def as_page(state: State, round_: Round) -> str:
    """HTML that needs nothing else."""
    event = state.settings.name if state.settings else ""
    lines = []
    for game in state.games_of(round_):
        red, blue = (state.name(player) for player in game.players)
        lines += [(red, str(game.table), blue), (blue, str(game.table), red)]
    lines += [(state.name(bye.player), "–", say("Bye")) for bye in round_.byes]
    return page(
        say("{event}: round {round}", event=event, round=round_.number),
        (
            head(say("Player"), percent=43),
            head(say("Table"), number=True),
            head(say("Opponent"), percent=43),
        ),
        [
            (words(name), number(table), words(other))
            for name, table, other in sorted(lines, key=lambda line: name_order(line[0]))
        ],
        say("Drawn with seed {seed}, attempt {attempt}.", seed=round_.seed, attempt=round_.attempt)
        if round_.seed
        else "",
    )
