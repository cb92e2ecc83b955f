"""Settings for every test: the same on every machine, in English, property tests thorough."""

import os

from hypothesis import HealthCheck, settings

# whatever the language of the system is, what is said is compared in English
os.environ["KEYPEG_LANGUAGE"] = "en"

settings.register_profile(
    "keypeg",
    deadline=None,
    derandomize=True,
    max_examples=20,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("keypeg")
