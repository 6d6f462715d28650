#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Shows that compare_records.py sees a planted difference, and none where there is none.

Usage: compare_records_test.py ASSAY"""
import pathlib
import subprocess
import sys
import tempfile

TOOL = pathlib.Path(__file__).with_name("compare_records.py")
# A program that does what ASSAY does and then rewrites the record with `edit`.
WRAPPER = """#!{python}
import json, subprocess, sys
code = subprocess.run([{assay!r}, *sys.argv[1:]]).returncode
if "--report" in sys.argv:
    path = sys.argv[-1].removeprefix("json:")
    record = json.load(open(path))
    {edit}
    json.dump(record, open(path, "w"))
sys.exit({code})
"""


def main(assay):
    assay = str(pathlib.Path(assay).resolve())
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        claims, failures = [], []

        def expect(claim, code, said, edit="pass", ends="code", table=None):
            """The comparison of ASSAY with its edited twin ends with the code and says the text."""
            twin = folder / "twin"
            twin.write_text(WRAPPER.format(python=sys.executable, assay=assay, edit=edit, code=ends))
            twin.chmod(0o755)
            command = [sys.executable, TOOL, assay, twin, "--keep", folder / "kept",
                       "--only", "fuzz fault/alibi_ignored"]
            if table is not None:
                (folder / "table").write_text(table)
                command += ["--renamed", folder / "table"]
            run = subprocess.run(command, capture_output=True, text=True)
            if run.returncode != code or said not in run.stdout + run.stderr:
                failures.append(f"{claim}: exit code {run.returncode}, wanted {code} and '{said}'\n"
                                + run.stdout + run.stderr)
            claims.append(claim)

        finding = "record['findings'][0]"
        expect("a program is like itself", 0, "1 of 1 runs are alike, 0 differences")
        expect("times do not count", 0, "0 differences", "record['milliseconds'] = 1e9")
        expect("a verdict counts", 1, ".findings[].verdict", f"{finding}['verdict'] = 'doubtful'")
        expect("the last digit of a bound counts", 1, ".allowed", f"{finding}['evidence']['allowed'] *= 1 + 2**-52")
        expect("an integer is no text", 1, ".seed", "record['seed'] = str(record['seed'])")
        expect("a finding that is gone counts", 1, ".findings.length", "record['findings'].clear()")
        expect("a key that is new counts", 1, ".findings[].more", f"{finding}['more'] = 1")
        expect("a key that is meant to be new does not", 0, "0 differences", f"{finding}['more'] = 1",
               table="new more\n")
        expect("a key that is gone counts", 1, ".findings[].backend", f"del {finding}['backend']")
        expect("a renamed word counts", 1, ".suspect", f"{finding}['suspect'] = 'alibi_missing'")
        expect("a word that is meant to be renamed does not", 0, "0 differences",
               "record = json.loads(json.dumps(record).replace('alibi_ignored, residual', 'alibi_missing, residual'))",
               table="# words\nword alibi_ignored, residual => alibi_missing, residual\n")
        expect("a run that failed counts", 1, "exit code 3", ends="3")
        expect("a table with an unknown line is refused", 2, "line 1 of the table", table="rename a b\n")
        print("\n".join(failures) or f"{len(claims)} claims hold")
        return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
