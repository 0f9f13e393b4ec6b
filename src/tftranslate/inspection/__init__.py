"""What a model is, for its user: interface, sizes, ops, functions, variables, what cannot be lowered."""
