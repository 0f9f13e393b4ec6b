"""Programs computed with NumPy: prepared once, run many times."""
