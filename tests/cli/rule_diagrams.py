#!/usr/bin/env python3
"""The diagrams of docs/rules.md and its Chinese page: docs/images/rules/diagrams.tsv, the pictures and both pages say the same, and the
answer of xq that stands below each (which run_document.sh compares with the program) is what is printed. Where the reference data is,
the table is that of the book. xq is in the PATH; the argument is the root of the sources."""
import csv
import os
import re
import subprocess
import sys

ROOT = sys.argv[1]
IMAGES = os.path.join(ROOT, "docs/images/rules")
PRINTED = os.path.join(ROOT, "../shared/data/rules/cxa2020_printed.tsv")
wrong = []

# A page: how it names a figure (r: a reference figure, o: one of our own), how it says what is printed, who wins by the print.
PAGES = {
    "rules.md": (lambda kind, n: f"{ {'r': 'reference figure', 'o': 'own diagram'}.get(kind, 'figure')} {n}", {"o": "By the articles: {}; {}."}, "Printed: {}; {}.",
                 {"black": "Red must change or loses", "red": "Black must change or loses", "draw": "a draw"}),
    "rules.zh-CN.md": (lambda kind, n: f"{ {'r': '参考图', 'o': '自拟图例'}.get(kind, '图')} {n}", {"o": "按条文：{}；{}。"}, "印刷：{}；{}。",
                       {"black": "红方变着，不变作负", "red": "黑方变着，不变作负", "draw": "双方不变作和"}),
}
ACTS = {"24.1": "将", "24.2": "杀", "24.3": "捉", "24.8": "闲"}
IDLE = re.compile("[兑献拦跟]")


def expect(condition, what):
    if not condition:
        wrong.append(what)


def xq(*words):
    return subprocess.run(["xq", *words], check=True, capture_output=True, text=True, encoding="utf-8").stdout


def read_rows(path):
    with open(path, encoding="utf-8") as file:
        return [line.rstrip("\n").split("\t") for line in file if not line.startswith("#")]


def check_page(page, text, rows):
    name_of, own, printed, verdicts = PAGES[page]
    shown = re.findall(r"images/rules/(\S+)\.svg", text)
    expect(shown == [row[0] for row in rows], f"{page} shows {shown}")
    parts = dict(re.findall(r"\(images/rules/(\S+?)\.svg\)\n(.*?)(?=\n#|\Z)", text, re.S))
    for name, figure, articles, fen, moves, times, winner, labels in rows:
        part, where = parts.get(name, ""), f"{page}, {name}"
        heading = next((line for line in text[:text.find(f"images/rules/{name}.svg")].splitlines()[::-1] if line.startswith("#")), "")
        kind = figure.rstrip("0123456789")
        expect(name_of(kind, figure.strip("ro")) in heading, f"{where}: the heading '{heading}' does not name figure {figure}")
        for article in articles.split():
            expect(article in heading, f"{where}: the heading '{heading}' does not name {article}")
        expect(own.get(kind, printed).format(" ".join(labels), verdicts[winner]) in part, f"{where}: what is printed is not there")
        expect(f"'{fen}'" in part, f"{where}: the position is not there")
        command = " ".join(part.replace("\\\n    >", "").split())
        expect(moves in command, f"{where}: the moves are not there")
        expect(times == "1" or "$round " * int(times) + "|" in command, f"{where}: the round is not played {times} times")
        answer = [line[4:].split("\t") for line in part.splitlines() if "\t" in line]
        expect(answer and answer[0][0] == winner, f"{where}: printed is {winner}, xq says {answer and answer[0][0]}")
        acts = "".join(ACTS[line[4].split(",")[0]] for line in answer[1:])
        expect(acts == IDLE.sub("闲", labels), f"{where}: printed is {labels}, xq says {acts}")


def check_book(rows):
    """The table against the data: start, moves, verdict, names of moves."""
    with open(PRINTED, encoding="utf-8", newline="") as file:
        book = {row["figure"]: row for row in csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE)}
    for name, figure, _, fen, moves, _, winner, labels in rows:
        if "o" in figure:
            continue
        number = figure.strip("r").zfill(2)
        row = book.get(("参考图" if "r" in figure else "图") + number) or book["图" + number + "x1"]
        expect(row["start_fen"].startswith(fen) and not row["before"], f"{name}: the book begins at {row['start_fen']}")
        expect(xq("move", "--to", "uci", fen, *moves.split()).strip() == row["one_round"], f"{name}: the book has {row['one_round']}")
        expect((winner, labels) == (row["winner"], row["labels"]), f"{name}: the book has {row['winner']} {row['labels']}")


def main():
    rows = read_rows(os.path.join(IMAGES, "diagrams.tsv"))
    expect(len(rows) > 15, f"only {len(rows)} diagrams")
    pictures = sorted(file for file in os.listdir(IMAGES) if file.endswith(".svg"))
    expect(pictures == sorted(row[0] + ".svg" for row in rows), f"pictures: {pictures}")
    for name, _, _, fen, *_ in rows:
        with open(os.path.join(IMAGES, name + ".svg"), encoding="utf-8") as file:
            expect(file.read() == xq("position", "--svg", fen), f"{name}.svg: run docs/images/rules/make.sh")
    for page in PAGES:
        with open(os.path.join(ROOT, "docs", page), encoding="utf-8") as file:
            check_page(page, file.read(), rows)
    if os.path.exists(PRINTED):
        check_book(rows)
    else:
        print("not compared with the book: its data is not here")
    print("\n".join(wrong) or f"{len(rows)} diagrams")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
