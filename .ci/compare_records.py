#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Holds the behaviour of one `assay` against another's, for changes that must not alter any verdict.

  .ci/compare_records.py BEFORE AFTER [--renamed TABLE] [--jobs N] [--only TEXT ...] [--slice K/N] [--keep FOLDER]

BEFORE and AFTER are two programs. Both judge the same cases: every built-in kernel on the suites `quick` and
`standard` and on the captured inputs, and `fuzz --seed 1 --cases 2000` of every built-in kernel and every seeded bug.
Records are kept in FOLDER (build/records) under the hash of the program that wrote them: a stopped comparison goes on
where it was, and a program that many changes are held against runs once. Times, dates, commands, machine and versions
are left out. Everything else is compared exactly, and what differs is printed.

TABLE has one line for each intended change:
  word OLD => NEW    OLD stands in a key or a text of BEFORE where AFTER has NEW
  gone KEY           a key that AFTER no longer has
  new KEY            a key that only AFTER has

Exit codes: 0 nothing differs; 1 something does, or a run failed; 2 usage.
"""
import argparse
import collections
import concurrent.futures
import hashlib
import json
import os
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
LEFT_OUT = {"milliseconds", "seconds", "date", "command", "rules_command", "environment"}
RECORDED_CODES = (0, 1)  # of a run that ended with a verdict


class Renamed:
    """The intended changes, applied to what BEFORE wrote."""

    def __init__(self, lines=()):
        self.words, self.gone, self.new = {}, set(), set()
        for number, line in enumerate(lines, 1):
            kind, _, rest = line.strip().partition(" ")
            old, arrow, new = (part.strip() for part in rest.partition("=>"))
            if not kind or kind.startswith("#"):
                continue
            if kind == "word" and old and arrow and new:
                self.words[old] = new
            elif kind in ("gone", "new") and old and not arrow:
                getattr(self, kind).add(old)
            else:
                raise ValueError(f"line {number} of the table of intended changes: '{line.strip()}' is not "
                                 "'word OLD => NEW', 'gone KEY' or 'new KEY'")
        longest_first = sorted(self.words, key=len, reverse=True)
        # A word is not replaced inside a longer one.
        parts = [(r"(?<!\w)" if w[0].isalnum() else "") + re.escape(w) + (r"(?!\w)" if w[-1].isalnum() else "")
                 for w in longest_first]
        self.pattern = re.compile("|".join(parts)) if parts else None

    def text(self, text):
        return self.pattern.sub(lambda m: self.words[m[0]], text) if self.pattern else text

    def of(self, value):
        if isinstance(value, dict):
            return {self.text(k): self.of(v) for k, v in value.items() if k not in self.gone}
        if isinstance(value, list):
            return [self.of(v) for v in value]
        return self.text(value) if isinstance(value, str) else value


def without(value, keys):
    """The value without the members of these names, at any depth."""
    if isinstance(value, dict):
        return {k: without(v, keys) for k, v in value.items() if k not in keys}
    return [without(v, keys) for v in value] if isinstance(value, list) else value


def differences(before, after, path=""):
    """(path, before, after) of everything that differs."""
    if isinstance(before, dict) and isinstance(after, dict):
        for key in [*before, *(k for k in after if k not in before)]:
            if key not in after:
                yield f"{path}.{key}", before[key], "(absent)"
            elif key not in before:
                yield f"{path}.{key}", "(absent)", after[key]
            else:
                yield from differences(before[key], after[key], f"{path}.{key}")
    elif isinstance(before, list) and isinstance(after, list):
        if len(before) != len(after):
            yield f"{path}.length", len(before), len(after)
        for n, (one, other) in enumerate(zip(before, after)):
            yield from differences(one, other, f"{path}[{n}]")
    elif type(before) is not type(after) or before != after:
        yield path, before, after


class Program:
    """An `assay` and the records it has written."""

    def __init__(self, path, keep):
        self.path = os.path.abspath(path)
        digest = hashlib.sha256(pathlib.Path(path).read_bytes()).hexdigest()[:16]
        self.folder = keep / digest
        self.folder.mkdir(parents=True, exist_ok=True)

    def listed(self, topic):
        """The names that `assay list TOPIC` begins its lines with."""
        text = subprocess.run([self.path, "list", topic], capture_output=True, text=True, check=True).stdout
        return [line.split()[0] for line in text.splitlines() if re.match(r"  [\w/]", line)]

    def record(self, name, arguments):
        """What the run recorded, from an earlier time or from now; {"failed": why} if there is no record."""
        path = self.folder / (name + ".json")
        if not path.exists():
            partial = self.folder / f"{name}.{os.getpid()}.partial"
            run = subprocess.run([self.path, *arguments, "--report", f"json:{partial}"], capture_output=True, text=True,
                                 stdin=subprocess.DEVNULL)
            if run.returncode not in RECORDED_CODES or not partial.exists():
                partial.unlink(missing_ok=True)
                return {"failed": f"exit code {run.returncode}: {run.stderr.strip()[-300:]}"}
            partial.rename(path)
        return json.loads(path.read_text())


def jobs_of(program):
    """name -> arguments of every run; the shortest first, so that a change that alters much is told soon."""
    kernels = program.listed("kernels")
    # What can be planted in CUDA kernels lives in libraries, which tests of their own judge.
    bugs = [name for name in program.listed("faults") if not name.startswith("fault/cuda/")]
    captures = sorted((ROOT / "reference/golden/captures").glob("*.safetensors"))
    jobs = {}
    for kernel in kernels:
        jobs[f"quick {kernel}"] = ["check", kernel, "--suite", "quick", "--threads", "1"]
    for kernel in kernels + bugs:
        jobs[f"fuzz {kernel}"] = ["fuzz", kernel, "--seed", "1", "--cases", "2000"]
    for kernel in kernels:
        for capture in captures:
            jobs[f"capture {capture.stem} {kernel}"] = ["check", kernel, "--inputs", str(capture), "--threads", "1"]
        jobs[f"standard {kernel}"] = ["check", kernel, "--suite", "standard", "--threads", "1"]
    return jobs


def compare(job, before, after, renamed):
    name, arguments = job
    file_name = name.replace(" ", ".").replace("/", "-")
    one = before.record(file_name, arguments)
    other = after.record(file_name, [renamed.text(a) for a in arguments])
    if "failed" in one or "failed" in other:
        return [("", one.get("failed", "a record"), other.get("failed", "a record"))]
    # Keys that are left out go before and after words are renamed: either name may be on the list.
    one = without(renamed.of(without(one, LEFT_OUT)), LEFT_OUT)
    return list(differences(one, without(other, LEFT_OUT | renamed.new)))


def short(value, limit=110):
    text = value if isinstance(value, str) else json.dumps(value)
    return text if len(text) <= limit else text[:limit] + "..."


def tell(found):
    """Each kind of difference once, with how often and where first: one cause alters many records alike."""
    kinds = collections.OrderedDict()
    for name, path, before, after in found:
        kind = (re.sub(r"\[\d+\]", "[]", path), short(before), short(after))
        kinds.setdefault(kind, []).append(f"{name}: {path}")
    for (path, before, after), places in kinds.items():
        print(f"{len(places)} x {path or 'run'}\n  before  {before}\n  after   {after}\n  first   {places[0]}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("before")
    parser.add_argument("after")
    parser.add_argument("--renamed", type=pathlib.Path, help="the table of intended changes")
    parser.add_argument("--jobs", type=int, default=1, help="runs at the same time")
    parser.add_argument("--only", nargs="+", default=[""], help="only runs whose name contains one of these texts")
    parser.add_argument("--slice", default="1/1", help="only the K-th of N parts")
    parser.add_argument("--keep", type=pathlib.Path, default=ROOT / "build/records", help="where records are kept")
    arguments = parser.parse_args()
    part = re.fullmatch(r"([1-9]\d*)/([1-9]\d*)", arguments.slice)
    if not part or int(part[1]) > int(part[2]) or arguments.jobs < 1:
        parser.error("--slice is K/N with K from 1 to N, and --jobs is above 0")
    try:
        renamed = Renamed(arguments.renamed.read_text().splitlines() if arguments.renamed else ())
        before, after = Program(arguments.before, arguments.keep), Program(arguments.after, arguments.keep)
    except (ValueError, OSError) as error:
        parser.error(str(error))
    jobs = [(name, a) for name, a in jobs_of(before).items() if any(text in name for text in arguments.only)]
    jobs = jobs[int(part[1]) - 1::int(part[2])]
    if not jobs:
        parser.error("no run has such a name")

    found, alike = [], 0
    with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        compared = pool.map(lambda job: (job[0], compare(job, before, after, renamed)), jobs)
        for number, (name, differing) in enumerate(compared, 1):
            alike += not differing
            found += [(name, *difference) for difference in differing]
            print(f"{number} of {len(jobs)}  {name}: {len(differing)} differences", file=sys.stderr, flush=True)
    tell(found)
    print(f"{alike} of {len(jobs)} runs are alike, {len(found)} differences")
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()
