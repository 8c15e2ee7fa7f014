"""A packet's recommendations that apply to the event in its present state."""

from app.engine.formats.settings import Settings
from app.engine.language import packet_text
from app.engine.packet.packet import Advice, Packet, PacketTopic
from app.engine.packet.timing import TimingKind


def advice_on(packet: Packet, topic: PacketTopic) -> tuple[str, ...]:
    """Return the packet's recommendations on a topic."""
    return tuple(packet_text(advice.says) for advice in packet.advice if advice.at is topic)


def advice_before_round_one(
    packet: Packet, settings: Settings, players: int, rounds: int
) -> tuple[str, ...]:
    """Return the advice on the number of players, the number of rounds and the timing, without
    advice that the event already follows.
    """
    return tuple(
        packet_text(advice.says)
        for advice in packet.advice
        if _concerns(advice, packet, settings, players, rounds)
    )


def _concerns(
    advice: Advice, packet: Packet, settings: Settings, players: int, rounds: int
) -> bool:
    match advice.at:
        case PacketTopic.PLAYERS:
            return players < advice.least or bool(advice.most and players > advice.most)
        case PacketTopic.ROUNDS:
            return not settings.cut and rounds >= advice.least
        case PacketTopic.TIMING:
            return packet.timing(settings.timing).kind is not TimingKind.UNTIMED
        case _:
            return False
