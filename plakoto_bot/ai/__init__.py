"""What a small neural network thinks of positions and plays (docs/ai.md); whom it plays and who asks stay outside."""
