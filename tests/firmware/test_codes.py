"""The Wi-Fi clock's codes, compiled for this machine under sanitizers: RFC 4231's vectors, the
examples of docs/dclk.md, and secrets as people type them.
"""

import re
import subprocess
from pathlib import Path

import pytest

from tests.compiled import compiled
from tests.firmware.wifi_clock import SANITIZERS, SKETCH
from tests.web.typed_secrets import TYPED

PAGE = (Path(__file__).parents[2] / "docs" / "dclk.md").read_text("utf-8")
SECRET = "kj3vx9mqp2rtyb7wz0ahg5c8en"
HOST, OWN = "9b2d4c6e8f0a1b3c5d7e9f1029384756", "6f1e7c2b90a84d35b1c0ffee12345678"

# A line a request: hmac KEY TEXT in hex; begin SECRET HOST OWN, then out LINE and in CODE LINE.
BRIDGE = r"""
#include <iostream>
#include <sstream>

#include "dclk_codes.h"

std::string bytes_of(const std::string &hex) {
  std::string bytes;
  for (size_t i = 0; i + 1 < hex.size(); i += 2) {
    bytes += static_cast<char>(std::stoi(hex.substr(i, 2), nullptr, 16));
  }
  return bytes;
}

int main() {
  dclk::Codes codes;
  for (std::string line; std::getline(std::cin, line);) {
    std::istringstream words(line);
    std::string verb, first, second, third;
    words >> verb;
    if (verb == "hmac") {
      char hex[dclk::HASH_DIGITS + 1];
      words >> first >> second;
      const std::string key = bytes_of(first), text = bytes_of(second);
      dclk::hmac_hex(key.data(), key.size(), text.data(), text.size(), hex);
      std::cout << hex << std::endl;
    } else if (verb == "begin") {
      std::getline(words, first);
      const size_t blank = first.rfind(' ', first.rfind(' ') - 1);
      std::istringstream nonces(first.substr(blank));
      nonces >> second >> third;
      codes.begin(first.substr(1, blank - 1).c_str(), second.c_str(), third.c_str());
      std::cout << "begun" << std::endl;
    } else if (verb == "out") {
      char code[dclk::CODE_DIGITS + 1];
      std::getline(words, first);
      codes.write_next(first.c_str() + 1, code);
      std::cout << code << std::endl;
    } else {
      words >> first;
      std::getline(words, second);
      std::cout << codes.take_next(first.c_str(), second.c_str() + 1) << std::endl;
    }
  }
}
"""


def program() -> Path:
    return compiled(
        "-std=c++11", "-O1", "-DESP32", "-Wall", "-Wextra", "-Werror", *SANITIZERS,
        f"-I{SKETCH}", SKETCH / "dclk_codes.cpp", "-lmbedcrypto", source=BRIDGE,
    )  # fmt: skip


def answers(*requests: str) -> list[str]:
    done = subprocess.run(
        [program()], input="\n".join(requests) + "\n", capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout.split()


# Test cases 1 to 4, 6 and 7 of RFC 4231: key, data, HMAC-SHA-256. Case 5 is of a cut output.
VECTORS = [
    (
        "0b" * 20,
        b"Hi There".hex(),
        "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7",
    ),
    (
        b"Jefe".hex(),
        b"what do ya want for nothing?".hex(),
        "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843",
    ),
    (
        "aa" * 20,
        "dd" * 50,
        "773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe",
    ),
    (
        "0102030405060708090a0b0c0d0e0f10111213141516171819",
        "cd" * 50,
        "82558a389a443c0ea4cc819899f2083a85f0faa3e578f8077a2e3ff46729665b",
    ),
    (
        "aa" * 131,
        b"Test Using Larger Than Block-Size Key - Hash Key First".hex(),
        "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54",
    ),
    (
        "aa" * 131,
        (
            b"This is a test using a larger than block-size key and a larger than block-size data."
            b" The key needs to be hashed before being used by the HMAC algorithm."
        ).hex(),
        "9b09ffa71b942fcb27635fbcd5b0e944bfdc63644f0713938a7f51535c3a35e2",
    ),
]


@pytest.mark.parametrize(("key", "data", "made"), VECTORS)
def test_the_clock_makes_the_codes_of_rfc_4231(key: str, data: str, made: str) -> None:
    assert answers(f"hmac {key} {data}") == [made]


def test_the_clock_makes_and_takes_the_codes_of_the_specification() -> None:
    coded = re.findall(r"^    ([0-9a-f]{32})(.+\*..)$", PAGE, re.M)
    shown = {line: code for code, line in coded}
    assert list(shown) == ["PROVE*5E", "JOINED table=3*53", "@0 HELLO*12", "OK 0 s=0 t=1500*27"]
    begun, prove, joined, hello, ok = answers(
        f"begin {SECRET} {HOST} {OWN}",
        "out PROVE*5E",
        f"in {shown['JOINED table=3*53']} JOINED table=3*53",
        f"in {shown['@0 HELLO*12']} @0 HELLO*12",
        "out OK 0 s=0 t=1500*27",
    )
    assert begun == "begun"
    assert (prove, ok) == (shown["PROVE*5E"], shown["OK 0 s=0 t=1500*27"])
    assert (joined, hello) == ("1", "1")


def test_the_clock_takes_no_line_twice_none_out_of_order_and_none_that_was_changed() -> None:
    first, second = "fbd5a0e49e513d64c7c32d2b205965c0", "919deebab3fa9cba369b5002147f4aa2"
    assert answers(
        f"begin {SECRET} {HOST} {OWN}",
        f"in {second} @0 HELLO*12",
        f"in {first[:-1]}1 JOINED table=3*53",
        f"in {first} JOINED table=4*54",
        f"in {first} JOINED table=3*53",
        f"in {first} JOINED table=3*53",
        f"in {second} @0 HELLO*12",
    )[1:] == ["0", "0", "0", "1", "0", "1"]


@pytest.mark.parametrize(("typed", "same"), TYPED)
def test_the_clock_reads_a_secret_as_the_program_does(typed: str, same: str) -> None:
    once = answers(f"begin {typed} {HOST} {OWN}", "out PROVE*5E")
    assert once == answers(f"begin {same} {HOST} {OWN}", "out PROVE*5E")


def test_a_longest_line_and_a_secret_without_end_fit() -> None:
    assert len(answers(f"begin {'x' * 400} {HOST} {OWN}", f"out {'y' * 120}")[1]) == 32
