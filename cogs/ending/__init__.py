"""Ending a game without a play: resigning, offering to, claiming a win on time, and moderators; the clocks that allow a claim are elsewhere."""
