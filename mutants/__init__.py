"""Whether the tests notice faults: small changes to the code, made one at a time in a copy, each of which must fail."""
