"""A device that counts its runs and has the interpreter do the work."""

import sys
from contextlib import contextmanager

SPELLINGS = ("counter",)
TITLE = "the interpreter, which tells how often it ran"


@contextmanager
def session(module, which, folder):
    from tfrun.devices import interpreter

    runs = 0

    def counted(program):
        def run(inputs):
            nonlocal runs
            runs += 1
            return program(inputs)

        return run

    with interpreter.session(module, which, folder) as program_of:
        yield lambda entry: counted(program_of(entry))
    print(f"counter: {runs} runs", file=sys.stderr)


def listed():
    yield f"counter: {TITLE}"
