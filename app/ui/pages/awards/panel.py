"""The panel for one award, which the organizer gives or the players vote on in secret."""

from collections.abc import Sequence

from PySide6.QtCore import QSize, Signal
from PySide6.QtWidgets import QComboBox, QFrame, QPushButton, QSizePolicy, QWidget

from app.engine.acts.awards import CastBallot, CloseVote, GiveAward, OpenVote
from app.engine.language import plural, say
from app.engine.standings.awards import AwardRow, award_name
from app.engine.text import join_words, shorten
from app.ui.widgets.basics import (
    NameLabel,
    button,
    label,
    make_primary,
    make_scrollable,
    restyle,
)
from app.ui.widgets.fields import ComboBox
from app.ui.widgets.layout import STRETCH, caption_for, column_of, grid_of, grow, row_of
from app.ui.widgets.theme import CARD, Space, around
from app.views.event.awards import AwardPanel

BLIND = say("Nobody sees a ballot, not even here: only how many are in.")
BY_STANDINGS = say("The standings decide it.")
MOST_NAMED = 6
LONGEST = 32
WIDE = 344


class AwardSide(QFrame):
    """The panel for the chosen award. ``requested`` carries a command for the desk."""

    requested = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("awardSide")
        self.setProperty("role", "card")
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Preferred)
        self._panel: AwardPanel | None = None
        self.title = NameLabel(role="heading")
        self.state = label("", "muted", wraps=True)
        self.advice = label("", "muted", wraps=True)
        self.who = _names(say("Winner"))
        self.give = button(say("&Give"), self._give)
        self.take_back = button(say("Ta&ke back"), self._take_back, kind="quiet")
        self.open_vote = button(say("&Open a blind vote"), self._open)
        self.voter, self.choice = _names(say("Voter")), _names(say("Votes for"))
        self.cast = button(say("Cast &ballot"), self._cast)
        self.close_vote = button(say("C&lose the vote"), self._close)
        self._vote = QWidget()
        self._lay_out()
        for names in (self.who, self.voter, self.choice):
            names.currentIndexChanged.connect(lambda _at: self._show_wanted())
        self.show_panel(None)

    def show_panel(self, panel: AwardPanel | None) -> None:
        """Show an award, or a hint if ``panel`` is None."""
        same = self._panel is not None and panel is not None and self._panel.award == panel.award
        before = (self._panel.ballot, self._panel.voted) if self._panel else None
        self._panel = panel
        if panel is None:
            self._show_words(
                say("Awards"),
                say("Choose an award in the list to give it or to open a vote on it."),
            )
            return
        self.title.show_name(award_name(panel.award))
        self.state.setText(f"{_words(panel)} {_own_words(panel)}".strip())
        self.advice.setText(panel.advice)
        self.advice.setVisible(bool(panel.advice))
        restyle(self.state, "role", "" if panel.tied else "muted")
        may_have = [
            (
                number,
                say("{name}, own painting not ticked", name=name)
                if number in panel.not_own
                else name,
            )
            for number, name in panel.may_have
        ]
        _fill(self.who, may_have, keep=same and not panel.is_open)
        for field, players in ((self.choice, may_have), (self.voter, panel.waiting)):
            _fill(field, players, keep=same and (panel.ballot, panel.voted) == before)
        self.who.setVisible(not panel.is_open)
        self.give.setVisible(not panel.is_open)
        self.take_back.setVisible(panel.given is not None)
        self._vote.setVisible(panel.is_open)
        self.open_vote.setVisible(not panel.is_open)
        self.open_vote.setText(_vote_words(panel))
        for part in (self.who, self.open_vote):
            part.setEnabled(bool(panel.may_have))
        self._show_wanted()

    def show_ranked(self, row: AwardRow) -> None:
        """Show who has an award that the standings decide."""
        self._panel = None
        how = f"{row.names}: {row.why}" if row.names else row.why
        self._show_words(row.name, f"{how[:1].upper()}{how[1:]}. {BY_STANDINGS}")

    def _show_words(self, title: str, words: str) -> None:
        """Show only a title and a text, because there is nothing to give or to vote on."""
        for part in (self.advice, self.who, self.give, self.take_back, self.open_vote, self._vote):
            part.setVisible(False)
        self.title.show_name(title)
        restyle(self.state, "role", "muted")
        self.state.setText(words)

    def _show_wanted(self) -> None:
        """Enable each act once everything that it needs is chosen, and emphasize the act that is
        due.
        """
        panel = self._panel
        if panel is None:
            return
        chosen = self.who.currentIndex() >= 0
        ballot = self.voter.currentIndex() >= 0 and self.choice.currentIndex() >= 0
        self.give.setEnabled(chosen)
        self.cast.setEnabled(ballot)
        wanted: QPushButton | None = None
        if panel.is_open:
            wanted = self.cast if ballot else None if panel.waiting else self.close_vote
        elif chosen and self.who.currentData() != panel.given:
            wanted = self.give
        elif panel.winner is None and panel.may_have and panel.of:
            wanted = self.open_vote
        make_primary(wanted, self.give, self.open_vote, self.cast, self.close_vote)

    def _give(self) -> None:
        if self._panel is not None and self.who.currentData() is not None:
            self.requested.emit(GiveAward(self._panel.award, self.who.currentData()))

    def _take_back(self) -> None:
        if self._panel is not None:
            self.requested.emit(GiveAward(self._panel.award, None))

    def _open(self) -> None:
        if self._panel is not None:
            self.requested.emit(OpenVote(self._panel.award))

    def _cast(self) -> None:
        voter, choice = self.voter.currentData(), self.choice.currentData()
        if self._panel is not None and voter is not None and choice is not None:
            self.requested.emit(CastBallot(self._panel.award, voter, choice))

    def _close(self) -> None:
        if self._panel is not None:
            self.requested.emit(CloseVote(self._panel.award))

    def _lay_out(self) -> None:
        column_of(
            grid_of(
                (caption_for(self.voter, say("Vote&r"), "muted"), self.voter),
                (caption_for(self.choice, say("Vote&s for"), "muted"), self.choice),
                shares=(0, 1),
            ),
            row_of(grow(self.cast), grow(self.close_vote)),
            label(BLIND, "muted", wraps=True),
            on=self._vote,
        )
        inside = QWidget()
        column_of(
            self.title,
            self.state,
            row_of(grow(self.who), self.give),
            self._vote,
            self.open_vote,
            self.take_back,
            self.advice,
            STRETCH,
            on=inside,
            gap=Space.M,
            margins=CARD,
        )
        column_of(make_scrollable(inside), on=self, margins=around(Space.LINE))

    def sizeHint(self) -> QSize:
        """Return a size wide enough for the buttons in the language of the windows."""
        return QSize(max(WIDE, self.minimumSizeHint().width()), super().sizeHint().height())


