import pytest

from app.engine.acts.commands import Command
from app.engine.acts.players import (
    AddPlayers,
    CheckIn,
    ChooseList,
    DisqualifyPlayer,
    DropPlayer,
    EditPlayer,
    EditPlayers,
    EnterArmy,
    Entry,
    ReadmitPlayer,
    WarnPlayer,
)
from app.engine.acts.results import How, Result
from app.engine.acts.rounds import DrawRound, FinishRound, PublishRound
from app.engine.acts.setup import ChangeSettings, CreateEvent
from app.engine.acts.table import Answer, Claim, EnterTally, MakeClaim, Question, StartClock
from app.engine.acts.undo import Undo
from app.engine.armies.army import ArmyRow, Kind
from app.engine.armies.army_list import ArmyList
from app.engine.frozen import replace
from app.engine.rounds.field import field
from app.engine.side import Pair, Side
from app.engine.state import PlayerWarning, Status
from app.engine.table.verdict import final_result
from tests.engine.event import PACKETS, SR2017, Desk, registered, settings, under_way

MOST_LETTERS = 200


def status(desk: Desk, number: int) -> Status:
    return desk.state.players[number].status


def left_after(desk: Desk, number: int) -> int | None:
    return desk.state.players[number].left_after_round


def number_at(desk: Desk, table: int, side: Side) -> int:
    return desk.game(table).players.of(side)


def test_players_get_the_next_numbers_and_keep_them() -> None:
    desk = registered(2)
    desk.do(AddPlayers((Entry("Cleo", "The Club", "Cryx"), Entry("Dan"))))
    assert [(n, one.entry.name) for n, one in desk.state.players.items()] == [
        (1, "Anna"),
        (2, "Ben"),
        (3, "Cleo"),
        (4, "Dan"),
    ]
    assert status(desk, 3) is Status.REGISTERED


def test_a_player_needs_a_name() -> None:
    desk = registered(2)
    assert desk.refused(AddPlayers(())) == "There is no player to add."
    assert desk.refused(AddPlayers((Entry("Cleo"), Entry("  ")))) == "A player needs a name."
    assert desk.refused(EditPlayer(1, Entry(""))) == "A player needs a name."


@pytest.mark.parametrize(
    "command",
    [
        EditPlayer(9, Entry("Cleo")),
        EditPlayers(((1, Entry("Anna")), (9, Entry("Cleo")))),
        EnterArmy(9, ()),
        ChooseList(1, 9, 1),
        DropPlayer(9),
        ReadmitPlayer(9),
        DisqualifyPlayer(9, "Slow play"),
        WarnPlayer(9, "Slow play"),
    ],
    ids=lambda command: type(command).__name__,
)
def test_commands_about_an_unknown_player_are_refused(command: Command) -> None:
    assert registered(2).refused(command) == "There is no player number 9."


def test_overlong_fields_of_an_entry_are_refused() -> None:
    desk = registered(2)
    most, more = "x" * MOST_LETTERS, "x" * (MOST_LETTERS + 1)
    desk.do(AddPlayers((Entry(most, most, most, most),)))
    desk.do(EditPlayer(1, Entry(most)))
    said = "Use at most 200 characters in each field."
    assert desk.refused(AddPlayers((Entry("Cleo"), Entry(more)))) == said
    for entry in (Entry(more), Entry("Anna", club=more), Entry("Anna", team=more)):
        assert desk.refused(EditPlayer(1, entry)) == said


def test_text_direction_marks_are_removed_from_entries() -> None:
    desk = registered(2)
    desk.do(AddPlayers((Entry(" \u202eCleo\u2066", "The\u200f  Club", "Cry\u2069x", "\u200b"),)))
    assert desk.state.players[3].entry == Entry("Cleo", "The Club", "Cryx")
    desk.do(EditPlayer(3, Entry("Cl\u202deo")))
    assert desk.state.players[3].entry == Entry("Cleo")
    for nobody in ("\u202e\u2066", "\u200d"):
        assert desk.refused(AddPlayers((Entry(nobody),))) == "A player needs a name."
        assert desk.refused(EditPlayer(3, Entry(nobody))) == "A player needs a name."


def test_invisible_characters_are_removed_from_an_events_name() -> None:
    desk = Desk()
    named = replace(settings(), name="\u202eOpen \u2067 Day")
    desk.do(CreateEvent(named, SR2017))
    assert desk.state.settings == replace(named, name="Open Day")
    desk.do(ChangeSettings(replace(named, name="Club\u202e Day"), SR2017))
    assert desk.state.settings == replace(named, name="Club Day")


