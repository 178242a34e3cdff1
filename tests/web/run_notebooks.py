"""Runs notebooks as Jupyter does: JSON of their sources on stdin, a list of what each printed and how many plots it made on stdout.

    /usr/bin/python3 tests/web/run_notebooks.py [folder in which PNGs are left] < notebooks.json
"""

import base64
import json
import sys
from pathlib import Path

import nbformat
from nbclient import NotebookClient

told = []
for number, source in enumerate(json.load(sys.stdin)):
    notebook = nbformat.reads(source, as_version=nbformat.NO_CONVERT)
    nbformat.validate(notebook)
    assert (notebook.nbformat, notebook.nbformat_minor) == (4, 5)
    NotebookClient(notebook, timeout=600, kernel_name="python3").execute()
    outputs = [output for cell in notebook.cells if cell.cell_type == "code" for output in cell.outputs]
    plots = [output.data["image/png"] for output in outputs if "image/png" in output.get("data", {})]
    for i, plot in enumerate(plots if len(sys.argv) > 1 else []):
        (Path(sys.argv[1]) / f"{number}-{i}.png").write_bytes(base64.b64decode(plot))
    streams = {name: "".join(o.text for o in outputs if o.get("name") == name) for name in ("stdout", "stderr")}
    told.append({**streams, "plots": len(plots)})
json.dump(told, sys.stdout)
