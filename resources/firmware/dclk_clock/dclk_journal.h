// Keeps a game over a power cut: its moments, one after the other, in a ring of slots of a memory
// that lasts. A slot that was cut off while it was written does not count; the one before does.
#pragma once

#include "dclk_core.h"

namespace dclk {

const uint8_t SLOT_LENGTH = 32;
const uint16_t KEEP_MS = 800;  // a moment is kept before the second is over, writing it included

// Where slots last: an EEPROM, or part of a flash.
class Memory {
 public:
  virtual uint16_t slots() const = 0;
  virtual void read(uint16_t slot, uint8_t *bytes) = 0;
  virtual void write(uint16_t slot, const uint8_t *bytes) = 0;  // the bytes stay until it is done
  virtual bool is_busy() { return false; }                      // writing; goes on with it
  virtual void rest(uint16_t) {}  // nobody plays: time to make the next slots ready

 protected:
  ~Memory() = default;
};

// `lasting`: SLOT_LENGTH bytes that survive a new start, though no power cut; none if there are no such.
class Journal {
 public:
  explicit Journal(Memory &memory, uint8_t *lasting = nullptr)
      : memory_(memory), lasting_(lasting) {}

  void begin(Clock &clock, uint32_t now);  // hands the clock its game, before it begins itself
  void tick(const Clock &clock, uint32_t now);

 private:
  bool read(uint16_t slot, Moment &moment, uint32_t &serial);
  uint16_t recall(Clock &clock, uint32_t since);
  void write(const Moment &moment);

  Memory &memory_;
  uint8_t *const lasting_;
  uint8_t bytes_[SLOT_LENGTH] = {};
  uint16_t slot_ = 0;      // of the next moment
  uint32_t serial_ = 0;    // of the last one
  uint16_t event_ = 0;     // the last event that was kept
  uint16_t changes_ = 0;   // of the clock, as they were kept
  uint32_t kept_at_ = 0, rested_at_ = 0;
};

}  // namespace dclk
