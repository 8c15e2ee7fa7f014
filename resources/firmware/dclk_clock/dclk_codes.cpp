#if defined(ESP32)
#include "dclk_codes.h"

#include <mbedtls/md.h>
#include <stdio.h>
#include <string.h>

#include "dclk_core.h"

namespace dclk {

namespace {

const size_t SECRET_LETTERS = 26;  // of a secret as it is printed
const size_t LONGEST_SECRET = 64;
const size_t PLACE = 16;  // of the letter and the number before a line

const mbedtls_md_info_t *sha256() { return mbedtls_md_info_from_type(MBEDTLS_MD_SHA256); }

void write_hex(const uint8_t *bytes, size_t count, char *hex) {
  const char digits[] = "0123456789abcdef";
  for (size_t i = 0; i < count; i++) {
    hex[2 * i] = digits[bytes[i] >> 4];
    hex[2 * i + 1] = digits[bytes[i] & 15];
  }
  hex[2 * count] = '\0';
}

bool is_digit(char byte) { return byte >= '0' && byte <= '9'; }

bool is_letter(char byte) { return byte >= 'a' && byte <= 'z'; }

// A secret is printed without letters that look like others, and may be typed in capitals and in
// groups. One of another length is of an earlier program and stays as it is.
size_t write_as_printed(const char *typed, char *printed) {
  size_t count = 0;
  for (const char *at = typed; *at && count <= SECRET_LETTERS; at++) {
    char byte = *at >= 'A' && *at <= 'Z' ? static_cast<char>(*at - 'A' + 'a') : *at;
    if (!is_digit(byte) && !is_letter(byte)) continue;
    if (byte == 'o') byte = '0';
    if (byte == 'i' || byte == 'l') byte = '1';
    printed[count++] = byte;
  }
  if (count == SECRET_LETTERS) return count;
  count = strnlen(typed, LONGEST_SECRET);
  memcpy(printed, typed, count);
  return count;
}

}  // namespace

void hmac_hex(const char *key, size_t key_length, const char *text, size_t text_length,
              char hex[HASH_DIGITS + 1]) {
  uint8_t made[HASH_DIGITS / 2];
  mbedtls_md_hmac(sha256(), reinterpret_cast<const uint8_t *>(key), key_length,
                  reinterpret_cast<const uint8_t *>(text), text_length, made);
  write_hex(made, sizeof made, hex);
}

void write_nonce(const uint8_t *random, char nonce[NONCE_DIGITS + 1]) {
  write_hex(random, NONCE_DIGITS / 2, nonce);
}

void Codes::begin(const char *secret, const char *host_nonce, const char *own_nonce) {
  char printed[LONGEST_SECRET], hash[HASH_DIGITS + 1], nonces[2 * NONCE_DIGITS + 8];
  uint8_t made[HASH_DIGITS / 2];
  const size_t length = write_as_printed(secret, printed);
  mbedtls_md(sha256(), reinterpret_cast<const uint8_t *>(printed), length, made);
  write_hex(made, sizeof made, hash);
  snprintf(nonces, sizeof nonces, "dclk %.32s %.32s", host_nonce, own_nonce);
  hmac_hex(hash, HASH_DIGITS, nonces, strlen(nonces), key_);
  sent_ = heard_ = 0;
}

void Codes::write_next(const char *line, char code[CODE_DIGITS + 1]) {
  write('C', sent_++, line, code);
}

// All digits are compared, so that the time tells nothing of how many are right.
bool Codes::take_next(const char *code, const char *line) {
  char expected[CODE_DIGITS + 1];
  uint8_t differs = 0;
  write('H', heard_, line, expected);
  for (uint8_t i = 0; i < CODE_DIGITS; i++) differs |= static_cast<uint8_t>(code[i] ^ expected[i]);
  if (!differs) heard_++;
  return !differs;
}

void Codes::write(char sender, uint32_t number, const char *line,
                  char code[CODE_DIGITS + 1]) const {
  char text[PLACE + LINE_LENGTH + 1], hex[HASH_DIGITS + 1];
  snprintf(text, sizeof text, "%c%lu %s", sender, static_cast<unsigned long>(number), line);
  hmac_hex(key_, HASH_DIGITS, text, strlen(text), hex);
  memcpy(code, hex, CODE_DIGITS);
  code[CODE_DIGITS] = '\0';
}

}  // namespace dclk
#endif
