import xq


def test_start() -> None:
    assert len(xq.Board().legal_moves) == 44
