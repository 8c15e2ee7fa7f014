"""Buttons of gamepads as plungers. Two buttons, of one gamepad or of two, are the plungers of one
table; their pair counts as a clock of the hall without a device of its own.
"""

import json
import re
from collections.abc import Collection, Mapping

from msgspec import Struct

from app.clock.drivers.driver import Hand
from app.clock.drivers.pads import FIRST_AXIS, button_name
from app.engine.language import say

MARK = "buttons "
"""The beginning of the name of a pair."""

BLUE_NEXT = say("Red’s button is known. Now press Blue’s button.")
SAME_BUTTON = say("That was Red’s button again. Press Blue’s button, here or on another gamepad.")
PRESS_RED = say("Now press Red’s button of table {table}, then Blue’s.")
TAKEN = say(
    "That button is already a plunger of table {table}. Press another, or free that one first."
)
LIKE = say(
    "Two gamepads like this have been plugged in, and this laptop cannot tell them apart. Bind"
    " this table again: press Bind by plunger, then Red’s button and Blue’s."
)
AWAY = say("A gamepad of this table was unplugged. Plug it in again.")


class Button(Struct, frozen=True):
    """A button of a gamepad. ``pad`` is the gamepad's name; ``number`` counts its buttons from
    0.
    """

    pad: str
    number: int


class ButtonPair(Struct, frozen=True):
    """The two buttons that are a table's left and right plunger."""

    left: Button
    right: Button

    @property
    def name(self) -> str:
        """The pair's permanent name, which contains its buttons."""
        return MARK + json.dumps(
            [[button.pad, button.number] for button in (self.left, self.right)]
        )

    @property
    def pads(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys((self.left.pad, self.right.pad)))

    def hand(self, button: Button) -> Hand | None:
        """Return the side whose plunger ``button`` is; None if the button is not in the pair."""
        hands = {self.left: Hand.LEFT, self.right: Hand.RIGHT}
        return hands.get(button)

    @property
    def words(self) -> str:
        """The buttons as people count them, such as "Buttons 1, 2"."""
        left, right = self.left.number, self.right.number
        if max(left, right) < FIRST_AXIS:
            return say("Buttons {left}, {right}", left=left + 1, right=right + 1)
        return f"{button_name(left)}, {button_name(right)}"

    def gamepads(self, products: Mapping[str, str]) -> str:
        """Return a sentence that names the products of the pair's gamepads. ``products`` has the
        product of each gamepad by the gamepad's name.
        """
        left, right = (products.get(pad, "Gamepad") for pad in (self.left.pad, self.right.pad))
        if self.left.pad == self.right.pad:
            return say("On {left}.", left=left)
        return say("The left one is on {left}, the right one on {right}.", left=left, right=right)


def pair_named(name: str) -> ButtonPair | None:
    """Return the pair with this name; None if it is not the name of a pair."""
    if not name.startswith(MARK):
        return None
    try:
        left, right = (
            Button(str(pad), int(number)) for pad, number in json.loads(name.removeprefix(MARK))
        )
    except (ValueError, TypeError):
        return None
    return ButtonPair(left, right)


def kind(pad: str) -> str:
    """Return the part of a gamepad's name that all gamepads of its kind share. The rest of the name
    is a number.
    """
    return re.sub("#[0-9]+$", "", pad)


def any_pair(names: Collection[str]) -> bool:
    return any(pair_named(name) is not None for name in names)
