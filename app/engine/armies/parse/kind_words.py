"""The words for the kinds of models, in the languages that lists are written in."""

from app.engine.armies.army import Kind

KINDS = {
    **{kind.value: kind for kind in Kind},
    "warcaster": Kind.CASTER,
    "warlock": Kind.CASTER,
    "lesser": Kind.LESSER,
    "warjack": Kind.JACK,
    "light warjack": Kind.JACK,
    "heavy warjack": Kind.JACK,
    "colossal": Kind.JACK,
    "warbeast": Kind.BEAST,
    "light warbeast": Kind.BEAST,
    "heavy warbeast": Kind.BEAST,
    "gargantuan": Kind.BEAST,
    "unit attachment": Kind.ATTACHMENT,
    "command attachment": Kind.ATTACHMENT,
    "attachement": Kind.ATTACHMENT,
    "weapon attachment": Kind.ATTACHMENT,
    "engine": Kind.ENGINE,
    **dict.fromkeys(("einheit", "einheiten", "unité", "unidad", "unità"), Kind.UNIT),
    **dict.fromkeys(("kampfmaschine", "kampfmaschinen", "machine de guerre"), Kind.ENGINE),
    **dict.fromkeys(
        ("kriegsbestie", "kriegsbestien", "bestie", "bestien", "bestia", "bête"), Kind.BEAST
    ),
    **dict.fromkeys(("kriegsjack", "kriegsjacks"), Kind.JACK),
    **dict.fromkeys(("kriegscaster", "kriegshexer"), Kind.CASTER),
}
