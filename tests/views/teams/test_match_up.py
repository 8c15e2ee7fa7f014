"""A match-up in words: what its captains read, what the organizer does, what is secret."""

from collections.abc import Sequence

import pytest

from app.engine.acts.players import DropPlayer, EditPlayer, Entry
from app.engine.acts.rounds import PublishRound, StartRound
from app.engine.acts.teams.match_up import TypeMatchUp
from app.engine.frozen import replace
from app.engine.match_up.procedure import By, Deed, Procedure, Step
from app.engine.match_up.progress import BE_A, BE_B
from app.engine.side import Pair, Side
from app.views.event.phones import own_page
from app.views.teams.match_up import (
    MatchUpView,
    Option,
    OwnMatch,
    match_up_views,
    own_match,
)
from tests.engine.event import Desk
from tests.engine.match_up.events import CHAMPIONS, KNOWN, NOMINATIONS, champions, choose, now
from tests.engine.match_up.events import team_event as drawn_event

R, B = Side.RED, Side.BLUE


def team_event(sizes: Sequence[int] = (3, 3), procedure: Procedure = CHAMPIONS) -> Desk:
    desk = drawn_event(sizes, procedure, max(sizes))
    desk.do(PublishRound())
    return desk


def phone(desk: Desk, side: Side) -> OwnMatch:
    """What the side's captain reads."""
    shown = own_match(desk.state, now(desk).captains.of(side))
    assert shown
    return shown


def view(desk: Desk) -> MatchUpView:
    return match_up_views(desk.state)[0]


def teams(desk: Desk) -> Pair[tuple[int, ...]]:
    return now(desk).progress.meeting.teams


def test_a_captain_is_asked_and_team_mates_wait() -> None:
    desk = team_event()
    red = teams(desk).red
    desk.do(
        EditPlayer(
            red[0], Entry(desk.state.name(red[0]), faction="Cygnar", team=now(desk).names.red)
        )
    )
    shown = phone(desk, R)
    assert (shown.tables, shown.opponent) == ("1–3", now(desk).names.blue)
    assert shown.sentence == "It is your turn."
    assert shown.question
    assert shown.question.words == (
        "Lay one player face down. The other captain sees it when both have chosen."
    )
    assert shown.question.options[0] == Option(red[0], desk.state.name(red[0]), "Cygnar")
    mate = own_match(desk.state, red[1])
    assert mate
    assert mate.sentence == (
        f"{desk.state.name(red[0])} chooses opponents for your team. Your table appears here"
        " after that."
    )
    assert (mate.procedure, mate.question, mate.account) == ("", None, ())


def test_a_face_down_player_is_shown_only_to_their_own_captain() -> None:
    desk = team_event()
    red, blue = teams(desk)
    name = desk.state.name
    desk.do(choose(desk, R, red[1]))
    mine, theirs = phone(desk, R), phone(desk, B)
    assert mine.sentence == f"You chose {name(red[1])}. Waiting for {name(blue[0])}."
    assert mine.question is None
    assert theirs.sentence == "It is your turn."
    assert (theirs.account, theirs.pairs) == ((), ())
    assert view(desk).stands == f"Waits for {now(desk).names.blue}"
    assert [asked.side for asked in view(desk).questions] == [B]


def test_the_account_lists_every_step_and_each_side_sees_its_own_player_first() -> None:
    desk = team_event()
    red, blue = teams(desk)
    names, name = now(desk).names, desk.state.name
    champions(desk)
    assert phone(desk, R).sentence.startswith("Your match-up is complete.")
    assert view(desk).account == (
        f"{names.red} put up {name(red[0])}.",
        f"{names.blue} put up {name(blue[0])}.",
        f"{names.red} offered {name(red[1])} and {name(red[2])} against {name(blue[0])}.",
        f"{names.blue} offered {name(blue[1])} and {name(blue[2])} against {name(red[0])}.",
        f"{names.red} picked {name(blue[2])} against {name(red[0])}.",
        f"{names.blue} picked {name(red[2])} against {name(blue[0])}.",
        f"{name(red[1])} meets {name(blue[1])}.",
    )
    assert phone(desk, B).pairs[0].names == Pair(name(blue[2]), name(red[0]))
    assert phone(desk, R).pairs[0].names == Pair(name(red[0]), name(blue[2]))
    assert view(desk).stands == "Complete"
    assert view(desk).can_take_back
    assert view(desk).questions == ()
    page = own_page(desk.state, red[0])
    assert page
    assert page.match is None  # the game itself is there
    assert page.game


