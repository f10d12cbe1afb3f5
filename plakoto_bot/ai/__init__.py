"""What a small neural network thinks of positions and plays; see docs/ai.md."""
