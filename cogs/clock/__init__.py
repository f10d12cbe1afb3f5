"""What time alone brings about: reminders, wins to claim, matches nobody goes on with; the claim's button is in ending."""
