"""Games judged by an engine."""

import os
import pathlib
import re
import sqlite3
import subprocess

import pytest
import xq

GAMES = """[Red "胡荣华"]
[Result "1-0"]

1. 炮二平五 马8进7 2. 炮五进四 1-0

[Red "柳大华"]
[Result "*"]

1. 兵七进一 *
"""


@pytest.fixture
def path(tmp_path: pathlib.Path) -> pathlib.Path:
    path = tmp_path / "games.pgn"
    path.write_text(GAMES, encoding="utf-8")
    return path


def written(game: xq.Game, path: pathlib.Path) -> str:
    game.write(path)
    return path.read_text(encoding="utf-8")


def test_a_game(path: pathlib.Path, tmp_path: pathlib.Path) -> None:
    game = next(iter(xq.read(path)))
    judged = xq.annotate(game, nodes=200)
    text = written(judged, tmp_path / "out.pgn")
    assert text.count("%eval") == 4  # the start, and after each move
    assert "Annotator" in text
    assert "%eval" not in written(game, tmp_path / "old.pgn")  # the game stays as it was


def test_many_games_in_their_order(path: pathlib.Path, tmp_path: pathlib.Path) -> None:
    one = [written(game, tmp_path / "a.pgn") for game in xq.annotate(path, nodes=200)]
    two = [written(game, tmp_path / "a.pgn") for game in xq.annotate(list(xq.read(path)), nodes=200, threads=2)]
    assert one == two
    assert len(one) == 2


def test_moves_of_a_book_are_not_judged(path: pathlib.Path, tmp_path: pathlib.Path) -> None:
    book = xq.Book.build(tmp_path / "a.xqbook", path, max_ply=2)
    for known in (book, tmp_path / "a.xqbook"):
        judged = next(xq.annotate(path, nodes=200, book=known))
        assert written(judged, tmp_path / "out.pgn").count("%eval") == 2


def test_a_journal_keeps_the_answers(path: pathlib.Path, tmp_path: pathlib.Path) -> None:
    journal = tmp_path / "journal.xqdb"
    plain = [written(game, tmp_path / "a.pgn") for game in xq.annotate(path, nodes=300)]
    first = xq.annotate(path, nodes=300, journal=journal)
    assert written(next(first), tmp_path / "a.pgn") == plain[0]
    del first  # a run that was stopped
    assert [written(game, tmp_path / "a.pgn") for game in xq.annotate(path, nodes=300, threads=2, journal=journal)] == plain
    # What is there is not asked again: the journal of another answer shows.
    connection = sqlite3.connect(journal)
    connection.execute("UPDATE evaluation SET score = 777")
    connection.commit()
    connection.close()
    assert "7.77" in written(next(xq.annotate(path, nodes=300, journal=journal)), tmp_path / "a.pgn")
    assert "7.77" not in written(next(xq.annotate(path, nodes=301, journal=journal)), tmp_path / "a.pgn")


def test_the_command_takes_the_journal(path: pathlib.Path, tmp_path: pathlib.Path) -> None:
    program = os.environ.get("XQ_PROGRAM")
    if not program:
        pytest.skip("XQ_PROGRAM is not set")
    journal = tmp_path / "journal.xqdb"
    list(xq.annotate(path, nodes=300, journal=journal))
    command = [program, "annotate", path, "--nodes", "300", "--journal", journal, "-o", tmp_path / "out.pgn"]
    subprocess.run(command, check=True, capture_output=True)
    connection = sqlite3.connect(journal)
    assert connection.execute("SELECT count(*) FROM analyst").fetchone() == (1,)  # the same engine with the same limits
    connection.close()


def test_without_limits_as_the_command(tmp_path: pathlib.Path) -> None:
    program = os.environ.get("XQ_PROGRAM")
    if not program:
        pytest.skip("XQ_PROGRAM is not set")
    path = tmp_path / "cannon.pgn"
    path.write_text("1. 炮八进七 车1平2 2. 炮二平五 *\n", encoding="utf-8")  # the first move gives a cannon for a horse
    out = subprocess.run([program, "annotate", "-q", path], check=True, capture_output=True, text=True, encoding="utf-8").stdout
    judged = written(next(xq.annotate(path)), tmp_path / "out.pgn")
    values = re.findall(r"%eval [^]]*", out)
    assert len(values) >= 4
    assert re.findall(r"%eval [^]]*", judged) == values


def test_what_cannot_be(path: pathlib.Path, tmp_path: pathlib.Path) -> None:
    with pytest.raises(TypeError):
        next(xq.annotate(["game"]))
    with pytest.raises(TypeError):
        xq.annotate(5)
    with pytest.raises(xq.UsageError):
        xq.annotate(path, lines="some")
    with pytest.raises(xq.UsageError):
        xq.annotate(path, style="runes")
    with pytest.raises(xq.DatabaseError):
        xq.annotate(path, book=tmp_path / "missing.xqbook")
    with pytest.raises(xq.Error):
        xq.annotate(path, engine="/no/such/engine")
    with pytest.raises(xq.DatabaseError):
        xq.annotate(path, journal=path)
    with pytest.raises(TypeError):
        xq.annotate(path, journal=5)
    assert list(xq.annotate([])) == []
    games = xq.annotate(path, nodes=100, threads=2)
    next(games)
    del games  # ends the rest
