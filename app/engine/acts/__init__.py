"""All commands to an event and all its records, as plain values.

If an act is recorded exactly as it was requested, it has one class, named in the imperative. For
example, the organizer enters a `ReportResult` and the log stores the same one. If the record
differs from the request, there are two classes: the request in the imperative, the record in the
past tense. The kind of a row in files does not depend on the name of its class:
`app.store.log.codec` writes it out.
"""

NOT_YET = -1
"""``at_ms`` of an act before it is decided. The decider replaces it with the instant of the act."""
