"""The question about club mates before round 1."""

import itertools

from app.engine.acts.draw import ChangePlan
from app.engine.acts.players import AddPlayers, CheckIn, Entry
from app.engine.acts.rounds import (
    DrawRound,
    EnterPairings,
    FinishRound,
    PublishRound,
    StartRound,
)
from app.engine.acts.setup import CreateEvent
from app.engine.draw.values import Kind
from app.engine.draw.wishes import NO_PLAN, ApartRule
from app.engine.frozen import replace
from app.engine.rounds.club_mates import ClubMates, club_mates
from app.engine.side import Side
from app.views.round.draw_review import draw_notes
from tests.engine.event import SR2017, Desk, settings


def event(*clubs: str) -> Desk:
    desk = Desk()
    desk.do(CreateEvent(settings(), SR2017))
    desk.do(AddPlayers(tuple(Entry(f"P{n}", club) for n, club in enumerate(clubs))))
    desk.do(CheckIn(tuple(range(1, len(clubs) + 1))))
    return desk


def test_the_club_mates_question_states_how_many_can_be_kept_apart() -> None:
    mates = club_mates(event("North", "north", "South", "South", "", "West").state)
    assert mates == ClubMates(4, 4)
    assert mates.sentence == (
        "4 players have club mates here; all of them can be kept apart in round 1."
        " Draw keeps them apart."
    )


def test_a_club_with_more_than_half_the_players_must_pair_some_of_its_own() -> None:
    mates = club_mates(event("A", "A", "A", "A", "A", "B").state)
    assert mates == ClubMates(5, 1)
    assert mates.sentence.endswith("1 of them can be kept apart in round 1. Draw keeps them apart.")


def test_with_an_odd_number_of_players_the_bye_helps_to_keep_clubs_apart() -> None:
    assert club_mates(event("A", "A", "A", "B", "B").state) == ClubMates(5, 5)


def test_the_club_mates_question_is_asked_once_and_only_if_it_matters() -> None:
    assert club_mates(event("A", "B", "", "").state) is None
    desk = event("A", "A", "B", "B")
    assert club_mates(desk.state) is not None
    desk.do(ChangePlan(replace(NO_PLAN, clubs_asked=True)))
    assert club_mates(desk.state) is None
    desk.do(ChangePlan(replace(NO_PLAN, apart=(ApartRule(Kind.CLUB, True),))))
    assert club_mates(desk.state) is None
    desk.do(ChangePlan(NO_PLAN))
    desk.do(DrawRound(7))
    assert club_mates(desk.state) is None


def test_club_mates_who_meet_are_remarked_on_in_every_round() -> None:
    desk = event("North", "North", "South", "East")
    desk.do(ChangePlan(replace(NO_PLAN, clubs_asked=True)))
    for mates in (((1, 2), (3, 4)), ((1, 3), (2, 4))):
        desk.do(EnterPairings(mates, None), insist=True)
        latest = desk.state.latest
        assert latest is not None
        flags = {*itertools.chain(*draw_notes(desk.state, latest).flags.values())}
        assert ("same club" in flags) is ((1, 2) in mates)
        desk.do(PublishRound(), insist=True)
        desk.do(StartRound(), insist=True)
        for table in (1, 2):
            desk.report(table, Side.RED)
        desk.do(FinishRound())
    desk.do(EnterPairings(((2, 1), (3, 4)), None), insist=True)
    latest = desk.state.latest
    assert latest is not None
    flags = {*itertools.chain(*draw_notes(desk.state, latest).flags.values())}
    assert "same club" in flags
