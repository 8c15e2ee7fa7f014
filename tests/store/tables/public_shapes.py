"""Files of players and of games as other desks and people write them, made after shapes seen in
public: whole files with their odd rows, and what is right to read. ``python -m
tests.store.tables.public_shapes`` prints them in a table.
"""

import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from msgspec import Struct

from app.engine.side import Side
from app.store.errors import StoreError
from app.store.tables.games import EventGames, games_in
from app.store.tables.roster import RosterRow, preview_roster
from app.store.tables.sources import read_game_sheets, read_players


class Shape(Struct, frozen=True):
    """A file, and what is right: its rows in short, and words of what must be asked or noted."""

    name: str
    text: str
    right: tuple[str, ...]
    said: str = ""
    """A part of the sentence that must be said; empty where nothing may be."""
    encoding: str = "utf-8"


ROSTERS = (
    Shape(
        "T³ with places and payment",
        "Nr.;Nick;Vorname;Nachname;Ort;Team;Armee;bezahlt;angemeldet\n"
        "1;Wolle;Jörg;Müller;Köln;;Khador;ja;01.03.2024 20:15\n"
        "2;Zoë90;Zoë;Groß;Aachen;Die Drei;Cygnar;nein;02.03.2024 08:01\n",
        (
            "Jörg Müller | Köln | Khador | nick Wolle",
            "Zoë Groß | Aachen | Cygnar | team Die Drei | nick Zoë90",
        ),
        encoding="utf-8",
    ),
    Shape(
        "a spreadsheet of Excel in German",
        "Name;Verein;Fraktion\nJörg Müller;Löwen Köln;Söldner\nZoë Groß;Bären;Trollblüter\n",
        ("Jörg Müller | Löwen Köln | Söldner", "Zoë Groß | Bären | Trollblüter"),
        said="It is read as Western European (Windows)",
        encoding="cp1252",
    ),
    Shape(
        "an old Mac",
        "Prénom;Nom;Association\nFrançois;Lefèvre;Les Têtes brûlées\nChloé;Noël;Dés pipés\n",
        ("François Lefèvre | Les Têtes brûlées", "Chloé Noël | Dés pipés"),
        said="encoding",
        encoding="mac_roman",
    ),
    Shape(
        "a Polish list",
        "Imię i nazwisko;Klub;Frakcja\nŁukasz Żak;Smoki Kraków;Cryx\nKaśka Wójcik;;Khador\n",
        ("Łukasz Żak | Smoki Kraków | Cryx", "Kaśka Wójcik | Khador"),
        said="encoding",
        encoding="cp1250",
    ),
    Shape(
        "Excel's Unicode text",
        "First name\tLast name\tFaction\nAna\tLind\tCryx\nBo\tMüller\tKhador\n",
        ("Ana Lind | Cryx", "Bo Müller | Khador"),
        encoding="utf-16",
    ),
    Shape(
        "a separator line of Excel",
        "sep=;\nPlayer;Club\nAna Lind;Ravens\nBo Müller;\n",
        ("Ana Lind | Ravens", "Bo Müller"),
    ),
    Shape(
        "namesakes without a number",
        "Player,Club\nAna Lind,Ravens\nAna Lind,Owls\n",
        ("Ana Lind | Ravens",),
        said="The same name is in line 2.",
    ),
    Shape(
        "namesakes with numbers of the site",
        "Player,ID\nAna Lind,#70\nAna Lind,#71\n",
        ("Ana Lind | id 70", "Ana Lind | id 71"),
    ),
    Shape(
        "names last first",
        'Name,Faction\n"Lind, Ana",Cryx\n"Müller, Bo",Khador\n',
        ("Lind, Ana | Cryx", "Müller, Bo | Khador"),
    ),
    Shape(
        "a form's answers",
        "Timestamp,What is your name?,Which faction do you play?,Your club\n"
        "3/1/2024 20:15,Ana Lind,Cryx,Ravens\n3/2/2024 8:01,Bo Müller,Khador,\n",
        ("Ana Lind | Ravens | Cryx", "Bo Müller | Khador"),
    ),
    Shape(
        "a table of Markdown",
        "| Player | Faction |\n|---|---|\n| Ana Lind | Cryx |\n| Bo Müller | Khador |\n",
        ("Ana Lind | Cryx", "Bo Müller | Khador"),
    ),
    Shape(
        "names numbered in a message",
        "1. Ana Lind\n2. Bo Müller\n3. Cleo Reed\n",
        ("Ana Lind", "Bo Müller", "Cleo Reed"),
    ),
    Shape(
        "names with factions in brackets",
        "Ana Lind (Cryx)\nBo Müller (Khador)\n",
        ("Ana Lind | Cryx", "Bo Müller | Khador"),
    ),
    Shape(
        "names and factions by a dash",
        "Ana Lind - Cryx\nBo Müller - Khador\n",
        ("Ana Lind | Cryx", "Bo Müller | Khador"),
    ),
    Shape(
        "names with something else behind them",
        "1) Ana Lind (ace)\n2) Bo Müller (wall)\n",
        ("Ana Lind", "Bo Müller"),
        said="The text after the names is not used.",
    ),
    Shape(
        "JSON of names",
        '["Ana Lind", "Bo Müller"]',
        ("Ana Lind", "Bo Müller"),
    ),
    Shape(
        "places and armies in Spanish",
        "Pos;Jugador;Ejército;Localidad\n1;José Peña;Cryx;Lugo\n2;Íñigo Ruiz;Khador;\n",
        ("José Peña | Lugo | Cryx", "Íñigo Ruiz | Khador"),
    ),
    Shape(
        "headings again on the second page",
        "Name,Club\nAna Lind,Ravens\nName,Club\nBo Müller,Owls\n",
        ("Ana Lind | Ravens", "Bo Müller | Owls"),
    ),
    Shape(
        "a sum below",
        "Name;Fraktion\nAna Lind;Cryx\nBo Müller;Khador\nGesamt: 2;\n",
        ("Ana Lind | Cryx", "Bo Müller | Khador"),
        said="This reads like a sum below the list.",
    ),
    Shape(
        "a team a row with a nation",
        "Country;Team;Captain;Player 1;Player 2\nPoland;Husaria;Łukasz Żak;Łukasz Żak;Jan Lis\n",
        (
            "Łukasz Żak | team Husaria | seat 1 | captain | nation Poland",
            "Jan Lis | team Husaria | seat 2 | nation Poland",
        ),
        said="The list has a row for the team",
    ),
    Shape(
        "letters lost before",
        "Name;Club\nJ?rg M?ller;K?ln\nAna Lind;Ravens\n",
        ("J?rg M?ller | K?ln", "Ana Lind | Ravens"),
        said="lost",
    ),
    Shape(
        "a title above two columns of Excel",
        "Open 2026 - 24 players\n\nName;Team\nAna Lind;Owls\nBo Müller;Owls\n",
        ("Ana Lind | team Owls", "Bo Müller | team Owls"),
    ),
    Shape(
        "a title above two columns with commas",
        "Open 2026\nName,Team\nAna Lind,Owls\nBo Müller,Owls\nCleo Reed,Ravens\n",
        ("Ana Lind | team Owls", "Bo Müller | team Owls", "Cleo Reed | team Ravens"),
    ),
    Shape(
        "cells without headings, numbered, with the site's numbers",
        "1\tAna Lind #1234\tCygnar\n2\tBo Müller #4321\tKhador\n",
        ("Ana Lind | Cygnar | id 1234", "Bo Müller | Khador | id 4321"),
    ),
    Shape(
        "names and factions without headings",
        "Ana Lind;Cygnar\nBo Müller;Trollblüter\nCleo Reed;Skorne\n",
        ("Ana Lind | Cygnar", "Bo Müller | Trollblüter", "Cleo Reed | Skorne"),
    ),
    Shape(
        "an export with who has dropped",
        "First Name,Last Name,Email,Team,Faction,Paid,Checked In,Dropped\n"
        "Ana,Lind,a@x.org,Ravens,Cryx,true,true,false\nBo,Müller,b@x.org,,Khador,false,no,true\n",
        ("Ana Lind | Cryx | team Ravens",),
        said="The list shows them as dropped or waiting. Tick the row if they play.",
    ),
    Shape(
        "who is only waiting",
        "Name,Status\nAna Lind,confirmed\nBo Müller,waiting list\nCleo Reed,cancelled\n",
        ("Ana Lind",),
        said="The list says “waiting list”. Tick the row if they play.",
    ),
    Shape(
        "who is only waiting, in German",
        "Name;Status;Fraktion\nAna Lind;angemeldet;Cryx\nBo Müller;Warteliste;Khador\n",
        ("Ana Lind | Cryx",),
        said="The list says “Warteliste”. Tick the row if they play.",
    ),
    Shape(
        "JSON with who has dropped",
        '[{"firstName":"Ana","lastName":"Lind","dropped":false},'
        '{"firstName":"Bo","lastName":"Müller","dropped":true}]',
        ("Ana Lind",),
        said="The list shows them as dropped or waiting. Tick the row if they play.",
    ),
    Shape(
        "sign-ups in a thread, with reserves",
        "1) Ana (Cryx) - paid\n2) Bo (Khador) - not paid\n3) Cleo (tbd)\nreserves:\n"
        "4) Dirk (Skorne)\n",
        ("Ana | Cryx", "Bo | Khador", "Cleo", "Dirk | Skorne"),
        said="This reads like a heading in the list. Tick the row if it is a player.",
    ),
    Shape(
        "names with factions in brackets or by a dash",
        "@analind (Cryx)\n@bo_m – Khador\nCleo\n",
        ("@analind | Cryx", "@bo_m | Khador", "Cleo"),
    ),
    Shape(
        "a longer heading of the faction",
        "Civilité;Nom de famille;Prénom;Pseudo;Club;Faction jouée;Règlement\n"
        "M.;LEFÈVRE;François;Fanch;Les Dés;Cygnar;CB\nMme;NOËL;Chloé;;Les Dés;Cryx;espèces\n",
        (
            "François LEFÈVRE | Les Dés | Cygnar | nick Fanch",
            "Chloé NOËL | Les Dés | Cryx",
        ),
    ),
    Shape(
        "a team a row in Spanish",
        "Equipo;Jugador 1;Facción 1;Jugador 2;Facción 2\n"
        "Los Lobos;José Peña;Cryx;Íñigo Ruiz;Khador\n",
        (
            "José Peña | Cryx | team Los Lobos | seat 1",
            "Íñigo Ruiz | Khador | team Los Lobos | seat 2",
        ),
        said="The list has a row for the team",
    ),
)

