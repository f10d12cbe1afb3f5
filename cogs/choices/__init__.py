"""What servers and people choose, and a person's own data; what the choices bring about is elsewhere."""
