"""How long one of many programs may take."""

import signal
from contextlib import contextmanager


@contextmanager
def limited(seconds: int):
    """Raises `TimeoutError` where what is inside takes longer. Of several at once only the last counts."""

    def end(*_):
        raise TimeoutError(f"no answer in {seconds} s")

    signal.signal(signal.SIGALRM, end)
    signal.alarm(seconds)
    try:
        yield
    finally:
        signal.alarm(0)
