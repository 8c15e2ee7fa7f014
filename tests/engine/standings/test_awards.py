"""Who gets what at the end: places, votes, the EO's choices, the best of each faction."""

from app.engine.acts.awards import (
    BreakTie,
    CastBallot,
    CloseVote,
    GiveAward,
    OpenVote,
    VoteOpened,
)
from app.engine.acts.draw import MergePlayers
from app.engine.acts.players import AddPlayers, CheckIn, DisqualifyPlayer, DropPlayer, Entry
from app.engine.acts.results import How
from app.engine.acts.rounds import EnterPairings, PublishRound, StartRound
from app.engine.acts.undo import Redo, Undo
from app.engine.rounds.outlook import outlook_words
from app.engine.side import Side
from app.engine.standings.awards import (
    BEST_PAINTED,
    BEST_SPORT,
    AwardRow,
    award_rows,
    list_tied,
    winner,
)
from app.engine.standings.teams import team_standings
from app.headless.cli.standings_text import standings_as_json
from app.views.event.awards import award_panel
from app.views.event.standings import standing_rows
from app.views.history.rows import describe
from app.views.history.words import act_words
from tests.engine.event import Desk, registered


def rows(desk: Desk) -> dict[str, AwardRow]:
    return {row.award: row for row in award_rows(desk.state)}


def voted(desk: Desk, *choices: int, award: str = BEST_PAINTED) -> None:
    """The players from 1 on choose in turn; then the vote is closed."""
    desk.do(OpenVote(award))
    for voter, choice in enumerate(choices, start=1):
        desk.do(CastBallot(award, voter, choice))
    desk.do(CloseVote(award), insist=True)


def after_a_round() -> Desk:
    desk = registered(6)
    desk.do(EnterPairings(((1, 2), (3, 4), (5, 6)), None))
    desk.do(PublishRound())
    desk.do(StartRound())
    for table in (1, 2, 3):
        desk.report(table, Side.RED, cp=(table, 0))
    return desk


def test_the_first_three_awards_follow_the_standings() -> None:
    desk = after_a_round()
    names = [row.names for row in award_rows(desk.state)[:3]]
    assert names == ["Eve", "Cleo", "Anna"]
    desk.do(DisqualifyPlayer(5, "abuse"), insist=True)
    assert [row.winners for row in award_rows(desk.state)[:3]] == [(3,), (1,), (2, 4, 6)]


def test_a_shared_place_says_that_it_is_shared() -> None:
    desk = after_a_round()
    desk.report(2, Side.RED, cp=(3, 0))
    first, second, third = award_rows(desk.state)[:3]
    assert first.winners == (3, 5)
    assert first.why == "shared: break the tie by hand, or let them share"
    assert (second.names, third.names) == ("", "Anna")
    assert second.why == "nobody: a better place is shared"
    desk.do(BreakTie((5, 3), "dice"))
    assert [row.names for row in award_rows(desk.state)[:2]] == ["Eve", "Cleo"]


def test_the_organizer_gives_an_award_and_takes_it_back() -> None:
    desk = after_a_round()
    assert rows(desk)[BEST_SPORT].why == "not given yet"
    desk.do(GiveAward(BEST_SPORT, 2))
    assert (rows(desk)[BEST_SPORT].names, rows(desk)[BEST_SPORT].why) == (
        "Ben",
        "the organizer’s choice",
    )
    assert "Nothing changes" in desk.refused(GiveAward(BEST_SPORT, 2))
    desk.do(GiveAward(BEST_SPORT, None))
    assert winner(desk.state, BEST_SPORT) is None
    assert "Nothing changes" in desk.refused(GiveAward(BEST_SPORT, None))
    desk.do(Undo())
    assert winner(desk.state, BEST_SPORT) == 2


def test_any_other_award_can_be_given() -> None:
    desk = after_a_round()
    desk.do(GiveAward("Spirit of the event", 4))
    assert rows(desk)["Spirit of the event"].winners == (4,)
    assert "needs a name" in desk.refused(GiveAward(" ", 4))
    assert "needs a name" in desk.refused(OpenVote(" "))


def test_players_vote_secretly_and_may_vote_for_themselves() -> None:
    desk = after_a_round()
    desk.do(OpenVote(BEST_PAINTED))
    desk.do(CastBallot(BEST_PAINTED, 1, 1))
    desk.do(CastBallot(BEST_PAINTED, 2, 1))
    assert rows(desk)[BEST_PAINTED].why == "ballot 1: 2 votes of 6"
    assert winner(desk.state, BEST_PAINTED) is None
    assert desk.doubted(CloseVote(BEST_PAINTED)) == "4 players still to vote."
    assert rows(desk)[BEST_PAINTED].names == "Anna"
    assert rows(desk)[BEST_PAINTED].why == "the players’ vote"


