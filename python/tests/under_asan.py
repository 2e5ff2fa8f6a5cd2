#!/usr/bin/env python3
"""under_asan.py RUNTIME COMMAND...: run a test of the package with AddressSanitizer's RUNTIME loaded before Python.

The extension module alone is compiled with it, Python is not. Python, NumPy and pybind11 never free some of what they use, so
that a leak counts only if the module or the library made it. XQ_PROGRAM brings its own copy of the runtime, and must not get
this one.
"""

import os
import pathlib
import re
import subprocess
import sys
import tempfile

FRAME = re.compile(r"^\s+#[1-9]\d* 0x\w+ in (.*)$", re.MULTILINE)  # frame 0 is the allocator


def is_ours(leak):
    """Whether the project allocated the memory: in the stack its function comes before any of Python or pybind11."""
    for frame in FRAME.findall(leak):
        if re.match(r"_?Py|.*(pybind11|/python3)", frame):
            return False
        if "xq::" in frame:
            return True
    return False


def leaks(report):
    """The paragraphs of a report about memory that the project allocated and nobody freed."""
    return [part for part in report.split("\n\n") if "leak of" in part and is_ours(part)]


def main():
    runtime, *command = sys.argv[1:]
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        environment = {
            **os.environ,
            "LD_PRELOAD": runtime,
            "ASAN_OPTIONS": f"detect_leaks=1:log_path={folder / 'report'}",
            "LSAN_OPTIONS": "exitcode=0",
        }
        if program := os.environ.get("XQ_PROGRAM"):
            wrapper = folder / "xq"
            wrapper.write_text(f'#!/bin/sh\nunset LD_PRELOAD\nexec "{program}" "$@"\n')
            wrapper.chmod(0o755)
            environment["XQ_PROGRAM"] = str(wrapper)
        status = subprocess.run(command, env=environment, check=False).returncode
        for path in sorted(folder.glob("report.*")):
            report = path.read_text(errors="replace")
            wrong = [report] if "ERROR: AddressSanitizer" in report else leaks(report)
            print("\n\n".join(wrong), end="", file=sys.stderr)
            status = status or bool(wrong)
    return status


if __name__ == "__main__":
    sys.exit(main())
