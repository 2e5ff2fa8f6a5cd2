"""Reads what a program writes to a terminal (text and SGR colours) and writes it as a web page: a cell a character, two for wide ones."""
import html
import re
import sys
import unicodedata

COLOURS = {"31": "#ff6b6b", "33": "#ffd75f", "36": "#6fd3e8", "1": None}
CELL = 9.5

rows = []
style = ""
for y, row in enumerate(sys.stdin.read().rstrip("\n").split("\n")):
    x = 0
    for part in re.split(r"(\x1b\[[0-9;]*m)", row):
        if part.startswith("\x1b"):
            codes = part[2:-1].split(";")
            style = "" if codes in (["0"], [""]) else "".join(f"color:{COLOURS[c]};" for c in codes if COLOURS.get(c))
            continue
        for character in part:
            cells = 2 if unicodedata.east_asian_width(character) in "WF" or character == "・" else 1
            if character != " ":
                rows.append(f'<b style="left:{x * CELL}px;top:{y * 22}px;width:{cells * CELL}px;{style}">{html.escape(character)}</b>')
            x += cells
print(f"""<!doctype html><meta charset="utf-8"><style>
body {{ margin: 0; }} main {{ position: relative; background: #1e1e1e; width: 572px; height: {22 * (y + 1)}px; padding: 14px; }}
div {{ position: relative; }} b {{ position: absolute; color: #ddd; font: 17px/22px "WenQuanYi Micro Hei Mono", monospace; text-align: center; }}
</style><main><div>{''.join(rows)}</div></main>""")