def test_everybody_has_one_ballot() -> None:
    desk = after_a_round()
    desk.do(OpenVote(BEST_PAINTED))
    desk.do(CastBallot(BEST_PAINTED, 1, 2))
    assert "Anna has already voted" in desk.doubted(CastBallot(BEST_PAINTED, 1, 3))
    assert desk.state.votes[BEST_PAINTED].cast == {1: 3}
    desk.do(DropPlayer(2))
    desk.do(CastBallot(BEST_PAINTED, 2, 3))
    desk.do(AddPlayers((Entry("Zoe"),)))
    assert desk.refused(CastBallot(BEST_PAINTED, 7, 3)) == "Zoe has no vote."
    desk.do(CheckIn((7,)))
    for voter in (3, 4, 5, 6, 7):
        desk.do(CastBallot(BEST_PAINTED, voter, 2))
    desk.do(CloseVote(BEST_PAINTED))
    assert winner(desk.state, BEST_PAINTED) == 2


def test_a_tied_vote_is_broken_by_a_second_ballot_among_the_tied() -> None:
    desk = after_a_round()
    voted(desk, 2, 2, 3, 3, 4)
    assert list_tied(desk.state, BEST_PAINTED) == (2, 3)
    assert rows(desk)[BEST_PAINTED].why == "tied: Ben and Cleo"
    (opened,) = desk.do(OpenVote(BEST_PAINTED))
    assert opened == VoteOpened(BEST_PAINTED, 2, (2, 3))
    assert list_tied(desk.state, BEST_PAINTED) == ()
    said = desk.refused(CastBallot(BEST_PAINTED, 1, 4))
    assert said == "This ballot is between Ben and Cleo."
    desk.do(CastBallot(BEST_PAINTED, 1, 3))
    desk.do(CloseVote(BEST_PAINTED), insist=True)
    assert rows(desk)[BEST_PAINTED].names == "Cleo"
    assert rows(desk)[BEST_PAINTED].why == "the players’ vote, ballot 2"


def test_a_tied_vote_can_be_broken_by_the_organizer() -> None:
    desk = after_a_round()
    voted(desk, 2, 3)
    desk.do(GiveAward(BEST_PAINTED, 3))
    assert rows(desk)[BEST_PAINTED].why == "the organizer’s choice"
    assert rows(desk)[BEST_PAINTED].names == "Cleo"


def test_a_decided_vote_is_reopened_only_if_confirmed() -> None:
    desk = after_a_round()
    voted(desk, 2)
    assert "sets it aside" in desk.refused(OpenVote(BEST_PAINTED))
    desk.do(OpenVote(BEST_PAINTED, (2, 3)), insist=True)
    assert "already open" in desk.refused(OpenVote(BEST_PAINTED))
    for command in (CastBallot(BEST_SPORT, 1, 2), CloseVote(BEST_SPORT)):
        assert desk.refused(command) == "There is no open vote on Best Sport."
    desk.do(CloseVote(BEST_PAINTED), insist=True)
    assert "no open vote" in desk.refused(CloseVote(BEST_PAINTED))
    assert "no open vote" in desk.refused(CastBallot(BEST_PAINTED, 1, 2))
    assert rows(desk)[BEST_PAINTED].why == "nobody has a vote"


def everything_told(desk: Desk) -> list[object]:
    """What the awards, the history and the menus say while a vote is open."""
    state = desk.state
    return [
        award_rows(state),
        award_panel(state, BEST_PAINTED),
        [describe(row, state) for row in desk.records],
        [act_words(state, one.event) for one in state.done],
        standing_rows(state),
        team_standings(state),
        standings_as_json(state),
        outlook_words(state),
    ]


def test_nothing_reveals_who_the_ballots_name_before_the_vote_is_closed() -> None:
    told = []
    for choices in ((1, 2, 3), (3, 3, 1)):
        desk = after_a_round()
        desk.do(OpenVote(BEST_PAINTED))
        for voter, choice in enumerate(choices, start=1):
            desk.do(CastBallot(BEST_PAINTED, voter, choice))
        said = [desk.refused(CastBallot(BEST_PAINTED, 1, 4)), desk.refused(OpenVote(BEST_PAINTED))]
        desk.do(Undo())
        desk.do(Redo())
        told.append([said, *everything_told(desk)])
    assert told[0] == told[1]


def test_a_second_ballot_with_no_votes_is_repeated_among_the_same_players() -> None:
    desk = after_a_round()
    voted(desk, 2, 2, 3, 3, 6, 6)
    desk.do(OpenVote(BEST_PAINTED))
    desk.do(CloseVote(BEST_PAINTED), insist=True)
    assert rows(desk)[BEST_PAINTED].why == "nobody has a vote"
    desk.do(DisqualifyPlayer(6, "abuse"), insist=True)
    assert desk.do(OpenVote(BEST_PAINTED)) == (VoteOpened(BEST_PAINTED, 3, (2, 3)),)


