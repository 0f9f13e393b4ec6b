"""Pipelines: which passes there are, which run in what order with what options, and running them."""
