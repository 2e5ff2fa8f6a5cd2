"""What concerns the whole process: threads, signals, objects that were not made properly."""

import signal
import threading
import time

import pytest
import xq
from shared_data import shared

NAMES = sorted(name for name in dir(xq) if isinstance(getattr(xq, name), type))


@pytest.mark.parametrize("name", [n for n in NAMES if not issubclass(getattr(xq, n), BaseException)])
def test_objects_without_init_are_refused(name):
    type_ = getattr(xq, name)
    try:
        empty = type_.__new__(type_)
    except TypeError:
        return
    for member in dir(type_):
        if member.startswith("_") and member not in ("__len__", "__iter__", "__next__", "__str__", "__repr__"):
            continue
        try:
            value = getattr(empty, member)
            if callable(value):
                value()
        except (TypeError, RuntimeError):
            pass
    for call in (xq.Board().push, xq.Board().text, xq.Game().add_variation):
        with pytest.raises((TypeError, RuntimeError)):
            call(empty)


class Alarm(Exception):
    pass


@pytest.fixture
def alarm():
    """Raises Alarm in the main thread after 0.2 s."""

    def handler(number, frame):
        raise Alarm

    before = signal.signal(signal.SIGALRM, handler)
    signal.setitimer(signal.ITIMER_REAL, 0.2)
    yield
    signal.setitimer(signal.ITIMER_REAL, 0)
    signal.signal(signal.SIGALRM, before)


def test_a_signal_stops_perft(alarm):
    begin = time.monotonic()
    with pytest.raises(Alarm):
        xq.Board().perft(12)
    assert time.monotonic() - begin < 30


def test_a_signal_stops_read_arrays(alarm):
    archive = str(shared("ccpd/ccpd.big5.pgn.xz"))
    with pytest.raises(Alarm):
        xq.read_arrays([archive] * 100, threads=2)


def test_a_signal_stops_reading(alarm):
    archive = str(shared("ccpd/ccpd.big5.pgn.xz"))
    with pytest.raises(Alarm):
        for _ in xq.read([archive] * 100, threads=2):
            pass


def test_a_signal_stops_solving(alarm):
    begin = time.monotonic()
    board = xq.Board("rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR b")
    with pytest.raises(Alarm):
        xq.solve(board, nodes=10**10, engine_nodes=0)
    assert time.monotonic() - begin < 30


def test_a_signal_stops_the_scoring_of_a_book(alarm, tmp_path):
    game = xq.Game()
    game.add_line([xq.Move.from_uci("h2e2"), xq.Move.from_uci("h9g7")])
    book = xq.Book.build(tmp_path / "a.xqbook", [game])
    begin = time.monotonic()
    with pytest.raises(Alarm):
        book.score(tmp_path / "b.xqbook", nodes=10**9)
    assert time.monotonic() - begin < 30
    assert not (tmp_path / "b.xqbook").exists()


def test_other_threads_run():
    count, done = 0, threading.Event()

    def work():
        nonlocal count
        while not done.is_set():
            count += 1
            time.sleep(0.001)

    thread = threading.Thread(target=work)
    thread.start()
    try:
        before = count
        xq.Board().perft(5)
        assert count > before
    finally:
        done.set()
        thread.join()