G = "Round,Table,Player 1,Player 2,Winner,CP 1,CP 2,AP 1,AP 2,Condition\n"
GAMES = (
    Shape(
        "two rounds with a bye and a tie",
        G + "1,1,Ana Lind,Bo Müller,Ana Lind,5,0,20,10,Scenario\n1,,Cleo Reed,BYE,,,,,,\n"
        "2,1,Cleo Reed,Ana Lind,draw,2,2,10,10,time\n2,,Bo Müller,,,,,,,\n",
        (
            "R1 T1 Ana Lind 5/20 – Bo Müller 0/10: Ana Lind by scenario",
            "R2 T1 Cleo Reed 2/10 – Ana Lind 2/10: nobody by tie",
            "R1 bye Cleo Reed",
            "R2 bye Bo Müller",
        ),
    ),
    Shape(
        "namesakes told by their number",
        "Round,Player 1,ID 1,Player 2,ID 2,Winner\n1,Ana Lind,11,Ana Lind,12,12\n",
        ("R1 Ana Lind (11) 0/0 – Ana Lind (12) 0/0: Ana Lind (12) by unrecorded",),
    ),
    Shape(
        "a namesake who cannot be told",
        "Round,Player 1,Player 2,Winner\n1,Ana Lind,Ana Lind,Ana Lind\n",
        (),
        said="must be somebody other than the first player",
    ),
    Shape(
        "a winner whose first name both have",
        "Round,Player 1,Player 2,Winner\n1,Ana Lind,Ana Reed,Ana\n",
        (),
        said="Winner",
    ),
    Shape(
        "German with commas in numbers",
        "Runde;Tisch;Spieler 1;Spieler 2;Sieger;KP 1;KP 2\n"
        "Runde 1;Tisch 1;Jörg Müller;Zoë Groß;Spieler 2;3,0;5,0\n",
        ("R1 T1 Jörg Müller 3/0 – Zoë Groß 5/0: Zoë Groß by unrecorded",),
        encoding="cp1252",
    ),
    Shape(
        "results as in chess, German",
        "Runde;Spieler A;Spieler B;Ergebnis\n1;Jörg Müller;Zoë Groß;0:1\n1;Ana Lind;freilos;\n",
        ("R1 Jörg Müller 0/0 – Zoë Groß 0/0: Zoë Groß by unrecorded", "R1 bye Ana Lind"),
    ),
    Shape(
        "winner and loser",
        "Round,Table,Winner,Loser,Win condition\n1,1,Ana Lind,Bo Müller,caster kill\n"
        "1,2,Cleo Reed,Dirk Groß,deathclock\n",
        (
            "R1 T1 Ana Lind 0/0 – Bo Müller 0/0: Ana Lind by assassination",
            "R1 T2 Cleo Reed 0/0 – Dirk Groß 0/0: Cleo Reed by clock_out",
        ),
    ),
    Shape(
        "a winner who is neither",
        G + "1,1,Ana Lind,Bo Müller,Cleo Reed,5,0,20,10,Scenario\n",
        (),
        said="Line 2, column Winner",
    ),
    Shape(
        "points of one player alone",
        "Round,Player 1,Player 2,Winner,CP 1\n1,Ana Lind,Bo Müller,1,5\n",
        (),
        said="The column cp2 is missing",
    ),
    Shape(
        "Spanish",
        "Ronda;Mesa;Jugador 1;Jugador 2;Ganador;Victoria\n"
        "1;1;José Peña;Íñigo Ruiz;Íñigo Ruiz;asesinato\n2;1;José Peña;descanso;;\n",
        ("R1 T1 José Peña 0/0 – Íñigo Ruiz 0/0: Íñigo Ruiz by assassination", "R2 bye José Peña"),
    ),
    Shape(
        "French",
        "Ronde;Table;Joueur 1;Joueur 2;Vainqueur;Condition de victoire\n"
        "1;1;François Lefèvre;Chloé Noël;Joueur 1;abandon\n",
        ("R1 T1 François Lefèvre 0/0 – Chloé Noël 0/0: François Lefèvre by concession",),
    ),
    Shape(
        "a table of Markdown with games",
        "| Round | Player 1 | Player 2 | Winner |\n|---|---|---|---|\n"
        "| 1 | Ana Lind | Bo Müller | 2 |\n",
        ("R1 Ana Lind 0/0 – Bo Müller 0/0: Bo Müller by unrecorded",),
    ),
    Shape(
        "points of both in one column",
        "Round,Player 1,Player 2,Score,Winner\n1,Ana Lind,Bo Müller,5-3,1\n"
        "2,Ana Lind,Bo Müller,,2\n",
        (
            "R1 Ana Lind 5/0 – Bo Müller 3/0: Ana Lind by unrecorded",
            "R2 Ana Lind 0/0 – Bo Müller 0/0: Bo Müller by unrecorded",
        ),
        said="Points that are not written down are taken as 0.",
    ),
    Shape(
        "points where the winner stands",
        "Round,Player 1,Player 2,Result\n1,Ana Lind,Bo Müller,5-3\n",
        (),
        said="Line 2, column Result",
    ),
    Shape(
        "headings again on the second page, with games",
        "Round,Player 1,Player 2,Winner\n1,Ana Lind,Bo Müller,1\n"
        "Round,Player 1,Player 2,Winner\n2,Ana Lind,Bo Müller,2\n",
        (
            "R1 Ana Lind 0/0 – Bo Müller 0/0: Ana Lind by unrecorded",
            "R2 Ana Lind 0/0 – Bo Müller 0/0: Bo Müller by unrecorded",
        ),
    ),
    Shape(
        "a round that is written once for its games",
        "Round;Player 1;Player 2;Winner\n1;Ana Lind;Bo Müller;1\n;Cleo Reed;Dirk Groß;2\n",
        (
            "R1 Ana Lind 0/0 – Bo Müller 0/0: Ana Lind by unrecorded",
            "R1 Cleo Reed 0/0 – Dirk Groß 0/0: Dirk Groß by unrecorded",
        ),
        said="The round is that of the line above: 1.",
    ),
    Shape(
        "capitals and blanks that differ",
        "Round;Player 1;Player 2;Winner\n1;Ana Lind;Bo Müller;ana lind\n"
        "2; ANA  LIND ;Bo Müller;2\n",
        (
            "R1 Ana Lind 0/0 – Bo Müller 0/0: Ana Lind by unrecorded",
            "R2 Ana Lind 0/0 – Bo Müller 0/0: Bo Müller by unrecorded",
        ),
        said="ANA  LIND is taken as Ana Lind.",
    ),
    Shape(
        "who won in words",
        "Round;Player 1;Player 2;Winner\n1;Ana Lind;Bo Müller;Player 2 (Bo Müller)\n",
        (),
        said="Line 2, column Winner",
    ),
    Shape(
        "two events, and a round that is no number",
        "Event,Round,Player 1,Player 2,Winner\nSpring,1,Ana Lind,Bo Müller,1\n"
        "Autumn,Final,Ana Lind,Bo Müller,2\n",
        (),
        said="Line 3, column Round",
    ),
    Shape(
        "Player 1 won",
        "Round,Table,Player 1,Faction 1,CP 1,Player 2,Faction 2,CP 2,Result\n"
        "1,1,Ana Lind,Cryx,5,Bo Müller,Khador,3,Player 1 won\n",
        ("R1 T1 Ana Lind 5/0 – Bo Müller 3/0: Ana Lind by unrecorded",),
    ),
    Shape(
        "home and away with halves",
        "Runde;Heim;Gast;Ergebnis\n1;Ana;Bo;1:0\n1;Cleo;Dirk;0:1\n2;Ana;Cleo;0,5:0,5\n",
        (
            "R1 Ana 0/0 – Bo 0/0: Ana by unrecorded",
            "R1 Cleo 0/0 – Dirk 0/0: Dirk by unrecorded",
            "R2 Ana 0/0 – Cleo 0/0: nobody by tie",
        ),
    ),
    Shape(
        "a tie in words where the winner stands",
        "Runde;Tisch;Spieler A;Spieler B;KP A;KP B;Sieger\n1;1;Ana;Bo;3;3;Unentschieden\n",
        ("R1 T1 Ana 3/0 – Bo 3/0: nobody by tie",),
    ),
    Shape(
        "a motive in Spanish",
        "Ronda;Mesa;Jugador 1;Jugador 2;Ganador;Motivo\n1;1;José;Íñigo;José;Escenario\n",
        ("R1 T1 José 0/0 – Íñigo 0/0: José by scenario",),
    ),
    Shape(
        "a game that was not played",
        "round,player1,player2,winner,how\n1,Ana,Bo,Ana,Scenario\n1,Cleo,Dirk,,not played\n",
        (),
        said="Line 3: this game was not played. Take the line out of the file.",
    ),
    Shape(
        "a row for each player",
        "round,table,player,opponent,result,cp,apd\n1,1,Ana,Bo,W,5,30\n1,1,Bo,Ana,L,3,10\n",
        (),
        said="Line 2, column result: must be Ana, Bo, 1, 2 or empty, not 'W'.",
    ),
)


