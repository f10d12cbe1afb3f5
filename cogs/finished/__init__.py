"""Matches that are over: leaderboard, profiles, history, replay, analysis and the files of them; nothing here changes a game."""
