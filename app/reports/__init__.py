"""Sheets to print, as HTML and SVG. No Qt and no files here."""
