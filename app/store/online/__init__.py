"""The data of an event online: sign-ups, what the desk published, and the desk's access."""