def test_only_ballots_of_players_entitled_to_vote_are_counted() -> None:
    desk = after_a_round()
    desk.do(OpenVote(BEST_PAINTED))
    for voter, choice in ((1, 2), (2, 6), (6, 2)):
        desk.do(CastBallot(BEST_PAINTED, voter, choice))
    desk.do(DisqualifyPlayer(6, "abuse"), insist=True)
    assert rows(desk)[BEST_PAINTED].why == "ballot 1: 1 vote of 5"


def test_merging_a_duplicate_entry_combines_its_ballots() -> None:
    desk = after_a_round()
    desk.do(AddPlayers((Entry("Bren"), Entry("Anna B"))))
    desk.do(CheckIn((7, 8)))
    desk.do(OpenVote(BEST_PAINTED, (2, 7, 3)))
    for voter, choice in ((1, 2), (8, 3), (7, 7), (3, 3)):
        desk.do(CastBallot(BEST_PAINTED, voter, choice))
    desk.do(MergePlayers(2, 7), insist=True)
    desk.do(MergePlayers(1, 8), insist=True)
    vote = desk.state.votes[BEST_PAINTED]
    assert (vote.candidates, vote.cast) == ((2, 3), {1: 2, 2: 2, 3: 3})
    desk.do(CloseVote(BEST_PAINTED), insist=True)
    assert winner(desk.state, BEST_PAINTED) == 2


def test_an_award_for_a_place_cannot_be_given_by_hand() -> None:
    desk = after_a_round()
    said = "First Place is decided by the standings. Call the award something else."
    for command in (GiveAward("First Place", 2), OpenVote("First Place")):
        assert desk.refused(command, insist=True) == said


def test_disqualified_players_get_no_award_and_have_no_vote() -> None:
    desk = after_a_round()
    voted(desk, 6, 6, 3, 6, 5, 6)
    desk.do(GiveAward(BEST_SPORT, 6))
    assert winner(desk.state, BEST_PAINTED) == winner(desk.state, BEST_SPORT) == 6
    desk.do(DisqualifyPlayer(6, "abuse"), insist=True)
    assert list_tied(desk.state, BEST_PAINTED) == (3, 5)
    assert winner(desk.state, BEST_SPORT) is None
    assert desk.refused(GiveAward("Other", 6)) == "Finn is excluded from every award."
    assert desk.refused(GiveAward("Other", 9)) == "Player 9 is excluded from every award."
    assert "Finn cannot win" in desk.refused(OpenVote(BEST_SPORT, (6, 1)))
    desk.do(OpenVote(BEST_SPORT))
    assert desk.refused(CastBallot(BEST_SPORT, 6, 1)) == "Finn has no vote."
    assert desk.refused(CastBallot(BEST_SPORT, 1, 6)) == "Finn cannot win an award."
    desk.do(CastBallot(BEST_SPORT, 1, 5))
    desk.do(CloseVote(BEST_SPORT), insist=True)
    assert rows(desk)[BEST_SPORT].why == "the players’ vote"


def test_best_of_faction_awards_ignore_capitals_in_faction_names() -> None:
    desk = registered(2)
    entries = (Entry("Zoe", "", "Cygnar"), Entry("Yan", "", "cygnar "), Entry("Xi", "", "Cryx"))
    desk.do(AddPlayers(entries))
    desk.do(CheckIn((3, 4, 5)))
    desk.do(EnterPairings(((3, 4), (5, 1)), 2))
    desk.do(PublishRound())
    desk.do(StartRound())
    desk.report(1, Side.BLUE)
    desk.report(2, Side.BLUE)
    shown = {row.award: (row.names, row.why) for row in award_rows(desk.state)[5:]}
    assert shown == {"Best Cygnar": ("Yan", "place 2"), "Best Cryx": ("Xi", "place 4")}
    by_rank = {row.award for row in award_rows(desk.state) if row.by_rank}
    assert by_rank == rows(desk).keys() - {BEST_PAINTED, BEST_SPORT}
    desk.report(1, None, How.TIE)
    assert rows(desk)["Best Cygnar"].winners == (3, 4)
    desk.do(DisqualifyPlayer(5, "abuse"), insist=True)
    assert "Best Cryx" not in rows(desk)


def test_a_shared_place_leaves_the_next_place_empty() -> None:
    desk = registered(2)
    desk.do(EnterPairings(((1, 2),), None))
    desk.do(PublishRound())
    desk.do(StartRound())
    desk.report(1, None, How.TIE)
    first, second, third = award_rows(desk.state)[:3]
    assert first.winners == (1, 2)
    assert second.why == "nobody: a better place is shared"
    assert third.why == "nobody yet"


def test_a_vote_with_one_winner_has_no_tie() -> None:
    desk = registered(4)
    desk.do(OpenVote(BEST_PAINTED))
    for voter in (1, 2):
        desk.do(CastBallot(BEST_PAINTED, voter, 3))
    desk.do(CloseVote(BEST_PAINTED), insist=True)
    assert list_tied(desk.state, BEST_PAINTED) == ()
