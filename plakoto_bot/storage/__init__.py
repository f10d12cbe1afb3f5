"""Tables, migrations and one repository a noun, from rows to values of the domain and back; nothing is decided here."""
