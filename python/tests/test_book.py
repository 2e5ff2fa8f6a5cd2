"""Opening books: build, probe, compare, errors."""

import concurrent.futures
import pathlib

import pytest
import xq

GAMES = """[Red "胡荣华"]
[Black "柳大华"]
[Date "1982.12.09"]
[Result "1-0"]

1. 炮二平五 马8进7 2. 马二进三 1-0

[Red "柳大华"]
[Black "吕钦"]
[Result "1/2-1/2"]

1. 炮二平五 炮8平5 1/2-1/2

[Red "吕钦"]
[Result "0-1"]

1. 兵七进一 0-1
"""


@pytest.fixture
def games(tmp_path: pathlib.Path) -> pathlib.Path:
    path = tmp_path / "games.pgn"
    path.write_text(GAMES, encoding="utf-8")
    return path


@pytest.fixture
def book(games: pathlib.Path) -> xq.Book:
    return xq.Book.build(games.with_suffix(".xqbook"), games, keep_games=5)


def test_probe(book: xq.Book) -> None:
    board = xq.Board()
    moves = book.probe(board)
    assert [(move["chinese"], move["games"]) for move in moves] == [("炮二平五", 2), ("兵七进一", 1)]
    assert (moves[0]["red_wins"], moves[0]["draws"], moves[0]["first_year"]) == (1, 1, 1982)
    assert moves[0]["move"] in list(board.legal_moves)
    assert moves[0]["uci"] == "h2e2"
    board.push(moves[0]["move"])
    assert {move["chinese"] for move in book.probe(board, weight="score")} == {"马８进７", "炮８平５"}
    assert book.info["games"] == 3
    assert board in book
    assert "3k5/9/9/9/9/9/9/9/9/4K4 w" not in book
    assert len(book) == book.info["positions"]


def test_games_of_a_move(book: xq.Book) -> None:
    board = xq.Board()
    move = book.probe(board)[0]["move"]
    assert [game["red"] for game in book.games(board, move)] == ["柳大华", "胡荣华"]
    board.push(move)
    with pytest.raises(xq.IllegalMove):
        book.games(board, move)


def test_the_source_does_not_matter(games: pathlib.Path, tmp_path: pathlib.Path, book: xq.Book) -> None:
    database = xq.Database(tmp_path / "games.xqdb", create=True)
    database.import_games(games)
    of_database = xq.Book.build(tmp_path / "a.xqbook", database, threads=2)
    of_objects = xq.Book.build(tmp_path / "b.xqbook", (game for game in database))
    assert of_database.compare(of_objects) == {"same": 5, "only_here": 0, "only_there": 0, "changed": 0, "judged": 0}
    assert of_objects.compare(book)["changed"] == 0
    merged = xq.Book.merge(tmp_path / "c.xqbook", [of_database, tmp_path / "b.xqbook"])
    assert merged.info["games"] == 6
    assert merged.verify()["problem_count"] == 0


def test_conditions_and_limits(games: pathlib.Path, tmp_path: pathlib.Path) -> None:
    book = xq.Book.build(tmp_path / "a.xqbook", games, player="胡荣华", max_ply=2)
    assert (book.info["games"], book.info["moves"]) == (1, 2)
    more = xq.Book.build(tmp_path / "a.xqbook", games, append=True, max_ply=2, player="吕钦")
    assert more.info["games"] == 3
    assert book.info["games"] == 1  # stays at its state
    with pytest.raises(xq.UsageError):
        xq.Book.build(tmp_path / "b.xqbook", games, unique=True)
    with pytest.raises(TypeError):
        xq.Book.build(tmp_path / "b.xqbook", games, colour="red")


def test_a_book_that_no_engine_has_judged(book: xq.Book) -> None:
    assert book.lines() == []
    with pytest.raises(xq.UsageError):
        book.holes()
    with pytest.raises(xq.UsageError):
        book.probe(xq.Board(), weight="beauty")


def test_files_that_are_no_book(tmp_path: pathlib.Path, games: pathlib.Path) -> None:
    with pytest.raises(xq.DatabaseError):
        xq.Book(tmp_path / "missing.xqbook")
    with pytest.raises(xq.DatabaseError):
        xq.Book(games)
    with pytest.raises(TypeError):
        xq.Book(None)
    with pytest.raises(TypeError):
        xq.Book.build(tmp_path / "a.xqbook", 5)
    with pytest.raises(xq.Error):
        xq.Book.build(tmp_path / "a.xqbook", tmp_path / "missing.pgn")
    assert not (tmp_path / "a.xqbook").exists()


def test_many_threads_probe(book: xq.Book) -> None:
    with concurrent.futures.ThreadPoolExecutor(50) as pool:
        found = set(pool.map(lambda _: book.probe(xq.Board())[0]["games"], range(200)))
    assert found == {2}


def test_differences(book: xq.Book, games: pathlib.Path, tmp_path: pathlib.Path) -> None:
    small = xq.Book.build(tmp_path / "small.xqbook", games, red="胡荣华")
    found = book.differences(small)
    assert [each["ply"] for each in found] == sorted(each["ply"] for each in found)
    first = {move["move"]: move for move in found[0]["moves"]}
    cannon = xq.Board().parse_text("炮二平五")
    assert (first[cannon]["here"]["games"], first[cannon]["there"]["games"]) == (2, 1)
    assert first[cannon]["here"]["score"] is None
    assert found[0]["fen"].startswith("rnbakabnr/")
    assert len(book.differences(small.path, limit=1)) == 1
    assert book.differences(book) == []
    with pytest.raises(xq.DatabaseError):
        book.differences(tmp_path / "missing.xqbook")


def test_score(book: xq.Book, tmp_path: pathlib.Path) -> None:
    with pytest.raises(xq.UsageError):
        book.holes()
    journal = tmp_path / "journal.xqdb"
    judged = book.score(tmp_path / "judged.xqbook", nodes=200, threads=2, journal=journal)
    assert judged.info["judged"] > 0 and book.info["judged"] == 0
    line = judged.lines(limit=1)[0]
    assert line["moves"] and line["moves"][0] in list(xq.Board().legal_moves)
    again = book.score(tmp_path / "again.xqbook", nodes=200, journal=journal)
    assert pathlib.Path(again.path).read_bytes() == pathlib.Path(judged.path).read_bytes()
    assert judged.compare(again)["judged"] == 0
    with pytest.raises(xq.UsageError):
        book.score(tmp_path / "x.xqbook", rules="mine")
    with pytest.raises(xq.ParseError):
        book.score(tmp_path / "x.xqbook", boards=["no position"])
    with pytest.raises(TypeError):
        book.score(5)
    with pytest.raises(xq.Error):
        book.score(tmp_path / "no" / "folder.xqbook", nodes=100)
