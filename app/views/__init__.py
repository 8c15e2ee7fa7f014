"""Views: the rows and sentences on screens and sheets, as plain values."""
