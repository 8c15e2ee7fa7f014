// The board as a program: `wifi_clock FLASH_FILE MAC OWN_PORT`. Commands on the standard input, a
// line each:
//   press PIN             a contact closes and opens again, as by a quick hand
//   hold PIN MS           a contact is held down
//   usb WORDS             typed at the USB line; what the board says there goes to the output
//   wifi off, wifi on     the access point goes and comes back
//   spark                 the display loses its settings and its digits
//   look                  says what the display shows
//   cut                   the same, and the power goes
#include <arpa/inet.h>
#include <fcntl.h>
#include <netdb.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <string.h>
#include <sys/random.h>
#include <sys/socket.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <fstream>
#include <iostream>
#include <map>
#include <mutex>
#include <sstream>
#include <thread>

#include "Arduino.h"
#include "Preferences.h"
#include "WiFi.h"
#include "esp_partition.h"

void setup();
void loop();

namespace {

std::string flash_file;
uint64_t mac;
uint16_t own_port;
char **arguments;
std::atomic<bool> closed_contacts[64];
std::atomic<unsigned> looks[64];  // how often the board looked at each contact
std::atomic<bool> access_point{true}, begun{false};
std::mutex usb_lock;
std::atomic<int> registers[16];  // of the display
std::atomic<bool> watched{false};
std::string typed;
const auto started = std::chrono::steady_clock::now();

std::map<std::string, std::string> flash_contents() {
  std::map<std::string, std::string> contents;
  std::ifstream file(flash_file);
  for (std::string line; std::getline(file, line);) {
    const size_t at = line.find('=');
    contents[line.substr(0, at)] = line.substr(at + 1);
  }
  return contents;
}

void keep(const std::string &key, const std::string &value) {
  auto contents = flash_contents();
  contents[key] = value;
  std::ofstream file(flash_file);
  for (const auto &each : contents) file << each.first << '=' << each.second << '\n';
}

std::string kept(const char *key, const std::string &otherwise) {
  const auto contents = flash_contents();
  const auto at = contents.find(key);
  return at == contents.end() ? otherwise : at->second;
}

// Put a contact so, for as long as `ms` and until a board on a busy computer has looked twice.
void put_contact(unsigned pin, bool closed, unsigned ms) {
  closed_contacts[pin] = closed;
  for (const unsigned pause : {ms, 10u}) {
    const unsigned before = looks[pin];
    delay(pause);
    for (int waited = 0; looks[pin] == before && waited < 2000; waited++) delay(1);
  }
}

void obey(const std::string &line) {
  std::istringstream words(line);
  std::string word;
  words >> word;
  if (word == "press" || word == "hold") {
    unsigned pin = 0, ms = 60;
    words >> pin;
    if (word == "hold") words >> ms;
    put_contact(pin % 64, true, ms);
    put_contact(pin % 64, false, 60);
  } else if (word == "wifi") {
    std::string how;
    words >> how;
    access_point = how == "on";
  } else if (word == "spark") {
    for (auto &each : registers) each = 0;
  } else if (word == "look" || word == "cut") {
    std::ostringstream shown;
    shown << "display";
    const bool lit = registers[12] && registers[11] == 7 && registers[9] == 255;
    for (int place = 8; lit && place > 0; place--) shown << ' ' << (registers[place] & 127);
    std::cout << shown.str() << std::endl;
    if (word == "cut") _exit(0);
  } else if (word == "usb") {
    const std::lock_guard<std::mutex> hold(usb_lock);
    typed += line.substr(4) + "\n";
  }
}

}  // namespace

Usb Serial;
Chip ESP;
Radio WiFi;

uint32_t millis() {
  const auto passed = std::chrono::steady_clock::now() - started;
  return static_cast<uint32_t>(
      std::chrono::duration_cast<std::chrono::milliseconds>(passed).count());
}

void esp_fill_random(void *into, size_t count) {
  if (getrandom(into, count, 0) != static_cast<ssize_t>(count)) abort();
}

