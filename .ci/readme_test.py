# SPDX-License-Identifier: Apache-2.0
"""Runs the README's `console` blocks and compares what comes out with what stands there.

Usage: readme_test.py FOLDER_OF_ASSAY README...   ASSAY_UPDATE=1 writes the present output into the files instead.

A block is one command after "$ ", then its output. A line "..." stands for any lines, also none. Times, versions and
paths are scrubbed on both sides. Exit codes are not compared: a fault that is caught is the point of some blocks."""
import os
import re
import subprocess
import sys
import tempfile

BLOCK = re.compile(r"^```console\n(.*?)^```$", re.MULTILINE | re.DOTALL)
SCRUBS = [
    (r"\b\d+(\.\d+)? (ms|s|min)\b", "TIME"),
    (r"\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", "DATE"),
    (r"(?<![\w.])/[\w./ -]*/", "PATH/"),
    (r"assay \d+\.\d+\.\d+", "assay VERSION"),
]


def scrub(line):
    for pattern, word in SCRUBS:
        line = re.sub(pattern, word, line)
    return line.rstrip()


def matches(wanted, got):
    """Whether the lines agree, a wanted "..." standing for any lines."""
    if not wanted:
        return not got
    if wanted[0] == "...":
        return any(matches(wanted[1:], got[n:]) for n in range(len(got) + 1))
    return bool(got) and scrub(wanted[0]) == scrub(got[0]) and matches(wanted[1:], got[1:])


def run(command, folder):
    path = os.path.abspath(folder) + os.pathsep + os.environ["PATH"]
    with tempfile.TemporaryDirectory() as elsewhere:  # what a README says works from any folder
        done = subprocess.run(command, shell=True, cwd=elsewhere, env=dict(os.environ, PATH=path), text=True,
                              stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    return done.stdout.splitlines()


def check(text, runner):
    """The complaints about a document, and the document with present output."""
    complaints = []

    def renew(block):
        command, *wanted = block.group(1).splitlines()
        assert command.startswith("$ "), f"a console block begins with '$ ', not {command!r}"
        got = runner(command[2:])
        if matches(wanted, got):
            return block.group(0)
        lines = [f"  README: {line}" for line in wanted] + [f"  now:    {line}" for line in got]
        complaints.append("\n".join([command, *lines]))
        return "```console\n" + "\n".join([command, *got]) + "\n```"

    return complaints, BLOCK.sub(renew, text)


def test_the_tester():
    text = "```console\n$ a\nx 1.5 s\n...\nz\n```\n"
    for output, right in ((["x 2 s", "y", "z"], True), (["x 2 s", "z"], True), (["x 2 s", "y"], False), ([], False)):
        complaints, renewed = check(text, lambda command: output)
        assert (not complaints) == right, output
        assert (renewed == text) == right


def main(folder, readmes):
    test_the_tester()
    blocks, bad = 0, 0
    for readme in readmes:
        with open(readme, encoding="utf-8") as file:
            text = file.read()
        complaints, renewed = check(text, lambda command: run(command, folder))
        blocks += len(BLOCK.findall(text))
        if os.environ.get("ASSAY_UPDATE"):
            with open(readme, "w", encoding="utf-8") as file:
                file.write(renewed)
            continue
        bad += len(complaints)
        for complaint in complaints:
            print(f"{readme}: {complaint}")
    print(f"{blocks} blocks, {bad} differ")
    sys.exit(1 if bad or not blocks else 0)


main(sys.argv[1], sys.argv[2:])
