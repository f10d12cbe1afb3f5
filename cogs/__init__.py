"""What people touch on Discord: commands, buttons, menus and messages."""
