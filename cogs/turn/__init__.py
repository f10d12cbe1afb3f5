"""Making a play and seeing the board, and what the message of a turn says; how that gets to a channel is in kit."""
