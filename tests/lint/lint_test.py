#!/usr/bin/env python3
"""What lint.py remembers and what it finds, in a small tree. Skipped (77) where clang-tidy or clang++ is not installed."""

import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

LINT = pathlib.Path(__file__).with_name("lint.py")
FILES = {
    ".clang-tidy": "Checks: '-*,modernize-use-nullptr'\nWarningsAsErrors: '*'\nHeaderFilterRegex: '/(libxq|python)/'\n",
    "libxq/include/xq/piece.hpp": "#pragma once\nstruct Piece {\n  int kind;\n};\n",
    "libxq/src/value.hpp": '#pragma once\n#include <xq/piece.hpp>\nint value(const Piece* piece);\n',
    # Two helpers of one name, in places where they are not seen by a look at the text.
    "libxq/src/value.cpp": '#include "value.hpp"\n#include <system.h>\nnamespace {\n  int helper() { return system_value; }\n}\n'
                           "int value(const Piece* piece) { return piece == nullptr ? helper() : piece->kind; }\n",
    "libxq/src/other.cpp": "namespace {\n  int helper() { return 2; }\n}\nint other() { return helper(); }\n",
    "tools/main.cpp": '#include "value.hpp"\nint main() { return value(nullptr); }\n',
}
HEADERS, SOURCES = 2, 3


class LintTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.root = self.folder / "clone"
        self.system = self.folder / "system" / "value.h"
        self.system.parent.mkdir()
        self.system.write_text("constexpr int system_value = 1;\n")
        parts = [f"part{number}.h" for number in range(30)]
        for part in parts:
            (self.system.parent / part).touch()
        (self.system.parent / "system.h").write_text("".join(f"#include <{part}>\n" for part in [*parts, "value.h"]))
        for name, text in FILES.items():
            self.write(name, text)

    def write(self, name, text):
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)

    def lint(self, *files, root=None):
        """(headers looked at, sources looked at, findings)"""
        environment = os.environ | {"XQ_LINT_CACHE": str(self.folder / "cache"), "CPLUS_INCLUDE_PATH": str(self.system.parent)}
        root = root or self.root
        done = subprocess.run([sys.executable, LINT, "--root", root, *(root / file for file in files)],
                              env=environment, capture_output=True, text=True, check=False)
        looked_at = [int(number) for number in re.findall(r"(\d+) to look at", done.stderr)]
        self.assertIn(len(looked_at), (2, 3) if files else (2,), done.stderr)
        self.assertEqual(done.returncode, 1 if done.stdout else 0, done)
        return (*looked_at[:2], done.stdout)

    def test_what_is_clean_is_remembered_in_other_folders_too(self):
        self.assertEqual(self.lint(), (HEADERS, SOURCES, ""))
        self.assertEqual(self.lint(), (0, 0, ""))
        shutil.copytree(self.root, self.folder / "another clone")
        self.assertEqual(self.lint(root=self.folder / "another clone"), (0, 0, ""))

    def test_what_is_read_differs(self):
        self.lint()
        for name, expected in [("libxq/src/other.cpp", (0, 1)), ("libxq/src/value.hpp", (1, 2)), ("libxq/include/xq/piece.hpp", (2, 2)),
                               (".clang-tidy", (HEADERS, SOURCES))]:
            self.write(name, FILES[name] + ("# more\n" if name == ".clang-tidy" else "// more\n"))
            self.assertEqual(self.lint(), (*expected, ""), name)
            self.write(name, FILES[name])
            self.assertEqual(self.lint(), (0, 0, ""), f"{name} as before")
        self.system.write_text("constexpr int system_value = 3;\n")
        headers, sources, _ = self.lint()
        self.assertGreaterEqual(sources, 1)
        self.assertEqual(self.lint(), (0, 0, ""))
        # A header that comes before another one of that name.
        self.write("libxq/src/xq/piece.hpp", FILES["libxq/include/xq/piece.hpp"])
        self.write("tools/piece.hpp", "#pragma once\n")
        self.assertEqual(self.lint(), (2, 0, ""))
        self.write("libxq/include/xq/value.hpp", "#pragma once\n")
        self.write("tools/value.hpp", "#pragma once\n#include <xq/piece.hpp>\ninline int value(const Piece*) { return 0; }\n")
        self.assertEqual(self.lint(), (2, 1, ""))

    def test_a_finding_in_a_header_is_printed_each_time(self):
        self.lint()
        self.write("libxq/src/value.hpp", FILES["libxq/src/value.hpp"] + "inline const Piece* nobody() { return 0; }\n")
        for _ in range(2):
            headers, sources, findings = self.lint()
            self.assertEqual(sources, 2)
            self.assertEqual(findings.count("modernize-use-nullptr"), 1, findings)
            self.assertTrue(findings.startswith("libxq/src/value.hpp:4:"), findings)
        self.assertEqual(self.lint("libxq/src/value.hpp")[2], findings)
        self.assertEqual(self.lint("libxq/src/other.cpp"), (0, 0, ""))

    def test_a_header_that_lacks_an_include(self):
        self.lint()
        self.write("libxq/src/value.hpp", "#pragma once\nint value(const Piece* piece);\n")
        self.write("libxq/src/value.cpp", "#include <xq/piece.hpp>\n" + FILES["libxq/src/value.cpp"])
        for files in [(), ("libxq/src/value.hpp",)]:
            findings = self.lint(*files)[2]
            self.assertIn("libxq/src/value.hpp:2:17: error: unknown type name 'Piece'", findings)
            self.assertEqual(findings.count("error:"), 1, findings)

    def test_a_source_that_cannot_be_compiled(self):
        self.write("tools/main.cpp", "int main() { return nothing; }\n")
        for _ in range(2):
            findings = self.lint()[2]
            self.assertEqual(findings.count("\n"), 1, findings)
            self.assertIn("tools/main.cpp:1:21: error: use of undeclared identifier 'nothing'", findings)

    def test_a_name_of_one_source_does_not_count_against_the_next(self):
        self.write(".clang-tidy", FILES[".clang-tidy"].replace("-*,", "-*,clang-diagnostic-*,"))
        self.write("libxq/src/house.hpp", "#pragma once\n#include <xq/piece.hpp>\nnamespace xq {\nint house(const Piece& piece);\n}\n")
        self.write("libxq/src/a.cpp", "namespace xq {\nnamespace {\n  struct Piece {\n    int own;\n  };\n}\nint a() { return Piece{1}.own; }\n}\n")
        self.write("libxq/src/b.cpp", '#include "house.hpp"\nint b() { return 0; }\n')
        self.assertEqual(self.lint(), (HEADERS + 1, SOURCES + 2, ""))
        self.assertEqual(self.lint(), (0, 0, ""))
        self.write("libxq/src/b.cpp", '#include "house.hpp"\nstatic int b() { return 0; }\n')
        findings = self.lint()[2]
        self.assertEqual(findings.count("\n"), 1, findings)
        self.assertIn("libxq/src/b.cpp:2:12: error: unused function 'b'", findings)

    def test_every_path_of_a_source_that_is_named(self):
        self.write("libxq/src/other.cpp", "int other(const int* given, int n);\nint other(const int* given, int n) {\n"
                                          "  const int* found = nullptr;\n  if (n > 3) {\n    found = given;\n  }\n  return *found;\n}\n")
        self.assertEqual(self.lint()[2], "", "three hours for all sources")
        self.assertIn("libxq/src/other.cpp:7:10: error: Dereference of null pointer", self.lint("libxq/src/other.cpp")[2])

    def test_the_python_binding_needs_pybind11(self):
        self.write("python/src/module.cpp", "#include <pybind11/pybind11.h>\n#include <value.hpp>\nint python() { return value(nullptr); }\n")
        pybind11 = self.system.parent / "pybind11" / "pybind11.h"
        pybind11.parent.mkdir()
        pybind11.write_text("#error none\n")
        self.assertEqual(self.lint(), (HEADERS, SOURCES, ""), "left out")
        pybind11.write_text("#pragma once\n")
        self.assertEqual(self.lint(), (0, 1, ""))
        self.assertEqual(self.lint(), (0, 0, ""))
        self.write("python/src/module.cpp", "#include <pybind11/pybind11.h>\nconst int* nobody() { return 0; }\n")
        self.assertIn("python/src/module.cpp:2:", self.lint()[2])


if __name__ == "__main__":
    if not (shutil.which("clang-tidy") and shutil.which("clang++")):
        sys.exit(77)
    unittest.main()
