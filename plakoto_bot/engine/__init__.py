"""The rules of the games: positions, plays, events and games as pure values; no chance or time of its own, no text."""
