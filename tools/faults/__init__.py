"""Every fault that an event's file may meet, played against the program, and what it cost."""
