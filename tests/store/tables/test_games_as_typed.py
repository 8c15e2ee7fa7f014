"""Tables of games as people type them, made after shapes seen in public: a heading, a game and a
bye each, which all say the same.
"""

import pytest

from app.engine.acts.results import How
from app.engine.side import Pair, Side
from app.store.errors import StoreError
from app.store.tables.games import is_games, read_games
from app.store.tables.text import rows
from app.views.event.sign_up_tables import site_round
from tests.engine.event import under_way

POINTS = (Pair(5, 3), Pair(20, 10))
NONE = (Pair(0, 0), Pair(0, 0))
SCENARIO, LEFT_OPEN = How.SCENARIO, How.UNRECORDED

TYPED = [
    # The nine that were refused: one trait each.
    ("Round,Table,Player 1,Player 2,Winner,CP1,CP2,AP1,AP2,Condition\n"
     "1,2,Ana Lind,Bo Reed,Ana,5,3,20,10,Scenario", POINTS, SCENARIO),
    ("Round,Table,Player 1,#id 1,Player 2,#id 2,Winner,CP 1,CP 2,APD 1,APD 2,How\n"
     "1,2,Ana Lind,#11,Bo Reed,#12,11,5,3,20,10,Scenario", POINTS, SCENARIO),
    ("Round,Table,P1,P2,Winner,CP P1,CP P2,AP P1,AP P2,Condition\n"
     "1,2,Ana Lind,Bo Reed,P1,5,3,20,10,scenario", POINTS, SCENARIO),
    ("Round,Table,Player1,Player2,Winner,CP1,CP2,AP1,AP2,Condition\n"
     "1.0,2.0,Ana Lind,Bo Reed,1.0,5.0,3.0,20.0,10.0,Scenario", POINTS, SCENARIO),
    ("Round;Table;Player1;Player2;Winner;CP1;CP2;AP1;AP2;Condition\n"
     "1;2;Ana Lind;Bo Reed;1;;;;;Scenario", NONE, SCENARIO),
    ("Round,Table,Player1,Player2,Winner,CP1,CP2,AP1,AP2,Condition\n"
     "R1,T2,Ana Lind,Bo Reed,1,5,3,20,10,Scenario", POINTS, SCENARIO),
    ("round,table,player1,player2,winner,cp1,cp2,ap1,ap2,victory_condition\n"
     "1,2,Ana Lind,Bo Reed,1,5,3,20,10,scenario", POINTS, SCENARIO),
    ("Runde;Tisch;Spieler 1;Spieler 2;Sieger;KP 1;KP 2;AP 1;AP 2;Siegbedingung\n"
     "1;2;Ana Lind;Bo Reed;Spieler 1;5;3;20;10;Szenario", POINTS, SCENARIO),
    ("Round,Table,Player 1,Player 2,Winner\n1,2,Ana Lind,Bo Reed,Ana Lind", NONE, LEFT_OPEN),
    # Eleven more.
    ("Runde;Tisch;Spieler A;Spieler B;Ergebnis\nRunde 1;Tisch 2;Ana Lind;Bo Reed;1:0",
     NONE, LEFT_OPEN),
    ("Round,Table,Winner,Loser,Winner CP,Loser CP,Winner AP,Loser AP,Win condition\n"
     "1,2,Ana Lind,Bo Reed,5,3,20,10,Scenario", POINTS, SCENARIO),
    ("Round\tTable\tPlayer\tOpponent\tResult\nRound 1\t2\tAna Lind\tBo Reed\t1-0",
     NONE, LEFT_OPEN),
    ("Ronde;Table;Joueur 1;Joueur 2;Vainqueur\n1;2;Ana Lind;Bo Reed;Joueur 1", NONE, LEFT_OPEN),
    ("Ronda;Mesa;Jugador 1;Jugador 2;Ganador;PC 1;PC 2;Destroyed 1;Destroyed 2;Fin;Notas\n"
     "1;2;Ana Lind;Bo Reed;Ana Lind;5;3;20;10;x;y", POINTS, LEFT_OPEN),
    ("Spring Clash 2026\n\nRnd,Table #,Player 1 Name,Player 2 Name,Player 1 CP,Player 2 CP,"
     "Player 1 AP,Player 2 AP,Won by,End condition\n"
     "1,2,Ana Lind,Bo Reed,5,3,20,10,Lind,Scenario win", POINTS, SCENARIO),
    ("Round,Table Number,P1 Name,P1 Faction,P1 Score,P1 Army Points,P2 Name,P2 Faction,P2 Score,"
     "P2 Army Points,Winner\n1,2,Ana Lind,Cryx,5,20,Bo Reed,Khador,3,10,player 1",
     POINTS, LEFT_OPEN),
    ("ROUND,TABLE,PLAYER_A,PLAYER_B,WINNER,VP_A,VP_B,APD_A,APD_B,VICTORY TYPE\n"
     "1,2,Ana Lind,Bo Reed,A,5 VP,3 VP,20,10,SCENARIO", POINTS, SCENARIO),
    ("Round,Table,Player 1,Player 2,Winner,CP1,CP2,AP1,AP2,Condition\n"
     "1.,#2,Ana Lind,Bo Reed,ANA LIND,5,3,20,10,Scenario", POINTS, SCENARIO),
    ("Manche;Table;Joueur A;Joueur B;Gagnant;Points 1;Points 2;Grund\n"
     '1;2;Ana Lind;Bo Reed;1;"5,0";3;Szenario', (Pair(5, 3), Pair(0, 0)), SCENARIO),
    ("Event,Date,Round,Table,Player 1,Team 1,Player 2,Team 2,Winner\n"
     "Clash,1 May,1,2,Ana Lind,Oak,Bo Reed,Ash,1", NONE, LEFT_OPEN),
]  # fmt: skip


