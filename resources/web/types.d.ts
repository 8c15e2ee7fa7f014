// The engine's values as tablets are sent them; made by tools/pages/engine_types.py.

declare namespace Engine {
  interface Pair<T> {
    red: T;
    blue: T;
  }

  interface GameRules {
    packet: string;
    time: TableTime;
    clock_out: ClockOut;
    victory: Victory;
    counting: Counting;
    kill_box: KillBox;
    scenario: Scenario;
    concession: Award;
    concession_cp: number;
    concession_apd: number;
    bye_cp: number;
    bye_apd: number;
    briefing: Briefing;
  }

  interface TableTime {
    kind: TimingKind;
    clock_ms: number;
    turn_ms: number;
    extension_ms: number;
    extensions: number;
    dice_down: boolean;
    minimum_turn_ms: number;
    play_on_below_ms: number;
    clock_out_loses: boolean;
    clock_out_kills: boolean;
    pause_excuses: boolean;
    player_starts_turn: boolean;
    pauses_lose: number;
    clock_out_scores: boolean;
    timing: string;
  }

  type TimingKind = "deathclock" | "turns" | "untimed";

  type ClockOut = "packet" | "lose" | "last_turn" | "warn";

  interface Victory {
    win: Win;
    scoring_from_turn: number;
    at_length: (Tiebreak)[];
    unfinished: (Tiebreak)[];
    last_turn: number;
    capped: boolean;
    assassination: boolean;
    battlegroup: boolean;
    one_domination: boolean;
    dice_down_is_length: boolean;
    on_opponents_turn: boolean;
    each_turn: boolean;
    both_secure: boolean;
    leading_is_scenario: boolean;
    armies: boolean;
    points_at_end: boolean;
    by_agreement: boolean;
  }

  interface Win {
    points: number;
    lead: number;
  }

  type Tiebreak = "casters" | "control_points" | "area" | "army_left" | "army_points_destroyed" | "presence";

  interface Counting {
    caster: number;
    half_units: boolean;
    strays_count: boolean;
    half_inside: boolean;
    free_vehicle: number;
    free_solo: number;
    lesser: number;
    named: (NamedWorth)[];
    present: string;
    holders: (Holders)[];
  }

  interface NamedWorth {
    name: string;
    destroyed: number;
    rule: string;
    controls: string;
  }

  interface Holders {
    at: Place;
    name: string;
    kinds: (string)[];
    base_mm: number;
  }

  type Place = "zone" | "circle" | "rectangle" | "flag" | "objective" | "cache" | "kill_box";

  interface KillBox {
    from_turn: number;
    inches: number;
    points: number;
    own_edge: boolean;
    destroys: boolean;
  }

  interface Scenario {
    number: number;
    name: string;
    kill_box: boolean;
    elements: (Element)[];
    conditions: (Condition)[];
    ways: (Way)[];
    win: Win | null;
    group: string;
    most_a_turn: number;
    vanishing: (string)[];
    reopens: boolean;
    reinforcements: boolean;
    reinforced_deployment: string;
    area: string;
    deployment: string;
    table: number;
    objective: string;
    says: (string)[];
    after_scoring: string;
    fuse: Fuse | null;
    kill_box_grows: Growth | null;
    wins: boolean;
    win_disputed: boolean;
  }

  interface Element {
    key: string;
    name: string;
    kind: ElementKind;
    owner: Seat;
    scored_by: Seat;
    control: number;
    dominate: number;
    own_control: number;
    own_dominate: number;
    own_dominate_takes: number;
    destroyed: number;
    once: boolean;
    after: string;
    across: boolean;
    area: Area | null;
    base_mm: number;
    countdown: Countdown | null;
    tokens: Tokens | null;
    journey: Journey | null;
  }

  type ElementKind = "zone" | "flag" | "objective" | "cache";

  type Seat = "first" | "second" | "neutral";

  interface Area {
    x: string;
    y: string;
    width: string;
    height: string;
    circle: boolean;
  }

  interface Countdown {
    tokens: number;
    at_zero: number;
  }

  interface Tokens {
    needed: number;
    points: number;
  }

  interface Journey {
    inches: number;
    each: number;
    points: number;
  }

  interface Condition {
    key: string;
    name: string;
  }

  interface Way {
    seat: Seat;
    points: number;
    needs: (Need)[];
    least: number;
    adds: boolean;
  }

  interface Need {
    held: Held;
    key: string;
  }

  type Held = "controlled" | "dominated" | "contested" | "destroyed" | "met" | "arrived";

  interface Fuse {
    key: string;
    sides: number;
    says: string;
  }

  interface Growth {
    from_turn: number;
    inches: number;
  }

  interface Award {
    cp: number;
    win_percent: number;
    apd_percent: number;
    or_more: boolean;
    of_list: boolean;
    finished_turns: boolean;
  }

