"""Straight code of the `tf` dialect becomes a graph of the executor."""
