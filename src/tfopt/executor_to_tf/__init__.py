"""Graphs of the executor become straight code of the `tf` dialect."""
