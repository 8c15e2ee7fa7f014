// Settings kept in a file, as the board keeps them in its flash.
#pragma once
#include "Arduino.h"

class Preferences {
 public:
  bool begin(const char *name, bool read_only);
  String getString(const char *key, const char *otherwise);
  uint16_t getUShort(const char *key, uint16_t otherwise);
  uint32_t getUInt(const char *key, uint32_t otherwise);
  size_t putString(const char *key, const String &value);
  size_t putUShort(const char *key, uint16_t value);
  size_t putUInt(const char *key, uint32_t value);
};
