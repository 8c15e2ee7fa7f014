// A slot, numbers with their low byte first:
//   serial 4, t 4, left 4, right 4, s 2, run, flag, lever, paused, kind, by, version 1, zero,
//   game_from 2, zeros, CRC 2
#include "dclk_journal.h"

#include <string.h>

namespace dclk {

namespace {

const uint8_t VERSION = 1, VERSION_AT = 24, CRC_AT = SLOT_LENGTH - 2;

uint16_t crc(const uint8_t *bytes) {
  uint16_t sum = 0xFFFF;
  for (uint8_t i = 0; i < CRC_AT; i++) {
    sum ^= static_cast<uint16_t>(bytes[i] << 8);
    for (uint8_t bit = 0; bit < 8; bit++) {
      sum = static_cast<uint16_t>(sum & 0x8000 ? sum << 1 ^ 0x1021 : sum << 1);
    }
  }
  return sum;
}

void put(uint8_t *at, uint32_t value, uint8_t count) {
  for (uint8_t i = 0; i < count; i++) at[i] = static_cast<uint8_t>(value >> (8 * i));
}

uint32_t get(const uint8_t *at, uint8_t count) {
  uint32_t value = 0;
  while (count-- > 0) value = value << 8 | at[count];
  return value;
}

void encode(uint8_t *bytes, uint32_t serial, const Moment &moment) {
  memset(bytes, 0, SLOT_LENGTH);
  put(bytes, serial, 4);
  put(bytes + 4, moment.t, 4);
  put(bytes + 8, moment.left, 4);
  put(bytes + 12, moment.right, 4);
  put(bytes + 16, moment.s, 2);
  bytes[18] = static_cast<uint8_t>(moment.run);
  bytes[19] = static_cast<uint8_t>(moment.flag);
  bytes[20] = static_cast<uint8_t>(moment.lever);
  bytes[21] = static_cast<uint8_t>(moment.paused);
  bytes[22] = moment.kind;
  bytes[23] = static_cast<uint8_t>(moment.by);
  bytes[VERSION_AT] = VERSION;
  put(bytes + 26, moment.game_from, 2);
  put(bytes + CRC_AT, crc(bytes), 2);
}

// False for a slot that is blank or was cut off.
bool decode(const uint8_t *bytes, uint32_t &serial, Moment &moment) {
  if (bytes[VERSION_AT] != VERSION || get(bytes + CRC_AT, 2) != crc(bytes)) return false;
  serial = get(bytes, 4);
  moment.t = get(bytes + 4, 4);
  moment.left = get(bytes + 8, 4);
  moment.right = get(bytes + 12, 4);
  moment.s = static_cast<uint16_t>(get(bytes + 16, 2));
  moment.game_from = static_cast<uint16_t>(get(bytes + 26, 2));
  moment.run = static_cast<char>(bytes[18]);
  moment.flag = static_cast<char>(bytes[19]);
  moment.lever = static_cast<char>(bytes[20]);
  moment.paused = static_cast<char>(bytes[21]);
  moment.kind = bytes[22];
  moment.by = static_cast<char>(bytes[23]);
  return true;
}

}  // namespace

void Journal::begin(Clock &clock, uint32_t now) {
  Moment last = {}, moment = {};
  uint32_t serial = 0;
  bool found = false;
  for (uint16_t slot = 0; slot < memory_.slots(); slot++) {
    if (!read(slot, moment, serial) || (found && serial < serial_)) continue;
    found = true;
    slot_ = slot;
    last = moment;
    serial_ = serial;
  }
  rested_at_ = kept_at_ = now;
  if (!found) return;
  slot_ = static_cast<uint16_t>((slot_ + 1) % memory_.slots());
  if (lasting_ && decode(lasting_, serial, moment) && serial == serial_) last = moment;
  event_ = last.s;
  clock.restore(last, recall(clock, now - last.t), now);
  changes_ = static_cast<uint16_t>(clock.changes() - 1);
}

// Hands the clock all events that are kept, oldest first; the first one from which on that are all
// that happened.
uint16_t Journal::recall(Clock &clock, uint32_t since) {
  Moment moment = {};
  uint32_t serial = 0;
  bool found = false;
  uint16_t whole = 0;
  for (uint16_t i = 0; i < memory_.slots(); i++) {
    const uint16_t slot = static_cast<uint16_t>((slot_ + static_cast<uint32_t>(i)) % memory_.slots());
    if (!read(slot, moment, serial) || serial_ - serial >= memory_.slots()) continue;
    if (!found) whole = static_cast<uint16_t>(moment.s + (moment.kind == NO_EVENT ? 1 : 0));
    found = true;
    clock.recall(moment, since);
  }
  return whole;
}

void Journal::tick(const Clock &clock, uint32_t now) {
  if (memory_.slots() == 0 || memory_.is_busy()) return;
  Moment moment = {};
  if (clock.next_event(event_, moment)) return write(moment);
  const bool changed = clock.changes() != changes_;
  if (changed || (clock.counting() && now - kept_at_ >= KEEP_MS)) {
    changes_ = clock.changes();
    kept_at_ = now;
    return write(clock.moment(now));
  }
  if (clock.counting()) {
    if (lasting_) encode(lasting_, serial_, clock.moment(now));
  } else if (now - rested_at_ >= KEEP_MS) {
    rested_at_ = now;
    memory_.rest(slot_);
  }
}

bool Journal::read(uint16_t slot, Moment &moment, uint32_t &serial) {
  uint8_t bytes[SLOT_LENGTH];
  memory_.read(slot, bytes);
  return decode(bytes, serial, moment);
}

void Journal::write(const Moment &moment) {
  encode(bytes_, ++serial_, moment);
  memory_.write(slot_, bytes_);
  slot_ = static_cast<uint16_t>((slot_ + 1) % memory_.slots());
}

}  // namespace dclk
