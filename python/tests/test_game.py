import gc
import io
import threading
import tracemalloc
from collections.abc import MutableMapping

import pytest
import xq
from shared_data import rows, shared

PGN = """[Event "Cup"]
[Red "胡荣华"]
[Black "Liu"]
[Date "1995.03.?? "]
[Result "1-0"]

{before} 1. 炮二平五 {good} (1. 兵七进一 {quiet} 卒７进１) 马８进７ $1
2. 马二进三 1-0
"""


def first(text, **options):
    return next(xq.read(io.StringIO(text), **options))


def test_headers_are_a_mapping():
    game = first(PGN)
    assert isinstance(game.headers, MutableMapping)
    assert game.headers["Red"] == "胡荣华" and game.headers["red"] == "胡荣华"
    assert dict(game.headers)["Event"] == "Cup" and "Nothing" not in game.headers and 7 not in game.headers
    assert game.headers.get("Nothing") is None and game.headers.get("Nothing", "x") == "x"
    with pytest.raises(KeyError):
        game.headers["Nothing"]
    game.headers["Round"] = "7"
    game.headers.update({"Site": "上海"})
    del game.headers["Black"]
    assert "Black" not in game.headers and game.headers["Site"] == "上海"
    with pytest.raises(TypeError):
        game.headers["Round"] = 7


def test_tree():
    game = first(PGN)
    assert [move.uci() for move in game.mainline_moves()] == ["h2e2", "h9g7", "h0g2"]
    assert game.comment == "before" and game.result == "1-0" and game.plies == 3
    cannon, pawn = game.variations
    assert cannon.comment == "good" and cannon.text() == "炮二平五" and cannon.is_mainline()
    assert pawn.comment == "quiet" and not pawn.is_mainline() and pawn.next().text("wxf") == "P7+1"
    assert cannon.next().nags == [1] and game.end().ply() == 3
    assert game.end().board().fen().split()[0] == "rnbakab1r/9/1c4nc1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C1N2/9/RNBAKAB1R"
    assert cannon.parent == game.root and game.root.parent is None and game.root.move is None
    added = cannon.add_variation(xq.Move.from_uci("b9c7"), comment="too", nags=[3])
    assert added.parent == cannon and added.nags == [3] and added in {added}
    with pytest.raises(xq.IllegalMove):
        cannon.add_variation(xq.Move.from_uci("a0a1"))
    again = first(game.to_text())
    assert again == game


def test_nodes_keep_the_game():
    nodes = first(PGN).mainline()
    headers = first(PGN).headers
    gc.collect()
    assert nodes[-1].game.headers["Event"] == "Cup" and headers["Event"] == "Cup"


def test_own_game(tmp_path):
    game = xq.Game()
    board = xq.Board()
    game.add_line([board.push_text(text) for text in ("炮二平五", "马8进7")])
    game.headers["Red"] = "甲"
    game.result = "1/2-1/2"
    with pytest.raises(xq.UsageError):
        game.result = "won"
    for ending in ("pgn", "xqf", "xml", "cbr"):
        path = tmp_path / f"game.{ending}"
        game.write(path)
        (read,) = xq.read(path)
        assert read.mainline_moves() == game.mainline_moves() and read.headers["Red"] == "甲", ending
    with pytest.raises(xq.UsageError):
        game.write(tmp_path / "game.nothing")
    with pytest.raises(xq.FileError):
        game.write(tmp_path / "no" / "folder.pgn")
    assert isinstance(game.to_bytes("xqf"), bytes)
    with pytest.raises(xq.UsageError):
        game.to_text("xqf")


def test_a_missing_file_is_an_oserror(tmp_path):
    missing = tmp_path / "missing.pgn"
    with pytest.raises(OSError) as caught:
        list(xq.read(missing))
    assert caught.type is xq.FileError and caught.value.problem.code == "unreadable-file"
    assert caught.value.file == str(missing)
    with pytest.raises(xq.FileError):
        xq.read_arrays(missing)
    said = []
    assert list(xq.read(missing, on_problem=said.append)) == [] and len(said) == 1


