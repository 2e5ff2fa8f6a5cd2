"""The programs of examples/ that work with databases, books and engines: what they print."""

import pathlib
import subprocess
import sys

import pytest
import xq

EXAMPLES = pathlib.Path(__file__).resolve().parents[1] / "examples"
GAMES = """[Event "五羊杯"]
[Date "1990.01.10"]
[Red "胡荣华"]
[Black "柳大华"]
[Result "1-0"]

1. 炮二平五 马8进7 2. 马二进三 1-0

[Event "五羊杯"]
[Date "1990.01.11"]
[Red "胡荣华"]
[Black "吕钦"]
[Result "1/2-1/2"]

1. 炮二平五 炮8平5 1/2-1/2
"""


@pytest.fixture
def archive(tmp_path: pathlib.Path) -> pathlib.Path:
    folder = tmp_path / "games"
    folder.mkdir()
    (folder / "archive.pgn").write_text(GAMES, encoding="utf-8")
    xq.Database(tmp_path / "archive.xqdb", create=True).import_games(folder)
    return folder / "archive.pgn"


def run(name: str, *arguments: object, typed: str = "") -> list[str]:
    command = [sys.executable, str(EXAMPLES / name), *map(str, arguments)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, input=typed, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


def test_repertoire(archive: pathlib.Path, tmp_path: pathlib.Path) -> None:
    lines = run("repertoire.py", tmp_path / "archive.xqdb", "胡荣华", tmp_path / "out.xqbook")
    assert lines == ["2 games with Red", "炮二平五 2 games: +1 =1 -0"]


def test_label_positions(archive: pathlib.Path) -> None:
    lines = run("label_positions.py", archive, 200)
    assert len(lines) == 3  # the start and the position after 炮二平五 come twice, and count once
    fen, value, move = lines[0].split("\t")
    board = xq.Board(fen)
    assert abs(int(value)) < 300
    assert move in [str(each) for each in board.legal_moves]


def test_opening_trainer(archive: pathlib.Path, tmp_path: pathlib.Path) -> None:
    xq.Book.build(tmp_path / "a.xqbook", archive)
    lines = run("opening_trainer.py", tmp_path / "a.xqbook", typed="炮二平五\n\n")
    assert "in the book 炮二平五" in lines[1]
    assert lines[-1].endswith("of 1 moves are in the book")


def test_event_report(archive: pathlib.Path, tmp_path: pathlib.Path) -> None:
    lines = run("event_report.py", tmp_path / "archive.xqdb", "五羊杯")
    assert lines[0].split() == ["1", "胡荣华", "3", "points", "in", "2", "games"]
    assert "2 games of 2 plies; openings:" in lines


def test_annotate_folder(archive: pathlib.Path, tmp_path: pathlib.Path) -> None:
    out = tmp_path / "out.pgn"
    assert run("annotate_folder.py", archive.parent, out, 200) == [f"2 games in {out}"]
    assert out.read_text(encoding="utf-8").count("%eval") == 7
