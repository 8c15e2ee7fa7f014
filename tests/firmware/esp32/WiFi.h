// Wi-Fi as this computer's network: real TCP. The commands "wifi off" and "wifi on" stand for the
// radio's losing its access point.
#pragma once
#include <memory>

#include "Arduino.h"

enum { WL_CONNECTED = 3, WL_DISCONNECTED = 6 };
enum { WIFI_STA = 1 };

class WiFiClient {
 public:
  WiFiClient() = default;
  explicit WiFiClient(int socket);
  int connect(const char *host, uint16_t port, int32_t timeout_ms);
  size_t write(const uint8_t *bytes, size_t count);
  int available();
  int read();
  bool connected();
  void stop();
  int setNoDelay(bool on);
  explicit operator bool() { return line_ != nullptr; }

 private:
  struct Line;
  std::shared_ptr<Line> line_;
};

class WiFiServer {
 public:
  explicit WiFiServer(uint16_t port) : port_(port) {}
  void begin();
  WiFiClient accept();

 private:
  uint16_t port_;
  int socket_ = -1;
};

struct Radio {
  void mode(int) {}
  void setSleep(bool) {}
  void begin(const char *name, const char *password);
  int status();
};
extern Radio WiFi;
