"""Databases: round trip, conditions, edits, reports, threads, errors."""

import concurrent.futures
import datetime
import pathlib

import pytest
import xq

GAMES = """[Event "全国赛"]
[Date "1982.12.09"]
[Red "胡荣华"]
[Black "柳大华"]
[Result "1-0"]

1. 炮二平五 马8进7 2. 马二进三 1-0

[Event "表演赛"]
[Date "1990.??.??"]
[Red "柳大华"]
[Black "吕钦"]
[Result "*"]

1. 炮二平五 炮8平5 *
"""


@pytest.fixture
def database(tmp_path: pathlib.Path) -> xq.Database:
    (tmp_path / "games.pgn").write_text(GAMES, encoding="utf-8")
    made = xq.Database(tmp_path / "games.xqdb", create=True)
    counts = made.import_games(tmp_path / "games.pgn")
    assert counts == {"added": 2, "duplicates": 0, "copies": 0, "rejected": 0}
    return made


def test_games_come_back(database: xq.Database) -> None:
    assert len(database) == 2
    assert [game.headers["Red"] for game in database] == ["胡荣华", "柳大华"]
    game = database.game(1)
    assert game.headers["Event"] == "全国赛"
    assert database.search(player="吕钦").numbers == [2]
    with pytest.raises(KeyError):
        database.game(3)
    with pytest.raises(KeyError):
        database.game(-1)


def test_import_of_objects_and_databases(database: xq.Database, tmp_path: pathlib.Path) -> None:
    assert database.import_games(list(database))["duplicates"] == 2
    other = xq.Database(tmp_path / "other.xqdb", create=True)
    assert other.import_games(database)["added"] == 2
    third = xq.Database(tmp_path / "third.xqdb", create=True)
    assert third.import_games(game for game in other)["added"] == 2
    assert third.import_games([tmp_path / "games.pgn"], threads=2)["duplicates"] == 2
    assert third.import_games([])["added"] == 0


def test_what_raises_while_games_are_taken_makes_no_database(tmp_path: pathlib.Path, database: xq.Database) -> None:
    def games():
        yield database.game(1)
        raise RuntimeError("no more")

    path = tmp_path / "new.xqdb"
    with pytest.raises(RuntimeError, match="no more"):
        xq.Database(path, create=True).import_games(games())
    with pytest.raises(TypeError):
        xq.Database(path, create=True).import_games([database.game(1), "game"])
    with pytest.raises(xq.Error):
        xq.Database(path, create=True).import_games(tmp_path / "missing.pgn")
    assert not path.exists()


@pytest.mark.parametrize(
    ("conditions", "numbers"),
    [
        ({}, [1, 2]),
        ({"player": "胡榮華"}, [1]),
        ({"red": "柳大华"}, [2]),
        ({"event": "表演"}, [2]),
        ({"since": 1983}, [2]),
        ({"since": datetime.date(1982, 12, 10)}, [2]),
        ({"until": "1982.12"}, [1]),
        ({"result": "1-0"}, [1]),
        ({"min_plies": 3}, [1]),
        ({"max_plies": 2}, [2]),
        ({"game": [2, 3]}, [2]),
        ({"game": "1-2"}, [1, 2]),
        ({"moves": "炮二平五 马8进7"}, [1]),
        ({"moves": "炮二平五", "then": "炮8平5"}, [2]),
        ({"moves": "炮二平五", "at_ply": (0, 1)}, [1, 2]),
        ({"moves": "炮二平五", "at_ply": (2, None)}, []),
        ({"position": xq.Board()}, [1, 2]),
        ({"position": xq.Board().fen()}, [1, 2]),
        ({"material": "R-R"}, []),
        ({"unique": True}, [1, 2]),
        ({"unique": False, "player": None}, [1, 2]),
        ({"source": "games.pgn"}, [1, 2]),
        ({"player": "柳大华", "no_names": True}, [1, 2]),
    ],
)
def test_conditions(database: xq.Database, conditions: dict[str, object], numbers: list[int]) -> None:
    found = database.search(**conditions)
    assert found.numbers == numbers
    assert len(found) == len(list(found)) == database.count(**conditions)


