"""All commands to an event and all its records, as plain values.

An act that is recorded as it was asked is one class, named in the imperative: `ReportResult` is
what the organizer enters and what the log keeps. Where the record says more or other than the
request, they are two classes: the request in the imperative, the record in the past tense. The kind
of a row is written out in `app.store.log.codec` and does not depend on the class's name.
"""

NOT_YET = -1
"""``at_ms`` of an act before it is decided. The decider replaces it with the instant of the act."""
