// Part of the flash in a file, as a flash is: writing clears bits, only erasing sets them.
#pragma once
#include "Arduino.h"

enum { ESP_PARTITION_TYPE_DATA = 1, ESP_PARTITION_SUBTYPE_DATA_SPIFFS = 0x82 };

struct esp_partition_t {
  uint32_t size;
};

const esp_partition_t *esp_partition_find_first(int type, int subtype, const char *label);
int esp_partition_read(const esp_partition_t *part, size_t from, void *into, size_t count);
int esp_partition_write(const esp_partition_t *part, size_t at, const void *from, size_t count);
int esp_partition_erase_range(const esp_partition_t *part, size_t from, size_t count);
