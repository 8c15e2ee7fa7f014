"""Outcomes written by hand, for tests of seasons."""

from collections.abc import Sequence

from app.views.season.outcome import Entrant, EventOutcome, PlayedGame


def outcome(
    key: str,
    *entrants: Entrant,
    games: Sequence[tuple[int, int, int]] = (),
    day: str = "2026-05-01",
) -> EventOutcome:
    """Make an event of one round; a game is two numbers and the winner's, 0 for a tie."""
    played = tuple(PlayedGame(1, (one, other), winner) for one, other, winner in games)
    return EventOutcome(
        key, f"{key}.flagfall", f"{key} cup", day, "Steamroller", 75, 1, True, entrants, played
    )


def named(*names: str) -> list[Entrant]:
    """Entrants in the order of their places."""
    return [Entrant(number, name, place=number) for number, name in enumerate(names, 1)]
