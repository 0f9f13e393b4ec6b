"""Many pieces of work, such as a program's calls on the files of a folder: here, or by workers that Dask distributed has on several machines.

A piece is `Piece(name, data)`; what is done with one is a `Work`, which goes to each worker once. `engine.py` has the order of things and does
not know where the work is done; `here.py` and `dask_workers.py` do it.
"""
