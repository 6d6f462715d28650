#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Reads what `ctest --output-junit` wrote: prints every skip with its reason, then "N passed, N failed, N skipped".

Usage: count_tests.py FILE.xml

Counts claims where a program is made of them (GoogleTest says how many), and whole programs elsewhere. A program that
ctest could not start, or whose fixture failed, has failed."""
import re
import sys
import xml.etree.ElementTree

PASSED = re.compile(r"^\[  PASSED  \] (\d+) test", re.MULTILINE)
FAILED = re.compile(r"^\[  FAILED  \] (\d+) tests?, listed below", re.MULTILINE)
CLAIM = re.compile(r"^\[ RUN      \] (\S+)\n(.*?)^\[  SKIPPED \] \1 ", re.MULTILINE | re.DOTALL)


def claims_skipped(name, output):
    """One line for each claim that a GoogleTest program skipped."""
    for claim, said in CLAIM.findall(output):
        reason = " ".join(said.rpartition(": Skipped\n")[2].split())
        yield f"{name} {claim}: {reason or 'without a reason'}"


def program_skipped(name, output):
    """The line of a program that says itself, or by its exit code, that it was skipped."""
    lines = [line.strip() for line in output.splitlines() if line.strip()]
    said = [line for line in lines if line.startswith("skipped: ")] or lines[-1:] or ["without a reason"]
    return f"{name}: {said[0].removeprefix('skipped: ')}"


def count(text):
    """(passed, failed, skips): two numbers and a line for each skip, of the text of a JUnit file by ctest."""
    passed, failed, skips = 0, 0, []
    for case in xml.etree.ElementTree.fromstring(text).iter("testcase"):
        name, status, output = case.get("name"), case.get("status"), case.findtext("system-out") or ""
        skipped = case.find("skipped")
        if status == "disabled":
            skips.append(f"{name}: disabled")
        elif skipped is not None and skipped.get("message", "").startswith("SKIP_"):
            skips.append(program_skipped(name, output))
        else:
            of_claims = list(claims_skipped(name, output))
            right = sum(map(int, PASSED.findall(output)))
            wrong = sum(map(int, FAILED.findall(output)))
            if status == "run" and not (right or wrong or of_claims):
                right = 1
            if status != "run" and not wrong:
                wrong = 1
            passed, failed, skips = passed + right, failed + wrong, skips + of_claims
    return passed, failed, skips


def main(path):
    with open(path, encoding="utf-8") as file:
        passed, failed, skips = count(file.read())
    if skips:
        print("Skipped, and why:")
        print("\n".join(f"  {skip}" for skip in skips))
    print(f"{passed} passed, {failed} failed, {len(skips)} skipped")


if __name__ == "__main__":
    main(*sys.argv[1:])
