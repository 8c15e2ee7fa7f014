"""The digest of an event: the same wherever the same log is folded."""

from hashlib import sha256

import msgspec

from app.engine.state import State


def digest(state: State) -> str:
    """A SHA-256 over the state as JSON with sorted keys."""
    plain = msgspec.to_builtins(state, str_keys=True)
    return sha256(msgspec.json.encode(plain, order="deterministic")).hexdigest()
