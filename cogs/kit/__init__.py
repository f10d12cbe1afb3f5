"""What every feature uses to answer people and to tell channels of turns; it knows no feature."""
