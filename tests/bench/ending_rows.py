#!/usr/bin/env python3
"""Compares the engine's table of endings with tables that `xq endings` counts.

    ending_rows.py XQ TABLES [--largest PLACEMENTS] [--smallest PLACEMENTS] [--sizes]

Each row of libxq/src/engine/eval/endgame_table.hpp has four percentages. For each material of the
rows, the smallest first, a table is counted with repetitions drawn (in the folder TABLES, where
it stays), and the percentages are taken from it by `xq endings list --shares`. Where they differ
from the row in a table that was sampled, all its placements are counted (`--every`). Rows that
differ are printed; the exit status is 1 if one differs by more than one point. --sizes lists the
materials alone.
"""
import argparse
import json
import math
import pathlib
import re
import resource
import subprocess
import sys

HEADER = pathlib.Path(__file__).parents[2] / "libxq/src/engine/eval/endgame_table.hpp"
SQUARES = {"R": 90, "H": 90, "C": 90, "P": 55, "A": 5, "E": 7}
SAMPLED_FROM = 2_000_000
FIELDS = ("quiet_attack", "quiet_defence", "formed_attack", "formed_defence")


def engine_rows():
    """The four percentages of each row, by material (with P for each pawn) and name."""
    rows = {}
    pattern = r'\{"([A-Z-]+)", \{\{(\d+), (\d+)\}\}, \{\{(\d+), (\d+)\}\}\}'
    for name, *numbers in re.findall(pattern, HEADER.read_text()):
        rows.setdefault(re.sub("[LB]", "P", name), {})[name] = tuple(map(int, numbers))
    return rows


def placements(material):
    """How many placements a table has: 45 of the kings without mirror images, times the others'."""
    out = 45
    for side in material.split("-"):
        for piece in set(side):
            out *= math.comb(SQUARES[piece], side.count(piece))
    return out


def shares(args, material, *more):
    lines = subprocess.run([args.xq, "endings", "list", args.tables, material, "--shares", "--json",
                            *more], check=True, capture_output=True, text=True).stdout
    rows = map(json.loads, lines.splitlines())
    return {row["pieces"]: tuple(row[field] for field in FIELDS) for row in rows}


def compare(args, material, rows):
    """How many rows differ, and by how many points at most."""
    subprocess.run([args.xq, "endings", "build", material, "-o", args.tables, "--perpetual-check",
                    "drawn", "--memory", "16G", "-q"], check=True)
    counted = shares(args, material)
    differing = [name for name in rows if counted[name] != rows[name]]
    if differing and placements(material) > SAMPLED_FROM:
        counted = shares(args, material, "--every")
        differing = [name for name in rows if counted[name] != rows[name]]
    worst = 0
    for name in differing:
        points = max(abs(a - b) for a, b in zip(counted[name], rows[name]))
        worst = max(worst, points)
        print(f"{name}: row {rows[name]}, counted {counted[name]}, {points} points", flush=True)
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    print(f"{material}: {len(rows)} rows, {placements(material):,} placements, "
          f"{usage.ru_utime + usage.ru_stime:.0f} s so far", flush=True)
    return len(differing), worst


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("xq")
    parser.add_argument("tables")
    parser.add_argument("--smallest", type=int, default=0)
    parser.add_argument("--largest", type=int, default=50_000_000)
    parser.add_argument("--sizes", action="store_true")
    args = parser.parse_args()
    rows = engine_rows()
    wanted = [m for m in sorted(rows, key=placements)
              if args.smallest <= placements(m) <= args.largest]
    if args.sizes:
        for material in wanted:
            print(f"{material:10} {placements(material):>12,}  {len(rows[material])} rows")
        return 0
    compared = differing = worst = 0
    for material in wanted:
        count, points = compare(args, material, rows[material])
        compared += len(rows[material])
        differing += count
        worst = max(worst, points)
    print(f"{compared} rows compared, {differing} differ, by {worst} points at most")
    return 1 if worst > 1 else 0


if __name__ == "__main__":
    sys.exit(main())
