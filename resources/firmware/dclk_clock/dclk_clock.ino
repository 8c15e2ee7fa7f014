// A DCLK/1 chess clock on an Arduino-class board (docs/dclk.md has the protocol). Take a board
// with a crystal, for example a Leonardo; the Uno's ceramic resonator is off by seconds an hour.
// Chosen for an ESP32 board, this folder is a Wi-Fi clock instead: see dclk_esp32.cpp.
//
// Two plungers, a pause button (each closes its pin to ground), a lamp a side, a passive buzzer,
// and an 8-digit MAX7219 display: minutes and seconds of the left player, then of the right.
#if !defined(ESP32)
#include <Arduino.h>
#include <EEPROM.h>
#include <avr/eeprom.h>
#include <avr/wdt.h>

#include "dclk_core.h"
#include "dclk_journal.h"
#include "dclk_panel.h"

namespace {

const dclk::Pins PINS = {{2, 3, 4, 5}, {6, 7}, 8, 10, 11, 12};

const char NAME[] = "clock";  // what the organizer sees; 12 characters are shown
const char OSCILLATOR[] = "xtal";

struct Stored {  // at the start of the EEPROM
  uint32_t mark, uid, boot;
};
const uint32_t MARK = 0x44434C4B;

// The rest of the EEPROM is the journal's. At 100,000 writes a cell it lasts for some 690 hours of
// running games. A byte takes 3.4 ms to write, and nobody waits for it.
class Eeprom final : public dclk::Memory {
 public:
  uint16_t slots() const override { return (E2END + 1 - BEGIN) / dclk::SLOT_LENGTH; }

  void read(uint16_t slot, uint8_t *bytes) override {
    for (uint8_t i = 0; i < dclk::SLOT_LENGTH; i++) bytes[i] = EEPROM.read(place(slot) + i);
  }

  void write(uint16_t slot, const uint8_t *bytes) override {
    bytes_ = bytes;
    at_ = place(slot);
    left_ = dclk::SLOT_LENGTH;
  }

  bool is_busy() override {
    if (!eeprom_is_ready()) return true;
    if (left_ == 0) return false;
    left_--;
    EEPROM.update(at_++, *bytes_++);
    return true;
  }

 private:
  static const uint16_t BEGIN = 16;

  static uint16_t place(uint16_t slot) { return BEGIN + slot * dclk::SLOT_LENGTH; }

  const uint8_t *bytes_ = nullptr;
  uint16_t at_ = 0;
  uint8_t left_ = 0;
};

Stored stored;
Eeprom eeprom;
dclk::Journal journal(eeprom);
dclk::Panel panel(PINS);

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
  static dclk::Clock clock(identity(), panel);
  return clock;
}

}  // namespace

void setup() {
  Serial.begin(115200);
  panel.begin();
  journal.begin(game(), millis());
  game().begin(millis());
  wdt_enable(WDTO_4S);  // a program that hangs starts anew and has its game still
}

// Nothing in here waits: a plunger is looked at thousands of times a second.
void loop() {
  const uint32_t now = millis();
  wdt_reset();
  panel.look(game(), now);
  for (int room = 16; room > 0 && Serial.available() > 0; room--) {
    game().receive(static_cast<char>(Serial.read()), now);
  }
  game().tick(now);
  journal.tick(game(), now);
  while (Serial.availableForWrite() > 0) {
    const int byte = game().take();
    if (byte < 0) break;
    Serial.write(static_cast<uint8_t>(byte));
  }
  panel.show(game(), now);
}
#endif
