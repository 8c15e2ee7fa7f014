// Time, contacts and events. Commands are in dclk_commands.cpp, the lines out in dclk_lines.cpp.
#include <string.h>

#include "dclk_core.h"

namespace dclk {

namespace {

char letter(uint8_t side) { return side == LEFT ? 'L' : 'R'; }

uint8_t side_of(char letter) { return letter == 'R' ? RIGHT : LEFT; }

}  // namespace

bool Board::text(char, const char *) { return false; }
bool Board::beep(uint16_t) { return false; }
bool Board::lamps(uint8_t) { return false; }
bool Board::identify() { return false; }
int8_t Board::battery() { return -1; }

uint32_t Clock::remaining(uint8_t side, uint32_t now) const {
  if (run_ != letter(side)) return held_[side];
  const int32_t left = static_cast<int32_t>(end_ - now);
  return left > 0 ? static_cast<uint32_t>(left) : 0;
}

void Clock::bank(uint32_t now) {
  if (counting()) held_[side_of(run_)] = remaining(side_of(run_), now);
}

void Clock::start(char side, uint32_t now) {
  bank(now);
  run_ = side;
  end_ = now + held_[side_of(side)];
  since_ = now;
  changes_++;
}

void Clock::hold(uint32_t now) {
  bank(now);
  paused_ = run_;
  run_ = 'P';
  since_ = now;
  changes_++;
}

// New times, which take back a flag.
void Clock::give(uint32_t left, uint32_t right) {
  held_[LEFT] = left;
  held_[RIGHT] = right;
  for (uint8_t side = 0; side < 2; side++) warned_[side] = held_[side] <= MINUTE_MS;
  flag_ = '-';
  changes_++;
}

// A flag falls at the moment the time was used up, however late that is noticed.
void Clock::fall(uint32_t now) {
  if (!counting() || remaining(side_of(run_), now) > 0) return;
  held_[side_of(run_)] = 0;
  flag_ = run_;
  run_ = 'N';
  since_ = end_;
  changes_++;
  board_.beep(2000);
  happen(FLAG, flag_, end_);
}

// A button that closed in time may yet turn out to be pressed.
bool Clock::is_undecided() const {
  return counting() && (closed_in_time(side_of(run_)) || closed_in_time(PAUSE_BUTTON));
}

bool Clock::closed_in_time(uint8_t button) const {
  const Contact &contact = contacts_[button];
  return contact.doubtful && static_cast<int32_t>(end_ - contact.since) > 0;
}

void Clock::warn(uint32_t now) {
  if (!counting()) return;
  bool &warned = warned_[side_of(run_)];
  if (warned || remaining(side_of(run_), now) > MINUTE_MS) return;
  warned = true;
  board_.beep(300);
}

void Clock::press(uint8_t side, uint32_t now) {
  lever_ = letter(side);
  if (buttons_only_) return happen(PRESS, lever_, now);
  const bool begins = run_ == 'N' && alone_ && can_count();
  if (run_ != lever_ && !begins) return happen(IGN, lever_, now);
  start(letter(side == LEFT ? RIGHT : LEFT), now);
  happen(PRESS, lever_, now);
}

// Who pauses does it at once; who resumes does it when the button is let go, since held down it sets
// the times.
void Clock::pause_pressed(uint32_t now) {
  holds_pause_ = !counting() && !buttons_only_;
  if (counting()) {
    hold(now);
    happen(PAUSE, '-', now);
  } else if (run_ != 'P' || !can_count()) {
    happen(BTN, '0', now);
  }
}

// The first edge counts, once the contact has been closed for SURE_MS at two looks: what closes for
// one look is a glitch. What it does in the 40 ms after that edge is bounce.
void Clock::contact(uint8_t button, bool closed, uint32_t now) {
  if (button >= BUTTONS) return;
  Contact &contact = contacts_[button];
  if (contact.ignoring && now - contact.since < IGNORE_MS) return;
  contact.ignoring = false;
  if (contact.closed == closed && !contact.doubtful) return;
  if (contact.closed) {
    contact.since = now;
    contact.closed = false;
    contact.ignoring = true;
    return released(button, now);
  }
  const bool sure = closed && contact.doubtful && contact.shut && now - contact.turned >= SURE_MS;
  if (!sure) return turn(contact, closed, now);
  contact.closed = contact.ignoring = true;
  contact.doubtful = false;
  pressed(button, contact.since, now);
}

void Clock::turn(Contact &contact, bool closed, uint32_t now) {
  const bool fresh = now - contact.turned >= GAP_MS || now - contact.since >= IGNORE_MS;
  if (contact.shut == closed && contact.doubtful) {
    if (!closed && fresh) contact.doubtful = false;
    return;
  }
  if (closed && (!contact.doubtful || fresh)) contact.since = now;
  contact.doubtful = true;
  contact.shut = closed;
  contact.turned = now;
}

void Clock::pressed(uint8_t button, uint32_t edge, uint32_t now) {
  const bool overtaken = now - since_ < 1000 && static_cast<int32_t>(edge - since_) < 0;
  const uint32_t at = overtaken ? since_ : edge;
  fall(at);
  if (setting_ && button == PAUSE_BUTTON) return end_setting(now);
  if (setting_ && button < PAUSE_BUTTON) return add_minutes(button, 1, now);
  if (button == PAUSE_BUTTON) return pause_pressed(at);
  if (button < PAUSE_BUTTON) return press(button, at);
  happen(BTN, static_cast<char>('0' + button - PAUSE_BUTTON), at);
}

void Clock::released(uint8_t button, uint32_t now) {
  if (button != PAUSE_BUTTON) return;
  if (holds_pause_ && run_ == 'P' && can_count()) {
    start(paused_, now);
    happen(RESUME, '-', now);
  }
  holds_pause_ = false;
}

// What buttons do while they are held.
void Clock::hold_buttons(uint32_t now) {
  if (holds_pause_ && !counting() && now - contacts_[PAUSE_BUTTON].since >= HOLD_MS) {
    holds_pause_ = false;
    setting_ = true;
    adjusted_ = false;
    set_at_ = now;
    board_.beep(100);
  }
  if (!setting_) return;
  for (uint8_t side = 0; side < 2; side++) {
    const Contact &contact = contacts_[side];
    if (!contact.closed || now - contact.since < 2 * REPEAT_MS) continue;
    if (now - repeat_at_ >= REPEAT_MS) add_minutes(side, 5, now);
  }
  if (now - set_at_ >= SETTING_MS) end_setting(now);
}

// Up to the next whole minutes, and from the most on to none.
void Clock::add_minutes(uint8_t side, uint8_t minutes, uint32_t now) {
  const uint32_t step = minutes * MINUTE_MS;
  const uint32_t sum = (held_[side] / step + 1) * step;
  held_[side] = sum > MOST_SET_MS ? 0 : sum;
  give(held_[LEFT], held_[RIGHT]);
  adjusted_ = true;
  set_at_ = repeat_at_ = now;
}

// Without a host these are the times of a new game.
void Clock::end_setting(uint32_t now) {
  setting_ = false;
  changes_++;
  if (!adjusted_) return;
  if (alone_) run_ = 'N';
  if (run_ == 'N') begin_game();
  happen(ADJ, '-', now);
}

void Clock::happen(Kind kind, char by, uint32_t at) {
  sequence_++;
  if (kind != IGN) changes_++;
  const Event event = {at, remaining(LEFT, at), remaining(RIGHT, at), sequence_, kind, by, run_};
  keep(event);
  say(event);
}

void Clock::keep(const Event &event) {
  if (kept_ == LOG_LENGTH && !make_room(event.kind)) return;
  log_[kept_++] = event;
}

// The oldest ignored press goes first, and an ignored press pushes nothing else out.
bool Clock::make_room(Kind kind) {
  uint16_t gone = 0;
  while (gone < kept_ && log_[gone].kind != IGN) gone++;
  if (gone == kept_) {
    if (kind == IGN) return false;
    gone = 0;
    const bool of_game = static_cast<int16_t>(log_[0].s - game_from_) >= 0;
    if (of_game) game_from_ = static_cast<uint16_t>(log_[0].s + 1);
  }
  kept_--;
  memmove(&log_[gone], &log_[gone + 1], (kept_ - gone) * sizeof(Event));
  return true;
}

Moment Clock::moment(uint32_t now) const {
  const uint32_t left = remaining(LEFT, now), right = remaining(RIGHT, now);
  Moment moment = {now, left, right, sequence_, game_from_, run_, flag_, lever_, paused_,
                   NO_EVENT, '-'};
  if (buttons_only_) {  // the host has kept the time
    moment.left = moment.right = 0;
    moment.run = 'N';
  }
  return moment;
}

bool Clock::next_event(uint16_t &after, Moment &moment) const {
  for (uint16_t i = 0; i < kept_; i++) {
    const Event &event = log_[i];
    if (event.kind == IGN || static_cast<int16_t>(event.s - after) <= 0) continue;
    after = event.s;
    moment = {event.t, event.left, event.right, event.s, game_from_, event.run,
              flag_, lever_, paused_, static_cast<uint8_t>(event.kind), event.by};
    return true;
  }
  return false;
}

// The counter starts anew with the clock: its events of before have moments before that.
void Clock::recall(const Moment &moment, uint32_t since) {
  if (moment.kind > LOWBAT) return;
  keep({moment.t + since, moment.left, moment.right, moment.s, static_cast<Kind>(moment.kind),
        moment.by, moment.run});
}

// Nobody's time counted while there was no power, and none does until somebody resumes. `whole`: the
// first event from which on all were recalled.
void Clock::restore(const Moment &last, uint16_t whole, uint32_t now) {
  give(last.left, last.right);
  flag_ = last.flag;
  lever_ = last.lever;
  sequence_ = static_cast<uint16_t>(last.s + SKIPPED);
  game_from_ = static_cast<int16_t>(last.game_from - whole) >= 0 ? last.game_from : whole;
  const bool counted = last.run == 'L' || last.run == 'R';
  run_ = counted ? 'P' : last.run;
  paused_ = counted ? last.run : last.paused;
  if (!counted) return;
  happen(PAUSE, '-', now);
  board_.beep(1000);
}

Answer Clock::adjust(uint32_t left_ms, uint32_t right_ms, uint32_t now) {
  fall(now);
  if (left_ms > LONGEST_MS || right_ms > LONGEST_MS) return OUT_OF_RANGE;
  if (counting() || buttons_only_) return BAD_STATE;
  give(left_ms, right_ms);
  if (run_ == 'N') begin_game();
  happen(ADJ, '-', now);
  return DONE;
}

void Clock::battery_low(uint32_t now) {
  fall(now);
  happen(LOWBAT, '-', now);
}

void Clock::begin(uint32_t now) {
  head_ = tail_ = draft_ = 0;  // HI comes before what happened
  put('\n');  // ends whatever the bootloader left on the line
  tail_ = draft_;
  say_hi();
  say_state(now);
}

void Clock::tick(uint32_t now) {
  if (!is_undecided()) fall(now);
  warn(now);
  hold_buttons(now);
  if (!alone_ && now - host_at_ >= ALONE_MS) alone_ = true;
  send_log();
  if (now - state_at_ < period_) return;
  say_state(now);
  say_bad_lines();
}

}  // namespace dclk
