// The core of a DCLK/1 clock: keeps the time, reads and writes the lines. Plain C++11 without
// Arduino headers or dynamic memory, so that it runs on an 8-bit board and in a test alike.
// docs/dclk.md is the specification. Every moment is the board's millis(), which may wrap; the
// moments handed in never go back.
#pragma once

#include <stdint.h>

namespace dclk {

const uint8_t LINE_LENGTH = 120;  // with the checksum, without the line feed
const uint8_t LOG_LENGTH = 16;
const uint8_t IGNORE_MS = 40;  // how long a contact may bounce
const uint32_t LONGEST_MS = 359999999;  // 99:59:59.999

// A board may have more buttons after PAUSE_BUTTON; they are told to the host as BTN 1, 2...
enum Button : uint8_t { LEFT = 0, RIGHT = 1, PAUSE_BUTTON = 2, BUTTONS = 4 };

enum Answer : uint8_t { DONE, SYNTAX, OUT_OF_RANGE, BAD_STATE, UNSUPPORTED, BUSY };

enum Kind : uint8_t { PRESS, IGN, FLAG, PAUSE, RESUME, BTN, ADJ, LOWBAT };

// What HI tells. No blanks inside; the whole line must keep to LINE_LENGTH.
struct Identity {
  uint32_t uid;
  uint32_t boot;
  const char *firmware;
  const char *name;
  const char *caps;
  const char *oscillator;
};

// What the core asks of the hardware; false says that this board cannot.
class Board {
 public:
  virtual bool text(char where, const char *words);  // where: L, R or C
  virtual bool beep(uint16_t ms);
  virtual bool lamps(uint8_t mask);
  virtual bool identify();
  virtual int8_t battery();  // percent, -1 for unknown

 protected:
  ~Board() = default;
};

class Clock {
 public:
  Clock(const Identity &identity, Board &board) : identity_(identity), board_(board) {}

  void begin(uint32_t now);                                // at power-on: says HI
  void receive(char byte, uint32_t now);                   // a byte from the host
  void contact(uint8_t button, bool closed, uint32_t now); // a contact as it is, bounce and all
  void tick(uint32_t now);                                 // as often as possible
  int take();                                              // the next byte to send, or -1

  Answer adjust(uint32_t left_ms, uint32_t right_ms, uint32_t now);  // times set on the device
  void battery_low(uint32_t now);

  uint32_t remaining(uint8_t side, uint32_t now) const;
  char running() const { return run_; }  // L, R, P paused, N not started or over
  char fallen() const { return flag_; }  // L, R or -
  bool keeps_time() const { return !buttons_only_; }
  uint16_t bad_lines() const { return bad_; }

 private:
  struct Event {
    uint32_t t, left, right;
    uint16_t s;
    Kind kind;
    char by, run;
  };
  struct Contact {
    uint32_t since;
    bool closed, ignoring;
  };
  struct Verb {
    const char *name;
    Answer (Clock::*act)(uint32_t now);
    bool harmless;  // changes nothing, so a repeat is simply done again
  };
  static const Verb VERBS[];

  // time
  bool counting() const { return run_ == 'L' || run_ == 'R'; }
  bool can_count() const { return !buttons_only_ && held_[LEFT] > 0 && held_[RIGHT] > 0; }
  void bank(uint32_t now);
  void hold(uint32_t now);
  void start(char side, uint32_t now);
  void fall(uint32_t now);
  void press(uint8_t side, uint32_t now);
  void pause_pressed(uint32_t now);
  void happen(Kind kind, char by, uint32_t at);

  // commands
  void obey(uint32_t now);
  const Verb *find_verb();
  Answer number(uint32_t low, uint32_t high, uint32_t &value);
  Answer one_of(const char *letters, char &letter);
  Answer ended() const { return *at_ ? SYNTAX : DONE; }
  Answer hello(uint32_t now);
  Answer set(uint32_t now);
  Answer run(uint32_t now);
  Answer pause(uint32_t now);
  Answer resume(uint32_t now);
  Answer end(uint32_t now);
  Answer mode(uint32_t now);
  Answer text(uint32_t now);
  Answer beep(uint32_t now);
  Answer led(uint32_t now);
  Answer ident(uint32_t now);
  Answer ping(uint32_t now);
  Answer period(uint32_t now);
  Answer log(uint32_t now);

  // lines out
  void answer(uint8_t id);
  void say_hi();
  void say_state(uint32_t now);
  void say_bad_lines();
  bool say(const Event &event);
  void send_log();
  void open(const char *word);
  void put(char byte);
  void put(const char *words);
  void put(uint32_t value);
  void put_hex(uint32_t value, uint8_t digits);
  void key(const char *name, uint32_t value);
  void key(const char *name, char value);
  void key(const char *name, const char *value);
  bool close();

  Identity identity_;
  Board &board_;

  uint32_t held_[2] = {0, 0};  // what each side has while it does not count
  uint32_t end_ = 0;           // when the side that counts will have nothing left
  char run_ = 'N', flag_ = '-', lever_ = '-', paused_ = '-';
  bool buttons_only_ = false;
  Contact contacts_[BUTTONS] = {};

  Event log_[LOG_LENGTH] = {};
  uint8_t kept_ = 0;
  uint16_t sequence_ = 0;
  bool logging_ = false;
  uint16_t log_next_ = 0, log_last_ = 0;

  char line_[LINE_LENGTH + 1] = {};
  uint8_t length_ = 0;
  bool spoilt_ = false;
  const char *at_ = line_;  // how far the command is read
  uint16_t bad_ = 0, bad_told_ = 0;

  bool answered_ = false;  // the last command's answer, for the host that missed it
  uint8_t answer_id_ = 0;
  Answer answer_ = DONE;
  uint16_t answer_s_ = 0;
  uint32_t answer_t_ = 0;
  const char *ping_ = nullptr;

  uint32_t state_at_ = 0;
  uint16_t period_ = 1000;

  char queue_[256];  // the two indices wrap by themselves
  uint8_t head_ = 0, tail_ = 0, draft_ = 0;
  uint8_t drafted_ = 0, checksum_ = 0;
  bool too_long_ = false;
};

}  // namespace dclk
