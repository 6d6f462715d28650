#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Holds the bill of materials to the list of packages and, where its program is installed, to SPDX's own validator.

Usage: sbom_test.py CMAKE ROOT list|validator"""
import json
import pathlib
import shutil
import subprocess
import sys
import tempfile

PLANTED = """# no package
g++    | the "compiler"  | tool all
fmt    | text            | all
tests  | tests           | test ci
other  | somewhere else  | all | nowhere-1
"""
RELATIONS = [("SPDXRef-DOCUMENT", "DESCRIBES", "SPDXRef-assay"), ("SPDXRef-g--", "BUILD_TOOL_OF", "SPDXRef-assay"),
             ("SPDXRef-fmt", "BUILD_DEPENDENCY_OF", "SPDXRef-assay"),
             ("SPDXRef-tests", "TEST_DEPENDENCY_OF", "SPDXRef-assay")]


def bill(cmake, root, packages, out):
    definitions = [f"-DPACKAGES={packages}", "-DVERSION=1.2.3", f"-DOUT={out}"]
    subprocess.run([cmake, *definitions, "-P", root / "cmake/sbom.cmake"], check=True)
    return json.loads(out.read_text(encoding="utf-8"))


def check_list(cmake, root, folder):
    (folder / "packages.txt").write_text(PLANTED, encoding="utf-8")
    got = bill(cmake, root, folder / "packages.txt", folder / "planted.json")
    assert [(r["spdxElementId"], r["relationshipType"], r["relatedSpdxElement"]) for r in got["relationships"]] == \
        RELATIONS, got["relationships"]
    assert got["packages"][1]["comment"] == 'the "compiler"', got["packages"][1]

    got = bill(cmake, root, root / "cmake/packages.txt", folder / "real.json")
    names = [package["name"] for package in got["packages"]]
    assert len(names) == len(set(names)) and {"assay", "g++", "libfmt-dev", "clang"} <= set(names), names
    ids = {element["SPDXID"] for element in [got, *got["packages"]]}
    assert len(ids) == len(names) + 1
    for relation in got["relationships"]:
        assert {relation["spdxElementId"], relation["relatedSpdxElement"]} <= ids, relation
    if shutil.which("dpkg-query"):
        for package in got["packages"][1:]:
            said = subprocess.run(["dpkg-query", "-W", "-f", "${db:Status-Status} ${Version}", package["name"]],
                                  stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True).stdout
            wanted = said.removeprefix("installed ") if said.startswith("installed ") else None
            assert package.get("versionInfo") == wanted, package


def check_validator(cmake, root, folder):
    validator = shutil.which("pyspdxtools")
    if not validator:
        print("skipped: pyspdxtools is not installed (pip install spdx-tools)")
        sys.exit(77)
    good = bill(cmake, root, root / "cmake/packages.txt", folder / "good.spdx.json")
    bad = folder / "bad.spdx.json"
    bad.write_text(json.dumps(dict(good, documentNamespace="no address")), encoding="utf-8")
    for file, right in ((folder / "good.spdx.json", True), (bad, False)):
        done = subprocess.run([validator, "-i", file], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        assert (done.returncode == 0) == right, f"{file.name}: {done.stdout}"


def main(cmake, root, what):
    check = {"list": check_list, "validator": check_validator}[what]
    with tempfile.TemporaryDirectory() as folder:
        check(cmake, pathlib.Path(root), pathlib.Path(folder))


main(*sys.argv[1:])
