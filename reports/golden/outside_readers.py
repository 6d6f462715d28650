# SPDX-License-Identifier: Apache-2.0
"""Reads Assay's reports with readers that are not Assay's: the JSON record against its schema, the JUnit file by
junitparser and by libxml2. Fails, saying why, unless all accept and agree on every count.

Usage: outside_readers.py SCHEMA RECORD JUNIT"""
import json
import sys

import jsonschema
import junitparser
from lxml import etree


def counts_by_junitparser(path):
    cases = [case for suite in junitparser.JUnitXml.fromfile(path) for case in suite]
    kinds = [type(result) for case in cases for result in case.result]
    return {
        "tests": len(cases),
        "failures": kinds.count(junitparser.Failure),
        "errors": kinds.count(junitparser.Error),
        "skipped": kinds.count(junitparser.Skipped),
    }


def counts_by_libxml2(path):
    root = etree.parse(path, etree.XMLParser(recover=False)).getroot()
    names = {"tests": "testcase", "failures": "failure", "errors": "error", "skipped": "skipped"}
    found = {what: int(root.xpath(f"count(//{name})")) for what, name in names.items()}
    for suites in ([root], list(root)):
        stated = {what: sum(int(suite.get(what)) for suite in suites) for what in names}
        assert stated == found, f"stated {stated}, found {found}"
    return found


def expected(record):
    """The counts by the record: how a verdict becomes a test case is told in reports/formats/junit.cpp."""
    strict = record["strict"]
    verdicts = [entry["verdict"] for entry in record["outcomes"] + record["findings"]]
    sweeps = [sweep["counts"] for sweep in record["sweeps"]]
    failing = verdicts.count("violated") + (verdicts.count("doubtful") if strict else 0)
    failing += sum(1 for counts in sweeps if counts["violated"] + counts["faulted"])
    blind = record["totals"]["holds"] == 0 and not any(v in ("violated", "faulted") for v in verdicts)
    return {
        "tests": len(verdicts) + len(sweeps) + blind,
        "failures": failing + blind,
        "errors": verdicts.count("faulted"),
        "skipped": sum(verdicts.count(name) for name in ("no evidence", "not applicable", "gave up")),
    }


def main(schema_path, record_path, junit_path):
    with open(schema_path, encoding="utf-8") as file:
        schema = json.load(file)
    with open(record_path, encoding="utf-8") as file:
        record = json.load(file)
    validator = jsonschema.Draft202012Validator(schema)
    validator.check_schema(schema)
    validator.validate(record)
    broken = dict(record, seed="seven")
    assert not validator.is_valid(broken), "the schema accepts anything"
    for outcome in record["outcomes"][:20]:
        assert not validator.is_valid(dict(record, outcomes=[dict(outcome, verdict="absolved")]))
        assert not validator.is_valid(dict(record, outcomes=[dict(outcome, unheard_of=1)]))
    found = counts_by_junitparser(junit_path), counts_by_libxml2(junit_path), expected(record)
    assert found[0] == found[1] == found[2], f"junitparser, libxml2, record: {found}"
    suites = {suite.name for suite in junitparser.JUnitXml.fromfile(junit_path)}
    missing = {kernel["name"] for kernel in record["kernels"]} - suites
    assert not missing, f"names that did not survive: {missing}"
    print(found[0])


main(*sys.argv[1:])
