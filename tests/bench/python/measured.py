"""Runs a program and says how long it took and how much memory it held at most, with what it printed."""

import json
import resource
import subprocess
import sys
import time

start = time.perf_counter()
done = subprocess.run(sys.argv[1:], stdout=subprocess.PIPE, check=True)
elapsed = time.perf_counter() - start
peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss * 1024
print(json.dumps({"ms": elapsed * 1000, "peak": peak, "output": done.stdout.decode()}))
