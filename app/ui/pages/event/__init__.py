"""The event page: settings and schedule."""
