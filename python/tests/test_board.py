import copy
import pickle

import pytest
import xq
from shared_data import rows


def test_start():
    board = xq.Board()
    assert len(board.legal_moves) == 44
    assert board.fen() == xq.STARTING_FEN
    assert board.turn == xq.RED
    assert board.piece_at(xq.parse_square("e0")) == "K" and board.piece_at(xq.parse_square("e1")) is None
    assert len(board.piece_map()) == 32
    assert board.king(xq.BLACK) == xq.square(4, 9)


def test_moves_as_text():
    board = xq.Board()
    move = board.push_text("炮二平五")
    assert move == xq.Move.from_uci("h2e2") and move is board.peek()
    assert board.push_text("h9g7").uci() == "h9g7"
    assert board.pop() == xq.Move.from_uci("h9g7") and board.pop() is move
    assert board == xq.Board() and board.move_stack == []
    assert board.text(move) == "炮二平五" and board.text(move, style="wxf") == "C2.5"
    assert board.variation_text([move, xq.Move.from_uci("h9g7")]) == "炮二平五 马８进７"


def test_illegal_moves_leave_the_board():
    board = xq.Board()
    with pytest.raises(xq.IllegalMove) as caught:
        board.push_text("车一进九")
    assert caught.value.token == "车一进九" and caught.value.problem.code == "illegal-move"
    with pytest.raises(xq.IllegalMove):
        board.push(xq.Move.from_uci("e4e5"))
    with pytest.raises(xq.ParseError):
        board.push_text("hello")
    with pytest.raises(xq.IllegalMove):
        board.text(xq.Move.from_uci("e4e5"))
    assert board == xq.Board()
    assert issubclass(xq.IllegalMove, xq.Error) and issubclass(xq.IllegalMove, ValueError)


def test_wrong_arguments():
    board = xq.Board()
    for wrong in (None, 1, b"h2e2", [], "h2e2"):
        with pytest.raises(TypeError):
            board.push(wrong)
    with pytest.raises(TypeError):
        xq.Board(7)
    for fen in ("", "rnbakabnr/9 w", "9/9/9/9/9/9/9/9/9/9 w", "x" * 100_000):
        with pytest.raises(xq.ParseError):
            xq.Board(fen)
    for square in (-1, 90, 2**31 - 1):
        with pytest.raises(ValueError):
            board.piece_at(square)
        with pytest.raises(ValueError):
            xq.Move(square, 0)
    for text in ("", "h2", "h2h2", "j0a0", "h2e2x", "炮二"):
        with pytest.raises(ValueError):
            xq.Move.from_uci(text)
    for number in (0, 8099, 8100, 2**32 - 1):
        with pytest.raises(ValueError):
            xq.Move.from_number(number)
    with pytest.raises(IndexError):
        board.pop()
    with pytest.raises(xq.UsageError):
        board.text(board.legal_moves[0], style="klingon")
    with pytest.raises(xq.UsageError):
        board.outcome(rules="fide")
    with pytest.raises(ValueError):
        board.perft(-1)


def test_outcomes():
    mate = xq.Board("3k5/4R4/9/9/9/9/9/9/9/3RK4 b")
    end = mate.outcome()
    assert mate.is_check() and mate.is_checkmate()
    assert (end.termination, end.winner, end.result()) == ("checkmate", xq.RED, "1-0")
    board = xq.Board()
    assert board.outcome() is None and board.result() == "*"
    for _ in range(3):
        for move in ("b0c2", "b9c7", "c2b0", "c7b9"):
            board.push(xq.Move.from_uci(move))
    repeated = board.outcome(rules="wxf")
    assert repeated.termination == "repetition" and repeated.winner is None and repeated.cycle
    assert board.outcome(rules="none") is None


def test_copies_and_pickles():
    board = xq.Board()
    board.push_text("C2=5")
    for other in (board.copy(), copy.copy(board), copy.deepcopy(board), pickle.loads(pickle.dumps(board))):
        assert other == board and other.move_stack == board.move_stack
        other.pop()
        assert other != board
    move = board.peek()
    assert pickle.loads(pickle.dumps(move)) == move and {move: 1}[xq.Move.from_uci("h2e2")] == 1
    assert xq.Move.from_number(move.number) is move
    assert "<svg" in board.svg(flipped=True)


def test_perft_counts():
    for row in rows("rules/perft.tsv"):
        if int(row["nodes"]) < 100_000:
            assert xq.Board(row["fen"]).perft(int(row["depth"])) == int(row["nodes"])
            if row["depth"] == "1":
                assert len(xq.Board(row["fen"]).legal_moves) == int(row["nodes"])


def test_push_and_pop_count_as_perft():
    def count(board, depth):
        if depth == 0:
            return 1
        nodes = 0
        for move in board.legal_moves:
            board.push(move)
            nodes += count(board, depth - 1)
            board.pop()
        return nodes

    assert count(xq.Board(), 3) == 79666


def test_notation_cases():
    wrong = []
    for row in rows("notation_cases.tsv"):
        try:
            board = xq.Board(row["fen"])
        except xq.ParseError:
            continue  # kings that face each other, which FEN readers of games refuse
        move = xq.Move.from_uci(row["iccs"])
        if not board.is_legal(move):
            continue
        if row["zh_hans"] and row["zh_style"] == "all" and board.parse_text(row["zh_hans"], "chinese") != move:
            wrong.append(row)
        if row["wxf"] and row["wxf_style"] == "all" and board.parse_text(row["wxf"], "wxf") != move:
            wrong.append(row)
    assert not wrong, wrong[:3]
