#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Shows that count_tests.py counts each way a test can end in, and gives a skip its reason."""
from count_tests import count

GOOGLETEST = """[ RUN      ] A.Holds
[       OK ] A.Holds (0 ms)
[ RUN      ] A.Skips
noise that says : Skipped
a_test.cpp:3: Skipped
no checker here,
second line
[  SKIPPED ] A.Skips (0 ms)
[ RUN      ] A.Skips/1
a_test.cpp:4: Skipped
[  SKIPPED ] A.Skips/1 (0 ms)
[  PASSED  ] 1 test.
[  SKIPPED ] 2 tests, listed below:
[  SKIPPED ] A.Skips
[  SKIPPED ] A.Skips/1
"""
SKIPS = ["a A.Skips: no checker here, second line", "a A.Skips/1: without a reason"]
SKIPPED = '<skipped message="SKIP_RETURN_CODE=3"/>'

CASES = [  # status, inside, output; passed, failed, skips
    ("run", "", "fine\n", (1, 0, [])),
    ("run", "", GOOGLETEST, (1, 0, SKIPS)),
    ("run", "", GOOGLETEST.replace("[  PASSED  ] 1 test.\n", ""), (0, 0, SKIPS)),
    ("fail", "<failure/>", GOOGLETEST + "[  FAILED  ] 2 tests, listed below:\n", (1, 2, SKIPS)),
    ("fail", "<failure/>", "crashed\n", (0, 1, [])),
    ("fail", "<failure/>", "[  PASSED  ] 3 tests.\nand crashed at the end", (3, 1, [])),
    ("notrun", SKIPPED, "skipped: rustc not found\nmore\n", (0, 0, ["a: rustc not found"])),
    ("notrun", SKIPPED, "looking\nno device today\n", (0, 0, ["a: no device today"])),
    ("notrun", SKIPPED, "", (0, 0, ["a: without a reason"])),
    ("notrun", '<skipped message="Fixture dependency failed"/>', "", (0, 1, [])),
    ("notrun", '<skipped message="Unable to find executable"/>', "", (0, 1, [])),
    ("disabled", '<skipped message="Disabled"/>', "", (0, 0, ["a: disabled"])),
]


def main():
    failures = 0
    for status, inside, output, wanted in CASES:
        got = count(f'<testsuite><testcase name="a" status="{status}">{inside}'
                    f"<system-out>{output}</system-out></testcase></testsuite>")
        if got != wanted:
            failures += 1
            print(f"{status}, {inside or 'nothing inside'}: {got}, want {wanted}")
    raise SystemExit(failures != 0)


if __name__ == "__main__":
    main()