def test_conditions_that_are_none(database: xq.Database) -> None:
    with pytest.raises(TypeError, match="colour"):
        database.search(colour="red")
    with pytest.raises(TypeError):
        database.search(player=1.5)
    with pytest.raises(TypeError):
        database.search(player=xq.Board())
    with pytest.raises(TypeError):
        database.search(moves="炮二平五", at_ply=(1, 2, 3))
    with pytest.raises(xq.UsageError, match="since"):
        database.search(since="soon")
    with pytest.raises(xq.UsageError):
        database.search(position=xq.Board(), moves="炮二平五")
    with pytest.raises(ValueError):
        database.search(position="no fen")


def test_found_games_are_a_sequence(database: xq.Database) -> None:
    found = database.search()
    assert found[-1].headers["Black"] == "吕钦"
    assert found[1:].numbers == [2]
    assert found[::-1].numbers == [2, 1]
    with pytest.raises(IndexError):
        found[2]
    games = iter(found)
    del found
    assert next(games).headers["Red"] == "胡荣华"  # the iterator keeps the database


def test_edit_and_undo(database: xq.Database) -> None:
    done = database.edit(1, set={"Event": "全国个人赛"}, remove=["Date"], note="a better name")
    assert (done["games"], done["values"]) == (1, 2)
    assert database.game(1).headers["Event"] == "全国个人赛"
    assert "Date" not in database.game(1).headers
    database.edit(database.search(), rename={"player": {"柳大华": "柳大華"}})
    assert database.game(2).headers["Red"] == "柳大華"
    assert database.edit([1, 2], set={"Site": "广州"}, preview=True)["operation"] is None
    database.undo()
    database.undo(done["operation"])
    assert database.game(1).headers["Event"] == "全国赛"
    assert [each["kind"] for each in database.operations()][-2:] == ["undo", "undo"]
    database.delete(2)
    assert len(database) == 1
    database.undo()
    assert len(database) == 2


def test_edits_that_cannot_be(database: xq.Database) -> None:
    with pytest.raises(xq.Error):
        database.edit(99, set={"Event": "x"})
    with pytest.raises(xq.UsageError):
        database.edit(1, rename={"referee": {"a": "b"}})
    with pytest.raises(xq.Error):
        database.undo(99)
    with pytest.raises(TypeError):
        database.edit("1", set={"Event": "x"})
    assert database.game(1).headers["Event"] == "全国赛"


def test_reports_say_what_the_commands_say(database: xq.Database) -> None:
    counted = database.statistics()
    assert (counted["games"], counted["plies"], counted["red_wins"]) == (2, 5, 1)
    assert counted["years"][0] == {
        "name": "1982", "games": 1, "red_wins": 1, "black_wins": 0, "draws": 0, "unknown": 0}  # fmt: skip
    assert database.statistics(limit=1)["events"][0]["games"] == 1
    table = database.event_report("全国赛")
    assert table["standings"][0]["name"] == "胡荣华"
    assert database.player_report("柳大华")["names"][0]["name"] == "柳大华"
    board = xq.Board()
    assert database.opening_report(board)["games"] == 2
    assert database.novelties()["games"] >= 0
    assert database.duplicates() == []


def test_arrays(database: xq.Database) -> None:
    arrays = database.arrays(threads=2)
    assert len(arrays.moves) == 5
    assert list(arrays.offsets) == [0, 3, 5]
    assert len(database.arrays(player="胡荣华").moves) == 3


def test_upkeep(database: xq.Database) -> None:
    assert database.build_indexes()["games"] == 2
    assert database.verify() == {"games": 2, "problem_count": 0, "problems": []}
    database.delete(1)
    assert database.compact(forget=True)["bytes_after"] > 0
    assert database.operations() == []


