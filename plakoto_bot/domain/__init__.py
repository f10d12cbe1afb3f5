"""What the bot knows of people, matches and limits, without a database and without Discord."""
