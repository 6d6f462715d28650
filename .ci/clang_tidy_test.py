#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Shows that clang_tidy.py hears clang-tidy: of a planted snippet, not of its mended twin, and again after a change.

Usage: clang_tidy_test.py"""
import json
import pathlib
import shutil
import subprocess
import sys
import tempfile

TOOL = pathlib.Path(__file__).with_name("clang_tidy.py")


def function(lines):
    return "int x();\nvoid f() {\n" + "  x();\n" * (lines - 2) + "}\n"


def nest(depth):
    return "bool x();\nvoid f() {\n" + "if (x()) {\n" * depth + "x();\n" + "}\n" * depth + "}\n"


def main():
    if not shutil.which("clang-tidy-22"):
        print("skipped: clang-tidy-22 is not installed (./run packages ci)")
        sys.exit(77)
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        header, source, build = folder / "h.hpp", folder / "a.cpp", folder / "build"
        build.mkdir()
        command = f"c++ -std=c++20 -c {source}"
        (build / "compile_commands.json").write_text(
            json.dumps([{"directory": name, "command": command, "file": str(source)}]))

        def expect(text, code, said, declared=""):
            header.write_text(declared)
            source.write_text(f'#include "h.hpp"\n{text}')
            done = subprocess.run([sys.executable, TOOL, build, folder / "cache"], stdout=subprocess.PIPE, text=True)
            assert done.returncode == code and said in done.stdout, f"{done.returncode}, want {code}: {done.stdout}"

        expect(function(71), 1, "readability-function-size")
        expect(function(71), 1, "0 known to be clean")  # a finding is not forgotten
        expect(function(70), 0, "0 known to be clean")
        expect(function(70), 0, "1 known to be clean")
        expect(function(70), 0, "0 known to be clean", declared="int y();\n")
        expect(nest(7), 1, "readability-function-cognitive-complexity")
        expect(nest(6), 0, "0 files with findings")
        expect("void f() {\n", 1, "clang-diagnostic-error")


main()
