"""Contestants that answer each line on standard input, a command and its arguments, with a line of JSON."""

import json
import sys
import time


def serve(**commands):
    """Calls the function of that name with the arguments, which are strings."""
    for line in sys.stdin:
        command, *arguments = line.split()
        print(json.dumps(commands[command](*arguments)), flush=True)


def milliseconds(call, count=1):
    start = time.perf_counter()
    for _ in range(int(count)):
        call()
    return (time.perf_counter() - start) * 1000
