#!/usr/bin/env python3
"""examples.py DOCUMENT HEADERS PROGRAM: what documents show in C++ as one program to compile.

The blocks of DOCUMENT that are no commands are run one after the other, each with variables of its own, in the folder where
the program is started. The examples at the beginning of the headers in the folder HEADERS, and of their classes,
are compiled and not run: some want a terminal or another program."""
import pathlib
import re
import sys

BEGINNING = """
#include <xq/xq.hpp>
{headers}
#include <cstdint>
#include <fstream>
#include <iostream>
#include <string>
#include <vector>

using namespace xq; // as the documents do

namespace {{

"""


# What examples of headers take as given.
GIVEN = ("[[maybe_unused]] const Position& position, [[maybe_unused]] const std::string& text, "
         "[[maybe_unused]] const std::vector<Move>& moves, [[maybe_unused]] record::Game& game")


def blocks_of(document):
    """The indented blocks of a document that begin neither with a command nor with a remark on one."""
    blocks = re.findall(r"^(?: {4}.*\n|\n(?= {4}))+", document, re.MULTILINE)
    return [block.strip("\n") + "\n" for block in blocks if not block.strip("\n").startswith(("    $ ", "    # "))]


def examples_of(header):
    """The indented lines of the comments in a header, a text for each comment."""
    for comment in re.findall(r"(?:^ *//.*\n)+", header, re.MULTILINE):
        lines = [re.sub(r"^ *///? ?", "", line) for line in comment.splitlines()]
        code = "\n".join(line[4:] for line in lines if line.startswith("    "))
        if ";" in code:
            yield code


def main():
    document, folder, program = map(pathlib.Path, sys.argv[1:])
    headers = sorted(folder.rglob("*.hpp"))
    includes = "".join(f"#include <{header.relative_to(folder)}>\n" for header in headers)
    parts = [BEGINNING.format(headers=includes)]
    compiled = [example for header in headers for example in examples_of(header.read_text())]
    run = blocks_of(document.read_text())
    if len(compiled) < 20 or len(run) < 5:
        sys.exit(f"examples.py: {len(compiled)} examples of headers, {len(run)} of {document}: are these all?")
    for number, example in enumerate(compiled):
        parts.append(f"[[maybe_unused]] void compiled_{number}({GIVEN}) {{\n{example}\n}}\n")
    for number, block in enumerate(run):
        parts.append(f"void run_{number}() {{\n{block}}}\n")
    calls = "".join(f"  run_{number}();\n" for number in range(len(run)))
    parts.append(f"}} // namespace\n\nint main() {{\n{calls}}}\n")
    program.write_text("\n".join(parts))


if __name__ == "__main__":
    main()
