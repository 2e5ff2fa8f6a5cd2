import numpy as np
import pytest
import xq

GAMES = """[Red "A"]
[Black "B"]
[Date "1995.03.??"]
[Result "1-0"]

1. h2e2 h9g7 1-0

[Red "B"]
[Black "C"]
[Result "1/2-1/2"]
[FEN "4k4/9/9/9/9/9/9/9/R8/3K5 w - - 0 1"]

1. a1a2 1/2-1/2

[Red "C"]
[Black "A"]

1. h2h3x9 *
"""


@pytest.fixture
def arrays(tmp_path):
    (tmp_path / "a.pgn").write_text(GAMES)
    return xq.read_arrays(tmp_path / "a.pgn")


def test_shapes(arrays):
    assert len(arrays) == 2  # the third game has an error
    assert arrays.moves.dtype == np.uint16 and arrays.offsets.tolist() == [0, 2, 3]
    assert [xq.Move.from_number(int(n)).uci() for n in arrays.moves] == ["h2e2", "h9g7", "a1a2"]
    assert arrays.results.tolist() == [1, 0] and arrays.dates.tolist() == [19950300, 0]
    assert [arrays.players[i] for i in arrays.red] == ["A", "B"]
    assert [arrays.players[i] for i in arrays.black] == ["B", "C"]
    assert arrays.numbers.tolist() == [1, 2] and list(arrays.start_fens) == [1]


def test_positions(arrays):
    boards = arrays.positions()
    assert boards.shape == (3, 10, 9) and boards.dtype == np.uint8
    assert boards[0, 0].tolist() == [5, 4, 3, 2, 1, 2, 3, 4, 5]
    assert boards[1, 2, 4] == 6 and boards[2, 9, 4] == 8
    assert arrays.positions(1, 2).shape == (1, 10, 9) and arrays.positions(5, 2).shape == (0, 10, 9)
    assert arrays.positions(0, 10**9).shape == (3, 10, 9)


def test_arrays_live_alone_and_are_read_only(arrays):
    moves = arrays.moves
    del arrays
    assert moves.tolist()[0] == xq.Move.from_uci("h2e2").number
    with pytest.raises(ValueError):
        moves[0] = 1


def test_wrong_arguments(tmp_path):
    with pytest.raises(xq.Error):
        xq.read_arrays(tmp_path / "nothing.pgn")
    seen = []
    assert len(xq.read_arrays(tmp_path / "nothing.pgn", on_problem=seen.append)) == 0 and len(seen) == 1
    with pytest.raises(TypeError):
        xq.read_arrays(7)