def _words(panel: AwardPanel) -> str:
    if not panel.may_have:
        return say("Nobody can win it yet. Add players on the Players page first.")
    if panel.is_open:
        voted = plural(
            panel.of,
            "Ballot {ballot}: {voted} of {count} player voted.",
            "Ballot {ballot}: {voted} of {count} players voted.",
            ballot=panel.ballot,
            voted=panel.voted,
        )
        return f"{voted} {_fallen_words(panel.fallen)}".strip()
    if panel.tied:
        names = join_words(shorten(name, LONGEST) for name in panel.level)
        level = (
            names
            if len(panel.level) <= MOST_NAMED
            else say("{level} players", level=len(panel.level))
        )
        what = say("Let everybody vote again between them, or choose the winner yourself.")
        return say("The vote is tied: {level}. {what}", level=level, what=what)
    if panel.winner is not None and panel.winner == panel.given:
        return say("You chose the winner.")
    if panel.given is not None and panel.winner is None:
        return say("The winner you chose is disqualified. Choose another, or let the players vote.")
    if panel.ballot and panel.winner is None:
        return say("Nobody has any votes. Open a new vote, or choose the winner yourself.")
    if panel.ballot:
        return say("Decided by the players’ vote.")
    return say(
        "Choose the winner yourself, or let the players vote: one ballot each; they may vote for"
        " themselves."
    )


def _own_words(panel: AwardPanel) -> str:
    """Return a sentence that says how many players can win a painting prize; empty if all of them
    can.
    """
    if not panel.not_own:
        return ""
    return plural(
        len(panel.may_have) - len(panel.not_own),
        "Only players who painted all their models themselves can win it: {count} player"
        " ticked at check-in.",
        "Only players who painted all their models themselves can win it: {count} players"
        " ticked at check-in.",
    )


def _fallen_words(fallen: int) -> str:
    if not fallen:
        return ""
    if fallen == 1:
        return say(
            "A ballot no longer counts: the player it named is disqualified."
            " Its voter may vote again."
        )
    return say(
        "{fallen} ballots no longer count: the players they named are disqualified."
        " Their voters may vote again.",
        fallen=fallen,
    )


def _vote_words(panel: AwardPanel) -> str:
    if not panel.ballot:
        return say("&Open a blind vote")
    if not panel.tied:
        return say("&Open a new vote")
    if len(panel.tied) == 2:
        return say("&Open a vote between these two")
    return say("&Open a vote between these {tied}", tied=len(panel.tied))


def _names(words: str) -> QComboBox:
    combo = ComboBox()
    combo.setAccessibleName(words)
    combo.setPlaceholderText(say("Choose a player"))
    combo.setMinimumContentsLength(12)
    combo.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
    return combo


def _fill(combo: QComboBox, players: Sequence[tuple[int, str]], *, keep: bool) -> None:
    """Fill a combo box with players. With ``keep``, the choice stays, and an unchanged list is not
    filled again, because it may be open. Without ``keep`` nobody is chosen, because the next voter
    must not see the last choice.
    """
    entries = [(f"{name} ({number})", number) for number, name in players]
    held = [(combo.itemText(place), combo.itemData(place)) for place in range(combo.count())]
    if keep and entries == held:
        return
    before = combo.currentData() if keep else None
    combo.clear()
    for words, number in entries:
        combo.addItem(words, number)
    combo.setCurrentIndex(combo.findData(before) if before is not None else -1)
