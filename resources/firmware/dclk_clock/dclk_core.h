// The core of a DCLK/1 clock: keeps the time, reads and writes the lines. Plain C++11 without
// Arduino headers or dynamic memory, so that it runs on an 8-bit board and in a test alike.
// docs/dclk.md is the specification. Every moment is the board's millis(), which may wrap; the
// moments handed in never go back.
#pragma once

#include <stdint.h>

namespace dclk {

const uint8_t LINE_LENGTH = 120;  // with the checksum, without the line feed
#if defined(DCLK_LOG_LENGTH)
const uint16_t LOG_LENGTH = DCLK_LOG_LENGTH;
#elif defined(__AVR_ATmega328P__)
const uint16_t LOG_LENGTH = 16;
#elif defined(__AVR__)
const uint16_t LOG_LENGTH = 32;
#else
const uint16_t LOG_LENGTH = 1000;
#endif
const uint8_t SURE_MS = 2;     // shorter closings are no press
const uint8_t GAP_MS = 10;     // a contact that opens for less is closing still
const uint8_t IGNORE_MS = 40;  // how long a contact may bounce
const uint32_t LONGEST_MS = 359999999;  // 99:59:59.999
const uint32_t MINUTE_MS = 60000;
const uint32_t MOST_SET_MS = 180 * MINUTE_MS;  // on the clock itself
const uint16_t ALONE_MS = 10000;  // a host says something every five seconds
const uint16_t HOLD_MS = 2000;    // of the pause button, to set the times
const uint16_t REPEAT_MS = 400;   // of a plunger that is held while the times are set
const uint16_t SETTING_MS = 20000;  // without a press; then the times are as they are
const uint8_t NAME_LENGTH = 12;
const uint8_t NO_EVENT = 255;
const uint8_t SKIPPED = 8;  // numbers after a power cut: a host may have heard what was not kept

// A board may have more buttons after PAUSE_BUTTON; they are told to the host as BTN 1, 2...
enum Button : uint8_t { LEFT = 0, RIGHT = 1, PAUSE_BUTTON = 2, BUTTONS = 4 };

enum Answer : uint8_t { DONE, SYNTAX, OUT_OF_RANGE, BAD_STATE, UNSUPPORTED, BUSY };

enum Kind : uint8_t { PRESS, IGN, FLAG, PAUSE, RESUME, BTN, ADJ, LOWBAT };

// What HI tells. The name is as somebody typed it, in UTF-8; in the rest are no blanks, and the whole
// line must keep to LINE_LENGTH.
struct Identity {
  uint32_t uid;
  uint32_t boot;
  const char *firmware;
  const char *name;
  const char *caps;
  const char *oscillator;
};

// A moment of a game, and the event that made it, if one did: what outlives a power cut.
struct Moment {
  uint32_t t, left, right;
  uint16_t s, game_from;
  char run, flag, lever, paused;
  uint8_t kind;  // NO_EVENT for none
  char by;
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

  void recall(const Moment &moment, uint32_t since);       // an event before a power cut
  void restore(const Moment &last, uint16_t whole, uint32_t now);  // the game, before begin
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
  bool counting() const { return run_ == 'L' || run_ == 'R'; }
  bool setting() const { return setting_; }  // the times are set on the clock itself
  uint16_t changes() const { return changes_; }  // counts them
  Moment moment(uint32_t now) const;
  bool next_event(uint16_t &after, Moment &moment) const;  // but for ignored presses
  uint16_t bad_lines() const { return bad_; }

 private:
  struct Event {
    uint32_t t, left, right;
    uint16_t s;
    Kind kind;
    char by, run;
  };
  struct Contact {
    uint32_t since;   // its first edge
    uint32_t turned;  // its last edge while nobody knows whether it is a press
    bool closed, ignoring, doubtful, shut;
  };
  // In this order: what changes nothing, so that a repeat is simply done again, and from SET on what
  // changes the game.
  enum class Verb : uint8_t {
    HELLO, PING, LOG, TXT, BEEP, LED, IDENT, PERIOD, SET, RUN, PAUSE, RESUME, END, MODE, NONE
  };

  // time
  bool can_count() const { return !buttons_only_ && held_[LEFT] > 0 && held_[RIGHT] > 0; }
  void bank(uint32_t now);
  void hold(uint32_t now);
  void start(char side, uint32_t now);
  void fall(uint32_t now);
  bool is_undecided() const;
  bool closed_in_time(uint8_t button) const;
  void warn(uint32_t now);
  void give(uint32_t left, uint32_t right);
  void begin_game() { game_from_ = static_cast<uint16_t>(sequence_ + 1); }
  bool holds_game() const { return held_[LEFT] > 0 || held_[RIGHT] > 0 || flag_ != '-'; }
  void turn(Contact &contact, bool closed, uint32_t now);
  void pressed(uint8_t button, uint32_t edge, uint32_t now);
  void released(uint8_t button, uint32_t now);
  void press(uint8_t side, uint32_t now);
  void pause_pressed(uint32_t now);
  void happen(Kind kind, char by, uint32_t at);
  void keep(const Event &event);
  bool make_room(Kind kind);

  // the times set by the clock's own buttons
  void hold_buttons(uint32_t now);
  void add_minutes(uint8_t side, uint8_t minutes, uint32_t now);
  void end_setting(uint32_t now);

  // commands
  void obey(uint32_t now);
  Verb find_verb();
  Answer act(Verb verb, uint32_t now);
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
  bool say_ignored(uint16_t first, uint16_t last);
  void send_log();
  const Event *kept_from(uint16_t s) const;
  void put_name();
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
  uint32_t since_ = 0;         // when somebody's time last began or ceased to count
  char run_ = 'N', flag_ = '-', lever_ = '-', paused_ = '-';
  bool buttons_only_ = false;
  bool warned_[2] = {true, true};  // of the last minute
  Contact contacts_[BUTTONS] = {};
  uint16_t changes_ = 0;

  bool alone_ = true;  // no host says anything
  uint32_t host_at_ = 0;
  bool holds_pause_ = false;  // the pause button went down and has done nothing yet
  bool setting_ = false, adjusted_ = false;
  uint32_t set_at_ = 0, repeat_at_ = 0;

  Event log_[LOG_LENGTH] = {};  // oldest first
  uint16_t kept_ = 0;
  uint16_t sequence_ = 0;
  uint16_t game_from_ = 1;  // the game's first event
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
