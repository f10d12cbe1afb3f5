"""What people and time can do, a module a thing, each method one transaction; it knows no Discord and writes no SQL."""
