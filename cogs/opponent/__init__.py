"""The bot's own turns, played in the background; challenging it is a challenge like others, and hints belong to turns."""
