"""Asking somebody for a match: the command, the card and its buttons, a thread for the match; no turn of it."""
