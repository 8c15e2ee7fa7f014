"""What can be asked about teams and what is recorded of them."""
