"""What is said of each game under review, and of everything in the history."""

from app.engine.acts.draw import (
    ChangePlan,
    ChangeTies,
    DrawExplained,
    EditPairings,
    FreePairing,
    MergePlayers,
    PairingsChanged,
    SetPairing,
    TakeOut,
)
from app.engine.acts.events import Event, Record
from app.engine.acts.players import AddPlayers, Entry, WarnPlayer
from app.engine.acts.results import How, Result
from app.engine.acts.rounds import (
    DrawRound,
    EnterPairings,
    PublishRound,
    Seating,
    StartRound,
)
from app.engine.draw.explain import Topic
from app.engine.draw.values import BYE, Kind, Merit
from app.engine.draw.wishes import ApartRule, HallTable, Plan, PlayerGroups, SetPair, bye_for
from app.engine.frozen import replace
from app.engine.rounds.edit import arrangement, swap_players
from app.engine.side import Pair, Side
from app.engine.state import Player, State
from app.engine.subjects.pairings.plan import groups_words, plan_words
from app.engine.subjects.pairings.set_pairs import set_pair_words
from app.engine.subjects.rounds.explanation import merit_words
from app.views.history.memory import HistoryMemory
from app.views.history.rows import describe
from app.views.history.words import act_words
from app.views.round.draw_review import DrawNotes, draw_notes, own_draw, review_basis
from app.views.round.round import review
from tests.engine.event import Desk, latest, play_round, registered
from tests.remarked import written

RED = Result(Side.RED, How.SCENARIO, Pair(5, 0), Pair(10, 5))


def notes(desk: Desk) -> DrawNotes:
    return draw_notes(desk.state, latest(desk))


def test_a_bye_and_a_pair_down_are_explained_in_the_review() -> None:
    desk = registered(7)
    play_round(desk)
    desk.do(DrawRound(3), insist=True)
    found = notes(desk)
    topics = {question.topic for question in found.questions}
    assert topics <= {Topic.PAIR_DOWN, Topic.BYE}
    assert Topic.BYE in topics
    assert found.seen is not None
    assert found.seen.differences == ()
    assert found.own is not None
    assert found.merits


def test_the_review_shows_the_remarks_beside_the_games() -> None:
    desk = registered(5)
    desk.do(DrawRound(3))
    bye = latest(desk).bye
    assert bye is not None
    desk.do(SetPairing(bye_for(bye.player, 1, "Lunch")))
    shown = review(desk.state, latest(desk), notes(desk).flags)
    assert shown.bye_flags == ("locked",)
    assert all(row.flags == () for row in shown.rows)
    assert (bye.player, BYE) in notes(desk).locked


def test_a_pairing_that_breaks_every_rule_has_every_flag() -> None:
    desk = registered(5)
    desk.do(
        ChangePlan(Plan(apart=(ApartRule(Kind.CLUB, True), ApartRule(Kind.FAMILY)))),
    )
    for number in range(1, 6):
        desk.do(ChangeTies(number, PlayerGroups(family="Oak", tables=(9,) if number == 1 else ())))
    play_round(desk)
    before = latest(desk)
    bye = before.bye
    assert bye is not None
    met = desk.state.games_of(before)
    desk.do(DrawRound(3), insist=True)
    pairs = tuple((opponent.players.red, opponent.players.blue) for opponent in met)
    desk.do(EditPairings(pairs, tuple(opponent.table for opponent in met), bye.player), insist=True)
    flags = notes(desk).flags
    assert "bye again" in flags[bye.player, BYE]
    said = {word for pair in pairs for word in flags[pair]}
    assert {"met before", "same family", "changed by hand"} <= said
    assert {"same table again"} <= said
    with_1 = next(flags[pair] for pair in pairs if 1 in pair)
    assert {"reserved table", "not at a reserved table"} & {*with_1}


def test_a_reserved_table_is_flagged_with_its_purpose() -> None:
    desk = registered(4)
    desk.do(ChangeTies(1, PlayerGroups(tables=(1,), tables_for="stream")))
    desk.do(ChangeTies(2, PlayerGroups(tables=(7,))))
    desk.do(ChangeTies(3, PlayerGroups(family="Oak")))
    desk.do(DrawRound(3))
    said = [word for words in notes(desk).flags.values() for word in words]
    assert "reserved: stream" in said
    assert "not at a reserved table" in said
    desk.do(ChangeTies(1, PlayerGroups(tables=(1,))))
    assert "reserved table" in [w for words in notes(desk).flags.values() for w in words]


def test_pairings_set_by_hand_have_no_draw_to_compare_with() -> None:
    desk = registered(4)
    desk.do(EnterPairings(((1, 2), (3, 4)), None))
    found = notes(desk)
    assert (found.own, found.seen, found.questions) == (None, None, ())
    own = own_draw(desk.state, latest(desk))
    assert own.draw.pairs == ((1, 2), (3, 4))


def test_a_draw_is_still_explained_after_a_player_was_taken_out() -> None:
    desk = registered(6)
    desk.do(DrawRound(3))
    desk.do(TakeOut(1), insist=True)
    found = notes(desk)
    assert found.seen is not None
    assert found.seen.differences
    desk.do(AddPlayers((Entry("Double"),)))
    desk.do(MergePlayers(7, 1), insist=True)
    assert notes(desk).own is not None


NAMED = replace(State(), players={n: Player(n, Entry(f"P{n}")) for n in (1, 2, 4)})
"""An event of players whose names are short."""


def name(number: int) -> str:
    return NAMED.name(number)


def described(event: Event) -> str:
    """Return the event's sentence in the history."""
    return describe(Record(1, 1, 0, "desk", "EO", event), NAMED)


