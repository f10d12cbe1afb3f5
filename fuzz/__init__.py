"""Text of all kinds thrown at the parsers, by what it reaches in the code; the targets are those of the tests too."""
