"""Lowered programs as C that needs nothing but its compiler: `kernels.py` writes a kernel as a function, `program.py` what dispatches them."""
