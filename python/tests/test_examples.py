"""The programs of examples/: what they print, and that docs/python.md shows them as they are."""

import os
import pathlib
import re
import shutil
import subprocess
import sys

import numpy as np
import pytest

SOURCES = pathlib.Path(__file__).resolve().parents[2]
EXAMPLES = SOURCES / "python" / "examples"
PAGE = SOURCES / "docs" / "python.md"
GAMES = """[Event "五羊杯"]
[Date "1990.01.10"]
[Red "甲"]
[Black "乙"]
[Result "1-0"]

1. 炮二平五 马８进７ 2. 马二进三 1-0

[Event "五羊杯"]
[Red "乙"]
[Black "甲"]
[Result "1/2-1/2"]

1. 兵七进一 卒７进１ 1/2-1/2

[Event "broken"]
[Red "乙"]
[Black "甲"]

1. 车一进九 *
"""


@pytest.fixture
def archive(tmp_path):
    path = tmp_path / "archive.pgn"
    path.write_text(GAMES, encoding="utf-8")
    return path


def run(name, *arguments):
    done = subprocess.run(
        [sys.executable, EXAMPLES / name, *map(str, arguments)], capture_output=True, text=True, timeout=60
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_read_games(archive):
    lines = run("read_games.py", archive).splitlines()
    assert "甲 乙 1-0 炮二平五 马８进７ 马二进三" in lines and any("车一进九" in line for line in lines)


def test_event_statistics(archive):
    assert run("event_statistics.py", archive, "五羊").splitlines() == ["  3 of   4  甲", "  1 of   4  乙"]


def test_convert_folder(archive, tmp_path):
    (tmp_path / "from").mkdir()
    shutil.move(archive, tmp_path / "from" / "a.pgn")
    (tmp_path / "from" / "nothing.txt").write_text("no game\n")
    assert "a.pgn 2" in run("convert_folder.py", tmp_path / "from", tmp_path / "to")
    assert [path.name for path in (tmp_path / "to").iterdir()] == ["a.pgn"]


def test_dataset(archive, tmp_path):
    assert run("dataset.py", archive, tmp_path / "out.npz") == "2 games, 5 positions, 2 players\n"
    with np.load(tmp_path / "out.npz") as data:
        assert data["boards"].shape == (5, 10, 9) and data["results"].tolist() == [1, 1, 1, 0, 0]


def test_own_rules(archive):
    printed = run("own_rules.py", archive)
    assert "a result after 3 plies" in printed and "there is no Date" in printed


def test_bot(archive, tmp_path):
    xq = os.environ.get("XQ_PROGRAM") or shutil.which("xq")
    if not xq:
        pytest.skip("there is no xq to serve")
    book = tmp_path / "a.xqbook"
    subprocess.run([xq, "book", "build", archive, "-o", book], check=True, capture_output=True)
    server = subprocess.Popen([xq, "serve", "--book", book, "--listen", "0"], stdout=subprocess.PIPE, text=True)
    try:
        address = re.search(r"http://[0-9.:]+", server.stdout.readline()).group()
        lines = run("bot.py", address, 4).splitlines()
    finally:
        server.terminate()
        server.wait(30)
        server.stdout.close()
    assert lines[0] in ("炮二平五 (book)", "兵七进一 (book)") and len(lines) == 5


def test_the_page_shows_the_programs():
    page = PAGE.read_text(encoding="utf-8")
    shown = {}
    for name, block in re.findall(r"\(\.\./python/examples/(\w+\.py)\)[^\n]*\n\n((?:    [^\n]*\n|\n)+)", page):
        shown[name] = re.sub(r"(?m)^    ", "", block).rstrip("\n")
    for path in sorted(EXAMPLES.glob("*.py")):
        program = path.read_text(encoding="utf-8").rstrip("\n")
        assert shown.get(path.name) == program, f"{path.name} stands otherwise in docs/python.md"


@pytest.mark.skipif(not shutil.which("mypy"), reason="mypy is not there")
def test_types(tmp_path):
    command = ["mypy", "--strict", "--cache-dir", tmp_path, *sorted(EXAMPLES.glob("*.py"))]
    environment = {**os.environ, "MYPYPATH": str(SOURCES / "python")}  # errors in stubs found there are reported, too
    done = subprocess.run(list(map(str, command)), env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout
