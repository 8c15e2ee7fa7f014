"""Reading and checking packet files."""
