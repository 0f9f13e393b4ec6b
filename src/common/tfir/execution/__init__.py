"""Running a program: its entry and the values that go in and out, the interpreter on NumPy, the walk over a sequence of dispatches."""