def test_plans_and_groups_are_put_in_words() -> None:
    plan = Plan(
        (ApartRule(Kind.CLUB, True), ApartRule(Kind.FAMILY)),
        (HallTable(1), HallTable(2, "", False)),
        False,
        10,
    )
    assert plan_words(plan) == (
        "kept apart: club in round 1 and family always; 2 tables, 1 out of use; tables by lot;"
        " no-show after 10 min"
    )
    assert plan_words(Plan(tables=(HallTable(1),))) == (
        "nobody kept apart; 1 table; top tables first"
    )
    assert groups_words(PlayerGroups("Bus", "Oak", "North", "Haley", (3,), "access")) == (
        "travel group Bus, family Oak, region North, caster Haley, table 3 (access)"
    )
    assert groups_words(PlayerGroups(tables=(3, 4))) == "tables 3 and 4"


def test_set_pairs_are_put_in_words() -> None:
    assert set_pair_words(SetPair(1, 2, True, "x", 3), name) == "P1 and P2 meet in round 3"
    assert set_pair_words(SetPair(1, 2, False, "x"), name) == "P1 and P2 may not be paired"
    assert set_pair_words(bye_for(1, 3, "x"), name) == "P1 has the bye in round 3"
    assert set_pair_words(SetPair(BYE, 1, False, "x"), name) == "P1 may not have the bye"


def test_every_change_has_a_sentence_and_a_name_for_the_undo_menu() -> None:
    told = DrawExplained(
        2, (), ((1, 2),), (), (), (), (Merit("rematch", 1), Merit("same club", 0)),
        *((written(text).remark,) for text in ("It cannot be.", "Nobody is left.", "No table.")),
        "A wrong club",
    )  # fmt: skip
    place = Seating(7, 3, Pair(1, 2))
    changed = PairingsChanged(
        2,
        (5,),
        (place,),
        4,
        (),
        (written("P1 meets P2.").remark,),
        (written("Grave.").remark,),
        "Why",
    )
    for event, act, sentence in (
        (ChangePlan(Plan()), "change of draw and tables", "Draw and tables: nobody kept apart"),
        (ChangeTies(1, PlayerGroups()), "groups of P1", "Groups of P1: none"),
        (SetPairing(SetPair(1, 2, False, "A quarrel")), "set pair of P1 and P2",
         "P1 and P2 may not be paired: A quarrel"),
        (FreePairing(1, BYE), "freeing of P1 and the bye",
         "No longer set or forbidden: P1 and the"),
        (told, "draw of round 2",
         "Draw of round 2: rematch: 1; It cannot be; Nobody is left; No table; 1 game held as"
         " begun or set by place; drawn again because: A wrong club"),
        (changed, "change of pairings of round 2",
         "Pairings of round 2 changed: P1 and P2 at table 3 and P4 has the bye; 1 difference to the"
         " program’s draw: P1 meets P2; Grave; Why"),
        (PairingsChanged(2, (5,), (), None, (), (), (), ""), "change of pairings of round 2",
         "Pairings of round 2 changed: a game less"),
        (MergePlayers(1, 9), "merging into P1", "Entry 9 merged into number 1, P1"),
    ):  # fmt: skip
        assert act_words(NAMED, event) == act
        assert described(event).startswith(sentence)
    quiet = DrawExplained(1, (), (), (), (), (), (), (), (), (), "")
    assert merit_words(quiet) == "every rule kept"
    crossed = replace(quiet, merits=(Merit("crossings", 2), Merit("crossings from 2 TP", 1)))
    assert merit_words(crossed) == "paired down: 2, paired down from 2 TP: 1"
    assert described(quiet) == "Draw of round 1: every rule kept"


def test_the_history_describes_games_changed_by_hand() -> None:
    desk = registered(6)
    desk.do(DrawRound(3))
    arranged = arrangement(desk.state, latest(desk))
    one, other = arranged.pairs[0][0], arranged.pairs[1][0]
    desk.do(swap_players(arranged, one, other).command("Friends"), insist=True)
    memory = HistoryMemory()
    memory.learn(desk.records)
    row = desk.records[-1]
    assert "differences to the program’s draw" in describe(row, desk.state, memory)
    assert act_words(desk.state, row.event) == "change of pairings of round 1"
    assert isinstance(row.event, PairingsChanged)
    assert {place.game for place in row.event.places} <= {*memory.seatings}
    desk.do(SetPairing(SetPair(1, 2, False, "A quarrel")))
    desk.do(FreePairing(2, 1))
    assert describe(desk.records[-1], desk.state, memory).startswith("No longer set")


def test_a_pairing_of_players_from_different_groups_has_no_flag() -> None:
    desk = registered(2)
    desk.do(ChangePlan(Plan(apart=(ApartRule(Kind.FAMILY),))))
    desk.do(ChangeTies(1, PlayerGroups(family="Oak")))
    desk.do(ChangeTies(2, PlayerGroups(family="Ash")))
    desk.do(DrawRound(3))
    assert list(notes(desk).flags.values()) == [()]


def test_the_basis_of_a_review_includes_more_than_its_round_but_no_clock() -> None:
    desk = registered(4)
    desk.do(DrawRound(7), insist=True)
    basis = review_basis(desk.state)
    desk.do(WarnPlayer(1, "Late"))
    assert review_basis(desk.state) != basis
    basis = review_basis(desk.state)
    desk.do(PublishRound())
    desk.do(StartRound())
    assert review_basis(desk.state) != basis
    assert all(
        kept is now for kept, now in zip(basis[2:], review_basis(desk.state)[2:], strict=True)
    )
