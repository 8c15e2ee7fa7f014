// As much of Arduino for ESP32 as the Wi-Fi clock uses, on a computer: pins and USB are commands on
// the standard input (host.cpp), time is the computer's.
#pragma once
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <string>

#define LOW 0
#define HIGH 1
#define OUTPUT 1
#define INPUT_PULLUP 2
#define MSBFIRST 1

#define RTC_NOINIT_ATTR

uint32_t millis();
void enableLoopWDT();
void esp_fill_random(void *into, size_t count);
void delay(uint32_t ms);
void pinMode(uint8_t pin, uint8_t mode);
int digitalRead(uint8_t pin);
void digitalWrite(uint8_t pin, uint8_t value);
void shiftOut(uint8_t data, uint8_t clock, uint8_t order, uint8_t value);
void tone(uint8_t pin, unsigned frequency, unsigned long ms);
void noTone(uint8_t pin);

class String {
 public:
  String(const char *text = "") : text_(text) {}
  explicit String(unsigned number) : text_(std::to_string(number)) {}
  unsigned length() const { return static_cast<unsigned>(text_.size()); }
  const char *c_str() const { return text_.c_str(); }
  char operator[](unsigned at) const { return text_[at]; }
  bool startsWith(const char *words) const { return text_.rfind(words, 0) == 0; }
  int indexOf(char byte) const {
    const size_t at = text_.find(byte);
    return at == std::string::npos ? -1 : static_cast<int>(at);
  }
  String substring(unsigned from) const { return String(text_.substr(from).c_str()); }
  String substring(unsigned from, unsigned to) const {
    return String(text_.substr(from, to - from).c_str());
  }
  long toInt() const { return atol(text_.c_str()); }
  String &operator+=(char byte) {
    text_ += byte;
    return *this;
  }
  bool operator==(const char *other) const { return text_ == other; }
  friend String operator+(const String &left, const String &right) {
    return String((left.text_ + right.text_).c_str());
  }

 private:
  std::string text_;
};

struct Usb {
  void begin(unsigned long) {}
  int available();
  int read();
  void println(const String &line);
};
extern Usb Serial;

struct Chip {
  uint64_t getEfuseMac();
  [[noreturn]] void restart();
};
extern Chip ESP;

int xTaskCreatePinnedToCore(void (*task)(void *), const char *name, uint32_t stack, void *given,
                            unsigned priority, void *handle, int core);
