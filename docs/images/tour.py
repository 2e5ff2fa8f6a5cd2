#!/usr/bin/env python3
"""tour.py PAGE: the tour as a recording of a terminal, an animated SVG, to stdout.

Commands and what they print are those of PAGE (docs/tour.md or docs/tour.zh-CN.md), which a test runs; so is this picture, which
a test compares. A cell a character, two for wide ones, each at a place of its own, so that Chinese lines up in every font.
"""
import html
import re
import sys
import unicodedata

COLUMNS, ROWS = 92, 26
CELL, LINE, MARGIN = 8.4, 19, 14
# What the commands that are shown begin with; one that a page does not have is passed over.
SHOWN = ["xq verify data/old.pgn", "xq verify --repair", "grep -n", "sed -n 13p", "xq import clean", "xq search", "xq book build data/games.pgn -o", "xq book probe",
         "xq annotate data", "sed -n '12"]
TYPING, READING, ROW, END = 0.035, 1.2, 0.35, 4.0  # seconds: a character, before the next command, a row more to read, before it begins again


def commands(page):
    """[(command, rows)] of the page."""
    found = []
    for line in page.split("\n"):
        if line.startswith("    $ "):
            found.append((line[6:], []))
        elif line.startswith("    ") and found and not line.startswith("    #"):
            found[-1][1].append(line[4:])
    return found


def width(text):
    return sum(2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in text)


def wrapped(text):
    row = ""
    for c in text:
        if width(row + c) > COLUMNS:
            yield row
            row = ""
        row += c
    yield row


def drawn(text, row, kind, style):
    cells, x = [], 0
    for c in text:
        if c != " ":
            cells.append((MARGIN + x * CELL, c))
        x += width(c)
    places = " ".join(f"{x:g}" for x, _ in cells)
    letters = html.escape("".join(c for _, c in cells), quote=False)
    return f'<text class="{kind}" style="{style}" x="{places}" y="{MARGIN + row * LINE + 14}">{letters}</text>'


def main(path):
    with open(path, encoding="utf-8") as file:
        page = commands(file.read())
    time, row, rows, scrolls = 0.6, 0, [], []
    for start in SHOWN:
        command, output = next((c for c in page if c[0].startswith(start)), ("", []))
        if not command:
            continue
        typing = TYPING * width(command)
        for part in wrapped("$ " + command):
            rows.append((row, "c", part, time, typing))
            row += 1
        scrolls.append((time, max(0, row - ROWS)))
        time += typing + 0.3
        printed = [part for line in output for part in wrapped(line)]
        for part in printed:
            rows.append((row, "w" if re.match(r"(warning|note): |(警告|提示)：.", part) else "o", part, time, 0))
            row += 1
        scrolls.append((time, max(0, row - ROWS)))
        time += READING + ROW * len(printed)
    total = time + END

    def percent(t):
        return f"{100 * t / total:.2f}%"

    styles, texts = [], []
    for at, kind, text, begin, typing in rows:
        name = f"r{at}"
        if typing:
            steps = max(1, width(text))
            styles.append(f"@keyframes {name}{{0%{{clip-path:inset(0 100% 0 0)}}{percent(begin)}{{clip-path:inset(0 100% 0 0);animation-timing-function:steps({steps})}}"
                          f"{percent(begin + typing)},100%{{clip-path:inset(0 0 0 0)}}}}")
        else:
            styles.append(f"@keyframes {name}{{0%{{opacity:0}}{percent(begin)},100%{{opacity:1}}}}")
        texts.append(drawn(text, at, kind, f"animation-name:{name}"))
    moves = "0%{transform:translateY(0)}" + "".join(f"{percent(t)}{{transform:translateY({-LINE * n}px)}}" for t, n in scrolls)
    styles.append(f"@keyframes scroll{{{moves}100%{{transform:translateY({-LINE * scrolls[-1][1]}px)}}}}")
    w, h = 2 * MARGIN + COLUMNS * CELL, 2 * MARGIN + ROWS * LINE
    print(f"""<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {w:g} {h:g}" width="{w:g}" height="{h:g}">
<style>
text{{font:14px "DejaVu Sans Mono","Noto Sans Mono CJK SC","Noto Sans CJK SC","WenQuanYi Micro Hei Mono",Menlo,Consolas,"PingFang SC","Microsoft YaHei",monospace;fill:#d8d8d8;white-space:pre;animation:{total:.1f}s step-end infinite}}
.c{{fill:#8fd18f}}.w{{fill:#e5c07b}}
#s{{animation:scroll {total:.1f}s step-end infinite}}
{chr(10).join(styles)}
@media (prefers-reduced-motion:reduce){{text,#s{{animation:none}}}}
</style>
<rect width="100%" height="100%" rx="6" fill="#1e1e1e"/>
<clipPath id="screen"><rect width="{w:g}" height="{h - MARGIN / 2:g}"/></clipPath>
<g clip-path="url(#screen)"><g id="s">
{chr(10).join(texts)}
</g></g>
</svg>""")


if __name__ == "__main__":
    main(sys.argv[1])
