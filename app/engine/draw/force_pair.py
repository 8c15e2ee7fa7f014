"""Brings two players together by hand, and compares the outcome with the best draw."""

from collections.abc import Mapping, Sequence

from app.engine.draw.compare import edited_couples
from app.engine.draw.explain import Change, WhatIf, changes, only_in
from app.engine.draw.graph import pair_words
from app.engine.draw.solve import Solution, merits
from app.engine.draw.values import BYE, Numbers
from app.engine.language import plural, say
from app.engine.text import shorten

LONGEST = 24


def force_pair(
    drawn: Solution, pair: Numbers, before: Sequence[Numbers], after: Sequence[Numbers]
) -> WhatIf:
    """Compare the pairings ``after`` with those ``before``; byes are pairs with BYE. Nothing is
    solved, and games of players who are not in the draw are not judged.
    """
    sheet = drawn.sheet
    was, then = (merits(sheet, tuple(edited_couples(drawn, *_apart(a)))) for a in (before, after))
    changed, gone = changes(was, then), only_in(before, after)
    given_up = tuple(
        say("{pair} was set and is no longer paired.", pair=pair_words(*forced, sheet.names))
        for forced in sheet.wishes.forced
        if not only_in([forced], gone)
    )
    verdict = _verdict(changed) if gone else say("They already meet.")
    return WhatIf(pair, changed, only_in(after, before), gone, given_up, verdict, then)


def improvement(hand: WhatIf, best: WhatIf) -> Change | None:
    """Return the first criterion in which the best draw with the same pair is better than the
    pairings made by hand; None if it is not better.
    """
    changed = changes(hand.merits, best.merits)
    return changed[0] if changed and not _is_worse(changed[0]) else None


def explanation(answer: WhatIf, names: Mapping[int, str]) -> str:
    """Return the explanation, one item a line: the verdict, all changes, the new games and the
    wishes given up.
    """
    parts = [answer.sentence]
    if len(answer.changes) > 1:
        parts.append(
            say("In all: {list}.", list=", ".join(change.words for change in answer.changes))
        )
    if answer.new:
        new_games = ", ".join(_pair_words(pair, names) for pair in answer.new)
        parts.append(
            plural(
                len(answer.new),
                "{count} game would be new: {new_games}.",
                "{count} games would be new: {new_games}.",
                new_games=new_games,
            )
        )
    return "\n".join((*parts, *answer.given_up))


def better_words(hand: WhatIf, best: WhatIf) -> str:
    """Return a sentence on how to get the best draw with the same pair; empty if that draw is no
    better.
    """
    better = improvement(hand, best)
    if better is None:
        return ""
    return say(
        "A new draw around this pair does better: {better}."
        " Let them meet, lock their game and draw again.",
        better=better.words,
    )


def _pair_words(pair: Numbers, names: Mapping[int, str]) -> str:
    words = (say("bye") if n == BYE else shorten(names.get(n, ""), LONGEST) for n in pair)
    return " – ".join(words)


def _apart(pairs: Sequence[Numbers]) -> tuple[list[Numbers], list[int]]:
    byes = [player for player, other in pairs if other == BYE]
    return [pair for pair in pairs if pair[1] != BYE], byes


def _verdict(changed: Sequence[Change]) -> str:
    if not changed:
        return say("Just as good by every rule.")
    return f"{say('Worse') if _is_worse(changed[0]) else say('Better')}: {changed[0].words}."


def _is_worse(change: Change) -> bool:
    return change.after > change.before