void delay(uint32_t ms) { std::this_thread::sleep_for(std::chrono::milliseconds(ms)); }
void pinMode(uint8_t, uint8_t) {}
int digitalRead(uint8_t pin) {
  looks[pin % 64]++;
  return closed_contacts[pin % 64] ? LOW : HIGH;
}
void digitalWrite(uint8_t, uint8_t) {}
void enableLoopWDT() { watched = true; }

void shiftOut(uint8_t, uint8_t, uint8_t, uint8_t value) {
  static int place = -1;
  if (place < 0) {
    place = value & 15;
  } else {
    registers[place] = value;
    place = -1;
  }
}

void tone(uint8_t, unsigned, unsigned long) {}
void noTone(uint8_t) {}

int Usb::available() {
  const std::lock_guard<std::mutex> hold(usb_lock);
  return static_cast<int>(typed.size());
}

int Usb::read() {
  const std::lock_guard<std::mutex> hold(usb_lock);
  if (typed.empty()) return -1;
  const char byte = typed[0];
  typed.erase(0, 1);
  return static_cast<uint8_t>(byte);
}

void Usb::println(const String &line) { std::cout << line.c_str() << std::endl; }

uint64_t Chip::getEfuseMac() { return mac; }

void Chip::restart() {
  execv("/proc/self/exe", arguments);
  abort();
}

int xTaskCreatePinnedToCore(void (*task)(void *), const char *, uint32_t, void *given, unsigned,
                            void *, int) {
  std::thread(task, given).detach();
  return 1;
}

