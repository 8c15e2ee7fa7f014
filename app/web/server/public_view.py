"""The public view of the state for a device. It contains no secrets: no scenario before the round
starts, no length of a round, no lists that the event hides, and no choice of a list before both
players have chosen.
"""

from collections.abc import Callable, Mapping
from typing import get_args

from msgspec import structs

from app.engine import wording
from app.engine.acts.room import RoomActed
from app.engine.armies.factions import factions_of
from app.engine.formats.terms import NO_SCENARIO, time_for
from app.engine.frozen import replace
from app.engine.language import packet_text, say
from app.engine.packet.packet import GameRules
from app.engine.packet.reference import Briefing
from app.engine.packet.scenario import Scenario
from app.engine.packet.timing import TableTime
from app.engine.remarks import reason_words
from app.engine.rounds.match_ups import is_public, published_round
from app.engine.rounds.outlook import ends_with
from app.engine.standings.ranking import standings
from app.engine.standings.scores import planned_rounds
from app.engine.standings.teams import team_names
from app.engine.state import Stage, State
from app.engine.table.game import Game, Play
from app.engine.table.verdict import final_result
from app.engine.text import join_words, name_order
from app.views.event.check_in import (
    CheckInColumn,
    check_in_rows,
    list_missing,
    missing_words,
)
from app.views.history.words import act_words
from app.views.round.hall import hall_view
from app.views.round.live import LiveRow, Order, live_row, sort_rows
from app.views.round.needs import Need, name_parts
from app.views.round.now import next_card
from app.views.round.result_entry import rulings
from app.views.round.room_display import public_end, room_display
from app.views.round.spectators import spectator_round
from app.views.table.briefing import scenario_briefing
from app.views.table.late_presses import shown_words
from app.views.table.organizer_acts import open_words, taken_back_ms
from app.views.table.photos import photo_rows
from app.views.table.scoring_pad import PadContents, correctable, pad, pad_steps
from app.views.table.table import CONDITION_WORDS, TableCondition, TableView, play_view, table_view
from app.views.time_of_day import minute_of_day
from app.web.protocol.messages import (
    Arrivals,
    ArrivalShown,
    DeviceShown,
    GameMessage,
    HallAct,
    HallShown,
    NeedShown,
    NextShown,
    Notice,
    PadMessage,
    PadShown,
    PairingShown,
    PlayerShown,
    PlayMessage,
    RoomMessage,
    StandingShown,
    StreamMessage,
    TableShown,
    TablesMessage,
    WallMessage,
)
from app.web.server.presence import TableLink

HALL_ACTS = get_args(HallAct)


def game_at(state: State, table: int) -> Game | None:
    """Return the game of the latest published round at this table, or None."""
    latest = published_round(state)
    games = state.games_of(latest) if latest else ()
    return next((game for game in games if game.table == table), None)


def is_published(state: State, game: Game) -> bool:
    """Tell whether players may know of the game."""
    round_ = state.round(game.round_number)
    return round_ is not None and is_public(state, round_)


def game_message(state: State, seq: int, table: int) -> GameMessage:
    game, latest = game_at(state, table), published_round(state)
    if game is None or latest is None:
        return GameMessage(seq=seq, table=table, round_number=latest.number if latest else 0)
    view = table_view(state, game)
    return GameMessage(
        seq=seq,
        table=table,
        round_number=game.round_number,
        game=game.number,
        names=view.names,
        secret=view.secret,
        started=latest.stage is Stage.STARTED,
        time=_time(state, view),
        terms=None if view.secret and game.armies else rules_in_words(game.terms),
        armies=view.armies,
        lists=view.lists,
        brought=view.brought,
        shift_ms=state.shift_ms,
        briefing=None
        if view.secret or not game.armies
        else scenario_briefing(game.terms, game.play),
        next_round=_next_round(state, latest.number),
        round_ends_ms=public_end(state, latest),
    )


def _next_round(state: State, number: int) -> int | None:
    """Return the number of the next round; 0 if this is the last one; None if that depends on who
    leads.
    """
    if ends_with(state, number):
        return 0
    return number + 1 if number < planned_rounds(state) else None