def test_a_misspelt_name_is_corrected() -> None:
    desk = registered(2)
    desk.do(EditPlayer(1, Entry("Annika", "", "Khador")))
    assert desk.state.name(1) == "Annika"
    assert desk.state.name(99) == "Player 99"


def test_one_act_can_change_several_players() -> None:
    desk = registered(3)
    bea = Entry("Bea", "", "Cygnar", "", "Storm Legion", "bee", "4711")
    desk.do(EditPlayers(((1, Entry(" Ann\u202ea", sign_up="4712")), (2, bea))))
    assert desk.state.players[1].entry == Entry("Anna", sign_up="4712")
    assert desk.state.players[2].entry == bea
    assert status(desk, 1) is Status.CHECKED_IN
    desk.do(Undo())
    assert [desk.state.name(number) for number in (1, 2)] == ["Anna", "Ben"]


def test_one_invalid_change_refuses_the_changes_to_all_players() -> None:
    desk = registered(2)
    assert desk.refused(EditPlayers(())) == "There is no player to change."
    wrong = EditPlayers(((1, Entry("Annika")), (2, Entry(" "))))
    assert desk.refused(wrong) == "A player needs a name."
    assert desk.state.name(1) == "Anna"


def test_players_are_checked_in_and_out() -> None:
    desk = registered(3)
    desk.do(CheckIn((2, 2), present=False))
    assert field(desk.state) == (1, 3)
    assert "already not checked in" in desk.refused(CheckIn((2,), present=False))
    assert "already checked in" in desk.refused(CheckIn((1, 3)))
    assert desk.refused(CheckIn((1, 9))) == "There is no player number 9."
    desk.do(CheckIn((1, 2, 3)))
    assert field(desk.state) == (1, 2, 3)


def test_a_player_checked_in_during_a_round_is_in_the_next_draw() -> None:
    desk = under_way(4)
    desk.do(AddPlayers((Entry("Eve"), Entry("Finn"))))
    desk.do(CheckIn((5, 6)))
    for table in (1, 2):
        desk.report(table, Side.RED)
    desk.do(DrawRound(2), insist=True)
    assert {n for game in desk.state.rounds[1].games for n in desk.state.games[game].players} == {
        1, 2, 3, 4, 5, 6,
    }  # fmt: skip


def test_a_dropped_player_is_not_paired_again_but_can_be_readmitted() -> None:
    desk = under_way(4)
    desk.do(DropPlayer(1), insist=True)
    assert left_after(desk, 1) == 1
    assert desk.refused(DropPlayer(1)) == "Anna has already left the event."
    assert "Readmit" in desk.refused(CheckIn((1,)))
    assert field(desk.state) == (2, 3, 4)
    desk.do(ReadmitPlayer(1))
    assert left_after(desk, 1) is None
    assert desk.refused(ReadmitPlayer(1)) == "Anna is in the event."


def test_warnings_are_kept_with_round_and_reason() -> None:
    desk = registered(4)
    assert desk.refused(WarnPlayer(1, " ")) == "Say what the warning is for."
    desk.do(WarnPlayer(1, "late list"))
    desk.do(DrawRound(1))
    desk.do(WarnPlayer(1, "not started yet"))
    desk = under_way(4)
    desk.do(WarnPlayer(1, "paused the clock"))
    assert desk.state.players[1].warnings == (PlayerWarning(1, "paused the clock"),)


def test_a_warning_before_the_round_begins_belongs_to_the_round_before() -> None:
    desk = registered(4)
    desk.do(DrawRound(1))
    desk.do(WarnPlayer(1, "late list"))
    assert desk.state.players[1].warnings == (PlayerWarning(0, "late list"),)


def test_a_disqualified_player_loses_the_game_in_progress_like_a_concession() -> None:
    desk = under_way(4)
    cheat = number_at(desk, 1, Side.RED)
    assert "why" in desk.refused(DisqualifyPlayer(cheat, ""))
    doubt = desk.doubted(DisqualifyPlayer(cheat, "loaded dice"))
    assert "loses any game in progress" in doubt
    result = Result(Side.BLUE, How.DISQUALIFICATION, Pair(0, 3), Pair(0, 38))
    assert final_result(desk.game(1)) == result
    assert final_result(desk.game(2)) is None
    assert status(desk, cheat) is Status.DISQUALIFIED
    assert "already disqualified" in desk.refused(DisqualifyPlayer(cheat, "again"))
    assert "has left the event" in desk.refused(CheckIn((cheat,)))
    assert "already left" in desk.refused(DropPlayer(cheat))


