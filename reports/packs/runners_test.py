# SPDX-License-Identifier: Apache-2.0
"""Packs the quick suite, lets the NumPy runner compute it and grades what came out, as a person would; then plants
faults on the way. Debian has NumPy but not the safetensors package, so stand-ins for its two functions are written
beside the runner.

Usage: runners_test.py ASSAY"""
import json
import pathlib
import re
import subprocess
import sys
import tempfile

STAND_IN = '''
import json, numpy as np
NAMES = {"F64": np.float64, "F32": np.float32, "F16": np.float16, "BOOL": np.bool_, "I32": np.int32}
def load_file(path):
    data = open(path, "rb").read()
    size = int.from_bytes(data[:8], "little")
    header, body = json.loads(data[8:8 + size]), data[8 + size:]
    header.pop("__metadata__", None)
    return {n: np.frombuffer(body[slice(*t["data_offsets"])], NAMES[t["dtype"]]).reshape(t["shape"])
            for n, t in header.items()}
def save_file(tensors, path, metadata):
    words, header, body = {np.dtype(v): k for k, v in NAMES.items()}, {"__metadata__": metadata}, b""
    for n, t in tensors.items():
        header[n] = {"dtype": words[t.dtype], "shape": t.shape, "data_offsets": [len(body), len(body) + t.nbytes]}
        body += t.tobytes()
    text = json.dumps(header).encode()
    open(path, "wb").write(len(text).to_bytes(8, "little") + text + body)
'''

ASSAY = str(pathlib.Path(sys.argv[1]).resolve())


def said(code, *command):
    """What the command prints, once it has ended with this code."""
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode != code:
        sys.exit(f"{' '.join(command)}: ended with {done.returncode}, not {code}\n{done.stdout}{done.stderr}")
    return done.stdout + done.stderr


def expect(text, words):
    if words not in text:
        sys.exit(f"'{words}' was not said, but\n{text}")


def check_words(pack):
    """Every feature that a runner names is one that a manifest may ask for."""
    known = {line.split()[0] for line in said(0, ASSAY, "list", "features").splitlines()[1:]}
    for runner in sorted(pack.glob("*.py")):
        for sets in re.findall(r"^(?:TAKES|    hiding) = \{([^}]*)\}", runner.read_text(), re.MULTILINE):
            if strangers := set(re.findall(r'"(\w+)"', sets)) - known:
                sys.exit(f"{runner.name}: no feature is named {' '.join(sorted(strangers))}; known: {sorted(known)}")


def main(folder):
    pack, outputs, record = folder / "pack", folder / "out puts", folder / "record.json"
    said(0, ASSAY, "pack", "--suite", "quick", "--dtype", "fp32,fp16", "-o", str(pack))
    check_words(pack)
    (pack / "safetensors").mkdir()
    (pack / "safetensors" / "numpy.py").write_text(STAND_IN)
    (pack / "ml_dtypes.py").write_text("")
    said(0, sys.executable, str(pack / "run_numpy.py"), str(outputs))
    grade = [ASSAY, "grade", str(pack), str(outputs), "--report", f"json:{record}"]
    expect(said(0, *grade), "fp16 p=fp32  (declared; ")
    run = json.loads(record.read_text())
    counts = run["totals"]
    if counts["holds"] < 35 or counts["not applicable"] > counts["holds"] / 2:
        sys.exit(f"the runner computes too little: {counts}")
    if not run["kernels"][0]["name"].startswith("numpy ") or "python 3" not in run["kernels"][0]["description"]:
        sys.exit(f"the run does not say what computed it: {run['kernels'][0]}")

    name = next(o["again"].split()[-1] for o in run["outcomes"] if o["verdict"] == "holds")
    one = grade[:4] + ["--case", name]
    expect(said(0, *one), "PASS: 1 verdict")
    expect(said(2, *one, "--require", "fp31"), "fp31")
    expect(said(0, *one, "--require", "fp32 exp_ulp=1", "--name", "mine"), "mine    fp32 exp_ulp=1  (required; 1 case)")
    expect(said(2, ASSAY, "grade", str(pack), str(outputs), "--case", "none"), "right would be")
    expect(said(3, ASSAY, "grade", str(pack), str(folder / "none")), "no folder of outputs")
    expect(said(3, ASSAY, "grade", str(folder), str(outputs)), "manifest.json")
    expect(said(2, ASSAY, "pack", "-o", str(pack)), "not empty")
    expect(said(2, ASSAY, "pack", "-o", str(folder / "new"), "--dtype", "fp31"), "fp31")

    (outputs / f"{name}.safetensors").unlink()  # one output lost: the rest is graded
    expect(said(1, *grade), "0 violated, 1 faulted")
    manifest = (pack / "manifest.json").read_text()
    (pack / "manifest.json").write_text(manifest.replace('"scale":0.125,', '"scale":0.25,'))
    expect(said(2, *grade), "contradicts its problem line")
    said(0, sys.executable, str(pack / "run_numpy.py"), str(outputs))  # a wrong scale, computed faithfully
    (pack / "manifest.json").write_text(manifest)
    expect(said(1, *grade), "reference  violated: ")


with tempfile.TemporaryDirectory() as place:
    main(pathlib.Path(place))
