// Time, contacts and events. Commands are in dclk_commands.cpp, the lines out in dclk_lines.cpp.
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
}

void Clock::hold(uint32_t now) {
  bank(now);
  paused_ = run_;
  run_ = 'P';
}

// A flag falls at the moment the time was used up, however late that is noticed.
void Clock::fall(uint32_t now) {
  if (!counting() || remaining(side_of(run_), now) > 0) return;
  held_[side_of(run_)] = 0;
  flag_ = run_;
  run_ = 'N';
  happen(FLAG, flag_, end_);
}

void Clock::press(uint8_t side, uint32_t now) {
  lever_ = letter(side);
  if (buttons_only_) return happen(PRESS, lever_, now);
  if (run_ != lever_) return happen(IGN, lever_, now);
  start(letter(side == LEFT ? RIGHT : LEFT), now);
  happen(PRESS, lever_, now);
}

void Clock::pause_pressed(uint32_t now) {
  if (counting()) {
    hold(now);
    happen(PAUSE, '-', now);
  } else if (run_ == 'P' && can_count()) {
    start(paused_, now);
    happen(RESUME, '-', now);
  } else {
    happen(BTN, '0', now);
  }
}

// The first edge counts at once; what the contact does in the 40 ms after it is bounce.
void Clock::contact(uint8_t button, bool closed, uint32_t now) {
  if (button >= BUTTONS) return;
  Contact &contact = contacts_[button];
  if (contact.ignoring && now - contact.since < IGNORE_MS) return;
  contact.ignoring = false;
  if (contact.closed == closed) return;
  contact = {now, closed, true};
  if (!closed) return;
  fall(now);
  if (button == PAUSE_BUTTON) return pause_pressed(now);
  if (button < PAUSE_BUTTON) return press(button, now);
  happen(BTN, static_cast<char>('0' + button - PAUSE_BUTTON), now);
}

void Clock::happen(Kind kind, char by, uint32_t at) {
  Event &event = log_[++sequence_ % LOG_LENGTH];
  event = {at, remaining(LEFT, at), remaining(RIGHT, at), sequence_, kind, by, run_};
  if (kept_ < LOG_LENGTH) kept_++;
  say(event);
}

Answer Clock::adjust(uint32_t left_ms, uint32_t right_ms, uint32_t now) {
  fall(now);
  if (left_ms > LONGEST_MS || right_ms > LONGEST_MS) return OUT_OF_RANGE;
  if (counting() || buttons_only_) return BAD_STATE;
  held_[LEFT] = left_ms;
  held_[RIGHT] = right_ms;
  flag_ = '-';
  happen(ADJ, '-', now);
  return DONE;
}

void Clock::battery_low(uint32_t now) {
  fall(now);
  happen(LOWBAT, '-', now);
}

void Clock::begin(uint32_t now) {
  put('\n');  // ends whatever the bootloader left on the line
  tail_ = draft_;
  say_hi();
  say_state(now);
}

void Clock::tick(uint32_t now) {
  fall(now);
  send_log();
  if (now - state_at_ < period_) return;
  say_state(now);
  say_bad_lines();
}

}  // namespace dclk
