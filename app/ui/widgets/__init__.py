"""Widgets that know nothing of an event: lists, maps, theme, printing, sounds."""