namespace {

const ssize_t PART_BYTES = 1 << 20;

int part_file() {
  static int file = -1;
  if (file >= 0) return file;
  file = open((flash_file + ".part").c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
  const std::string blank(PART_BYTES, '\xFF');
  if (lseek(file, 0, SEEK_END) == 0 && write(file, blank.data(), PART_BYTES) != PART_BYTES) abort();
  return file;
}

}  // namespace

const esp_partition_t *esp_partition_find_first(int, int, const char *) {
  static const esp_partition_t part = {PART_BYTES};
  return &part;
}

int esp_partition_read(const esp_partition_t *, size_t from, void *into, size_t count) {
  const ssize_t read = pread(part_file(), into, count, static_cast<off_t>(from));
  return read == static_cast<ssize_t>(count) ? 0 : -1;
}

int esp_partition_write(const esp_partition_t *part, size_t at, const void *from, size_t count) {
  std::string bytes(count, '\0');
  esp_partition_read(part, at, &bytes[0], count);
  for (size_t i = 0; i < count; i++) {
    bytes[i] = static_cast<char>(bytes[i] & static_cast<const char *>(from)[i]);
  }
  const ssize_t written = pwrite(part_file(), bytes.data(), count, static_cast<off_t>(at));
  return written == static_cast<ssize_t>(count) ? 0 : -1;
}

int esp_partition_erase_range(const esp_partition_t *, size_t from, size_t count) {
  const std::string blank(count, '\xFF');
  const ssize_t written = pwrite(part_file(), blank.data(), count, static_cast<off_t>(from));
  return written == static_cast<ssize_t>(count) ? 0 : -1;
}

bool Preferences::begin(const char *, bool) { return true; }
String Preferences::getString(const char *key, const char *otherwise) {
  return String(kept(key, otherwise).c_str());
}
uint16_t Preferences::getUShort(const char *key, uint16_t otherwise) {
  return static_cast<uint16_t>(std::stoul(kept(key, std::to_string(otherwise))));
}
uint32_t Preferences::getUInt(const char *key, uint32_t otherwise) {
  return static_cast<uint32_t>(std::stoul(kept(key, std::to_string(otherwise))));
}
size_t Preferences::putString(const char *key, const String &value) {
  keep(key, value.c_str());
  return value.length();
}
size_t Preferences::putUShort(const char *key, uint16_t value) {
  keep(key, std::to_string(value));
  return 2;
}
size_t Preferences::putUInt(const char *key, uint32_t value) {
  keep(key, std::to_string(value));
  return 4;
}

void Radio::begin(const char *, const char *) { begun = true; }
int Radio::status() { return begun && access_point ? WL_CONNECTED : WL_DISCONNECTED; }

struct WiFiClient::Line {
  int socket;
  explicit Line(int open) : socket(open) {}
  ~Line() {
    if (WiFi.status() == WL_CONNECTED) close(socket);  // else nobody hears that it is closed
  }
};

WiFiClient::WiFiClient(int socket) : line_(std::make_shared<Line>(socket)) {}

int WiFiClient::connect(const char *host, uint16_t port, int32_t timeout_ms) {
  addrinfo hints = {}, *found = nullptr;
  hints.ai_family = AF_INET;
  hints.ai_socktype = SOCK_STREAM;
  if (getaddrinfo(host, std::to_string(port).c_str(), &hints, &found) != 0) return 0;
  const int made = socket(AF_INET, SOCK_STREAM, 0);
  fcntl(made, F_SETFL, O_NONBLOCK);
  const int began = ::connect(made, found->ai_addr, found->ai_addrlen);
  freeaddrinfo(found);
  pollfd waits = {made, POLLOUT, 0};
  int error = 0;
  socklen_t size = sizeof error;
  if (began != 0) poll(&waits, 1, timeout_ms);
  getsockopt(made, SOL_SOCKET, SO_ERROR, &error, &size);
  if (error != 0 || (began != 0 && !(waits.revents & POLLOUT))) {
    close(made);
    return 0;
  }
  fcntl(made, F_SETFL, 0);
  line_ = std::make_shared<Line>(made);
  return 1;
}

size_t WiFiClient::write(const uint8_t *bytes, size_t count) {
  if (!connected()) return 0;
  const ssize_t sent = send(line_->socket, bytes, count, MSG_NOSIGNAL);
  return sent < 0 ? 0 : static_cast<size_t>(sent);
}

int WiFiClient::available() {
  if (!line_ || WiFi.status() != WL_CONNECTED) return 0;
  char bytes[512];
  const ssize_t count = recv(line_->socket, bytes, sizeof bytes, MSG_PEEK | MSG_DONTWAIT);
  return count < 0 ? 0 : static_cast<int>(count);
}

int WiFiClient::read() {
  uint8_t byte = 0;
  return line_ && recv(line_->socket, &byte, 1, MSG_DONTWAIT) == 1 ? byte : -1;
}

bool WiFiClient::connected() {
  if (!line_ || WiFi.status() != WL_CONNECTED) return false;
  char byte;
  const ssize_t count = recv(line_->socket, &byte, 1, MSG_PEEK | MSG_DONTWAIT);
  return count > 0 || (count < 0 && (errno == EAGAIN || errno == EWOULDBLOCK));
}

void WiFiClient::stop() { line_.reset(); }

int WiFiClient::setNoDelay(bool on) {
  const int value = on;
  return setsockopt(line_->socket, IPPROTO_TCP, TCP_NODELAY, &value, sizeof value);
}

void WiFiServer::begin() {
  socket_ = socket(AF_INET, SOCK_STREAM, 0);
  const int again = 1;
  setsockopt(socket_, SOL_SOCKET, SO_REUSEADDR, &again, sizeof again);
  sockaddr_in at = {};
  at.sin_family = AF_INET;
  at.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  at.sin_port = htons(own_port ? own_port : port_);
  if (bind(socket_, reinterpret_cast<sockaddr *>(&at), sizeof at) != 0) abort();
  ::listen(socket_, 1);
  fcntl(socket_, F_SETFL, O_NONBLOCK);
  std::cout << "listening" << std::endl;
}

WiFiClient WiFiServer::accept() {
  const int came = ::accept4(socket_, nullptr, nullptr, SOCK_CLOEXEC);
  return came < 0 ? WiFiClient() : WiFiClient(came);
}

int main(int, char **given) {
  arguments = given;
  flash_file = given[1];
  mac = strtoull(given[2], nullptr, 16);
  own_port = static_cast<uint16_t>(atoi(given[3]));
  std::thread([] {
    for (std::string line; std::getline(std::cin, line);) obey(line);
    _exit(0);
  }).detach();
  setup();
  for (;;) {
    loop();
    std::this_thread::sleep_for(std::chrono::microseconds(500));
  }
}