def test_writer(tmp_path):
    game = first(PGN)
    path = tmp_path / "out.pgn"
    with xq.writer(path, encoding="gb18030", style="wxf") as out:
        for _ in range(3):
            out.write(game)
        assert not path.exists()
    assert b"C2.5" in path.read_bytes() and "胡荣华".encode("gb18030") in path.read_bytes()
    assert [read.headers["Red"] for read in xq.read(path)] == ["胡荣华"] * 3
    with pytest.raises(RuntimeError):
        with xq.writer(path) as out:
            out.write(game)
            raise RuntimeError
    assert len(list(xq.read(path))) == 3
    with pytest.raises(ValueError):
        out.write(game)
    lost = []
    with xq.writer(tmp_path / "out.xqf", on_problem=lost.append) as out:
        out.write(game)
        with pytest.raises(xq.UsageError):
            out.write(game)


def test_problems():
    broken = PGN.replace("马二进三", "车一进九")
    game = first(broken)
    assert not game.usable and game.plies == 2
    (problem,) = [p for p in game.problems if p.severity == "error"]
    assert (problem.code, problem.ply, problem.token) == ("illegal-move", 3, "车一进九") and problem.line == 8
    seen = []
    list(xq.read(io.StringIO(broken), on_problem=seen.append))
    assert "illegal-move" in [p.code for p in seen]
    with pytest.raises(xq.ParseError) as caught:
        list(xq.read(io.StringIO(broken), strict=True))
    assert (caught.value.line, caught.value.ply, caught.value.token) == (8, 3, "车一进九")

    def fail(problem):
        raise LookupError(problem.code)

    with pytest.raises(LookupError):
        list(xq.read(io.StringIO(broken), on_problem=fail))


def test_verify():
    found = first(PGN).verify()
    assert all(isinstance(problem, xq.Problem) for problem in found)
    assert first('[Date "1995.13.77"]\n\n1. 炮二平五 *\n').verify()


def test_sources(tmp_path):
    (tmp_path / "a.pgn").write_text(PGN, encoding="utf-8")
    (tmp_path / "b.pgn").write_bytes(PGN.encode("gb18030"))
    path = str(tmp_path / "a.pgn")
    assert len(list(xq.read(tmp_path))) == 2 and len(list(xq.read([path, tmp_path / "b.pgn"]))) == 2
    with open(tmp_path / "b.pgn", "rb") as file:
        assert [game.headers["Red"] for game in xq.read(file)] == ["胡荣华"]
    with pytest.raises(xq.Error):
        list(xq.read(tmp_path / "nothing.pgn"))
    for wrong in (None, 7, b"x\0y", object()):
        with pytest.raises((TypeError, ValueError)):
            xq.read(wrong)
    with pytest.raises(TypeError):
        xq.read(path, on_problem=7)
    with pytest.raises(xq.UsageError):
        xq.read(path, format="nothing")
    with pytest.raises(xq.UsageError):
        xq.read(path, encoding="nothing")
    with pytest.raises(ValueError):
        xq.read(path, threads=-1)


def test_hundred_threads(tmp_path):
    path = tmp_path / "a.pgn"
    path.write_text(PGN * 20, encoding="utf-8")
    shared_reader = xq.read(path)
    counts, together = [], []

    def work():
        counts.append(sum(len(game.mainline_moves()) for game in xq.read(path, threads=1)))
        together.append(sum(1 for _ in shared_reader))

    threads = [threading.Thread(target=work) for _ in range(100)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert counts == [60] * 100 and sum(together) == 20


def test_no_leaks():
    def work():
        game = first(PGN)
        board = game.end().board()
        [board.text(move) for move in board.legal_moves]
        for wrong in ("hello", "车一进九"):
            with pytest.raises(xq.Error):
                xq.Board().push_text(wrong)
        game.headers.items(), game.to_text(), game.verify()

    for _ in range(20):
        work()
    tracemalloc.start()
    gc.collect()
    before, _ = tracemalloc.get_traced_memory()
    for _ in range(200):
        work()
    gc.collect()
    after, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert after - before < 20_000, f"{after - before} bytes more after 200 rounds"


def test_truth_of_xqf():
    truth = {row["file"]: row for row in rows("records/xqf_truth.tsv") if row["status"] == "ok"}
    names = sorted(truth)[::10]
    for name in names:
        (game,) = xq.read(shared("records/xqf") / name)
        assert " ".join(move.uci() for move in game.mainline_moves()) == truth[name]["uci"], name


def test_hostile_files():
    folder = shared("bad_inputs")
    for path in sorted(folder.iterdir()):
        if path.is_file():
            for game in xq.read(path, on_problem=lambda problem: str(problem)):
                assert game.mainline_moves() is not None and repr(game)
