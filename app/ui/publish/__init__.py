"""Publishing results elsewhere: the dialog, and the pictures that are sent with bulletins."""