def player_words(row: RosterRow) -> str:
    """Return what was read of a player, without what is empty."""
    entry = row.entry
    words = (
        entry.name,
        entry.club,
        entry.faction,
        entry.team and f"team {entry.team}",
        entry.army and f"army {entry.army}",
        entry.nickname and f"nick {entry.nickname}",
        entry.sign_up and f"id {entry.sign_up}",
        row.seat and f"seat {row.seat}",
        "captain" * row.captain,
        row.nation and f"nation {row.nation}",
    )
    return " | ".join(str(word) for word in words if word)


def game_words(event: EventGames) -> list[str]:
    games = []
    for game in event.games:
        sides = [f"{game.players.of(side)} {game.cp.of(side)}/{game.apd.of(side)}" for side in Side]
        table = f" T{game.table}" if game.table else ""
        winner = game.players.of(game.winner) if game.winner else "nobody"
        games.append(
            f"R{game.round_number}{table} {' – '.join(sides)}: {winner} by {game.how.value}"
        )
    return [*games, *(f"R{bye.round_number} bye {bye.player}" for bye in event.byes)]


def read_shape(shape: Shape, folder: Path, *, games: bool) -> tuple[tuple[str, ...], str]:
    """Return what a file is read as, and all that is said of it."""
    path = folder / "list.csv"
    path.write_bytes(shape.text.encode(shape.encoding))
    try:
        if games:
            events = [each for sheet in read_game_sheets(path) for each in games_in(sheet.rows)]
            rows = [words for event in events for words in game_words(event)]
            notes = [row.note for event in events for row in (*event.games, *event.byes)]
        else:
            (sheet,) = read_players(path)
            players = preview_roster(sheet.rows).rows
            rows = [player_words(row) for row in players if row.ok]
            notes = [row.note for row in players]
            notes += sheet.notes
    except StoreError as error:
        return (), str(error)
    return tuple(rows), " ".join(filter(None, notes))


def is_right(shape: Shape, rows: tuple[str, ...], said: str) -> bool:
    """Tell whether exactly this was read, and nothing was said but what must be."""
    return rows == shape.right and (shape.said in said if shape.said else not said)


def table_row(shape: Shape, folder: Path, *, games: bool) -> str:
    """Return the row of the printed table: file, what was read, what was said, whether right."""
    rows, said = read_shape(shape, folder, games=games)
    verdict = "right" if is_right(shape, rows, said) else "WRONG"
    return f"{verdict:5} | {shape.name} | {'; '.join(rows) or 'refused'} | {said or '–'}"


def main() -> int:
    """Print the table; the exit code tells whether something is wrong."""
    with TemporaryDirectory() as folder:
        lines = [table_row(shape, Path(folder), games=False) for shape in ROSTERS]
        lines += [table_row(shape, Path(folder), games=True) for shape in GAMES]
    print(*lines, sep="\n")
    wrong = sum(line.startswith("WRONG") for line in lines)
    print(f"{len(lines) - wrong} of {len(lines)} right")
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main())
