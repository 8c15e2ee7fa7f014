"""What is written for the pages' JavaScript, and its checks."""