def rules_in_words(rules: GameRules) -> GameRules:
    """Return the rules with those sentences of the packet that pages show, in the current
    language.
    """
    named = tuple(replace(each, rule=packet_text(each.rule)) for each in rules.counting.named)
    return replace(
        rules,
        scenario=_in_words(rules.scenario),
        counting=replace(
            rules.counting,
            named=named,
            present=packet_text(rules.counting.present) or str(wording.PRESENT_IS),
            holders=tuple(
                replace(each, name=packet_text(each.name)) for each in rules.counting.holders
            ),
        ),
        briefing=_translate_briefing(rules.briefing),
    )


def _translate_briefing(briefing: Briefing) -> Briefing:
    """Return the briefing with its rules of control in the current language."""
    reference = (
        replace(one, control=packet_text(one.control), contest=packet_text(one.contest))
        for one in briefing.reference
    )
    return replace(briefing, reference=tuple(reference))


def _in_words(scenario: Scenario) -> Scenario:
    fuse = scenario.fuse
    return replace(
        scenario,
        fuse=replace(fuse, says=packet_text(fuse.says)) if fuse else None,
        elements=tuple(
            replace(element, name=packet_text(element.name)) for element in scenario.elements
        ),
        conditions=tuple(
            replace(asked, name=packet_text(asked.name)) for asked in scenario.conditions
        ),
        area=packet_text(scenario.area),
        after_scoring=packet_text(scenario.after_scoring),
        says=tuple(map(packet_text, scenario.says)),
    )


def play_message(
    state: State, seq: int, game: Game, *, through: int = 0, held: bool = False
) -> PlayMessage:
    view, play = play_view(state, game), game.play
    steps = () if view.secret else pad_steps(game)
    return PlayMessage(
        seq=seq,
        game=game.number,
        through=through,
        held=held,
        condition=CONDITION_WORDS[view.condition],
        step=view.step,
        cp=view.cp,
        why=view.why,
        question=play.question,
        needs=view.needs,
        on_table=None if view.secret else view.on_table,
        wins_if_scored=view.wins_if_scored,
        reached=view.reached,
        result=view.result,
        by_eo=game.reported is not None,
        in_doubt=view.in_doubt,
        moved=shown_words(game) if game.moved else "",
        judge_goes=game.taken,
        photos=len(game.photos),
        play=_say_reasons(view.play),
        switched=view.switch,
        pad=_pad_shown(pad(game, steps[0])) if steps else None,
    )


def _say_reasons(play: Play) -> Play:
    """Return the play with the program's reasons in words, because pages do not know them."""
    pause, ending = play.pause, play.ending
    if pause is None and ending is None:
        return play
    return replace(
        play,
        pause=pause and replace(pause, reason=reason_words(pause.reason)),
        ending=ending and replace(ending, reason=reason_words(ending.reason)),
    )


def pad_message(state: State, game: Game, step: int) -> PadMessage:
    secret = table_view(state, game).secret
    steps = () if secret else pad_steps(game)
    pad_shown = _pad_shown(pad(game, step)) if step in steps else None
    turns = () if secret else correctable(game)
    return PadMessage(game=game.number, step=step, steps=steps, pad=pad_shown, turns=turns)


def tables_message(
    state: State,
    seq: int,
    *,
    now_ms: int,
    links: dict[int, TableLink],
    held: frozenset[int],
    due: Mapping[int, int],
    notices: tuple[Notice, ...],
) -> TablesMessage:
    """Return every table of the round for the organizer, the most urgent first."""
    latest = published_round(state)
    games = state.games_of(latest) if latest else ()
    views = {game.number: table_view(state, game) for game in games}
    rows = sort_rows((live_row(view, now_ms) for view in views.values()), Order.URGENCY)
    return TablesMessage(
        seq=seq,
        now_ms=now_ms,
        round_number=latest.number if latest else 0,
        tables=tuple(
            _table(
                state,
                row,
                views[row.game],
                links.get(row.table),
                held=row.game in held,
                flag_ms=due.get(row.game),
            )
            for row in rows
        ),
        notices=notices,
        shift_ms=state.shift_ms,
        hall=hall_shown(state, now_ms),
    )