def test_files_that_are_no_database(tmp_path: pathlib.Path) -> None:
    with pytest.raises(xq.DatabaseError, match="create=True"):
        xq.Database(tmp_path / "missing.xqdb")
    hostile = tmp_path / "hostile.xqdb"
    for content in (b"", b"no database", b"SQLite format 3\0" + b"\xff" * 4096):
        hostile.write_bytes(content)
        with pytest.raises(xq.DatabaseError):
            xq.Database(hostile)
    with pytest.raises(xq.Error):
        xq.Database(tmp_path)
    with pytest.raises(TypeError):
        xq.Database(5)
    empty = xq.Database(tmp_path / "later.xqdb", create=True)
    with pytest.raises(xq.DatabaseError):
        len(empty)


def test_a_hundred_threads_read(database: xq.Database) -> None:
    def read(number: int) -> int:
        return sum(1 for _ in database.search(player="柳大华")) + len(database.game(number % 2 + 1).headers)

    with concurrent.futures.ThreadPoolExecutor(100) as pool:
        counts = set(pool.map(read, range(200)))
    assert len(counts) == 1


def test_wrong_types_are_type_errors(database: xq.Database) -> None:
    for call in (
        lambda: database.game("1"),
        lambda: database.search()["1"],
        lambda: database.event_report(5),
        lambda: database.opening_report(5),
        lambda: database.import_games(None),
        lambda: database.search(unique="yes"),
        lambda: database.search(moves="炮二平五", at_ply=("a", 1)),
        lambda: database.edit([1], set={"Event": 5}),
        lambda: database.arrays(threads="2"),
    ):
        with pytest.raises(TypeError):
            call()


def test_aliases(database: xq.Database, tmp_path: pathlib.Path) -> None:
    assert database.aliases == {"players": [], "events": [], "sites": []}
    database.aliases = {"players": [["胡荣华", "胡司令"]]}
    assert database.aliases["players"] == [["胡荣华", "胡司令"]]
    assert database.search(player="胡司令").numbers == [1]
    assert database.search(player="胡司令", no_names=True).numbers == []
    path = tmp_path / "names.txt"
    xq.write_aliases(path, database.aliases)
    assert xq.read_aliases(path) == database.aliases
    path.write_text("[players]\n甲 | 乙\n乙 | 丙\n", encoding="utf-8")
    with pytest.raises(xq.ParseError) as caught:
        xq.read_aliases(path)
    assert caught.value.line == 3
    for wrong in ({"people": [["a", "b"]]}, {"players": [["a"], ["a"]]}):
        with pytest.raises(xq.UsageError):
            database.aliases = wrong
    for wrong in (5, {"players": 5}, {"players": ["ab"]}, {5: []}):
        with pytest.raises(TypeError):
            database.aliases = wrong
    with pytest.raises(xq.FileError):
        xq.read_aliases(tmp_path / "missing.txt")
    with pytest.raises(xq.FileError):
        xq.read_aliases(tmp_path)


def test_names_that_are_likely_one(database: xq.Database, tmp_path: pathlib.Path) -> None:
    game = xq.Game()
    game.headers["Red"] = "胡榮華"
    game.headers["Black"] = "楊官璘"
    game.add_line([xq.Move.from_uci("h2e2"), xq.Move.from_uci("h9g7")])
    assert database.import_games([game])["added"] == 1
    group = database.propose_names(events=False, sites=False)[0]
    assert group["kind"] == "players"
    assert {name["name"] for name in group["names"]} == {"胡荣华", "胡榮華"}
    assert group["names"][1]["evidence"][0]["kind"] == "spelling"
    known = {"players": [["胡荣华", "胡司令"]]}
    assert any(name["known"] for name in database.propose_names(known=known)[0]["names"])
    with pytest.raises(TypeError):
        database.propose_names(known=7)
    with pytest.raises(xq.DatabaseError):
        xq.Database(tmp_path / "none.xqdb", create=True).propose_names()
