"""The data of an event online: sign-ups, what the desk sent, and the desk’s access."""
