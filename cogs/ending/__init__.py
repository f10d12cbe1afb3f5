"""Ending a game without a play: resigning, offers, claims on time, and moderators; no clock is looked at here."""
