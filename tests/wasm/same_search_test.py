"""same_search_test.py XQ FOLDER: the engine for browsers, in FOLDER (preset wasm), searches under node as the native one does."""
import os
import shutil
import subprocess
import sys

SKIPPED = 77
POSITIONS = ["startpos", "startpos moves h2e2 h9g7 h0g2",
             "fen r1bak4/4a4/4b1n2/p7p/2R1C1p2/8n/P1Pc5/2N1B4/6C2/3AKAB2 b - - 1 25",
             "fen 3ak4/6R2/3a1N3/9/9/P8/8P/4r4/4Ap3/3AK4 b - - 26 40",
             "fen 3ak4/4a4/4b1n2/p7p/4r1p2/9/P1c2R3/9/N3A4/3AK1B2 w - - 0 40"]


class Engine:
    def __init__(self, *command):
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def say(self, text):
        self.process.stdin.write(text + "\n")
        self.process.stdin.flush()

    def lines(self, last):
        """Up to the line that begins with `last`; an engine that ends is a failure."""
        out = []
        while not out or not out[-1].startswith(last):
            line = self.process.stdout.readline()
            assert line, f"the engine ended before '{last}': {out[-3:]}"
            out.append(line.rstrip("\n"))
        return out

    def end(self):
        self.say("quit")
        return self.process.wait(20)


def without(line, names):
    words = line.split()
    for name in names:
        if name in words:
            at = words.index(name)
            del words[at:at + 2]
    return " ".join(words)


def without_times(lines):
    """What is the same on each machine: without times, and without what is told again while an iteration takes long."""
    kept = []
    for line in lines:
        told = without(line, ["time", "nps", "nodes", "hashfull", "seldepth"])
        if not kept or told != kept[-1][0]:
            kept.append((told, without(line, ["time", "nps"])))
    return [line for _, line in kept]


def compare(native, other, question, last):
    for engine in (native, other):
        engine.say(question)
    is_, should = without_times(other.lines(last)), without_times(native.lines(last))
    assert is_ == should, f"{question}: {[(a, b) for a, b in zip(is_, should) if a != b][:3]}"
    return should


def main():
    xq, folder = sys.argv[1:]
    script, node = os.path.join(folder, "xq.js"), shutil.which("node")
    if not os.path.isfile(script) or not node:
        print("skipped: there is no engine for browsers (./run wasm), or no node")
        return SKIPPED
    native, other = Engine(xq, "engine"), Engine(node, script)
    for position in POSITIONS:
        for engine in (native, other):
            engine.say("ucinewgame")
            engine.say("position " + position)
        lines = compare(native, other, "go nodes 100000", "bestmove")
        assert len(lines) > 3, lines
    assert "Nodes searched: " in compare(native, other, "go perft 3", "Nodes searched")[-1]
    compare(native, other, "bench 6", "Nodes searched")
    for engine in (native, other):
        engine.lines("Nodes/second")
    for text, answer in [("position fen nonsense", "info string the position stays"), ("setoption name EvalFile value none.xqnet", "info string none.xqnet")]:
        other.say(text)
        other.lines(answer)
    other.say("names rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1 moves h2e2 line h9g7 h0g2")
    assert other.lines("names")[-1] == "names h9g7,H8+7,马８进７ h0g2,H2+3,马二进三"
    assert native.end() == 0 and other.end() == 0
    print("the same lines at", len(POSITIONS), "places, the same bench")
    return 0


sys.exit(main())
