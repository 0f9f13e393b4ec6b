"""From scf's loops and branches to branches between blocks."""

WORKS_ON = ("scf",)
