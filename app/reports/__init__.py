"""Sheets to print, as text of HTML and SVG. No Qt and no files here."""
