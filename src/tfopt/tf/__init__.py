"""Passes on TensorFlow's ops where they stand in functions."""

WORKS_ON = ("tf",)
