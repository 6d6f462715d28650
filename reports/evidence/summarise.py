# SPDX-License-Identifier: Apache-2.0
"""Condenses run records to what is kept in the tree: versions, counts by dtype, what was judged against, and each
failing case with the element that showed it. Usage: summarise.py FOLDER_OF_RECORDS"""
import collections
import importlib.metadata
import json
import pathlib
import re
import sys

PACKAGES = ["torch", "jax", "jaxlib", "onnxruntime", "mlx", "numpy", "ml_dtypes", "safetensors"]


def summary_of(path):
    run = json.loads(path.read_text())
    kernel = run["kernels"][0]
    counts, failures = collections.defaultdict(collections.Counter), {}
    for outcome in run["outcomes"]:
        counts[re.search(r" dtype=(\S+)", outcome["line"])[1]][outcome["verdict"]] += 1
        if outcome["verdict"] in ("violated", "faulted", "doubtful"):
            seen = outcome.get("evidence", {}).get("what") or outcome.get("where") or outcome["reason"]
            failures[outcome["origin"].split(", case ")[1]] = seen.split(" +- ")[0]
    judged = {a["arithmetic"]: a["source"] for a in kernel["arithmetics"]}
    out = [o["out"]["ratio_max"] for o in run["outcomes"] if o["verdict"] == "holds" and "out" in o]
    return {"name": path.stem, "kernel": kernel["name"], "description": kernel["description"], "cpu":
            run["environment"]["cpu"], "assay": run["environment"]["assay"], "judged_against": judged,
            "counts": {dtype: dict(count) for dtype, count in sorted(counts.items())},
            "largest_error_over_bound_where_it_holds": max(out, default=None), "failures": failures}


versions = {name: importlib.metadata.version(name) for name in PACKAGES}
entries = [summary_of(path) for path in sorted(pathlib.Path(sys.argv[1]).glob("*.json"))]
print('{"versions": ' + json.dumps(versions) + ',\n"runs": [\n' + ",\n".join(map(json.dumps, entries)) + "\n]}")
