"""A bot that asks the book of a running `xq serve`: bot.py http://127.0.0.1:8140 [PLIES]"""

import random
import sys
from typing import Optional
from urllib.parse import quote
from urllib.request import urlopen

import xq


def ask(server: str, board: xq.Board) -> Optional[xq.Move]:
    """The best move that the server's book knows, by the protocol of cloud books."""
    address = f"{server}/chessdb.php?action=querybest&board={quote(board.board_fen())}"
    with urlopen(address, timeout=10) as answer:
        kind, _, move = answer.read().decode().strip().strip("\0").partition(":")
    return xq.Move.from_uci(move) if kind in ("move", "egtb", "search") else None


def main(server: str, plies: int) -> None:
    board = xq.Board()
    dice = random.Random(1)
    while board.ply() < plies and not board.is_game_over():
        known = ask(server, board)
        move = known or dice.choice(board.legal_moves)
        print(board.text(move), "(book)" if known else "(my own)")
        board.push(move)
    print(board.fen())


main(sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 20)
