"""Finding ports, asking what is behind them, opening them again."""
