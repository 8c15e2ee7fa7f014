// A DCLK/1 chess clock on an ESP32 board, over Wi-Fi (docs/wifi-clock.md says how to build it,
// docs/dclk.md has the protocol). It dials in where it was told a host, a table and a secret;
// without a host it waits for the host to dial it.
//
// The loop keeps the time and looks at the plungers and never waits. All that may wait, which is
// the network, has a task of its own on the other core. Between them are two rings of bytes.
#if defined(ESP32)
#include <Arduino.h>
#include <Preferences.h>
#include <WiFi.h>
#include <esp_partition.h>

#include <atomic>

#include "dclk_codes.h"
#include "dclk_core.h"
#include "dclk_journal.h"
#include "dclk_panel.h"

namespace {

const dclk::Pins PINS = {{32, 33, 25, 26}, {18, 19}, 23, 27, 14, 13};

const char CAPS[] = "run,set,beep,led,pause";
const uint16_t HOST_PORT = 8438;  // where the organizer's laptop listens
const uint16_t OWN_PORT = 4000;   // where this clock listens if it has no host
const unsigned LONGEST_CODED = dclk::CODE_DIGITS + dclk::LINE_LENGTH;
const uint32_t CONNECT_MS = 5000, ANSWER_MS = 5000;
const uint32_t SILENCE_MS = 15000;  // the host says something every five seconds
const uint32_t WIFI_AGAIN_MS = 10000, REFUSED_MS = 20000, MOST_REST_MS = 15000;

// Bytes from one task to one other.
class Ring {
 public:
  bool put(char byte) {
    const uint16_t head = head_.load(std::memory_order_relaxed);
    if (static_cast<uint16_t>(head - tail_.load(std::memory_order_acquire)) >= SIZE) return false;
    bytes_[head % SIZE] = byte;
    head_.store(head + 1, std::memory_order_release);
    return true;
  }

  bool full() const { return room() == 0; }

  uint16_t room() const { return SIZE - static_cast<uint16_t>(head_.load() - tail_.load()); }

  int take() {
    const uint16_t tail = tail_.load(std::memory_order_relaxed);
    if (tail == head_.load(std::memory_order_acquire)) return -1;
    const char byte = bytes_[tail % SIZE];
    tail_.store(tail + 1, std::memory_order_release);
    return static_cast<uint8_t>(byte);
  }

 private:
  static const uint16_t SIZE = 1024;
  char bytes_[SIZE];
  std::atomic<uint16_t> head_{0}, tail_{0};
};

// Half a megabyte of the flash that no program uses, for the journal: three and a half hours of play
// a round, of which 100,000 are good. A slot is written in less than a millisecond. A sector takes
// some 45 ms to erase, in which no plunger is seen, so sectors are erased while nobody's time counts.
class Flash final : public dclk::Memory {
 public:
  void begin() {
    part_ = esp_partition_find_first(ESP_PARTITION_TYPE_DATA, ESP_PARTITION_SUBTYPE_DATA_SPIFFS,
                                     nullptr);
    if (part_ && part_->size < SECTORS * SECTOR) part_ = nullptr;
  }

  uint16_t slots() const override { return part_ ? SECTORS * IN_SECTOR : 0; }

  void read(uint16_t slot, uint8_t *bytes) override {
    esp_partition_read(part_, slot * dclk::SLOT_LENGTH, bytes, dclk::SLOT_LENGTH);
  }

  void write(uint16_t slot, const uint8_t *bytes) override {
    if (slot % IN_SECTOR == 0) clear(slot / IN_SECTOR);
    esp_partition_write(part_, slot * dclk::SLOT_LENGTH, bytes, dclk::SLOT_LENGTH);
  }

  void rest(uint16_t next) override {
    for (uint32_t ahead = 1; ahead <= SECTORS / 2; ahead++) {
      if (clear((next / IN_SECTOR + ahead) % SECTORS)) return;
    }
  }

 private:
  static const uint32_t SECTOR = 4096, SECTORS = 128;
  static const uint32_t IN_SECTOR = SECTOR / dclk::SLOT_LENGTH;

  // False if it was blank.
  bool clear(uint32_t sector) {
    uint32_t begin = 0;
    esp_partition_read(part_, sector * SECTOR, &begin, sizeof begin);
    if (begin == 0xFFFFFFFF) return false;
    esp_partition_erase_range(part_, sector * SECTOR, SECTOR);
    return true;
  }

