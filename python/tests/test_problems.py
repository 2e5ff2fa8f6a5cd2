"""Problems that are proved or refuted, and puzzles of judged games."""

import pathlib

import pytest
import xq

PROBLEMS = """[Title "红先胜"]
[FEN "4k4/9/9/9/9/9/9/9/R7R/3K5 w"]
[Result "1-0"]

*

[Red "甲"]
[Result "*"]

1. 炮二平五 *

[Title "黑先胜"]
[FEN "4k4/9/9/9/9/9/9/9/R7R/3K5 b"]
[Result "0-1"]

*
"""


@pytest.fixture
def path(tmp_path: pathlib.Path) -> pathlib.Path:
    path = tmp_path / "problems.pgn"
    path.write_text(PROBLEMS, encoding="utf-8")
    return path


def test_a_mate_is_proved_and_played(path: pathlib.Path) -> None:
    first, second = xq.solve(path, engine_nodes=0)  # the game from the usual position is no problem
    assert first["answer"] == "proved"
    assert (first["number"], second["number"]) == (1, 3)
    assert first["winner"] == "red"
    assert first["plies"] == len(first["line"]) == 2 * first["mate"]["moves"] - 1
    board = first["game"].starting_board()
    for move in first["line"]:
        board.push(move)
    assert board.is_checkmate() or board.is_stalemate()
    assert second["answer"] == "refuted"


def test_boards_and_claims(path: pathlib.Path) -> None:
    board = xq.Board("4k4/9/9/9/9/9/9/9/R7R/3K5 w")
    found = xq.solve(board, engine_nodes=0)
    assert found is not None and found["answer"] == "no-claim" and found["winner"] == "red"
    claimed = xq.solve(board, engine_nodes=0, claim="black")
    assert claimed is not None and claimed["answer"] == "refuted"
    assert xq.solve(xq.Board()) is None
    game = next(xq.read(path))
    one = xq.solve(game, engine_nodes=0)
    assert one is not None and one["answer"] == "proved"


def test_a_journal_answers_the_second_time(path: pathlib.Path, tmp_path: pathlib.Path) -> None:
    journal = tmp_path / "answers.xqdb"
    one = list(xq.solve(path, engine_nodes=500, threads=2, journal=journal))
    size = journal.stat().st_size
    two = list(xq.solve(list(xq.read(path)), engine_nodes=500, journal=journal))
    assert [found["line"] for found in one] == [found["line"] for found in two]
    assert journal.stat().st_size == size


def test_what_cannot_be(path: pathlib.Path, tmp_path: pathlib.Path) -> None:
    with pytest.raises(TypeError):
        xq.solve(5)
    with pytest.raises(TypeError):
        next(xq.solve(["game"]))
    with pytest.raises(xq.UsageError):
        xq.solve(path, claim="white")
    with pytest.raises(xq.DatabaseError):
        xq.solve(path, journal=path)
    with pytest.raises(TypeError):
        xq.puzzles(list(xq.read(path)))
    with pytest.raises(TypeError):
        xq.puzzles(path, player="甲")
    with pytest.raises((xq.FileError, xq.ParseError)):
        xq.puzzles(tmp_path / "missing.pgn")
    assert list(xq.solve([])) == []
    games = xq.solve(path, threads=2)
    next(games)
    del games  # ends the rest


def test_puzzles(tmp_path: pathlib.Path) -> None:
    path = tmp_path / "judged.pgn"
    fen = "3aka3/9/9/7N1/9/2R6/9/9/4A4/3AK4 w - - 0 1"
    path.write_text(f'[Red "甲"]\n[FEN "{fen}"]\n\n{{[%eval #2,5]}}\n*\n', encoding="utf-8")
    (puzzle,) = xq.puzzles(path, nodes=4000)
    assert (puzzle["mate"], puzzle["red"], len(puzzle["line"])) == (2, "甲", 3)
    assert puzzle["line"] == puzzle["record"].mainline_moves()
    assert "elbow-horse" in puzzle["themes"]
    database = xq.Database(tmp_path / "judged.xqdb", create=True)
    database.import_games(path)
    assert xq.puzzles(database, nodes=4000, player="nobody") == []
