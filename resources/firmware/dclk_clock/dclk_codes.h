// The codes of a Wi-Fi clock's lines: proofs of the table's secret, which is never sent
// (docs/dclk.md, "Over a network"). SHA-256 and HMAC are Mbed TLS's, which ESP32 boards bring along.
#pragma once

#include <stddef.h>
#include <stdint.h>

namespace dclk {

const uint8_t NONCE_DIGITS = 32, CODE_DIGITS = 32;
const uint8_t HASH_DIGITS = 64;

// The HMAC of SHA-256 in lower-case hex digits, with a closing zero.
void hmac_hex(const char *key, size_t key_length, const char *text, size_t text_length,
              char hex[HASH_DIGITS + 1]);

// Random bytes in hex digits, with a closing zero.
void write_nonce(const uint8_t *random, char nonce[NONCE_DIGITS + 1]);

// One connection's codes, of the clock's end. Each line has the code of its number and direction.
class Codes {
 public:
  void begin(const char *secret, const char *host_nonce, const char *own_nonce);
  void write_next(const char *line, char code[CODE_DIGITS + 1]);  // of the next line out
  bool take_next(const char *code, const char *line);             // of the host's next line

 private:
  void write(char sender, uint32_t number, const char *line, char code[CODE_DIGITS + 1]) const;

  char key_[HASH_DIGITS + 1] = {};
  uint32_t sent_ = 0, heard_ = 0;
};

}  // namespace dclk