  interface Briefing {
    reference: (Reference)[];
    reminders: (string)[];
    reinforcements: (string)[];
    cards: (Card)[];
    deployments: (Deployment)[];
    words: (Word)[];
    timed: (TimedReminder)[];
  }

  interface Reference {
    at: Place;
    contest: string;
    control: string;
    dominate: string;
    more: string;
    reach: number;
  }

  interface Card {
    name: string;
    does: string;
  }

  interface Deployment {
    key: string;
    says: string;
    zones: (DeploymentZone)[];
    lines: (ReinforcementLine)[];
  }

  interface DeploymentZone {
    seat: Seat;
    area: Area;
  }

  interface ReinforcementLine {
    seat: Seat;
    x: string;
    y: string;
    to_x: string;
    to_y: string;
  }

  interface Word {
    usual: string;
    own: string;
  }

  interface TimedReminder {
    timing: string;
    says: string;
  }

  interface Play {
    clock: DeathClock | null;
    first: Side;
    step: number;
    step_since_ms: number;
    step_paused_ms: number;
    ended: (EndedTurn)[];
    last_step: number | null;
    interrupted: boolean;
    awaits_start: boolean;
    pause: Pause | null;
    eo_paused_ms: number;
    players_paused_ms: number;
    scores: Record<number, ScoreTurn>;
    claim: OpenClaim | null;
    flag: Flag | null;
    overrun: (Side)[];
    extensions: Pair<number>;
    extended: boolean;
    dice_down_ms: number | null;
    removed: string | null;
    answers: Pair<boolean | null>;
    judge_called: boolean;
    disputed: OpenClaim | null;
    losses: Pair<(Loss)[]>;
    swaps: Pair<Swap | null>;
    objectives: Pair<string>;
    racks: Pair<(Rack)[]>;
    reinforcements: Pair<(ArmyRow)[]>;
    reinforced: Pair<number | null>;
    clock_holds: boolean;
    clock_left: boolean;
    tally: Tally | null;
    ending: Ending | null;
  }

  interface DeathClock {
    allotted_ms: Pair<number>;
    used_ms: Pair<number>;
    paused_ms: number;
    started_ms: number;
    since_ms: number;
    running: Side | null;
  }

  type Side = "red" | "blue";

  interface EndedTurn {
    step: number;
    at_ms: number;
    since_ms: number;
    paused_ms: number;
    used_ms: Pair<number>;
    overrun: (Side)[];
    extended: boolean;
    extensions: Pair<number>;
    settled: boolean;
  }

  interface Pause {
    since_ms: number;
    cause: PauseCause;
    reason: string;
    gap_ms: number;
    gap_known: boolean;
  }

  type PauseCause = "eo" | "clock" | "table" | "program" | "gap";

  interface ScoreTurn {
    game: number;
    by: Side | null;
    step: number;
    holdings: (Holding)[];
    kill_box: boolean;
    points: Pair<number> | null;
    reason: string;
    caster_left: boolean;
    counted: (Counted)[];
    at_ms: number;
  }

  interface Holding {
    key: string;
    side: Side;
    held: Held;
  }

  interface Counted {
    key: string;
    number: number;
  }

  interface OpenClaim {
    by: Side;
    claim: Claim;
    side: Side;
    at_ms: number;
    clock: DeathClock;
    army_points: number;
    tapped: boolean;
  }

  type Claim = "caster" | "both_casters" | "scenario" | "concession" | "battlegroup" | "no_models" | "over" | "won" | "drawn" | "turn";

  interface Flag {
    side: Side;
    at_ms: number;
  }

  interface Loss {
    gone: number;
    again: number;
    out: boolean;
    inside: boolean;
    followed: boolean;
    controls: string;
    name: string;
  }

  interface Swap {
    out: (ArmyRow)[];
    added: (ArmyRow)[];
  }

  interface ArmyRow {
    name: string;
    kind: Kind;
    points: number | null;
    models: number;
    character: boolean;
    free: boolean;
    otherwise: Kind | null;
    size_guessed: boolean;
  }

  type Kind = "caster" | "lesser warlock" | "jack" | "beast" | "unit" | "attachment" | "solo" | "battle engine";

  interface Rack {
    caster: string;
    spells: (string)[];
  }

  interface Tally {
    apd: Pair<number>;
    casters: Pair<number> | null;
    presence: Pair<number> | null;
  }

  interface Ending {
    at_ms: number;
    step: number;
    winner: Side | null;
    how: How | null;
    length: boolean;
    casters_gone: boolean;
    disagreed: boolean;
    ruled: boolean;
    reason: string;
    army_points: number;
    scores_on: boolean;
  }

  type How = "scenario" | "assassination" | "clock_out" | "battlegroup" | "no_models" | "casters" | "control_points" | "area" | "army_left" | "army_points_destroyed" | "presence" | "concession" | "disqualification" | "game_loss" | "no_show" | "agreement" | "time" | "tie" | "unrecorded";
}
