"""Passes on the dialect `demo`."""
