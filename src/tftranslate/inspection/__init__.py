"""The summary of a model for its user: interface, sizes, ops, functions, variables, ops that cannot be lowered."""
