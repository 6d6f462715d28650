# SPDX-License-Identifier: Apache-2.0
"""Makes a failing case line smaller with a runner in the loop: each round packs every smaller neighbour of the line,
lets the runner compute them all at once and keeps the smallest that still fails.

Usage: shrink.py ASSAY RUNNER 'LINE' [RUNNER'S ARGUMENTS]   RUNNER is a file of reports/packs/runners."""
import json
import math
import pathlib
import shutil
import subprocess
import sys
import tempfile

EXTENTS = ["b", "hq", "hkv", "tq", "tk", "dk", "dv"]
KEPT = {"dtype", "recipe", "seed", "convention", *EXTENTS}


def fields_of(line):
    return dict(word.split("=", 1) for word in line.split())


def line_of(fields):
    return " ".join(f"{key}={value}" for key, value in fields.items())


def size_of(line):
    fields = fields_of(line)
    return math.prod(int(fields[key]) for key in EXTENTS), len(fields), sum(int(fields[key]) for key in EXTENTS)


def neighbours(line):
    fields = fields_of(line)
    changes = [{key: None} for key in fields if key not in KEPT]
    for key in EXTENTS:
        now = int(fields[key])
        changes += [{key: str(n)} for n in {1, now // 2, now - now // 4, now - 1} if 0 < n < now]
    heads = int(fields["hq"])
    changes += [{"hq": "1", "hkv": "1"}, {"hkv": str(heads)}, {"hq": fields["hkv"]}]
    if fields["dk"] == fields["dv"]:
        changes += [{"dk": str(n), "dv": str(n)} for n in {1, 2, int(fields["dk"]) // 2} if 0 < n < int(fields["dk"])]
    for change in changes:
        smaller = {key: value for key, value in (fields | change).items() if value is not None}
        if int(smaller["hq"]) % int(smaller["hkv"]) == 0 and size_of(line_of(smaller)) < size_of(line):
            yield line_of(smaller)


def failures(assay, runner, lines, arguments):
    """Those of the lines on which the runner's kernel fails, with what was seen."""
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        taken = []
        while lines:  # a line that makes no case ends the packing: leave it out
            (folder / "x.cases").write_text("".join(line + "\n" for line in lines))
            done = subprocess.run([assay, "pack", "--lines", folder / "x.cases", "-o", folder / "pack"],
                                  capture_output=True, text=True)
            if done.returncode == 0:
                taken = lines
                break
            number = int(done.stderr.split("line ", 1)[1].split(":")[0])
            lines = lines[:number - 1] + lines[number:]
            shutil.rmtree(folder / "pack", ignore_errors=True)
        if not taken:
            return {}
        subprocess.run([sys.executable, folder / "pack" / runner, folder / "out", *arguments], check=True,
                       capture_output=True)
        subprocess.run([assay, "grade", folder / "pack", folder / "out", "--report", f"json:{folder / 'r.json'}"],
                       capture_output=True)
        outcomes = json.loads((folder / "r.json").read_text())["outcomes"]
        return {line: outcome["evidence"]["what"] for line, outcome in zip(taken, outcomes)
                if outcome["verdict"] == "violated"}


def main(assay, runner, line, *arguments):
    seen = failures(assay, runner, [line], arguments)
    if not seen:
        sys.exit("the line does not fail")
    while found := failures(assay, runner, sorted(set(neighbours(line))), arguments):
        line = min(found, key=size_of)
        seen = found
        print(line, "|", seen[line], file=sys.stderr)
    print(line, seen[line], sep="\n")


main(*sys.argv[1:])