  const esp_partition_t *part_ = nullptr;
};

// What it was told over USB, kept in the flash.
struct Settings {
  String wifi, password, host, secret, name;
  uint16_t port, table;
};

RTC_NOINIT_ATTR uint8_t lasting[dclk::SLOT_LENGTH];

Preferences flash;
Settings settings;
Flash moments;
dclk::Journal journal(moments, lasting);
dclk::Panel panel(PINS);
Ring to_host, to_clock;
std::atomic<bool> in_touch{false};
uint32_t uid, boots;

void read_settings() {
  settings.wifi = flash.getString("wifi", "");
  settings.password = flash.getString("password", "");
  settings.host = flash.getString("host", "");
  settings.port = flash.getUShort("port", HOST_PORT);
  settings.table = flash.getUShort("table", 0);
  settings.secret = flash.getString("secret", "");
  settings.name = flash.getString("name", "clock");
}

dclk::Clock &game() {
  static dclk::Clock clock({uid, boots, "0.1.0", settings.name.c_str(), CAPS, "xtal"}, panel);
  return clock;
}

// The network's task

String with_checksum(const String &payload) {
  uint8_t sum = 0;
  for (unsigned i = 0; i < payload.length(); i++) sum ^= static_cast<uint8_t>(payload[i]);
  char digits[4];
  snprintf(digits, sizeof digits, "*%02X", sum);
  return payload + digits;
}

bool send_all(WiFiClient &line, const char *bytes, size_t count) {
  return line.write(reinterpret_cast<const uint8_t *>(bytes), count) == count;
}

// A line, with its code if there are codes.
bool send_line(WiFiClient &line, dclk::Codes *codes, const String &words) {
  char code[dclk::CODE_DIGITS + 1] = "";
  if (codes) codes->write_next(words.c_str(), code);
  const String sent = String(code) + words + "\n";
  return send_all(line, sent.c_str(), sent.length());
}

// The next line; empty if none came in time.
String answer_of(WiFiClient &line) {
  String heard;
  const uint32_t asked_at = millis();
  while (millis() - asked_at < ANSWER_MS && heard.length() <= LONGEST_CODED) {
    const int byte = line.available() > 0 ? line.read() : -1;
    if (byte == '\n') return heard;
    if (byte >= 0) {
      heard += static_cast<char>(byte);
    } else if (!line.connected()) {
      break;
    } else {
      delay(2);
    }
  }
  return "";
}

// What the host said without its code; empty where the code is not that of its next line.
String opened(dclk::Codes &codes, const String &coded) {
  if (coded.length() <= dclk::CODE_DIGITS || coded.length() > LONGEST_CODED) return "";
  const String words = coded.substring(dclk::CODE_DIGITS);
  return codes.take_next(coded.c_str(), words.c_str()) ? words : String();
}

// Lets the host in on the table's secret without saying it. What is left to say is in `answer`:
// JOINED, NO and why, or nothing.
void prove(WiFiClient &line, dclk::Codes &codes, String &answer) {
  uint8_t random[dclk::NONCE_DIGITS / 2];
  char nonce[dclk::NONCE_DIGITS + 1], words[96];
  esp_fill_random(random, sizeof random);
  dclk::write_nonce(random, nonce);
  snprintf(words, sizeof words, "JOIN dclk=1 table=%u uid=%08lX nonce=%s",
           static_cast<unsigned>(settings.table), static_cast<unsigned long>(uid), nonce);
  answer = send_line(line, nullptr, with_checksum(words)) ? answer_of(line) : String();
  if (!answer.startsWith("NONCE ") || answer.length() < 6u + dclk::NONCE_DIGITS) return;
  codes.begin(settings.secret.c_str(), answer.substring(6).c_str(), nonce);
  answer = send_line(line, &codes, with_checksum("PROVE")) ? answer_of(line) : String();
  if (!answer.startsWith("NO ")) answer = opened(codes, answer);
}

// What the host says, into the ring, a whole line at a time where lines have codes.
class Hearing {
 public:
  explicit Hearing(dclk::Codes *codes) : codes_(codes) {}

  // False for a line that the host did not send next: somebody meddles.
  bool hear(WiFiClient &line) {
    while (line.available() > 0 && to_clock.room() > dclk::LINE_LENGTH + 1) {
      const char byte = static_cast<char>(line.read());
      if (!codes_) {
        to_clock.put(byte);
      } else if (byte != '\n') {
        coded_ += byte;
        if (coded_.length() > LONGEST_CODED) return false;
      } else if (!end()) {
        return false;
      }
      heard_at_ = millis();
    }
    return true;
  }

  bool silent() const { return millis() - heard_at_ >= SILENCE_MS; }

 private:
  bool end() {
    const String words = coded_.length() > 0 ? opened(*codes_, coded_) : String();
    const bool right = coded_.length() == 0 || words.length() > 0;
    for (unsigned i = 0; i < words.length(); i++) to_clock.put(words[i]);
    to_clock.put('\n');
    coded_ = "";
    return right;
  }

  dclk::Codes *const codes_;
  String coded_;
  uint32_t heard_at_ = millis();
};

// What the clock says, from the ring.
class Saying {
 public:
  explicit Saying(dclk::Codes *codes) : codes_(codes) {}

  bool say(WiFiClient &line) {
    for (int byte; (byte = to_host.take()) >= 0;) {
      if (byte != '\n') {
        words_ += static_cast<char>(byte);
      } else if (!end(line)) {
        return false;
      }
    }
    return true;
  }

 private:
  bool end(WiFiClient &line) {
    const bool sent = words_.length() == 0 || send_line(line, codes_, words_);
    words_ = "";
    return sent;
  }

