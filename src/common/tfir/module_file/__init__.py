"""Module files: programs that are lowered to dispatches, ready to be run, in one FlatBuffer with their constants behind it."""
