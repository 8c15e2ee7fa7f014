"""Secrets of tables as people type them, and what they are."""

PRINTED = "kj3vx9mqp2rtyb7wz0ahg5c8e1"
EARLIER = "WsNKoxQQ_D0ccWjkUY9KvQ"
"""Of a program before secrets were printed in letters that cannot be mistaken."""

TYPED = [
    (PRINTED.upper(), PRINTED),
    (PRINTED.replace("0", "O"), PRINTED),
    (PRINTED.replace("0", "o").replace("1", "I"), PRINTED),
    (PRINTED.replace("1", "l"), PRINTED),
    (f"{PRINTED[:13]}-{PRINTED[13:]} ", PRINTED),
    (EARLIER, EARLIER),
]
