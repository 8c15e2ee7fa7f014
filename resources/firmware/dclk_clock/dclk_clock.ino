// A DCLK/1 chess clock on an Arduino-class board (docs/dclk.md has the protocol). Take a board
// with a crystal, for example a Leonardo; the Uno's ceramic resonator is off by seconds an hour.
//
// Two plungers, a pause button (each closes its pin to ground), a lamp a side, a passive buzzer,
// and an 8-digit MAX7219 display: minutes and seconds of the left player, then of the right.
#include <Arduino.h>
#include <EEPROM.h>

#include "dclk_core.h"

namespace {

const uint8_t BUTTON_PINS[dclk::BUTTONS] = {2, 3, 4, 5};  // left, right, pause, one to spare
const uint8_t LAMP_PINS[2] = {6, 7};
const uint8_t BUZZER_PIN = 8;
const uint8_t DISPLAY_DATA = 10, DISPLAY_LOAD = 11, DISPLAY_CLOCK = 12;
const uint8_t DISPLAY_PINS[] = {DISPLAY_DATA, DISPLAY_LOAD, DISPLAY_CLOCK};
const uint32_t IDENTIFY_MS = 5000;

const char NAME[] = "clock";  // what the organizer sees; no blanks, 12 characters at most
const char OSCILLATOR[] = "xtal";

struct Stored {  // at the start of the EEPROM
  uint32_t mark, uid, boot;
};
const uint32_t MARK = 0x44434C4B;

Stored stored;
uint8_t lamp_mask;
bool identifying;
uint32_t identified_at;

class Hardware : public dclk::Board {
 public:
  bool beep(uint16_t ms) override {
    if (ms > 0) {
      tone(BUZZER_PIN, 2000, ms);
    } else {
      noTone(BUZZER_PIN);
    }
    return true;
  }

  bool lamps(uint8_t mask) override {
    lamp_mask = mask;
    return true;
  }

  bool identify() override {
    identifying = true;
    identified_at = millis();
    return beep(200);
  }
};

Hardware hardware;

// A board without a number of its own draws one at its first start, from the noise of a free pin.
dclk::Identity identity() {
  EEPROM.get(0, stored);
  if (stored.mark != MARK) {
    stored = {MARK, micros(), 0};
    for (uint8_t i = 0; i < 64; i++) {
      stored.uid = (stored.uid << 5 | stored.uid >> 27) ^ analogRead(A0) ^ micros();
    }
  }
  stored.boot++;
  EEPROM.put(0, stored);
  return {stored.uid, stored.boot, "0.1.0", NAME, "run,set,beep,led,pause", OSCILLATOR};
}

dclk::Clock &game() {
  static dclk::Clock clock(identity(), hardware);
  return clock;
}

void display(uint8_t place, uint8_t value) {
  digitalWrite(DISPLAY_LOAD, LOW);
  shiftOut(DISPLAY_DATA, DISPLAY_CLOCK, MSBFIRST, place);
  shiftOut(DISPLAY_DATA, DISPLAY_CLOCK, MSBFIRST, value);
  digitalWrite(DISPLAY_LOAD, HIGH);
}

// Minutes and seconds; from 100 minutes on hours and minutes; dashes for a fallen flag. A second
// is shown until it is used up, so that 0.00 is a clock with nothing left.
void show_side(uint8_t leftmost, uint8_t side, uint32_t now) {
  const uint8_t dash = 10, point = 0x80;
  const uint32_t seconds = (game().remaining(side, now) + 999) / 1000;
  const uint32_t whole = seconds < 6000 ? seconds : seconds / 60;
  const uint8_t high = whole / 60, low = whole % 60;
  const bool fell = game().fallen() == (side == dclk::LEFT ? 'L' : 'R');
  display(leftmost, fell ? dash : high / 10);
  display(leftmost - 1, fell ? dash : high % 10 | point);
  display(leftmost - 2, fell ? dash : low / 10);
  display(leftmost - 3, fell ? dash : low % 10);
}

void show(uint32_t now) {
  static uint32_t shown_at;
  if (now - shown_at < 50) return;
  shown_at = now;
  if (identifying && now - identified_at >= IDENTIFY_MS) identifying = false;
  const bool blink = identifying && now / 250 % 2;
  for (uint8_t side = 0; side < 2; side++) {
    const bool counts = game().running() == (side == dclk::LEFT ? 'L' : 'R');
    digitalWrite(LAMP_PINS[side], (counts || lamp_mask >> side & 1) != blink);
  }
  show_side(8, dclk::LEFT, now);
  show_side(4, dclk::RIGHT, now);
}

void start_display() {
  const uint8_t settings[][2] = {{0x0F, 0}, {0x0B, 7}, {0x09, 0xFF}, {0x0A, 8}, {0x0C, 1}};
  for (const auto &setting : settings) display(setting[0], setting[1]);
}

}  // namespace

void setup() {
  for (const uint8_t pin : BUTTON_PINS) pinMode(pin, INPUT_PULLUP);
  for (const uint8_t pin : LAMP_PINS) pinMode(pin, OUTPUT);
  for (const uint8_t pin : DISPLAY_PINS) pinMode(pin, OUTPUT);
  Serial.begin(115200);
  start_display();
  game().begin(millis());
}

// Nothing in here waits: a plunger is looked at thousands of times a second.
void loop() {
  const uint32_t now = millis();
  for (uint8_t i = 0; i < dclk::BUTTONS; i++) {
    game().contact(i, digitalRead(BUTTON_PINS[i]) == LOW, now);
  }
  for (int room = 16; room > 0 && Serial.available() > 0; room--) {
    game().receive(static_cast<char>(Serial.read()), now);
  }
  game().tick(now);
  while (Serial.availableForWrite() > 0) {
    const int byte = game().take();
    if (byte < 0) break;
    Serial.write(static_cast<uint8_t>(byte));
  }
  show(now);
}
