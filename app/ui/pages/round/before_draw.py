"""The card before a draw: who takes part, who is missing, and whether there is a bye."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from app.engine.language import plural, say
from app.engine.rounds.club_mates import ClubMates
from app.engine.text import all_played, sentence, shorten
from app.ui.widgets.basics import button, card, label, restyle
from app.ui.widgets.layout import STRETCH, Stretch, column_of, row_of
from app.ui.widgets.theme import Space, around
from app.views.round.round import NextDraw

NAMED = 24
WIDTH = 560


class NextDrawCard(QWidget):
    """The card before a draw. ``players_wanted`` requests the players' page, ``plan_wanted`` the
    wishes for the draw, and ``rounds_wanted`` the number of rounds.
    """

    players_wanted = Signal()
    plan_wanted = Signal()
    rounds_wanted = Signal()
    clubs_answered = Signal(bool)  # whether club mates are kept apart in round 1

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        frame = card("nextDraw")
        frame.setMaximumWidth(WIDTH)
        frame.setMinimumWidth(WIDTH - 80)
        self._title = label("", "heading", wraps=True)
        self._here = label("", wraps=True)
        self._absent = label("", "muted", wraps=True)
        self._players = button(say("&Go to players"), self.players_wanted.emit, kind="primary")
        self._plan = button(say("Draw and &tables…"), self.plan_wanted.emit)
        self.rounds = button(say("Number of &rounds…"), self.rounds_wanted.emit)
        self.clubs = label("", wraps=True)
        self.apart = button(say("&Keep club mates apart"), lambda: self.clubs_answered.emit(True))
        self.random = button(say("&Leave it to chance"), lambda: self.clubs_answered.emit(False))
        column_of(
            self._title,
            self._here,
            self._absent,
            self.clubs,
            row_of(self.apart, self.random, STRETCH),
            row_of(self._players, self._plan, self.rounds, STRETCH),
            on=frame,
            gap=Space.M,
            margins=around(Space.XL),
        )
        column_of(
            Stretch(2),
            row_of(STRETCH, frame, STRETCH),
            Stretch(3),
            on=self,
            margins=around(Space.S),
        )

    def show_next(self, coming: NextDraw, mates: ClubMates | None = None) -> None:
        self.clubs.setText(mates.sentence if mates else "")
        for part in (self.clubs, self.apart, self.random):
            part.setVisible(mates is not None)
        self._title.setText(title_words(coming))
        self._here.setText(here_words(coming))
        absent = absent_words(coming)
        self._absent.setText(absent)
        self._absent.setVisible(bool(absent))
        self.rounds.setVisible(coming.planned > 0)
        self._players.setVisible(bool(absent) or not coming.possible)
        restyle(self._players, "kind", "" if coming.possible else "primary")


def title_words(coming: NextDraw) -> str:
    if coming.out:
        return say(
            "Round {round} has no result yet at {tables}. Enter the results before you draw round"
            " {coming}",
            round=coming.number - 1,
            tables=coming.out,
            coming=coming.number,
        )
    if coming.leader:
        return say("{leader} leads alone: the event is decided", leader=coming.leader)
    if coming.over:
        return say("{over}: the event is decided", over=coming.over)
    if coming.decided:
        return all_played(coming.planned)
    if not coming.possible:
        if coming.of_teams:
            return say("Check in at least two teams to draw round {coming}", coming=coming.number)
        return say("Check in at least two players to draw round {coming}", coming=coming.number)
    if coming.planned < coming.number:
        return say("Round {coming} can be drawn", coming=coming.number)
    return say(
        "Round {coming} of {planned} can be drawn", coming=coming.number, planned=coming.planned
    )


def here_words(coming: NextDraw) -> str:
    if coming.checked_in == 0 and coming.absent:
        return plural(
            len(coming.absent),
            "{count} player is registered, but nobody is checked in yet.",
            "{count} players are registered, but nobody is checked in yet.",
        )
    if coming.checked_in == 0:
        return say("Nobody is checked in yet.")
    present = (
        plural(coming.checked_in, "{count} player of the cut", "{count} players of the cut")
        if coming.is_cut
        else plural(coming.checked_in, "{count} player checked in", "{count} players checked in")
    )
    if not coming.possible:
        return sentence(present)
    if coming.of_teams:
        return _teams_words(coming, present)
    tables = plural(coming.checked_in // 2, "{count} table", "{count} tables")
    if coming.bye:
        return say("{present}: {tables}, one player has the bye.", present=present, tables=tables)
    return say("{present}: {tables}, no bye.", present=present, tables=tables)


def _teams_words(coming: NextDraw, present: str) -> str:
    teams = plural(coming.teams, "{count} team", "{count} teams")
    matches = plural(coming.teams // 2, "{count} match", "{count} matches")
    parts = {"teams": teams, "present": present, "matches": matches}
    if coming.bye:
        return say("{teams}, {present}: {matches}, one team has the bye.", **parts)
    return say("{teams}, {present}: {matches}, no bye.", **parts)


def absent_words(coming: NextDraw) -> str:
    """Return a sentence that names registered players who are not here; empty if nobody or
    everybody is missing.
    """
    if not coming.absent or not coming.checked_in:
        return ""
    named = ", ".join(map(shorten, coming.absent[:NAMED]))
    more = len(coming.absent) - NAMED
    if more > 0:
        named = say("{names} and {more} more", names=named, more=more)
    return sentence(say("Registered but not checked in, so not in the draw: {names}", names=named))
