"""What languages are lowered to by recipes: an operation, and what takes its place there."""
