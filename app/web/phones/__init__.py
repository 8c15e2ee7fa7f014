"""The players' phones: who a phone belongs to, what it may ask, what it is shown."""
