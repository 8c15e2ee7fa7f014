"""The tables' server: pages and sockets for tablets, remote windows and phones."""