  dclk::Codes *const codes_;
  String words_;
};

// Both ways, until the line is gone or the host says nothing for too long.
void carry(WiFiClient &line, dclk::Codes *codes) {
  Hearing hearing(codes);
  Saying saying(codes);
  while (to_host.take() >= 0) {  // of the line before
  }
  in_touch = true;
  while (line.connected() && !hearing.silent() && saying.say(line) && hearing.hear(line)) {
    delay(1);
  }
  in_touch = false;
  line.stop();
}

// How long to wait before the next try.
uint32_t dial(uint32_t rest_ms) {
  WiFiClient line;
  const uint32_t next_ms = rest_ms * 2 < MOST_REST_MS ? rest_ms * 2 : MOST_REST_MS;
  if (!line.connect(settings.host.c_str(), settings.port, CONNECT_MS)) {
    Serial.println("Nobody answers at " + settings.host + ".");
    return next_ms;
  }
  line.setNoDelay(true);
  dclk::Codes codes;
  String answer;
  prove(line, codes, answer);
  if (answer.startsWith("JOINED ")) {
    Serial.println("In touch.");
    carry(line, &codes);
    return 500;
  }
  line.stop();
  if (answer.startsWith("NO ")) {
    Serial.println(answer);
    return REFUSED_MS;
  }
  return next_ms;
}

void serve() {
  static WiFiServer server(OWN_PORT);
  static bool listening;
  if (!listening) server.begin();
  listening = true;
  WiFiClient line = server.accept();
  if (line) {
    line.setNoDelay(true);
    carry(line, nullptr);
  }
  delay(20);
}

void network(void *) {
  uint32_t rest_ms = 500, tried_at = millis() - WIFI_AGAIN_MS;
  for (;;) {
    if (WiFi.status() != WL_CONNECTED) {
      if (settings.wifi.length() > 0 && millis() - tried_at >= WIFI_AGAIN_MS) {
        tried_at = millis();
        WiFi.begin(settings.wifi.c_str(), settings.password.c_str());
      }
      delay(100);
    } else if (settings.host.length() == 0) {
      serve();
    } else {
      rest_ms = dial(rest_ms);
      delay(rest_ms);
    }
  }
}

// Setting it up over USB

void tell() {
  Serial.println("wifi " + settings.wifi);
  Serial.println("host " + settings.host);
  Serial.println("port " + String(settings.port));
  Serial.println("table " + String(settings.table));
  Serial.println("secret " + settings.secret);
  Serial.println("name " + settings.name);
}

void obey(const String &line) {
  const int blank = line.indexOf(' ');
  const String word = blank < 0 ? line : line.substring(0, blank);
  const String rest = blank < 0 ? String() : line.substring(blank + 1);
  if (word == "restart") {
    ESP.restart();
  } else if (word == "show") {
    tell();
  } else if (word == "port" || word == "table") {
    flash.putUShort(word.c_str(), static_cast<uint16_t>(rest.toInt()));
    Serial.println("Kept. It counts after: restart");
  } else if (word == "wifi" || word == "password" || word == "host" || word == "secret" ||
             word == "name") {
    flash.putString(word.c_str(), rest);
    Serial.println("Kept. It counts after: restart");
  } else {
    Serial.println("wifi, password, host, port, table, secret, name, show or restart");
  }
}

void read_usb() {
  static String line;
  for (int room = 16; room > 0 && Serial.available() > 0; room--) {
    const char byte = static_cast<char>(Serial.read());
    if (byte == '\n' || byte == '\r') {
      if (line.length() > 0) obey(line);
      line = "";
    } else if (line.length() < 100) {
      line += byte;
    }
  }
}

}  // namespace

void setup() {
  Serial.begin(115200);
  flash.begin("dclk", false);
  boots = flash.getUInt("boots", 0) + 1;
  flash.putUInt("boots", boots);
  uid = static_cast<uint32_t>(ESP.getEfuseMac() >> 16);
  read_settings();
  panel.begin();
  moments.begin();
  journal.begin(game(), millis());
  game().begin(millis());
  enableLoopWDT();  // a loop that hangs starts anew and has its game still
  WiFi.mode(WIFI_STA);
  WiFi.setSleep(false);  // else each line waits for the next beacon
  xTaskCreatePinnedToCore(network, "network", 8192, nullptr, 1, nullptr, 0);
}

void loop() {
  static bool was_in_touch;
  const bool touch = in_touch;
  const uint32_t now = millis();
  panel.look(game(), now);
  if (touch != was_in_touch) {
    game().receive('\n', now);  // ends what was cut off
    if (touch) to_host.put('\n');
    was_in_touch = touch;
  }
  for (int room = 64, byte; room > 0 && (byte = to_clock.take()) >= 0; room--) {
    game().receive(static_cast<char>(byte), now);
  }
  game().tick(now);
  journal.tick(game(), now);
  while (!to_host.full()) {
    const int byte = game().take();
    if (byte < 0) break;
    if (touch) to_host.put(static_cast<char>(byte));  // out of touch it is told later, by LOG
  }
  panel.show(game(), now);
  read_usb();
}
#endif
