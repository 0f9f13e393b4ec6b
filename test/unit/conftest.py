"""What all unit tests share."""

import signal

from hypothesis import HealthCheck, settings

# A loaded machine is slow, and no test of ours is about time.
settings.register_profile("untimed", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("untimed")

# A job in the background of a shell ignores Ctrl-C, and so would the tools that tests interrupt.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
