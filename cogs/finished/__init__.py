"""Matches that are over: leaderboard, profiles, history, replay, analysis and files; nothing here changes a game."""
