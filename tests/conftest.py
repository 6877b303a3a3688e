"""Settings that all tests share."""

import os

from hypothesis import HealthCheck, settings

# A shared machine may stall for seconds at any time, so no example is failed for being slow.
_PATIENT = {"deadline": None, "suppress_health_check": [HealthCheck.too_slow]}
# A third of the usual hundred examples, others on each run: the whole of the tests is to take a few minutes.
settings.register_profile("default", max_examples=35, **_PATIENT)
# The same examples on each run: a red build stays red until someone mends it.
settings.register_profile("ci", derandomize=True, print_blob=True, **_PATIENT)
# Ten times as many, for make test-full.
settings.register_profile("deep", max_examples=1000, **_PATIENT)
settings.load_profile("ci" if os.environ.get("CI") else "default")
