"""The watch for what waits for the organizer, and the strip in the header that offers it."""
