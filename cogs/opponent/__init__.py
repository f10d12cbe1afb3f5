"""The bot's own turns, played in the background; challenges to it are among the others, and hints among the turns."""
