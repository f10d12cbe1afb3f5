"""How fast the bot is, beside peers measured in the same run; whether it is right is for the tests."""
