"""What the server before and after the day keeps: sign-ups, and what the desk sent."""
