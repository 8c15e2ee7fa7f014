// The lines to the host. Each is written into the queue as a draft, which counts once it is whole.
#include "dclk_core.h"

namespace dclk {

namespace {

const char *const KINDS[] = {"PRESS", "IGN", "FLAG", "PAUSE", "RESUME", "BTN", "ADJ", "LOWBAT"};
const char *const REASONS[] = {"", "syntax", "range", "badstate", "unsupported", "busy"};

char hex_digit(uint8_t value) {
  return static_cast<char>(value < 10 ? '0' + value : 'A' + value - 10);
}

}  // namespace

void Clock::answer(uint8_t id) {
  const bool po = ping_ != nullptr && answer_ == DONE;
  open(po ? "PO " : answer_ == DONE ? "OK " : "ER ");
  put(static_cast<uint32_t>(id));
  if (po) {
    put(' ');
    put(ping_);
    key("t", answer_t_);
  } else if (answer_ == DONE) {
    key("s", static_cast<uint32_t>(answer_s_));
    key("t", answer_t_);
  } else {
    put(' ');
    put(static_cast<uint32_t>(answer_));
    put(' ');
    put(REASONS[answer_]);
  }
  close();
}

void Clock::say_hi() {
  open("HI dclk=1 uid=");
  put_hex(identity_.uid, 8);
  key("boot", identity_.boot);
  key("fw", identity_.firmware);
  key("name", "");
  put_name();
  key("caps", identity_.caps);
  key("osc", identity_.oscillator);
  if (holds_game()) key("game", static_cast<uint32_t>(game_from_));
  close();
}

void Clock::say_state(uint32_t now) {
  state_at_ = now;
  const int8_t battery = board_.battery();
  open("ST");
  key("s", static_cast<uint32_t>(sequence_));
  key("t", now);
  key("run", run_);
  key("l", remaining(LEFT, now));
  key("r", remaining(RIGHT, now));
  key("lev", lever_);
  key("f", flag_);
  if (battery < 0) {
    key("bat", "-1");
  } else {
    key("bat", static_cast<uint32_t>(battery));
  }
  if (buttons_only_) key("mode", 'B');
  close();
}

void Clock::say_bad_lines() {
  if (bad_ == bad_told_) return;
  open("# bad lines: ");
  put(static_cast<uint32_t>(bad_));
  if (close()) bad_told_ = bad_;
}

bool Clock::say(const Event &event) {
  open("EV");
  key("s", static_cast<uint32_t>(event.s));
  key("t", event.t);
  key("k", KINDS[event.kind]);
  if (event.by != '-') key("by", event.by);
  key("run", event.run);
  key("l", event.left);
  key("r", event.right);
  return close();
}

bool Clock::say_ignored(uint16_t first, uint16_t last) {
  open("IG ");
  put(static_cast<uint32_t>(first));
  put(' ');
  put(static_cast<uint32_t>(last));
  return close();
}

// The oldest event that is kept, of those from `s` on.
const Clock::Event *Clock::kept_from(uint16_t s) const {
  for (uint16_t i = 0; i < kept_; i++) {
    if (static_cast<int16_t>(log_[i].s - s) >= 0) return &log_[i];
  }
  return nullptr;
}

// Whatever LOG asked for goes out as the line has room, so that nothing waits for it. What is missing
// among a game's events were ignored presses.
void Clock::send_log() {
  while (logging_) {
    if (static_cast<int16_t>(log_last_ - log_next_) < 0) {
      logging_ = false;
      return;
    }
    const Event *event = kept_from(log_next_);
    const uint16_t past = static_cast<uint16_t>(log_last_ + 1);
    const uint16_t next = event && static_cast<int16_t>(log_last_ - event->s) >= 0 ? event->s : past;
    const bool of_game = static_cast<int16_t>(log_next_ - game_from_) >= 0;
    if (next != log_next_ && !of_game) {
      const bool before = static_cast<int16_t>(game_from_ - next) >= 0;
      log_next_ = before ? next : game_from_;
    } else if (next != log_next_) {
      if (!say_ignored(log_next_, static_cast<uint16_t>(next - 1))) return;
      log_next_ = next;
    } else {
      if (!say(*event)) return;
      log_next_++;
    }
  }
}

// At most NAME_LENGTH characters without blanks, whatever somebody typed.
void Clock::put_name() {
  uint8_t length = 0;
  for (const char *at = identity_.name; *at && length < NAME_LENGTH; at++) {
    const uint8_t byte = static_cast<uint8_t>(*at);
    if ((byte & 0xC0) == 0x80) continue;  // the rest of a letter
    put(byte == ' ' ? '_' : byte > ' ' && byte <= '~' ? *at : '?');
    length++;
  }
  if (length == 0) put("clock");
}

int Clock::take() {
  if (head_ == tail_) return -1;
  return static_cast<uint8_t>(queue_[head_++]);
}

void Clock::open(const char *word) {
  draft_ = tail_;
  drafted_ = 0;
  checksum_ = 0;
  too_long_ = false;
  put(word);
}

void Clock::put(char byte) {
  if (static_cast<uint8_t>(draft_ + 1) == head_) {
    too_long_ = true;
    return;
  }
  queue_[draft_++] = byte;
  drafted_++;
  checksum_ ^= static_cast<uint8_t>(byte);
}

void Clock::put(const char *words) {
  while (*words) put(*words++);
}

void Clock::put(uint32_t value) {
  char digits[10];
  uint8_t count = 0;
  do {
    digits[count++] = static_cast<char>('0' + value % 10);
    value /= 10;
  } while (value > 0);
  while (count > 0) put(digits[--count]);
}

void Clock::put_hex(uint32_t value, uint8_t digits) {
  while (digits-- > 0) put(hex_digit((value >> (4 * digits)) & 15));
}

void Clock::key(const char *name, const char *value) {
  put(' ');
  put(name);
  put('=');
  put(value);
}

void Clock::key(const char *name, char value) {
  key(name, "");
  put(value);
}

void Clock::key(const char *name, uint32_t value) {
  key(name, "");
  put(value);
}

// Ends the draft with its checksum. A line the queue has no room for is not sent at all.
bool Clock::close() {
  const uint8_t sum = checksum_;
  put('*');
  put_hex(sum, 2);
  const bool sent = !too_long_ && drafted_ <= LINE_LENGTH;
  put('\n');
  if (!sent || too_long_) return false;
  tail_ = draft_;
  return true;
}

}  // namespace dclk
