"""Help, the rules in short, and the proof that the dice were fair; nothing here needs a game that runs."""
