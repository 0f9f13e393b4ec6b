"""Running a program: its entry and the values that go in and out, the interpreter on NumPy, the walk over a sequence of dispatches."""

from tfir.execution.blas import choose_kernels

choose_kernels()
