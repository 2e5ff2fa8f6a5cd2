"""Engines: the package's own and other programs."""

import os
import pathlib
import signal
import subprocess
import sys
import textwrap
import threading
import time

import pytest
import xq

MATE_IN_ONE = "3k5/4R4/9/9/9/9/9/9/4R4/5K3 w"
PROGRAM = os.environ.get("XQ_PROGRAM", "xq")

# An engine that answers every search by its first move, or dies of it.
FAKE = r"""
import sys, os, time
for line in sys.stdin:
    word = line.split()[:1]
    if word == ["uci"]:
        print("id name Fake\noption name Hash type spin default 16 min 1 max 64\nuciok", flush=True)
    elif word == ["isready"]:
        print("readyok", flush=True)
    elif word == ["go"]:
        how = sys.argv[1]
        if how == "die":
            os._exit(1)
        if how == "sleep":
            continue
        print("bestmove " + ("a0a9" if how == "illegal" else "h2e2"), flush=True)
    elif word == ["stop"]:
        print("bestmove h2e2", flush=True)
    elif word == ["quit"]:
        break
"""


@pytest.fixture
def fake(tmp_path: pathlib.Path) -> str:
    path = tmp_path / "fake.py"
    path.write_text(FAKE)
    return f"{sys.executable} {path}"


def test_analyse() -> None:
    with xq.Engine(options={"Hash": 1}) as engine:
        board = xq.Board()
        found = engine.analyse(board, nodes=5000, multipv=3)
        assert len(found) == 3
        assert found.best is not None
        assert found.best.score >= found[-1].score
        assert found.best.moves[0] in list(board.legal_moves)
        assert found.move == found.best.moves[0]
        assert found.depth > 1
        assert found.nodes > 1000
        assert found.best.text("uci").split()[0] == str(found.move)
        assert engine.analyse(board, nodes=2000, moves=[found[1].moves[0]]).move == found[1].moves[0]


def test_the_same_search_gives_the_same_answer() -> None:
    with xq.Engine() as one, xq.Engine() as other:
        first = one.analyse(xq.Board(), depth=6)
        second = other.analyse(xq.Board(), depth=6)
        assert first[0].moves == second[0].moves
        assert first.nodes == second.nodes


def test_mate_and_the_end_of_the_game() -> None:
    with xq.Engine() as engine:
        found = engine.analyse(MATE_IN_ONE, mate=1)
        assert found.best is not None
        assert found.best.mate == 1
        board = xq.Board(MATE_IN_ONE)
        move = engine.play(board, depth=3)
        assert move is not None
        board.push(move)
        assert engine.play(board, depth=3) is None
        assert len(engine.analyse(board, depth=3)) == 0
        assert engine.analyse(board, depth=3).best is None


def test_limits_that_are_none() -> None:
    with xq.Engine() as engine:
        for wrong in ({}, {"time": -1.0}, {"time": float("nan")}, {"depth": -1}, {"nodes": 10, "multipv": 0}):
            with pytest.raises(ValueError):
                engine.analyse(xq.Board(), **wrong)
        with pytest.raises(ValueError):
            engine.analyse("no position", nodes=10)
        with pytest.raises(TypeError):
            engine.analyse(None, nodes=10)
        with pytest.raises(TypeError):
            engine.analyse(xq.Board(), nodes="many")
    with pytest.raises(xq.Error, match="closed"):
        engine.play(xq.Board(), nodes=10)
    engine.close()


def test_options() -> None:
    with pytest.raises(xq.UsageError):
        xq.Engine(options={"Beauty": 1})
    with pytest.raises(xq.UsageError):
        xq.Engine(options={"Hash": "much"})
    with pytest.raises(TypeError):
        xq.Engine(options={"Hash": 1.5})
    with pytest.raises(TypeError):
        xq.Engine(protocol="uci")


def test_stop_from_another_thread() -> None:
    with xq.Engine() as engine:
        timer = threading.Timer(0.2, engine.stop)
        timer.start()
        began = time.monotonic()
        assert engine.analyse(xq.Board(), time=60.0).best is not None
        assert time.monotonic() - began < 30


def test_external_engine(fake: str) -> None:
    with xq.Engine(f"{fake} play", options={"Hash": 16}, protocol="uci") as engine:
        assert engine.name == "Fake"
        assert str(engine.play(xq.Board(), nodes=100)) == "h2e2"
        found = engine.analyse(xq.Board(), nodes=100)
        assert len(found) == 0
        assert str(found.move) == "h2e2"


def test_external_engine_that_dies_or_lies(fake: str) -> None:
    with xq.Engine(f"{fake} die", protocol="uci") as engine:
        for _ in range(2):  # it is started again
            with pytest.raises(xq.Error, match="Fake"):
                engine.play(xq.Board(), nodes=100)
    with xq.Engine(f"{fake} illegal", protocol="uci") as engine, pytest.raises(xq.Error, match="a0a9"):
        engine.play(xq.Board(), nodes=100)
    with pytest.raises(xq.Error):
        xq.Engine("/no/such/engine")
    with pytest.raises(xq.Error):
        xq.Engine("'", protocol="uci")
    with pytest.raises(xq.UsageError):
        xq.Engine(f"{fake} play", protocol="winboard")


def test_own_engine_as_another_program() -> None:
    with xq.Engine(f"'{PROGRAM}' engine", protocol="uci") as other, xq.Engine() as own:
        assert other.analyse(xq.Board(), depth=5)[0].moves[0] == own.analyse(xq.Board(), depth=5)[0].moves[0]


@pytest.mark.parametrize("engine", ["xq.Engine()", "xq.Engine(sys.argv[1], protocol='uci')"])
def test_ctrl_c_ends_a_search(engine: str, fake: str) -> None:
    program = textwrap.dedent(f"""
        import signal, sys, xq
        signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell's background job ignores it
        engine = {engine}
        print("ready", flush=True)
        try:
            engine.analyse(xq.Board(), time=60.0)
        except KeyboardInterrupt:
            print("stopped", flush=True)
    """)
    run = subprocess.Popen([sys.executable, "-c", program, f"{fake} sleep"], stdout=subprocess.PIPE, text=True)
    assert run.stdout is not None
    assert run.stdout.readline() == "ready\n"
    time.sleep(0.3)
    run.send_signal(signal.SIGINT)
    assert run.communicate(timeout=30)[0] == "stopped\n"