def hall_shown(state: State, now_ms: int) -> HallShown:
    """Return the acts that are possible at all tables, the clocks that stand, and the last such act
    that can be undone.
    """
    hall, last = hall_view(state, now_ms), state.done[-1] if state.done else None
    offered = {act.value: number for act, number in hall.tables.items() if act.value in HALL_ACTS}
    message = HallShown(tables=offered, standing=hall.standing, gap=hall.gap)
    if last is None or not isinstance(last.event, RoomActed):
        return message
    return structs.replace(message, undo=last.seq, undone=act_words(state, last.event))


def need_shown(need: Need) -> NeedShown:
    """Return one thing that waits for the organizer, in the form that the page shows."""
    kind, about, part = name_parts(need)
    return NeedShown(
        kind=kind,
        about=about,
        part=part,
        chip=say(need.kind.value),
        tone=need.tone.value,
        title=need.title,
        said=need.about,
        act=need.act,
        choices=tuple(choice.words for choice in need.choices),
        even=need.is_even,
        game=need.game,
        since_ms=need.since_ms,
        taken_by=need.taker,
    )


def next_shown(state: State, now_ms: int) -> NextShown:
    """Return the day's next step."""
    if state.settings is None:
        return NextShown()
    card = next_card(state, lambda at_ms: minute_of_day(state.shown_ms(at_ms)), now_ms)
    return NextShown(figure=card.figure, sentence=card.note)


def _teams_to_join(state: State) -> tuple[str, ...] | None:
    if not (state.phones.sign_up and state.settings and state.settings.team_seats):
        return None
    return tuple(sorted(team_names(state).values(), key=name_order))


def _factions_to_choose(state: State) -> tuple[str, ...]:
    return tuple(each.name for each in factions_of(state.packet)) if state.phones.sign_up else ()


def _armies_to_choose(state: State) -> tuple[tuple[str, ...], ...]:
    """Return the armies of each faction that players may choose; an empty tuple if no faction has
    any.
    """
    every = tuple(each.armies for each in factions_of(state.packet))
    return every if state.phones.sign_up and any(every) else ()


def room_message(state: State, seq: int) -> RoomMessage:
    """Return the pairings, results, and standings after the last finished round, for everybody."""
    latest = published_round(state)
    finished = tuple(round_ for round_ in state.rounds if round_.stage is Stage.FINISHED)
    message = RoomMessage(
        seq=seq,
        event=state.settings.name if state.settings else "",
        standings_after=finished[-1].number if finished else 0,
        standings=_standings(replace(state, rounds=finished)) if finished else (),
        shift_ms=state.shift_ms,
        sign_up=state.phones.sign_up,
        teams=_teams_to_join(state),
        factions=_factions_to_choose(state),
        faction_armies=_armies_to_choose(state),
        armies=state.armies,
        players=tuple(
            PlayerShown(number=player.number, name=state.name(player.number))
            for player in sorted(
                state.players.values(), key=lambda player: name_order(player.entry.name)
            )
            if not player.status.has_left
        ),
    )
    if latest is None:
        return message
    return structs.replace(
        message,
        round_number=latest.number,
        stage=latest.stage.value,
        started_ms=latest.started_ms,
        ends_ms=public_end(state, latest),
        pairings=tuple(
            _pairing(state, game)
            for game in sorted(state.games_of(latest), key=lambda game: game.table)
        ),
        bye=join_words(state.name(bye.player) for bye in latest.byes) if latest.byes else "",
    )


def wall_message(state: State, seq: int, time_of: Callable[[int], str]) -> WallMessage:
    """Return the content of the room display, for everybody. ``time_of`` returns a time of day in
    words.
    """
    return WallMessage(seq=seq, shown=room_display(state, time_of))


def stream_message(state: State, seq: int, now_ms: int, table: int) -> StreamMessage:
    """Return a table for spectators; for table 0 return all tables."""
    return StreamMessage(seq=seq, shown=spectator_round(state, now_ms, table))


