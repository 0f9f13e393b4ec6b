"""What `canonicalize` knows of the dialects beside tensors (arith, cf, scf): folds and rewrites as upstream does them, and regions.

One file per subject, each a table `SIMPLIFICATIONS`: name of an op -> functions (op, simplifier) in the order in which they are
tried; one answers whether it has changed the program.
"""
