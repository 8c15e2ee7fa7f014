"""Widgets that know nothing of an event: lists, maps, forms, dialogs and the theme."""
