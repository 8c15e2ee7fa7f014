// A DCLK/1 chess clock on an Arduino-class board (docs/dclk.md has the protocol). Take a board
// with a crystal, for example a Leonardo; the Uno's ceramic resonator is off by seconds an hour.
// Chosen for an ESP32 board, this folder is a Wi-Fi clock instead: see dclk_esp32.cpp.
//
// Two plungers, a pause button (each closes its pin to ground), a lamp a side, a passive buzzer,
// and an 8-digit MAX7219 display: minutes and seconds of the left player, then of the right.
#if !defined(ESP32)
#include <Arduino.h>
#include <EEPROM.h>

#include "dclk_core.h"
#include "dclk_panel.h"

namespace {

const dclk::Pins PINS = {{2, 3, 4, 5}, {6, 7}, 8, 10, 11, 12};

const char NAME[] = "clock";  // what the organizer sees; no blanks, 12 characters at most
const char OSCILLATOR[] = "xtal";

struct Stored {  // at the start of the EEPROM
  uint32_t mark, uid, boot;
};
const uint32_t MARK = 0x44434C4B;

Stored stored;
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
  game().begin(millis());
}

// Nothing in here waits: a plunger is looked at thousands of times a second.
void loop() {
  const uint32_t now = millis();
  panel.look(game(), now);
  for (int room = 16; room > 0 && Serial.available() > 0; room--) {
    game().receive(static_cast<char>(Serial.read()), now);
  }
  game().tick(now);
  while (Serial.availableForWrite() > 0) {
    const int byte = game().take();
    if (byte < 0) break;
    Serial.write(static_cast<uint8_t>(byte));
  }
  panel.show(game(), now);
}
#endif