def _table(
    state: State,
    row: LiveRow,
    view: TableView,
    link: TableLink | None,
    *,
    held: bool,
    flag_ms: int | None,
) -> TableShown:
    return TableShown(
        table=row.table,
        game=row.game,
        names=row.names,
        condition=row.word,
        stands=view.stands.value,
        judge=view.condition is TableCondition.JUDGE,
        low=row.low,
        told=row.explanation,
        why=row.why,
        cp=row.cp,
        cp_after=row.cp_after,
        time=_time(state, view),
        clock=view.clock,
        runs=row.runs,
        dice_down=_dice_down(state, view),
        ways=rulings(state.games[row.game]),
        switched=view.switch,
        ended_ms=taken_back_ms(state.games[row.game], state.round_of(state.games[row.game]).stage),
        joined=link is not None,
        in_touch=link is not None and link.in_touch,
        since_ms=link.since_ms if link else 0,
        held=held,
        flag_ms=flag_ms,
        late=view.late,
        moves=view.moves,
        devices=tuple(_device(link)) if link else (),
        timed=view.timed_turn,
        open=open_words(view, tablet_away=link is None or not link.in_touch),
        taken_by=_taker(state.games[row.game]),
        photos=photo_rows(state, state.games[row.game]),
    )


def _taker(game: Game) -> str | None:
    return game.taker if game.taken else None


def _dice_down(state: State, view: TableView) -> bool:
    """Tell whether the round's dice are down while this table still plays."""
    latest, play = published_round(state), view.play
    called = latest is not None and latest.dice_down_ms is not None
    return called and play.in_progress and play.dice_down_ms is None


def _time(state: State, view: TableView) -> TableTime:
    """Return a table's time. A scenario may change it, so before the round begins this is the time
    of a plain scenario.
    """
    if view.secret and state.packet and state.settings:
        return time_for(state.packet, state.settings, NO_SCENARIO)
    return view.time


def _pad_shown(turn_pad: PadContents) -> PadShown:
    return PadShown(
        step=turn_pad.step,
        title=turn_pad.title,
        rows=turn_pad.rows,
        scores=turn_pad.scores,
        kill_box_of=turn_pad.kill_box_of,
        kill_box=turn_pad.kill_box,
        destroys=turn_pad.destroys,
        caster_left=turn_pad.caster_left,
        points=turn_pad.points,
        total=turn_pad.total,
        win=turn_pad.win,
        vanishing=turn_pad.vanishing,
        removed=turn_pad.removed,
        gone=turn_pad.gone,
        overruled=turn_pad.overruled,
        ruling=turn_pad.ruling,
        by_hand=turn_pad.by_hand,
        after=turn_pad.after,
    )


def _device(link: TableLink) -> list[DeviceShown]:
    return [
        DeviceShown(
            device=device.device,
            name=device.name,
            in_touch=device.in_touch,
            heard_ms=device.heard_ms,
            battery=device.battery,
            charging=device.charging,
            delay_ms=device.delay_ms,
            queued=device.queued,
        )
        for device in link.devices
    ]


def _pairing(state: State, game: Game) -> PairingShown:
    result = final_result(game)
    return PairingShown(
        table=game.table,
        names=game.players.map(state.name),
        winner=result.winner if result else None,
        done=result is not None,
    )


def _standings(state: State) -> tuple[StandingShown, ...]:
    return tuple(
        StandingShown(
            place=standing.place,
            shared=standing.shared,
            name=state.name(standing.number),
            tp=standing.tp,
            sos=str(standing.sos),
            cp=standing.cp,
            apd=standing.apd,
        )
        for standing in standings(state)
    )


def arrivals_message(state: State) -> Arrivals:
    """Return the players at check-in, sorted by name, for the organizer's page."""
    rows = check_in_rows(state)
    players = [
        ArrivalShown(
            number=row.number,
            name=state.name(row.number),
            team=row.team,
            here=CheckInColumn.HERE in row.done,
            missing=list_missing(row),
        )
        for row in rows
    ]
    players.sort(key=lambda player: name_order(player.name))
    return Arrivals(players=tuple(players), sentence=missing_words(state, rows))
