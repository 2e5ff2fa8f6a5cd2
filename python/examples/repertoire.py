"""repertoire.py DATABASE PLAYER OUT: what a player answers, as an opening book.

Prints the moves of the first plies that the player chose in at least two games, and how they ended."""
import sys

import xq


def show(book: xq.Book, board: xq.Board, plies: int, indent: str = "") -> None:
    for move in book.probe(board):
        if move["games"] < 2:
            continue
        print(f'{indent}{move["chinese"]} {move["games"]} games: '
              f'+{move["red_wins"]} ={move["draws"]} -{move["black_wins"]}')
        if plies > 1:
            board.push(move["move"])
            show(book, board, plies - 1, indent + "  ")
            board.pop()


database, player, out = sys.argv[1:]
book = xq.Book.build(out, xq.Database(database), red=player, max_ply=40, unique=True)
print(f"{book.info['games']} games with Red")
show(book, xq.Board(), plies=3)
