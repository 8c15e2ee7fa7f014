// The host's lines: whole and right or not, and what each command does.
#include <string.h>

#include "dclk_core.h"

namespace dclk {

namespace {

bool is_digit(char byte) { return byte >= '0' && byte <= '9'; }

// In the order of Clock::Verb.
const char VERBS[] =
    "HELLO PING LOG TXT BEEP LED IDENT PERIOD SET RUN PAUSE RESUME END MODE";

bool is_upper(char byte) { return byte >= 'A' && byte <= 'Z'; }

char hex_digit(uint8_t value) {
  return static_cast<char>(value < 10 ? '0' + value : 'A' + value - 10);
}

// The payload's length if the line's checksum is right, else 0.
uint8_t payload(const char *line, uint8_t length) {
  if (length < 4 || line[length - 3] != '*') return 0;
  uint8_t sum = 0;
  for (uint8_t i = 0; i < length - 3; i++) sum ^= static_cast<uint8_t>(line[i]);
  const bool high = line[length - 2] == hex_digit(sum >> 4);
  const bool low = line[length - 1] == hex_digit(sum & 15);
  return high && low ? static_cast<uint8_t>(length - 3) : 0;
}

}  // namespace

void Clock::receive(char byte, uint32_t now) {
  if (byte == '\r') return;
  if (byte == '\n') {
    line_[length_] = '\0';
    if (!is_undecided()) fall(now);
    obey(now);
    length_ = 0;
    spoilt_ = false;
  } else if (byte < ' ' || byte > '~' || length_ == LINE_LENGTH) {
    spoilt_ = true;
  } else {
    line_[length_++] = byte;
  }
}

void Clock::obey(uint32_t now) {
  if (length_ == 0 && !spoilt_) return;
  if (length_ > 0 && line_[0] != '@' && line_[0] != '#' && !is_upper(line_[0])) return;
  const uint8_t end = spoilt_ ? 0 : payload(line_, length_);
  if (end == 0) {
    bad_++;
    return;
  }
  if (line_[0] != '@') return;
  line_[end] = '\0';
  at_ = line_;
  uint32_t id = 0;
  if (number(0, 255, id) != DONE) {  // nobody to answer
    bad_++;
    return;
  }
  alone_ = false;
  host_at_ = now;
  const Verb verb = find_verb();
  ping_ = nullptr;
  const bool repeated = answered_ && id == answer_id_ && verb > Verb::LOG;
  if (!repeated) {
    answer_ = act(verb, now);
    answered_ = true;
    answer_id_ = static_cast<uint8_t>(id);
    answer_s_ = sequence_;
    answer_t_ = now;
  }
  answer(static_cast<uint8_t>(id));
  if (verb == Verb::HELLO && answer_ == DONE) say_hi();
  say_state(now);
}

// The host's orders to a game wait while somebody sets its times on the clock.
Answer Clock::act(Verb verb, uint32_t now) {
  if (setting_ && verb >= Verb::SET && verb < Verb::NONE) return BUSY;
  switch (verb) {
    case Verb::HELLO: return hello(now);
    case Verb::PING: return ping(now);
    case Verb::LOG: return log(now);
    case Verb::TXT: return text(now);
    case Verb::BEEP: return beep(now);
    case Verb::LED: return led(now);
    case Verb::IDENT: return ident(now);
    case Verb::PERIOD: return period(now);
    case Verb::SET: return set(now);
    case Verb::RUN: return run(now);
    case Verb::PAUSE: return pause(now);
    case Verb::RESUME: return resume(now);
    case Verb::END: return end(now);
    case Verb::MODE: return mode(now);
    case Verb::NONE: break;
  }
  return *at_ == ' ' ? UNSUPPORTED : SYNTAX;
}

// The verb after the id; what follows it is left to be read. Without one, nothing is read.
Clock::Verb Clock::find_verb() {
  if (*at_ != ' ' || !is_upper(at_[1])) {
    at_ = "";
    return Verb::NONE;
  }
  const char *const word = at_ + 1;
  const size_t length = strcspn(word, " ");
  const char *name = VERBS;
  for (uint8_t i = 0; *name; i++) {
    const size_t size = strcspn(name, " ");
    if (size == length && memcmp(name, word, length) == 0) {
      at_ = word + length;
      return static_cast<Verb>(i);
    }
    name += name[size] ? size + 1 : size;
  }
  return Verb::NONE;
}

// The next number, after the one character that sets it apart.
Answer Clock::number(uint32_t low, uint32_t high, uint32_t &value) {
  if ((*at_ != ' ' && *at_ != '@') || !is_digit(at_[1])) return SYNTAX;
  bool within = true;
  value = 0;
  for (at_++; is_digit(*at_); at_++) {
    const uint8_t digit = static_cast<uint8_t>(*at_ - '0');
    within = within && value <= (high - digit) / 10;
    if (within) value = value * 10 + digit;
  }
  if (*at_ && *at_ != ' ') return SYNTAX;
  return within && value >= low ? DONE : OUT_OF_RANGE;
}

Answer Clock::one_of(const char *letters, char &letter) {
  if (*at_ != ' ' || !at_[1] || !strchr(letters, at_[1])) return SYNTAX;
  if (at_[2] && at_[2] != ' ') return SYNTAX;
  letter = at_[1];
  at_ += 2;
  return DONE;
}

Answer Clock::hello(uint32_t) { return ended(); }

Answer Clock::set(uint32_t) {
  uint32_t left = 0, right = 0;
  Answer answer = number(0, LONGEST_MS, left);
  if (answer == DONE) answer = number(0, LONGEST_MS, right);
  if (answer == DONE) answer = ended();
  if (answer != DONE) return answer;
  if (counting() || buttons_only_) return BAD_STATE;
  give(left, right);
  if (run_ == 'N') begin_game();
  return DONE;
}

Answer Clock::run(uint32_t now) {
  char side = '-';
  Answer answer = one_of("LR", side);
  if (answer == DONE) answer = ended();
  if (answer != DONE) return answer;
  if (!can_count()) return BAD_STATE;
  start(side, now);
  return DONE;
}

Answer Clock::pause(uint32_t now) {
  if (*at_) return SYNTAX;
  if (run_ == 'N') return BAD_STATE;
  if (counting()) hold(now);
  return DONE;
}

Answer Clock::resume(uint32_t now) {
  if (*at_) return SYNTAX;
  if (counting()) return DONE;
  if (run_ == 'N' || !can_count()) return BAD_STATE;
  start(paused_, now);
  return DONE;
}

Answer Clock::end(uint32_t now) {
  if (*at_) return SYNTAX;
  bank(now);
  run_ = 'N';
  changes_++;
  return DONE;
}

Answer Clock::mode(uint32_t) {
  char wanted = '-';
  Answer answer = one_of("DB", wanted);
  if (answer == DONE) answer = ended();
  if (answer != DONE) return answer;
  if (counting()) return BAD_STATE;
  if (buttons_only_ != (wanted == 'B')) run_ = 'N';
  buttons_only_ = wanted == 'B';
  changes_++;
  return DONE;
}

Answer Clock::text(uint32_t) {
  char where = '-';
  const Answer answer = one_of("LRC", where);
  if (answer != DONE) return answer;
  const uint8_t length = static_cast<uint8_t>(strlen(at_));
  if (length < 3 || at_[1] != '"') return SYNTAX;
  char *const words = line_ + (at_ - line_) + 2;
  char *const quote = strchr(words, '"');
  if (!quote || quote[1]) return SYNTAX;
  *quote = '\0';
  return board_.text(where, words) ? DONE : UNSUPPORTED;
}

Answer Clock::beep(uint32_t) {
  uint32_t ms = 0;
  Answer answer = number(0, 10000, ms);
  if (answer == DONE) answer = ended();
  if (answer != DONE) return answer;
  return board_.beep(static_cast<uint16_t>(ms)) ? DONE : UNSUPPORTED;
}

Answer Clock::led(uint32_t) {
  uint32_t mask = 0;
  Answer answer = number(0, 255, mask);
  if (answer == DONE) answer = ended();
  if (answer != DONE) return answer;
  return board_.lamps(static_cast<uint8_t>(mask)) ? DONE : UNSUPPORTED;
}

Answer Clock::ident(uint32_t) {
  if (*at_) return SYNTAX;
  return board_.identify() ? DONE : UNSUPPORTED;
}

// The host's number comes back as it was written, so that it may be longer than ours.
Answer Clock::ping(uint32_t) {
  const char *const digits = at_ + 1;
  uint8_t length = 0;
  while (*at_ == ' ' && is_digit(digits[length])) length++;
  if (length == 0 || digits[length]) return SYNTAX;
  if (length > 20) return OUT_OF_RANGE;
  ping_ = digits;
  return DONE;
}

Answer Clock::period(uint32_t) {
  uint32_t ms = 0;
  Answer answer = number(200, 5000, ms);
  if (answer == DONE) answer = ended();
  if (answer == DONE) period_ = static_cast<uint16_t>(ms);
  return answer;
}

Answer Clock::log(uint32_t) {
  uint32_t from = 0;
  Answer answer = number(0, 65535, from);
  if (answer == DONE) answer = ended();
  if (answer != DONE) return answer;
  log_last_ = sequence_;
  log_next_ = static_cast<uint16_t>(from);
  logging_ = true;
  return DONE;
}

}  // namespace dclk
