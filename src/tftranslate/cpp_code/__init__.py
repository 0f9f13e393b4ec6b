"""Lowered programs as C++: `program.py` writes a class against the one-header HAL of `hal`, `function.py` its functions, `numbers.py` sizes."""
