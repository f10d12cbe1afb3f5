"""What matches, challenges, clocks, results and choices are, with every decision on them; no SQL and no Discord."""