def test_nomination_and_table_steps_are_described_in_words() -> None:
    desk = team_event((3, 3), KNOWN["nominations-tables"])
    a = now(desk).progress.winner or R
    of_a, of_b = teams(desk).of(a), teams(desk).of(a.other)
    names, name = now(desk).names, desk.state.name
    waits = phone(desk, a.other)
    assert waits.sentence == f"Waiting for {name(of_a[0])}."
    question = phone(desk, a).question
    assert question
    assert question.words == "Choose to be A or B."
    assert [option.words for option in question.options] == ["A", "B"]
    desk.do(choose(desk, a, *BE_A))
    asked = phone(desk, a.other).question
    assert asked
    assert asked.words == "Put one player up."
    desk.do(choose(desk, a.other, of_b[0]))
    asked = phone(desk, a).question
    assert asked
    assert asked.words == f"Offer 2 players against {name(of_b[0])}."
    desk.do(choose(desk, a, of_a[0], of_a[1]))
    asked = phone(desk, a.other).question
    assert asked
    assert asked.words == f"Pick the opponent of {name(of_b[0])}."
    desk.do(choose(desk, a.other, of_a[0]))
    asked = phone(desk, a).question
    assert asked
    assert asked.words == f"Choose the table of {name(of_a[0])}."
    assert asked.options[1] == Option(2, "table 2")
    desk.do(choose(desk, a, 2))
    account = view(desk).account
    roll = now(desk).progress.account[0].chosen
    assert account[0] == (
        f"The roll: {names.red} {roll[0]}, {names.blue} {roll[1]}. {names.of(a)} won it."
    )
    assert account[1] == f"{names.of(a)} chose to be A."
    assert account[-2] == f"{names.of(a)} chose table 2 for {name(of_a[0])}."
    assert view(desk).pairs[0].table == 2


def test_choosing_to_be_b_is_recorded_and_a_step_may_offer_a_single_player() -> None:
    one = Procedure(
        "one",
        "One",
        "…",
        (Step(Deed.ROLL), Step(Deed.CHOOSE_SIDE, By.WINNER), Step(Deed.PUT_UP, By.B)),
        (Step(Deed.OFFER, By.A, 1), Step(Deed.PICK, By.B)),
        (Step(Deed.REST_MEET),),
    )
    desk = team_event((3, 3), one)
    winner = now(desk).progress.winner or R
    desk.do(choose(desk, winner, *BE_B))
    assert view(desk).account[1].endswith("chose to be B.")
    desk.do(choose(desk, winner, teams(desk).of(winner)[0]))
    asked = phone(desk, winner.other).question
    assert asked
    assert asked.words.startswith("Offer one player against ")


def test_a_match_up_can_wait_for_the_desk_to_enter_its_pairings() -> None:
    desk = team_event((3, 3), KNOWN["desk"])
    assert view(desk).stands == "Waits for the desk"
    assert phone(desk, R).sentence == (
        "Agree the pairings with the other captain and report them at the desk."
    )
    mate = own_match(desk.state, teams(desk).red[1])
    assert mate
    assert mate.sentence == "Your table appears here when all match-ups are complete."
    assert view(desk).questions == ()
    assert not view(desk).can_take_back
    desk.do(TypeMatchUp(1, ()))
    assert view(desk).stands == "Typed by the desk"
    assert [pair.table for pair in view(desk).pairs] == [1, 2, 3]
    desk.do(StartRound())
    assert own_match(desk.state, 1) is None


def test_a_team_whose_players_all_left_has_no_captain() -> None:
    desk = team_event()
    red, blue = teams(desk)
    desk.do(choose(desk, R, red[1]))
    for number in blue:
        desk.do(DropPlayer(number), insist=True)
    assert "" in view(desk).captains
    assert phone(desk, R).sentence.endswith(f"Waiting for {now(desk).names.blue}.")
    mate = own_match(desk.state, blue[1])
    assert mate
    assert mate.sentence == "Your table appears here when all match-ups are complete."


@pytest.mark.parametrize("seat", [0, 1])
def test_nobody_sees_a_match_before_it_is_published(seat: int) -> None:
    desk = drawn_event((3, 3), CHAMPIONS)
    assert own_match(desk.state, teams(desk).red[seat]) is None
    page = own_page(desk.state, teams(desk).red[seat])
    assert page
    assert page.match is None


def test_a_player_without_a_team_has_no_match() -> None:
    desk = team_event((5, 5), NOMINATIONS)
    entry = desk.state.players[1].entry
    desk.do(EditPlayer(1, replace(entry, team="")), insist=True)
    assert own_match(desk.state, 1) is None
