#!/usr/bin/env python3
"""Searches the puzzles of `xq puzzles` again by more nodes: is the first move the only one that wins?

    puzzle_precision.py XQ PUZZLES.jsonl... [--nodes 4000000] [--most N]

Each puzzle that is no proved mate is searched twice by `xq engine`, with all moves and without
its solution. It holds if the same move is the best one, more than WINS points of 100 are expected of it and
fewer of the best of the others: WINS lies in the middle between the two bounds by which `xq puzzles`
chooses (docs/puzzles.md). Proved mates are exact and hold; they are counted apart. Prints a line for each
puzzle that was searched; with --most only N of them, drawn by a fixed seed.
"""
import argparse
import json
import random
import subprocess
import sys

WINS = 77


class Engine:
    def __init__(self, xq):
        self.process = subprocess.Popen([xq, "engine"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.say("uci", "setoption name UCI_ShowWDL value true", "setoption name OwnBook value false",
                 "setoption name Hash value 64")

    def say(self, *lines):
        self.process.stdin.write("".join(line + "\n" for line in lines))
        self.process.stdin.flush()

    def search(self, fen, nodes, moves=()):
        """The best move and the points of 100 that are expected of it."""
        self.say("ucinewgame", f"position fen {fen}",
                 f"go nodes {nodes}" + (" searchmoves " + " ".join(moves) if moves else ""))
        points = None
        for line in self.process.stdout:
            words = line.split()
            if words[:1] == ["info"] and "wdl" in words:
                wins, draws = map(int, words[words.index("wdl") + 1:][:2])
                points = (wins + draws / 2) / 10
            elif words[:1] == ["bestmove"]:
                return words[1], points
        sys.exit("the engine ended")


def legal_moves(xq, fen):
    out = subprocess.run([xq, "position", "--json", fen], check=True, capture_output=True, text=True).stdout
    return [move["uci"] for move in json.loads(out)["moves"]]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("xq")
    parser.add_argument("puzzles", nargs="+")
    parser.add_argument("--nodes", type=int, default=4_000_000)
    parser.add_argument("--most", type=int)
    args = parser.parse_args()
    puzzles = [json.loads(line) for path in args.puzzles for line in open(path, encoding="utf-8")]
    searched = [puzzle for puzzle in puzzles if puzzle["mate"] is None]
    mates = len(puzzles) - len(searched)
    if args.most and len(searched) > args.most:
        searched = random.Random(41).sample(searched, args.most)
    engine = Engine(args.xq)
    held = 0
    for puzzle in searched:
        solution = puzzle["solution"].split()[0]
        best, value = engine.search(puzzle["fen"], args.nodes)
        others = [move for move in legal_moves(args.xq, puzzle["fen"]) if move != solution]
        other, otherwise = engine.search(puzzle["fen"], args.nodes, others)
        holds = best == solution and value > WINS > otherwise
        held += holds
        print(f"{puzzle['id']:10} {solution} best {best} {value:5.1f}  else {other} {otherwise:5.1f}  "
              f"{'holds' if holds else 'FAILS'}", flush=True)
    print(f"{mates} proved mates; {held} of {len(searched)} others hold: "
          f"{100 * (mates + held) / max(mates + len(searched), 1):.1f} % of {mates + len(searched)}")
    engine.say("quit")
    return 0


if __name__ == "__main__":
    sys.exit(main())
