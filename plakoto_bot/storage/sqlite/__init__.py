"""What is about SQLite alone: its connections, writing in groups, one bot a file, backups; no tables, no statements."""
