"""Tables on terminals of 60, 80 and 140 columns, in three languages: no line is wider than the
terminal, and columns line up. table_widths.py XQ"""

import concurrent.futures
import fcntl
import os
import pty
import re
import shlex
import struct
import subprocess
import sys
import tempfile
import termios
import unicodedata

xq = os.path.abspath(sys.argv[1])
terminals = ((60, "en"), (80, "en"), (140, "en"), (60, "zh_CN"), (140, "zh_CN"), (80, "zh_TW"))
faults = []

games = """[Event "第{n}届“五羊杯”全国象棋冠军邀请赛第二阶段循环赛"]
[Date "{year}.0{n}.1{n}"]
[Red "{red}"]
[Black "{black}"]
[Result "{result}"]

1. 炮二平五 {reply} 2. 马二进三 {second} 3. 车一平二 {third} {result}

"""
players = ("上海金外滩队胡荣华特级大师", "廣東 許銀川", "吕钦", "Ho Vinh Hoa")


def archive():
    out = ""
    for i in range(16):
        out += games.format(
            n=i % 8 + 1, year=1990 + i, red=players[i % 4], black=players[(i + 1 + i // 8) % 4],
            result=("1-0", "0-1", "1/2-1/2")[i % 3], reply=("马8进7", "炮8平5")[i // 12],
            second=("车9平8", "马8进7")[i // 12],
            third=("马2进3", "卒7进1", "炮8进4")[i % 3] if i < 12 else "卒7进1")
    return out


def width_of(text):
    return sum(0 if unicodedata.combining(c) else 2 if unicodedata.east_asian_width(c) in "WF" else 1
               for c in text)


def on_terminal(command, columns, language):
    """What a command writes to a terminal; messages on stderr are left out."""
    ours, terminal = pty.openpty()
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 50, columns, 0, 0))
    settings = termios.tcgetattr(terminal)
    settings[1] &= ~termios.OPOST
    termios.tcsetattr(terminal, termios.TCSANOW, settings)
    locale = ("C" if language == "en" else language) + ".UTF-8"
    process = subprocess.Popen([xq, *shlex.split(command)], stdin=subprocess.DEVNULL, stdout=terminal,
                               stderr=subprocess.DEVNULL, env={**os.environ, "LC_ALL": locale})
    os.close(terminal)
    out = b""
    while True:
        try:
            part = os.read(ours, 65536)
        except OSError:  # the end of a terminal
            part = b""
        if not part:
            break
        out += part
    process.wait()
    os.close(ours)
    return out.decode()


def blank_columns(line, upto):
    """The columns of the terminal in which a line has nothing."""
    blank = set()
    column = 0
    for c in line:
        if c == " ":
            blank.add(column)
        column += width_of(c)
    return blank | set(range(column, upto))


def check_columns(block, where):
    """Wherever the heading has a gap, all rows have one."""
    while len(block) > 1 and "  " not in block[0].strip():
        block = block[1:]  # the title
    upto = max(map(width_of, block))
    blank = set.intersection(*(blank_columns(line, upto) for line in block))
    column = 0
    for part in re.findall(r" +|[^ ]+(?: [^ ]+)*", block[0].lstrip() and block[0]):
        wide = width_of(part)
        if part.isspace() and wide > 1 and column > 0:
            gap = range(column, column + wide - 1)
            if not any(c in blank and c + 1 in blank for c in gap):
                faults.append(f"{where}: columns do not line up at {column}:\n" + "\n".join(block))
                return
        column += wide


def check(command, columns, language, has_table):
    where = f"xq {command} ({columns}, {language})"
    lines = on_terminal(command, columns, language).rstrip("\n").split("\n")
    if lines == [""]:
        faults.append(f"{where}: no answer: {lines}")
    block = []
    for line in [*lines, ""]:
        is_position = line.count("/") > 8  # stays whole, to be copied
        if width_of(line) > columns and not is_position:
            faults.append(f"{where}: {width_of(line)} columns: {line}")
        if line and not is_position:
            block.append(line)
        elif block:
            if has_table:
                check_columns(block, where)
            block = []


tables = (
    "search games.xqdb", "search games.xqdb --moves '炮二平五 马8进7'", "stats games.xqdb",
    "search games.xqdb --columns game,red,black,opening,event,source",
    "report player games.xqdb 胡荣华", "report opponent games.xqdb 胡荣华 許銀川",
    "report event games.xqdb 五羊杯", "report opening games.xqdb --min-games 1 炮二平五 马8进7",
    "novelties games.xqdb --min-games 1", "book probe judged.xqbook 炮二平五 马8进7",
    "book show judged.xqbook --depth 3", "edit games.xqdb --log")
others = (
    "book games judged.xqbook 炮二平五 --db games.xqdb", "book lines judged.xqbook",
    "book holes judged.xqbook --min-games 1", "book diff judged.xqbook other.xqbook",
    "position 炮二平五 马8进7", "formats", "formats cbl", "ecco C2", "show games.pgn 3", "--help", "--help --all",
    "help", "help formats", "help filters", "report --help", "search --help")

with tempfile.TemporaryDirectory() as folder:
    os.chdir(folder)
    with open("games.pgn", "w", encoding="utf-8") as file:
        file.write(archive())
    for made in ("import games.pgn --db games.xqdb", "book build games.pgn -o other.xqbook --max-ply 4",
                 "book build games.pgn -o judged.xqbook", "book score judged.xqbook --nodes 50",
                 "edit games.xqdb --set Site=廣州市體育館象棋比賽廳 --red 吕钦"):
        subprocess.run([xq, *made.split(), "-q"], check=True)
    with concurrent.futures.ThreadPoolExecutor(4) as pool:
        runs = [pool.submit(check, command, columns, language, command in tables)
                for command in tables + others
                for columns, language in terminals]
        for run in runs:
            run.result()

for fault in faults:
    print(fault)
sys.exit(bool(faults))
