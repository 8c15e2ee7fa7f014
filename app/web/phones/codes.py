"""The players' codes. They are derived from a secret of the event, so that a player's strip can be
printed again.

The secret is in the small file beside the event's file and never in the log, so no copy and no
export of the event contains it. Each code belongs to one player; renewing the code replaces it by
another.
"""

import hashlib
import hmac
import secrets
from collections.abc import Iterable, Mapping

from app.web.server.secrets import Keys

LETTERS = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"
"""The letters of codes, without those that look alike on paper."""
LENGTH = 6
MARK = "code="
SECRET_BYTES = 32


class PlayerCodes:
    """The codes of one event. Creating them raises StoreError if the event's secret cannot be
    saved.
    """

    def __init__(self, keys: Keys) -> None:
        self._keys = keys

    def code(self, player: int) -> str:
        """Return a player's code, such as "K7MP2Q", which is short enough to type from a strip of
        paper.
        """
        number = int(self._worked_out("code", player), 16)
        letters = []
        for _ in range(LENGTH):
            number, letter = divmod(number, len(LETTERS))
            letters.append(LETTERS[letter])
        return "".join(letters)

    def codes(self, players: Iterable[int]) -> Mapping[int, str]:
        """Return the codes by the players' registration numbers."""
        return {player: self.code(player) for player in players}

    def is_code(self, player: int, typed: str) -> bool:
        """Tell whether this is the player's code. Letter case and separators do not matter."""
        letters = "".join(letter for letter in typed.upper() if letter.isalnum())
        return hmac.compare_digest(self.code(player).encode(), letters.encode())

    def player_of(self, typed: str, players: Iterable[int]) -> int | None:
        """Return the player who has the code that was typed or scanned, or None."""
        if not is_code_text(typed):
            return None
        letters = scanned_letters(typed)
        return next((player for player in players if self.code(player) == letters), None)

    def key(self, player: int, device: str) -> str:
        """Return the unguessable key for a phone that signed in with the code. The key works on
        that phone only.
        """
        return self._worked_out("key", player, device)

    def sign_up_key(self, number: int, device: str) -> str:
        """Return the key for the phone on which a sign-up was made. ``number`` is that of the
        sign-up.
        """
        return self._worked_out("sign-up", number, device)

    def was_renewed(self, player: int) -> bool:
        return player in self._keys.renewed

    def renew(self, players: Iterable[int]) -> None:
        """Make new codes and keys. Phones that signed in with an earlier code need the new one."""
        renewed = dict(self._keys.renewed)
        for player in players:
            renewed[player] = renewed.get(player, 0) + 1
        self._keys.keep_phones(self._secret(), renewed)

    def _worked_out(self, kind: str, number: int, device: str = "") -> str:
        times = self._keys.renewed.get(number, 0) if kind != "sign-up" else 0
        text = f"{kind}:{number}:{times}" + (device and f":{device}")
        return hmac.new(self._secret().encode(), text.encode(), hashlib.sha256).hexdigest()

    def _secret(self) -> str:
        if not self._keys.phones:
            self._keys.keep_phones(secrets.token_urlsafe(SECRET_BYTES), self._keys.renewed)
        return self._keys.phones


def space_code(code: str) -> str:
    """Return a code as it is printed: "K7M P2Q"."""
    half = LENGTH // 2
    return f"{code[:half]} {code[half:]}"


def scanned_text(code: str, address: str = "") -> str:
    """Return the text in the QR code on a player's strip. The code follows a #, which browsers do
    not send to a server.
    """
    letters = scanned_letters(code)
    joint = "&" if "#" in address else "#"
    return f"{address}{joint}{MARK}{letters}" if address else letters


def scanned_letters(typed: str) -> str:
    """Return the plain letters of a code that was typed or scanned."""
    return "".join(letter for letter in typed.rpartition(MARK)[2].upper() if letter.isalnum())


def is_code_text(typed: str) -> bool:
    """Tell whether a text has the form of a code."""
    letters = scanned_letters(typed)
    return len(letters) == LENGTH and all(letter in LETTERS for letter in letters)
