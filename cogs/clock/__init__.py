"""What time alone brings about: reminders, wins to claim, matches nobody goes on with; claims are made in ending."""
