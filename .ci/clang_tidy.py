#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs clang-tidy on what a build folder compiles of this tree, and remembers by content which files were clean.

Usage: clang_tidy.py BUILD_FOLDER CACHE_FOLDER [--jobs N] [--only REGEX]

The build folder needs compile_commands.json and the sources that configuring writes; nothing has to be built. A file is
looked at again when it, a header of the tree that it reaches, its flags, .clang-tidy or clang-tidy itself changed."""
import argparse
import concurrent.futures
import hashlib
import json
import os
import pathlib
import re
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
PROGRAM = "clang-tidy-22"
INCLUDE = re.compile(rb'^\s*#\s*include\s*"([^"]+)"', re.MULTILINE)


def reached(path, seen):
    """Adds the file and everything of the tree that it includes, in quotes, to the dictionary of contents."""
    if path in seen or not path.is_file():
        return
    seen[path] = path.read_bytes()
    for name in INCLUDE.findall(seen[path]):
        name = name.decode()
        reached(ROOT / name, seen)
        reached((path.parent / name).resolve(), seen)


def key_of(entry, common):
    """A name for everything that the findings in this translation unit depend on, but for system headers."""
    contents = {}
    reached(pathlib.Path(entry["file"]), contents)
    digest = hashlib.sha256(common)
    digest.update(entry["command"].replace(str(ROOT), "").encode())
    for path in sorted(contents):
        digest.update(os.path.relpath(path, ROOT).encode() + b"\0" + contents[path])
    return digest.hexdigest()


def entries_of(build):
    """One entry a file of C++ that somebody wrote, or that was generated to compile several such as one."""
    entries = {}
    for entry in json.loads((build / "compile_commands.json").read_text()):
        file = pathlib.Path(entry["file"])
        written = build not in file.parents or any(n.endswith(b".cpp") for n in INCLUDE.findall(file.read_bytes()))
        if written and file.suffix != ".c":
            entries.setdefault(entry["file"], entry)
    return [entries[file] for file in sorted(entries)]


def tidy(entry, build):
    """(seconds, findings): what clang-tidy says of the file; empty where it is clean."""
    start = time.monotonic()
    done = subprocess.run([PROGRAM, f"--config-file={ROOT / '.clang-tidy'}", "-p", build, "--quiet", entry["file"]],
                          cwd=ROOT, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    said = done.stdout.strip()
    if done.returncode != 0 and not said:
        said = f"{entry['file']}: clang-tidy ended with {done.returncode}: {done.stderr.strip()}"
    return time.monotonic() - start, said


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("build", type=lambda name: pathlib.Path(name).resolve())
    parser.add_argument("cache", type=lambda name: pathlib.Path(name).resolve())
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--only", default="", help="files whose path matches")
    arguments = parser.parse_args()
    version = subprocess.run([PROGRAM, "--version"], check=True, stdout=subprocess.PIPE).stdout
    common = version + (ROOT / ".clang-tidy").read_bytes()
    arguments.cache.mkdir(parents=True, exist_ok=True)

    entries = [entry for entry in entries_of(arguments.build) if re.search(arguments.only, entry["file"])]
    marks = {entry["file"]: arguments.cache / key_of(entry, common) for entry in entries}
    for mark in (set() if arguments.only else set(arguments.cache.iterdir()) - set(marks.values())):
        mark.unlink()
    open_entries = [entry for entry in entries if not marks[entry["file"]].exists()]
    print(f"clang-tidy: {len(entries)} files, {len(entries) - len(open_entries)} known to be clean", flush=True)
    findings = set()
    with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        for entry, (seconds, said) in zip(open_entries, pool.map(lambda e: tidy(e, arguments.build), open_entries)):
            if not said:
                marks[entry["file"]].touch()
            elif said not in findings:  # a header's finding comes with every file that includes it
                findings.add(said)
                print(f"{os.path.relpath(entry['file'], ROOT)} ({seconds:.1f} s)\n{said}", flush=True)
    print(f"clang-tidy: {len(entries) - sum(mark.exists() for mark in marks.values())} files with findings")
    sys.exit(1 if findings or not entries else 0)


if __name__ == "__main__":
    main()
