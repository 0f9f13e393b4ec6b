"""How a dialect is declared: a table of signature lines, text forms, traits, and what its ops mean."""