@pytest.mark.parametrize(("text", "points", "how"), TYPED, ids=range(1, len(TYPED) + 1))
def test_a_table_of_games_is_read_as_it_was_typed(
    text: str, points: tuple[Pair[int], Pair[int]], how: How
) -> None:
    assert is_games(rows(text))
    (event,) = read_games(text)
    (game,) = event.games
    assert (game.round_number, game.table) == (1, 2)
    assert (game.players, game.winner) == (Pair("Ana Lind", "Bo Reed"), Side.RED)
    assert ((game.cp, game.apd), game.how) == (points, how)


def test_partial_names_and_missing_points_are_noted() -> None:
    (event,) = read_games(TYPED[0][0])
    assert event.games[0].note == "Ana is taken as Ana Lind."
    (event,) = read_games(TYPED[4][0])
    assert event.games[0].note == "Points that are not written down are taken as 0."


def test_a_table_without_points_says_so() -> None:
    assert not read_games(TYPED[8][0])[0].has_points
    assert read_games(TYPED[0][0])[0].has_points


@pytest.mark.parametrize(
    ("said", "winner"),
    [
        *((said, Side.RED) for said in ("P1", "player 1", "Spieler 1", "1", "1.0", "1-0", "1 : 0")),
        *((said, Side.BLUE) for said in ("P2", "B", "0-1", "2,0", "Reed", "bo reed")),
        *((said, None) for said in ("", "0", "Draw", "Unentschieden", "Égalité", "0-0", "1-1")),
    ],
)
def test_the_winner_may_be_written_in_many_ways(said: str, winner: Side | None) -> None:
    text = f'Round,Player 1,Player 2,Winner\n1,Ana Lind,Bo Reed,"{said}"'
    assert read_games(text)[0].games[0].winner is winner


@pytest.mark.parametrize("said", ["10", "3", "Lindt", "Ana Reed", "win", "0-2"])
def test_the_winner_is_never_guessed(said: str) -> None:
    with pytest.raises(StoreError, match="column Winner: must be Ana Lind, Bo Reed, 1, 2 or empty"):
        read_games(f"Round,Player 1,Player 2,Winner\n1,Ana Lind,Bo Reed,{said}")
    with pytest.raises(StoreError, match="column Winner"):
        read_games("Round,Player 1,Player 2,Winner\n1,Ana Lind,Ana Reed,Ana")


@pytest.mark.parametrize("said", ["Freilos", "BYE", "Exempté", "Descanso", "- Bye -", ""])
def test_a_bye_may_be_written_in_many_ways(said: str) -> None:
    (event,) = read_games(f"Runde;Spieler 1;Spieler 2;Sieger\nR2;Ana;{said};1\n1;Bo;Ana;2")
    assert [(bye.round_number, bye.player) for bye in event.byes] == [(2, "Ana")]


def test_a_round_exported_for_the_sign_up_site_can_be_read_back_as_games() -> None:
    desk = under_way(5)
    desk.report(1, Side.BLUE, How.SCENARIO, (1, 6), (9, 30))
    desk.report(2, None, How.TIE, (2, 2), (7, 7))
    (event,) = read_games(site_round(desk.state, 1))
    first, second = event.games
    assert (first.winner, first.cp, first.apd) == (Side.BLUE, Pair(1, 6), Pair(9, 30))
    assert second.winner is None
    assert len(event.byes) == 1
