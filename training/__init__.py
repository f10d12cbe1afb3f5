"""Training of the networks in ``plakoto_bot/ai``: a compiled engine, self-play, opponents to measure against."""
