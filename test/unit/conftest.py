"""What all unit tests share."""

from hypothesis import HealthCheck, settings

# A loaded machine is slow, and no test of ours is about time.
settings.register_profile("untimed", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("untimed")