def test_the_opponent_of_a_disqualified_player_keeps_a_better_result() -> None:
    desk = under_way(4)
    game = desk.game(1)
    desk.do(StartClock(game.number, Side.RED))
    desk.do(MakeClaim(game.number, Side.RED, Claim.CASTER, Side.RED))
    desk.do(Answer(game.number, Side.BLUE, Question.CLAIM, True))
    desk.do(EnterTally(game.number, None, Pair(10, 50)))
    desk.do(DisqualifyPlayer(game.players.red, "loaded dice"), insist=True)
    result = Result(Side.BLUE, How.DISQUALIFICATION, Pair(0, 3), Pair(0, 50))
    assert final_result(desk.game(1)) == result


def test_a_disqualification_leaves_earlier_games_and_an_unpublished_draw_alone() -> None:
    desk = under_way(4)
    desk.report(1, Side.RED)
    desk.report(2, Side.RED)
    winner = number_at(desk, 1, Side.RED)
    desk.do(FinishRound())
    desk.do(DisqualifyPlayer(winner, "loaded dice"), insist=True)
    assert final_result(desk.game(1)) == Result(Side.RED, How.SCENARIO, Pair(0, 0), Pair(0, 0))
    desk.do(DrawRound(2), insist=True)
    someone = number_at(desk, 1, Side.RED)
    desk.do(DisqualifyPlayer(someone, "loaded dice"), insist=True)
    assert final_result(desk.game(1)) is None


def test_a_disqualification_before_the_first_draw_loses_no_game() -> None:
    desk = registered(4)
    desk.do(DisqualifyPlayer(1, "abuse"), insist=True)
    assert status(desk, 1) is Status.DISQUALIFIED


def test_a_disqualification_in_a_published_round_gives_the_opponent_the_win() -> None:
    desk = registered(2)
    desk.do(DrawRound(1))
    desk.do(PublishRound())
    desk.do(DisqualifyPlayer(1, "abuse"), insist=True)
    result = final_result(desk.game(1))
    assert result is not None
    assert result.how is How.DISQUALIFICATION


def test_a_disqualified_player_comes_back_only_if_the_organizer_insists() -> None:
    desk = registered(4)
    desk.do(DisqualifyPlayer(1, "abuse"), insist=True)
    assert "Anna was disqualified (abuse)" in desk.doubted(ReadmitPlayer(1))
    assert status(desk, 1) is Status.CHECKED_IN
    assert desk.state.players[1].disqualified_for == ""


@pytest.mark.parametrize(
    ("clubs", "read", "beside"),
    [
        (("Brno", "Köln"), ("Ben (Brno)", "BEN (Köln)"), ("", "")),
        (("Brno", "brno"), ("Ben (no. 1)", "BEN (no. 2)"), ("Brno", "brno")),
        (("Brno", ""), ("Ben (no. 1)", "BEN (no. 2)"), ("Brno", "")),
    ],
)
def test_namesakes_are_named_in_a_way_that_tells_them_apart(
    clubs: tuple[str, str], read: tuple[str, str], beside: tuple[str, str]
) -> None:
    desk = Desk()
    desk.do(CreateEvent(settings(), SR2017))
    entries = [Entry(name, club) for name, club in zip(("Ben", "BEN"), clubs, strict=True)]
    desk.do(AddPlayers((*entries, Entry("Anna", "Brno"))))
    assert tuple(map(desk.state.name, (1, 2, 3))) == (*read, "Anna")
    assert tuple(map(desk.state.club_beside, (1, 2, 3, 9))) == (*beside, "Brno", "")
    desk.do(EditPlayer(2, Entry("Bernd", clubs[1])))
    assert tuple(map(desk.state.name, (1, 2, 9))) == ("Ben", "Bernd", "Player 9")


def test_rules_on_lists_that_flagfall_cannot_check_are_confirmed_once_per_event():
    desk = Desk()
    desk.do(CreateEvent(replace(settings(), packet="sr2026"), PACKETS["sr2026"]))
    desk.do(AddPlayers((Entry("Anna"), Entry("Ben"), Entry("Cleo"))))
    lists = [("Ada", "Kithguard"), ("Bo", "Kithguard"), ("Cy", "House Kallyss")]
    rest = ArmyRow("Horde", Kind.SOLO, 75)
    entered = [
        EnterArmy(number, (ArmyList((ArmyRow(name, Kind.CASTER), rest), theme=army),))
        for number, (name, army) in enumerate(lists, start=1)
    ]
    asked = desk.refused(entered[0])
    assert "field allowances" in asked
    assert "Is Kithguard an army of the Prime Arena?" in asked
    desk.do(entered[0], insist=True)
    desk.do(entered[1])
    assert desk.refused(entered[2]) == (
        "Is House Kallyss an army of the Prime Arena? Flagfall does not know."
    )
    desk.do(entered[0])
