"""Settings of the core's tests: property tests take their time and are the same on every run."""

from hypothesis import HealthCheck, settings

settings.register_profile(
    "core", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large]
)
settings.load_profile("core")
