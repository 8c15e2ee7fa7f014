// A clock's front: plungers, lamps, buzzer and an 8-digit MAX7219 display. Needs Arduino's
// functions and nothing else; the protocol is in the core.
#pragma once

#include <Arduino.h>

#include "dclk_core.h"

namespace dclk {

struct Pins {
  uint8_t buttons[BUTTONS];  // left, right, pause, one to spare; each closes to ground
  uint8_t lamps[2];
  uint8_t buzzer;
  uint8_t data, load, clock;  // of the display
};

class Panel final : public Board {
 public:
  explicit Panel(const Pins &pins) : pins_(pins) {}

  bool beep(uint16_t ms) override {
    if (ms > 0) {
      tone(pins_.buzzer, 2000, ms);
    } else {
      noTone(pins_.buzzer);
    }
    return true;
  }

  bool lamps(uint8_t mask) override {
    mask_ = mask;
    return true;
  }

  bool identify() override {
    identifying_ = true;
    identified_at_ = millis();
    return beep(200);
  }

  void begin() {
    for (const uint8_t pin : pins_.buttons) pinMode(pin, INPUT_PULLUP);
    for (const uint8_t pin : pins_.lamps) pinMode(pin, OUTPUT);
    pinMode(pins_.data, OUTPUT);
    pinMode(pins_.load, OUTPUT);
    pinMode(pins_.clock, OUTPUT);
    set_up_display();
  }

  void look(Clock &game, uint32_t now) const {
    for (uint8_t i = 0; i < BUTTONS; i++) {
      game.contact(i, digitalRead(pins_.buttons[i]) == LOW, now);
    }
  }

  void show(const Clock &game, uint32_t now) {
    if (now - shown_at_ < 50) return;
    shown_at_ = now;
    if (now - set_up_at_ >= SET_UP_MS) {
      set_up_at_ = now;
      set_up_display();
    }
    if (identifying_ && now - identified_at_ >= IDENTIFY_MS) identifying_ = false;
    const bool blink = identifying_ && now / 250 % 2;
    for (uint8_t side = 0; side < 2; side++) {
      const bool counts = game.running() == (side == LEFT ? 'L' : 'R');
      digitalWrite(pins_.lamps[side], (counts || (mask_ >> side & 1)) != blink);
    }
    show_side(game, 8, LEFT, now);
    show_side(game, 4, RIGHT, now);
  }

 private:
  static const uint32_t IDENTIFY_MS = 5000;
  static const uint32_t SET_UP_MS = 1000;

  // A display may lose its settings at any time, by a spark or a dip of its supply.
  void set_up_display() const {
    const uint8_t settings[][2] = {{0x0F, 0}, {0x0B, 7}, {0x09, 0xFF}, {0x0A, 8}, {0x0C, 1}};
    for (const auto &setting : settings) display(setting[0], setting[1]);
  }

  void display(uint8_t place, uint8_t value) const {
    digitalWrite(pins_.load, LOW);
    shiftOut(pins_.data, pins_.clock, MSBFIRST, place);
    shiftOut(pins_.data, pins_.clock, MSBFIRST, value);
    digitalWrite(pins_.load, HIGH);
  }

  // Minutes and seconds; from 100 minutes on hours and minutes; dashes for a fallen flag. A second
  // is shown until it is used up, so that 0.00 is a clock with nothing left. It blinks while the
  // times are set.
  void show_side(const Clock &game, uint8_t leftmost, uint8_t side, uint32_t now) const {
    const uint8_t dash = 10, blank = 15, point = 0x80;
    const uint32_t seconds = (game.remaining(side, now) + 999) / 1000;
    const uint32_t whole = seconds < 6000 ? seconds : seconds / 60;
    const uint8_t high = whole / 60, low = whole % 60;
    const bool fell = game.fallen() == (side == LEFT ? 'L' : 'R');
    const bool off = game.setting() && now / 250 % 2;
    const uint8_t instead = off ? blank : dash;
    display(leftmost, off || fell ? instead : high / 10);
    display(leftmost - 1, off || fell ? instead : (high % 10) | point);
    display(leftmost - 2, off || fell ? instead : low / 10);
    display(leftmost - 3, off || fell ? instead : low % 10);
  }

  const Pins pins_;
  uint8_t mask_ = 0;
  bool identifying_ = false;
  uint32_t identified_at_ = 0, shown_at_ = 0, set_up_at_ = 0;
};

}  // namespace dclk
