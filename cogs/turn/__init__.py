"""Making a play and seeing the board: menus, typed moves, hints, and what the message of a turn says; how it gets to the channel is in kit."""
