"""The tables' server: decides who may connect, what each device is sent, and what it may send."""
