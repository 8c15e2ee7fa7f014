"""The tables' server: who is let in, what each device is sent, what it sends."""
