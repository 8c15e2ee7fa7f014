"""Publishing results elsewhere: its dialog, and the pictures that go along."""
