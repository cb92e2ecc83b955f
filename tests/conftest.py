"""Settings for every test: property tests are thorough but the same on every machine."""

from hypothesis import HealthCheck, settings

settings.register_profile(
    "keypeg",
    deadline=None,
    derandomize=True,
    max_examples=20,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("keypeg")
