"""The bot without Discord and without pictures: rules, players, matches, what is stored and every sentence."""
