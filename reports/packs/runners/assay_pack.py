# SPDX-License-Identifier: Apache-2.0
"""What the runners share: the pack beside this file, which keys a query sees, and the files that `assay grade` reads.

A runner calls run() with a function of a case's call and tensors. Tensors come as its framework's, by name: query key
value (batch, heads, length, features); mask bias key_lengths query_segments key_segments alibi_slopes sinks
dropout_keep where the call has that feature. The call is what manifest.json says under "call"."""
import json
import pathlib
import platform
import sys

import numpy as np


class Unsupported(Exception):
    """A case that the kernel does not compute."""


def refuse(condition, why):
    if condition:
        raise Unsupported(why)


def visible(call, t):
    """Which keys a query sees, booleans of four axes, those of extent 1 broadcast; None: every query sees all. A bias
    of -inf hides as well."""
    queries, keys = t["query"].shape[2], t["key"].shape[2]
    lengths = np.asarray(t["key_lengths"]) if "key_lengths" in t else None
    offset = lengths - queries if call["offset"] is None else call["offset"]
    at, key = np.arange(queries).reshape(1, 1, -1, 1) + offset, np.arange(keys).reshape(1, 1, 1, -1)
    left, right = call["window"]
    rules = []
    if call["causal"]:
        rules.append(key <= at)
    if left is not None:
        rules.append(at - key <= left)
    if right is not None:
        rules.append(key - at <= right)
    if lengths is not None:
        rules.append(key < lengths)
    if "query_segments" in t:
        rules.append(np.asarray(t["query_segments"]).swapaxes(2, 3) == np.asarray(t["key_segments"]))
    if "mask" in t:
        rules.append(np.asarray(t["mask"]) != call["mask_hides"])
    seen = None
    for rule in rules:
        seen = rule if seen is None else seen & rule
    return seen


def causal_alone(call):
    """Whether a kernel's own causal switch, anchored top left, says all that is to be said."""
    hiding = {"window", "key_lengths", "segments", "mask", "bias"}
    return call["causal"] and call["offset"] == 0 and not hiding & set(call["features"])


def run(kernel, takes, dtypes, attend, load, save, left_out={}, arithmetic={}, convention=""):
    """Compute every case of the pack and write the folder named by the first argument.

    attend(call, tensors) returns {"out": ..., "lse": ...}; load(path) and save(tensors, path, metadata) are the
    framework's safetensors functions. A case with a feature or dtype that is not taken is skipped and listed. left_out:
    outputs that the kernel never returns, and why; cases that want them are judged on the rest. arithmetic: its own by
    dtype, where that differs from the manifest's; convention: what it returns where the case asks otherwise."""
    pack = pathlib.Path(__file__).resolve().parent
    outputs = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else "outputs")
    outputs.mkdir(parents=True, exist_ok=True)
    cases = json.loads((pack / "manifest.json").read_text())["cases"]
    takes = takes | left_out.keys() | ({"other_lse"} if "lse" in left_out else set())
    skipped, failed = {}, {}
    for case in cases:
        call, name = case["call"], case["name"]
        try:
            lacks = [feature for feature in call["features"] if feature not in takes]
            refuse(lacks or call["dtype"] not in dtypes, "does not take " + " ".join(lacks or [call["dtype"]]))
            answer = attend(call, load(str(pack / case["inputs"])))
            about = {"case": name, "checksum": case["checksum"]}
            if call["dtype"] in arithmetic:
                about["arithmetic"] = arithmetic[call["dtype"]]
            if convention:
                about["convention"] = convention
            save(answer, str(outputs / case["outputs"]), about)
        except Unsupported as why:
            skipped[name] = str(why)
        except Exception as error:
            failed[name] = f"{type(error).__name__}: {error}"[:300]
    versions = f"python {platform.python_version()}, numpy {np.__version__}, {platform.machine()}"
    note = {"kernel": kernel, "description": versions, "skipped": skipped, "failed": failed, "left_out": left_out}
    (outputs / "run.json").write_text(json.dumps(note, indent=1))
    print(f"{kernel}: {len(cases)} cases, {len(skipped)} skipped, {len(failed)} failed; outputs in {outputs}")
