"""Runs the snippets of numpy-snippets.json and records what they print, to 17 digits.

    /usr/bin/python3 tests/web/numpy-snippets.py

The tests compare the recorded lines with the page's and the recorded digits with the engine's, so
they need no NumPy. A new snippet is added to the file with its name and its lines alone.
"""
import contextlib
import io
import json
import pathlib
import re

import numpy

FILE = pathlib.Path(__file__).with_suffix(".json")


def printed(snippet):
    out = io.StringIO()
    options = {"precision": 17, "threshold": 10**9, "linewidth": 10**9, "floatmode": "unique"}
    with numpy.printoptions(**options), contextlib.redirect_stdout(out):
        exec("\n".join(snippet), {})
    matrices = re.findall(r"\[\[.*?\]\]", out.getvalue(), re.S)
    return [[float(entry) for entry in re.findall(r"[^\[\]\s]+", matrix)] for matrix in matrices]


cases = json.loads(FILE.read_text(encoding="utf-8"))
for case in cases:
    case["printed"] = printed(case["snippet"])
lines = ",\n".join(json.dumps(case, ensure_ascii=False) for case in cases)
FILE.write_text(f"[\n{lines}\n]\n", encoding="utf-8")
